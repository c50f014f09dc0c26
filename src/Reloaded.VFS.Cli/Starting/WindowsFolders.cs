using Reloaded.VFS.Interop.Win32;
using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Cli.Starting;

/// <summary>The user's known folders on Windows, or as the Wine prefix has them that this process runs in.</summary>
internal static class WindowsFolders
{
    /// <summary>A known folder; null where the system doesn't know it, and on Linux.</summary>
    public static string? Find(KnownFolder folder) =>
        OperatingSystem.IsWindows() ? SystemFolders.FindKnown(KnownFolders.IdOf(folder)) : null;
}
