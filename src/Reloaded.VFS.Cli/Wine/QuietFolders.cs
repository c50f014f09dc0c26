using System.Text.RegularExpressions;
using Reloaded.VFS.Mods.Scanning;

namespace Reloaded.VFS.Cli.Wine;

/// <summary>
/// Folders on Linux that may change without notifying the programs that watch them, because their file system belongs to another machine or
/// to a program (FUSE), and the kernel sees only what passes through it here.
/// </summary>
internal static partial class QuietFolders
{
    private const string MountTable = "/proc/self/mountinfo";

    /// <summary>The variable that makes the DLL check folders itself.</summary>
    private const string LiveVariable = "RVFS_LIVE";

    private static readonly HashSet<string> s_quiet = ["nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "virtiofs", "afs", "ceph", "coda",
        "vboxsf", "prl_fs", "lustre", "gpfs", "beegfs", "fuse"];

    // The content of these never changes.
    private static readonly HashSet<string> s_unchanging = ["fuse.squashfuse", "fuse.fuse-archive", "fuse.archivemount"];

    /// <summary>Returns a diagnostic for each such volume of a mods folder, or none if the user has already set the variable.</summary>
    /// <param name="modsFolder">The mods folder, a Linux path, or null for none.</param>
    /// <param name="variable">Returns the value of an environment variable.</param>
    public static IEnumerable<Diagnostic> Find(string? modsFolder, Func<string, string?> variable)
    {
        if (OperatingSystem.IsWindows() || modsFolder is null || !string.IsNullOrEmpty(variable(LiveVariable)))
            return [];
        string[] table = FileErrors.Ignore(() => File.ReadAllLines(MountTable), []);
        return PlacesOf(modsFolder).Select(folder => (Folder: folder, Kind: KindOf(folder, table, out string mount), Mount: mount))
            .Where(place => place.Kind is { } kind && IsQuiet(kind))
            .DistinctBy(place => place.Mount)
            .Select(place => Diagnostic.Warning(
                $"this folder of mods is on a file system ({place.Kind}) that doesn't report every change: the game may miss changes that "
                    + "are made while it runs",
                file: place.Folder,
                fix: $"start with {LiveVariable}=poll, which checks every folder each second, or move the mods to a disk of this "
                    + "machine"));
    }

    /// <summary>Returns the type of the file system that a path is on, or null if the table doesn't contain it.</summary>
    /// <param name="path">A real path.</param>
    /// <param name="table">Lines of <c>/proc/self/mountinfo</c> (proc(5)).</param>
    /// <param name="mount">The mount point.</param>
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
            // If there are two at one mount point, the later one covers the other.
            if (point.Length < mount.Length || !IsWithin(path, point))
                continue;
            (kind, mount) = (words[dash + 1], point);
        }

        return kind;
    }

    /// <summary>Determines whether folders of a file system may change silently.</summary>
    public static bool IsQuiet(string kind) => !s_unchanging.Contains(kind)
        && (s_quiet.Contains(kind) || kind.StartsWith("fuse.", StringComparison.Ordinal));

    private static bool IsWithin(string path, string folder) =>
        folder == "/" || path == folder || path.StartsWith(folder + "/", StringComparison.Ordinal);

    /// <summary>Returns the real paths of the mods folder and of what links in it lead to.</summary>
    private static IEnumerable<string> PlacesOf(string modsFolder)
    {
        if (RealPath.Of(modsFolder) is not { } real)
            return [];
        List<string> links = [];
        // A problem with the folder is reported elsewhere.
        FileErrors.Ignore(() => FolderReader.Read(real, (name, _, isFolderLink) =>
        {
            if (isFolderLink)
                links.Add(Path.Join(real, name));
        }));
        return [real, .. links.Select(RealPath.Of).OfType<string>().Order(StringComparer.Ordinal)];
    }

    [GeneratedRegex(@"\\([0-7]{3})")]
    private static partial Regex Escape();
}
