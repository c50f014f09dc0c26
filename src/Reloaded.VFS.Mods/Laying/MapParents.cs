using Reloaded.VFS.Mods.Removing;

namespace Reloaded.VFS.Mods.Laying;

/// <summary>
/// The folders that maps need as parents for parts of mods but that the game lacks. Each is a real folder: for each target, one folder
/// beside the mods folder contains them, which is laid below all mods.
/// </summary>
internal static class MapParents
{
    /// <summary>The folder's name beside the mods folder.</summary>
    public const string FolderName = "folders";

    /// <summary>Returns the real folder of a target, or null if the mods folder is a whole volume.</summary>
    /// <remarks>
    /// The path is <c>rvfs/folders/target</c> beside <c>rvfs/mods</c>, and <c>NAME.rvfs-folders/target</c> beside any other mods folder.
    /// </remarks>
    private static string? FolderOf(string modsFolder, IReadOnlyList<AppliedTarget> targets, AppliedTarget target)
    {
        if (BesideMods.FolderOf(modsFolder, FolderName) is not { } folder)
            return null;
        int number = targets.TakeWhile(other => other != target).Count(other => other.IsConfigured) + 1;
        string name = !target.IsConfigured ? target.Known!.ToString()!.ToLowerInvariant() : number == 1 ? "target" : $"target-{number}";
        return Path.Combine(folder, name);
    }

    /// <summary>
    /// Lists the targets that have such a folder, each with the real folder, which may not exist, and the innermost folders that the target
    /// lacks, relative and with backslashes. Reads the targets' own folders.
    /// </summary>
    public static IEnumerable<(AppliedTarget Target, string Folder, List<string> Missing)> Of(string? modsFolder,
        IReadOnlyList<AppliedTarget> targets, IReadOnlyList<ModPart> parts)
    {
        foreach (AppliedTarget target in modsFolder is null ? [] : targets)
        {
            if (FolderOf(modsFolder!, targets, target) is not { } folder)
                continue;
            var missing = new HashSet<string>(NameComparer.Instance);
            var game = new GameFiles([target.Folder]);
            foreach (ModPart part in parts.Where(part => AppliedTarget.Of(part, [target]).Any()))
            {
                int end = part.Below.LastIndexOf('\\');
                if (end > 0 && game.Find(target.Folder, part.Below[..end]) is not { IsFolder: true })
                    missing.Add(part.Below[..end]);
            }

            yield return (target, folder, [.. missing]);
        }
    }

    /// <summary>Creates the folders that are missing in a target's real folder.</summary>
    /// <exception cref="IOException">They can't be created.</exception>
    /// <exception cref="UnauthorizedAccessException">They may not be created.</exception>
    public static void Make(string folder, IEnumerable<string> missing)
    {
        foreach (string path in missing)
            Directory.CreateDirectory(Path.Combine([folder, .. path.Split('\\')]));
    }

    /// <summary>Removes empty folders that no mod needs any more.</summary>
    /// <param name="folder">The target's real folder, which may not exist.</param>
    /// <param name="missing">The folders that are needed.</param>
    /// <param name="keepsFolder">True if the target's real folder is kept even if it is empty.</param>
    public static void Sweep(string folder, IEnumerable<string> missing, bool keepsFolder)
    {
        string[] needed = [.. missing.Select(path => Path.Combine([folder, .. path.Split('\\')]))];
        try
        {
            foreach (string below in Directory.EnumerateDirectories(folder, "*", SearchOption.AllDirectories)
                .OrderByDescending(below => below.Length).Append(folder).ToArray())
            {
                bool isNeeded = Array.Exists(needed, path => path.StartsWith(below, StringComparison.OrdinalIgnoreCase)
                    && (path.Length == below.Length || path[below.Length] == Path.DirectorySeparatorChar));
                if (!isNeeded && !(keepsFolder && below == folder) && !Directory.EnumerateFileSystemEntries(below).Any())
                    DiskRemoval.DeleteEmptyFolder(below);
            }
        }
        catch (Exception e) when (FolderReader.IsFileSystemError(e))
        {
            // The next start tries again.
        }
    }

    /// <summary>Lists what a target's real folder contains, or would contain if the missing folders were created.</summary>
    /// <param name="folder">The target's real folder, which may not exist.</param>
    /// <param name="missing">The folders.</param>
    /// <param name="leavesOutOthers">True if empty folders that aren't missing are left out, because the next start removes them.</param>
    public static FolderListing List(string folder, IEnumerable<string> missing, bool leavesOutOthers = false)
    {
        using var builder = new FolderListingBuilder(folder);
        var made = new Dictionary<string, int>(NameComparer.Instance) { [""] = 0 };
        if (FolderScanner.Scan(folder, folder, ScanOptions.OfOverwrite(folder.Length)).Listing is { } listing)
        {
            var paths = new string[listing.FolderCount];
            for (int i = 0; i < listing.FolderCount; i++)
            {
                paths[i] = string.Join('\\', ListingSearch.GetNames(listing, i));
                (int first, int count) = listing.GetFiles(i);
                if (count == 0 && leavesOutOthers)
                    continue;
                int number = Enter(paths[i]);
                for (int file = first; file < first + count; file++)
                    builder.AddFile(number, listing.GetFileName(file));
            }
        }

        foreach (string path in missing)
            Enter(path);
        return builder.Build();

        int Enter(string path)
        {
            if (made.TryGetValue(path, out int number))
                return number;
            int end = path.LastIndexOf('\\');
            return made[path] = builder.AddFolder(Enter(end < 0 ? "" : path[..end]), path.AsSpan(end + 1));
        }
    }
}
