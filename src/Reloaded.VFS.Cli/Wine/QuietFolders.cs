using System.Text.RegularExpressions;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Scanning;

namespace Reloaded.VFS.Cli.Wine;

/// <summary>
/// Folders of Linux that may change without a word to the programs that watch them: their file system is another machine's, or a program's
/// (FUSE), and the kernel sees no more of it than what goes through it here.
/// </summary>
internal static partial class QuietFolders
{
    private const string MountTable = "/proc/self/mountinfo";

    /// <summary>The variable by which the DLL is told to look at folders itself.</summary>
    private const string LiveVariable = "RVFS_LIVE";

    private static readonly HashSet<string> s_quiet = ["nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "virtiofs", "afs", "ceph", "coda",
        "vboxsf", "prl_fs", "lustre", "gpfs", "beegfs", "fuse"];

    // What is in these changes for nobody.
    private static readonly HashSet<string> s_unchanging = ["fuse.squashfuse", "fuse.fuse-archive", "fuse.archivemount"];

    /// <summary>What there is to tell of a mods folder, one finding for each volume; nothing where the user has seen to it.</summary>
    /// <param name="modsFolder">A path of Linux; null for none.</param>
    /// <param name="variable">Asks for a variable of the environment.</param>
    public static IEnumerable<Diagnostic> Find(string? modsFolder, Func<string, string?> variable)
    {
        if (OperatingSystem.IsWindows() || modsFolder is null || !string.IsNullOrEmpty(variable(LiveVariable)))
            return [];
        string[] table;
        try
        {
            table = File.ReadAllLines(MountTable);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }

        return PlacesOf(modsFolder).Select(folder => (Folder: folder, Kind: KindOf(folder, table, out string mount), Mount: mount))
            .Where(place => place.Kind is { } kind && IsQuiet(kind))
            .DistinctBy(place => place.Mount)
            .Select(place => Diagnostic.Warning(
                $"this folder of mods is on a file system ({place.Kind}) that doesn't tell of every change: what changes there while the "
                    + "game runs may not be seen") with
            {
                File = place.Folder,
                Fix = $"start with {LiveVariable}=poll, which has every folder looked at each second, or move the mods to a disk of this "
                    + "machine",
            });
    }

    /// <summary>The type of the file system that a path is on; null where the table doesn't say.</summary>
    /// <param name="path">A real path.</param>
    /// <param name="table">Lines of <c>/proc/self/mountinfo</c> (proc(5)).</param>
    /// <param name="mount">Where it is mounted.</param>
    public static string? KindOf(string path, IReadOnlyList<string> table, out string mount)
    {
        string? kind = null;
        mount = "";
        foreach (string line in table)
        {
            string[] words = line.Split(' ');
            int dash = Array.IndexOf(words, "-");
            if (dash < 5 || dash + 1 >= words.Length)
                continue;
            string point = Escape().Replace(words[4], match => ((char)Convert.ToInt32(match.Groups[1].Value, 8)).ToString());
            // Of two at one place the later one covers the other.
            if (point.Length < mount.Length || !IsWithin(path, point))
                continue;
            (kind, mount) = (words[dash + 1], point);
        }

        return kind;
    }

    /// <summary>Whether folders of a file system may change in silence.</summary>
    public static bool IsQuiet(string kind) => !s_unchanging.Contains(kind)
        && (s_quiet.Contains(kind) || kind.StartsWith("fuse.", StringComparison.Ordinal));

    private static bool IsWithin(string path, string folder) =>
        folder == "/" || path == folder || path.StartsWith(folder + "/", StringComparison.Ordinal);

    /// <summary>The mods folder, and what links in it lead to: real paths.</summary>
    private static IEnumerable<string> PlacesOf(string modsFolder)
    {
        if (RealPath.Of(modsFolder) is not { } real)
            return [];
        try
        {
            List<string> links = [];
            FolderReader.Read(real, (name, _, isFolderLink) =>
            {
                if (isFolderLink)
                    links.Add(Path.Join(real, name));
            });
            return [real, .. links.Select(RealPath.Of).OfType<string>().Order(StringComparer.Ordinal)];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // What is the matter with the folder is said elsewhere.
            return [real];
        }
    }

    [GeneratedRegex(@"\\([0-7]{3})")]
    private static partial Regex Escape();
}
