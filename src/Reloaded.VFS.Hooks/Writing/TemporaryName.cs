using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Hooks.Writing;

/// <summary>Names of temporary files in a mod. Files with that ending are never overlaid (<c>DefaultExcludes</c>).</summary>
internal static class TemporaryName
{
    // Two processes may have the same id if each has a Wine server of its own.
    private static readonly string s_own = Guid.NewGuid().ToString("N")[..8];
    private static int s_count;

    /// <summary>Returns an unused name beside a path.</summary>
    public static string Beside(string path) =>
        $"{path}.{Environment.ProcessId:x}-{s_own}-{Interlocked.Increment(ref s_count):x}{DefaultExcludes.TemporaryEnding}";
}
