using System.Runtime.InteropServices;
using Reloaded.VFS.Benchmarks.Inputs;

namespace Reloaded.VFS.Benchmarks.Table;

/// <summary>A tree's files in .NET's own collections.</summary>
internal static partial class Managed
{
    /// <summary>
    /// Fills, in one flat pass, a dictionary for each folder, of the right size from the start, with each file's name and its folder's real
    /// path.
    /// </summary>
    /// <remarks>Omits the folders themselves, for which a look-up would need another dictionary.</remarks>
    public static Dictionary<string, string>[] FillFolders(FolderTree tree, string[] sources)
    {
        var folders = new Dictionary<string, string>[tree.Folders.Count];
        for (int i = 0; i < folders.Length; i++)
        {
            string[] files = tree.Folders[i].Files;
            var folder = new Dictionary<string, string>(files.Length, StringComparer.OrdinalIgnoreCase);
            foreach (string file in files)
                folder[file] = sources[i];
            folders[i] = folder;
        }

        return folders;
    }

    /// <summary>Returns the real path of each folder.</summary>
    public static string[] GetSources(FolderTree tree) => [.. tree.Folders.Select(folder => $@"{tree.SourceFolder}\{folder.Path}")];

    /// <summary>
    /// Creates everything that a look-up by name needs, with strings of its own: folders by their paths, files by their names.
    /// </summary>
    public static Dictionary<string, Dictionary<string, string>> CopyFolders(FolderTree tree)
    {
        var folders = new Dictionary<string, Dictionary<string, string>>(tree.Folders.Count, StringComparer.OrdinalIgnoreCase);
        foreach (TreeFolder folder in tree.Folders)
        {
            string source = $@"{tree.SourceFolder}\{folder.Path}";
            var files = new Dictionary<string, string>(folder.Files.Length, StringComparer.OrdinalIgnoreCase);
            foreach (string file in folder.Files)
                files[new string(file)] = source;
            folders[tree.GetPath(folder)] = files;
        }

        return folders;
    }

    /// <summary>Frees all unreferenced memory, native memory included.</summary>
    public static void Collect()
    {
        for (int i = 0; i < 2; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
    }

    /// <summary>Returns unused memory to the system.</summary>
    public static void GiveMemoryBack()
    {
        GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
        if (OperatingSystem.IsLinux())
            _ = malloc_trim(0);
    }

    [LibraryImport("libc")]
    private static partial int malloc_trim(nuint pad);
}
