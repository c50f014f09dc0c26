namespace Reloaded.VFS.Hooks.Saving;

/// <summary>Names of what stands in a mod for a moment only. A mod's files of that ending are never overlaid (<c>DefaultExcludes</c>).</summary>
internal static class TemporaryName
{
    /// <summary>A name of this thread's own beside a path.</summary>
    public static string Beside(string path) => $"{path}.{Environment.ProcessId:x}-{Environment.CurrentManagedThreadId:x}.rvfs-tmp";
}
