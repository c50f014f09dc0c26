using Reloaded.VFS.Dll.Runtime;
using Reloaded.VFS.Hooks;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Removing;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Dll.Start;

/// <summary>The VFS's own files in the game's folders, which listings must not show.</summary>
internal static unsafe class OwnFiles
{
    /// <summary>The folder of the runtime beside the DLL for 32-bit games (<c>CoreClr/runtime.c</c>).</summary>
    private const string RuntimeFolder = "reloaded_vfs_runtime";

    /// <summary>Hides the VFS's names in every target, and the DLL under its actual name (<c>.asi</c>) in its folder.</summary>
    /// <param name="files">The file system, with its targets declared.</param>
    /// <param name="roots">The targets, canonical; receives the DLL's folder if it is in one.</param>
    /// <param name="known">The targets that are known folders, which contain nothing of the VFS.</param>
    public static void Hide(VirtualFileSystem files, List<string> roots, IEnumerable<string> known)
    {
        foreach (string root in roots.Except(known))
            HookManager.Hide(files.AddTarget(root), OwnNames.All);
        // Targets are on drives.
        if (ImageFile.Path is not string image || ModulePath.IsOnNoDrive(image) || Path.GetDirectoryName(image) is not string real)
            return;
        string folder = VirtualPath.Canonicalize(real);
        // What lies in a hidden folder is hidden. As a target of its own, that folder would be seen.
        if (!roots.Exists(root => Contains(root, folder)) || HookManager.Hides(folder))
            return;
        if (!roots.Contains(folder, StringComparer.OrdinalIgnoreCase))
            roots.Add(folder);
        string name = Path.GetFileName(image);
        HookManager.Hide(files.AddTarget(folder), sizeof(nint) == sizeof(uint) ? [name, RuntimeFolder] : [name]);
    }

    private static bool Contains(string root, string folder) =>
        folder.Length >= root.Length && CaseFolding.Equals(folder.AsSpan(0, root.Length), root)
            && (folder.Length == root.Length || folder[root.Length] == '\\');
}

/// <summary>Markers of deleted names that a killed process left unfinished. They hide nothing.</summary>
internal static class UnfinishedMarkers
{
    /// <summary>Deletes the markers, except those that another process is just making.</summary>
    /// <param name="markers">The files.</param>
    public static void Remove(IEnumerable<string> markers)
    {
        foreach (string marker in markers)
        {
            try
            {
                // The process that makes a marker has it open until it has its name.
                DiskRemoval.OpenPassing(marker, FileMode.Open, FileShare.None).Dispose();
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                // The marker belongs to another process or can't be deleted. It is never seen, and the next start tries again.
            }
        }
    }
}
