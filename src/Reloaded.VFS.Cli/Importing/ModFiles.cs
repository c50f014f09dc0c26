using System.IO.Hashing;
using Reloaded.VFS.Cli.Archives.Staging;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Metadata;
using Reloaded.VFS.Mods.Scanning;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Cli.Importing;

/// <summary>A file of a mod, which the game sees unless another mod's wins. Immutable.</summary>
/// <param name="Path">The path in the game's folder, or beginning with a known folder, with backslashes.</param>
/// <param name="File">The real file, a host path.</param>
internal sealed record ModFile(string Path, string File);

/// <summary>The files of a mod by their paths in the game.</summary>
internal static class ModFiles
{
    /// <summary>Returns the files, in no particular order.</summary>
    /// <param name="mod">The mod, which may be switched off.</param>
    /// <param name="configuration">The game's configuration, with its defaults and host paths.</param>
    public static List<ModFile> Of(Mod mod, ModMetadata metadata, VfsConfiguration configuration)
    {
        List<ModFile> files = [];
        if (FolderScanner.Scan(mod.Name, mod.Folder, ScanOptions.Of(configuration), metadata).Listing is not { } listing)
            return files;
        foreach (ModPart part in ModMap.Split(configuration, mod with { Metadata = metadata }, listing, []))
        {
            string root = System.IO.Path.Combine([mod.Folder, .. part.Names]);
            string[] paths = new string[part.Listing.FolderCount], folders = new string[part.Listing.FolderCount];
            for (int folder = 0; folder < part.Listing.FolderCount; folder++)
            {
                int parent = part.Listing.GetParent(folder);
                string name = parent < 0 ? "" : part.Listing.GetFolderName(folder);
                paths[folder] = parent < 0 ? part.To : Join(paths[parent], name);
                folders[folder] = parent < 0 ? root : System.IO.Path.Combine(folders[parent], name);
                (int first, int count) = part.Listing.GetFiles(folder);
                for (int file = first; file < first + count; file++)
                {
                    string own = part.Listing.GetFileName(file);
                    files.Add(new ModFile(Join(paths[folder], own), System.IO.Path.Combine(folders[folder], own)));
                }
            }
        }

        return files;
    }

    private static string Join(string folder, string name) => folder.Length == 0 ? name : $@"{folder}\{name}";
}

/// <summary>The hash of a mod's files: of their paths in the game, in any letter case, and of their contents.</summary>
internal static class TreeHash
{
    private const int MostAtOnce = 4;

    /// <summary>Returns the number of files and the hash, which is null if a file can't be read.</summary>
    public static (int? Files, string? Hash) Of(List<ModFile> files)
    {
        var lines = new string?[files.Count];
        try
        {
            Parallel.For(0, files.Count, new ParallelOptions { MaxDegreeOfParallelism = MostAtOnce }, i =>
            {
                (UInt128 content, long length) = ContentHash.Of(files[i].File);
                lines[i] = $"{Fold(files[i].Path)}\n{length}\n{content:x32}\n";
            });
        }
        catch (AggregateException e) when (e.InnerExceptions.All(inner => inner is IOException or UnauthorizedAccessException))
        {
            return (files.Count, null);
        }

        Array.Sort(lines, StringComparer.Ordinal);
        var hash = new XxHash128();
        foreach (string? line in lines)
            hash.Append(Encoding.UTF8.GetBytes(line!));
        return (files.Count, "xxh128:" + hash.GetCurrentHashAsUInt128().ToString("x32", CultureInfo.InvariantCulture));
    }

    /// <summary>Returns a path in the letters in which names are compared.</summary>
    public static string Fold(string path) => string.Create(path.Length, path, static (folded, text) => CaseFolding.ToUpper(text, folded));
}

/// <summary>Links to the folders and files of another manager.</summary>
internal static class FolderLink
{
    /// <summary>Makes a link to a folder or a file.</summary>
    /// <returns>
    /// True if the link is there. Windows makes links only for privileged users, some file systems have none, and Wine reports success even
    /// if it has made none.
    /// </returns>
    public static bool TryMake(string link, string target) => FileErrors.Ignore(() =>
    {
        if (Directory.Exists(target))
            Directory.CreateSymbolicLink(link, target);
        else
            File.CreateSymbolicLink(link, target);
        return Path.Exists(link);
    }, false);
}
