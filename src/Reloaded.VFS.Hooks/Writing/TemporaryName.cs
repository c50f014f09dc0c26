using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Hooks.Writing;

/// <summary>
/// Names of what stands in a mod for a moment only. A mod's files of that ending are never overlaid (<c>DefaultExcludes</c>).
/// </summary>
internal static class TemporaryName
{
    // Two processes have one id where each has a Wine server of its own.
    private static readonly string s_own = Guid.NewGuid().ToString("N")[..8];
    private static int s_count;

    /// <summary>A name beside a path that isn't in use.</summary>
    public static string Beside(string path) =>
        $"{path}.{Environment.ProcessId:x}-{s_own}-{Interlocked.Increment(ref s_count):x}{DefaultExcludes.TemporaryEnding}";
}
