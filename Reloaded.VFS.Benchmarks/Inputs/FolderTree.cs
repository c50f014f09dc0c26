using Reloaded.VFS.Listings;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Benchmarks.Inputs;

/// <summary>A folder of a <see cref="FolderTree"/>.</summary>
/// <param name="Parent">The parent's index; -1 for the first folder, which is the tree itself.</param>
/// <param name="Name">The folder's name; empty for the first one.</param>
/// <param name="Path">The folder's path below the tree, without a separator at either end; empty for the first one.</param>
/// <param name="Files">The names of the files in the folder.</param>
public sealed record TreeFolder(int Parent, string Name, string Path, string[] Files);

/// <summary>
/// The input of a benchmark: folders and the names in them, as a scan finds them. Parents come before their contents. Immutable.
/// </summary>
/// <param name="name">The tree's name in tables.</param>
/// <param name="virtualFolder">The virtual folder at which the tree is mounted.</param>
/// <param name="sourceFolder">The folder that is given as the source of the files.</param>
/// <param name="folders">The folders.</param>
public sealed class FolderTree(string name, string virtualFolder, string sourceFolder, IReadOnlyList<TreeFolder> folders)
{
    public string Name { get; } = name;

    public string VirtualFolder { get; } = virtualFolder;

    public string SourceFolder { get; } = sourceFolder;

    public IReadOnlyList<TreeFolder> Folders { get; } = folders;

    public int FileCount { get; } = folders.Sum(folder => folder.Files.Length);

    /// <summary>Creates a listing like the core's scanner.</summary>
    public FolderListing ToListing()
    {
        using var builder = new FolderListingBuilder(SourceFolder);
        for (int i = 0; i < Folders.Count; i++)
        {
            if (i > 0)
                builder.AddFolder(Folders[i].Parent, Folders[i].Name);
            foreach (string file in Folders[i].Files)
                builder.AddFile(i, file);
        }

        return builder.Build();
    }

    /// <summary>Creates a file system with this tree as its only layer, with the handle <paramref name="layer"/>.</summary>
    public VirtualFileSystem Mount(FolderListing listing, out int layer)
    {
        var files = new VirtualFileSystem(RealPathForm.Windows);
        layer = files.AddFolder(listing, SourceFolder, VirtualFolder);
        return files;
    }

    /// <summary>Returns the virtual path of a folder.</summary>
    public string GetPath(TreeFolder folder) => folder.Path.Length == 0 ? VirtualFolder : $@"{VirtualFolder}\{folder.Path}";

    /// <summary>Returns the virtual paths of all files, folder by folder.</summary>
    public IEnumerable<string> GetFilePaths() => Folders.SelectMany(folder => folder.Files, (folder, file) => $@"{GetPath(folder)}\{file}");

    /// <summary>Reads a real folder with its contents. Unreadable folders are omitted.</summary>
    public static FolderTree Read(string path)
    {
        string full = Path.TrimEndingDirectorySeparator(Path.GetFullPath(path));
        var options = new EnumerationOptions { IgnoreInaccessible = true, AttributesToSkip = FileAttributes.ReparsePoint };
        var folders = new List<TreeFolder> { new(-1, "", "", Names(Directory.EnumerateFiles(full, "*", options))) };
        for (int i = 0; i < folders.Count; i++)
        {
            TreeFolder parent = folders[i];
            foreach (string name in Names(
                Directory.EnumerateDirectories(Path.Combine(full, parent.Path.Replace('\\', Path.DirectorySeparatorChar)), "*", options)))
            {
                string relative = parent.Path.Length == 0 ? name : $@"{parent.Path}\{name}";
                string[] files = Names(
                    Directory.EnumerateFiles(Path.Combine(full, relative.Replace('\\', Path.DirectorySeparatorChar)), "*", options));
                folders.Add(new TreeFolder(i, name, relative, files));
            }
        }

        return new FolderTree("folder", @"C:\Games\Folder", @"D:\Mods\Folder", folders);

        static string[] Names(IEnumerable<string> paths) =>
            [.. paths.Select(p => Path.GetFileName(p)).Where(n => FolderListingBuilder.IsValidName(n)).DistinctBy(n => n.ToUpperInvariant())
                .Order(StringComparer.OrdinalIgnoreCase)];
    }

    /// <summary>Creates the folders, with empty files, on the disk.</summary>
    public void WriteTo(string folder)
    {
        foreach (TreeFolder item in Folders)
        {
            string path = Path.Combine(folder, item.Path.Replace('\\', Path.DirectorySeparatorChar));
            Directory.CreateDirectory(path);
            foreach (string file in item.Files)
                File.Create(Path.Combine(path, file), 0).Dispose();
        }
    }
}
