using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Cli.Wine;

/// <summary>The folder of rvfs.exe, with what belongs beside it.</summary>
internal static class LauncherFolder
{
    /// <summary>The folder's path, which any function takes.</summary>
    public static string Path { get; } = ModulePath.Complete(AppContext.BaseDirectory);
}
