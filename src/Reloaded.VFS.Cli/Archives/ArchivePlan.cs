using System.Globalization;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Names;
using SharpCompress.Archives;
using SharpCompress.Common.Rar;
using SharpCompress.Common.SevenZip;

namespace Reloaded.VFS.Cli.Archives;

/// <summary>What an archive holds, checked before anything of it is written. Immutable.</summary>
/// <param name="Files">By the entry's own name, the path of each file below the folder to unpack into.</param>
/// <param name="Folders">The folders that have an entry of their own.</param>
/// <param name="TotalSize">What the files' entries say they have, in bytes.</param>
/// <param name="Diagnostics">What is left out.</param>
internal sealed record ArchivePlan(
    IReadOnlyDictionary<string, string> Files, IReadOnlyList<string> Folders, long TotalSize, IReadOnlyList<Diagnostic> Diagnostics)
{
    private const int UnixTypeMask = 0xF000, UnixLink = 0xA000, UnixLinkForAll = 0xA1FF;
    private const int WindowsLink = (int)FileAttributes.ReparsePoint;

    /// <summary>Checks every entry.</summary>
    /// <param name="file">The archive's path, for messages.</param>
    /// <param name="archive">The archive.</param>
    /// <param name="limits">What it may become.</param>
    /// <exception cref="ArchiveException">It isn't to be unpacked.</exception>
    public static ArchivePlan Of(string file, IArchive archive, UnpackLimits limits)
    {
        var files = new Dictionary<string, string>(StringComparer.Ordinal);
        var folders = new List<string>();
        // Names that differ in letter case only are one to Windows.
        var taken = new Dictionary<string, (string Path, bool IsFolder)>(NameComparer.Instance);
        var impossible = new List<(string Name, string Cause)>();
        long total = 0;
        int count = 0;
        foreach (IArchiveEntry entry in archive.Entries)
        {
            if (++count > limits.MostEntries)
                throw Refuse(file, FormattableString.Invariant($"it has more than {limits.MostEntries:N0} entries"),
                    "unpack it yourself if you trust it, and add the folder");
            string name = entry.Key ?? "";
            if (entry.IsEncrypted)
                throw Refuse(file, "it is encrypted", "unpack it with its password, and add the folder");
            string[] parts = EntryName.Split(name, out bool leadsOut);
            if (leadsOut)
                throw Refuse(file, $"its entry '{ModName.Show(name)}' leads out of the folder that it is unpacked into", null);
            if (parts.Length == 0)
                continue;
            if (IsLink(entry))
                throw Refuse(file, $"its entry '{ModName.Show(name)}' is a link", "unpack it yourself if you trust it, and add the folder");
            if (EntryName.WhyImpossible(parts) is { } cause)
            {
                impossible.Add((name, cause));
                continue;
            }

            string path = Claim(file, parts, entry.IsDirectory, taken);
            if (entry.IsDirectory)
            {
                folders.Add(path);
                continue;
            }

            files[name] = path;
            total += Math.Max(0, entry.Size);
            if (total > limits.MostBytes || total < 0)
                throw TooLarge(file, limits);
        }

        return new(files, folders, total, Describe(file, impossible));
    }

    /// <summary>The archive becomes more than is allowed.</summary>
    public static ArchiveException TooLarge(string file, UnpackLimits limits) => Refuse(file,
        string.Create(CultureInfo.InvariantCulture, $"it becomes more than {limits.MostBytes / (1024.0 * 1024 * 1024):0.##} GB"),
        "if you trust it, raise the limit: --limit GB of rvfs add, or of rvfs refresh");

    private static string Claim(string file, string[] parts, bool isFolder, Dictionary<string, (string Path, bool IsFolder)> taken)
    {
        string path = "";
        for (int i = 0; i < parts.Length; i++)
        {
            bool isFolderHere = isFolder || i < parts.Length - 1;
            string spelled = path.Length == 0 ? parts[i] : path + "/" + parts[i];
            if (!taken.TryGetValue(spelled, out (string Path, bool IsFolder) known))
            {
                taken[spelled] = (spelled, isFolderHere);
                path = spelled;
            }
            else if (known.IsFolder && isFolderHere)
            {
                // A folder has one spelling, the first.
                path = known.Path;
            }
            else
            {
                throw Refuse(file, known.Path == spelled
                    ? $"it has '{spelled}' twice"
                    : $"it has '{known.Path}' and '{spelled}', which are one name to Windows", "unpack it yourself, and add the folder");
            }
        }

        return path;
    }

    /// <summary>
    /// The library tells the links of each kind of archive in another way. Of a rar hard links and references are some, too. A 7z has the
    /// mode of Unix in the high word of its attributes, which the library's ordinary ones lack.
    /// </summary>
    private static bool IsLink(IArchiveEntry entry) => entry switch
    {
        RarEntry rar => rar.IsRedir || rar.Attrib == UnixLinkForAll,
        SevenZipEntry seven => IsUnixLink(seven.ExtendedAttrib) || ((seven.ExtendedAttrib ?? 0) & WindowsLink) != 0,
        _ => !string.IsNullOrEmpty(entry.LinkTarget) || IsUnixLink(entry.Attrib),
    };

    private static bool IsUnixLink(int? attributes) => (((attributes ?? 0) >> 16) & UnixTypeMask) == UnixLink;

    private static IReadOnlyList<Diagnostic> Describe(string file, List<(string Name, string Cause)> impossible)
    {
        if (impossible.Count == 0)
            return [];
        (string name, string cause) = impossible[0];
        string more = impossible.Count == 1 ? "" : FormattableString.Invariant($"; so are {impossible.Count - 1:N0} more");
        return [Diagnostic.Warning($"'{ModName.Show(name)}' is left out: Windows can't have the name, {cause}{more}") with { File = file }];
    }

    private static ArchiveException Refuse(string file, string what, string? fix) => ArchiveException.Of(file, what, fix);
}
