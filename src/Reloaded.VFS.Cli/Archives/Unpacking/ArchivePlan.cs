using SharpCompress.Archives;
using SharpCompress.Common;
using SharpCompress.Common.Rar;
using SharpCompress.Common.SevenZip;

namespace Reloaded.VFS.Cli.Archives.Unpacking;

/// <summary>The contents of an archive, checked before anything is written. Immutable.</summary>
/// <param name="Files">The path of each file relative to the folder to unpack into, by the entry's own name.</param>
/// <param name="Folders">The folders that have entries of their own.</param>
/// <param name="TotalSize">The total size of the files in bytes, according to their entries.</param>
/// <param name="Diagnostics">Diagnostics of what is left out.</param>
internal sealed record ArchivePlan(
    IReadOnlyDictionary<string, string> Files, IReadOnlyList<string> Folders, long TotalSize, IReadOnlyList<Diagnostic> Diagnostics)
{
    private const string TrustIt = "unpack it yourself if you trust it, and add the folder";
    private const int UnixTypeMask = 0xF000, UnixLink = 0xA000, UnixLinkForAll = 0xA1FF;
    private const int WindowsLink = (int)FileAttributes.ReparsePoint;

    /// <summary>Checks every entry.</summary>
    /// <param name="file">The archive's path, for messages.</param>
    /// <param name="limits">The limits of the contents.</param>
    /// <exception cref="ArchiveException">The archive must not be unpacked.</exception>
    public static ArchivePlan Of(string file, IArchive archive, UnpackLimits limits)
    {
        var files = new Dictionary<string, string>(StringComparer.Ordinal);
        var folders = new List<string>();
        // Names that differ only in letter case are the same to Windows.
        var taken = new Dictionary<(int Parent, string Name), Claimed>(InFolder.Instance);
        var impossible = new List<(string Name, string Cause)>();
        long total = 0;
        int count = 0;
        long letters = 0;
        foreach (IArchiveEntry entry in archive.Entries)
        {
            if (++count > limits.MostEntries)
                throw ArchiveException.Of(file, $"it has more than {limits.MostEntries:N0} entries", TrustIt);
            string name = entry.Key ?? "";
            letters += name.Length;
            if (name.Length > ConfigurationPath.LongestPath || letters > limits.MostLetters)
                throw ArchiveException.Of(file, name.Length > ConfigurationPath.LongestPath
                    ? $"its entry '{ModName.Show(name)}' has a path of {name.Length:N0} characters"
                        + $", Windows allows {ConfigurationPath.LongestPath:N0}"
                    : $"its paths have more than {limits.MostLetters:N0} characters", TrustIt);
            if (entry.IsEncrypted)
                throw ArchiveException.Of(file, "it is encrypted", "unpack it with its password, and add the folder");
            string[] parts = EntryName.Split(name, out bool leadsOut);
            if (leadsOut)
                throw ArchiveException.Of(file, $"its entry '{ModName.Show(name)}' leads out of the folder that it is unpacked into", null);
            if (parts.Length == 0)
                continue;
            if (parts.Length > UnpackLimits.Deepest)
                throw ArchiveException.Of(file,
                    $"its entry '{ModName.Show(name)}' lies {parts.Length - 1:N0} folders deep, {UnpackLimits.Deepest - 1} are allowed",
                    TrustIt);
            if (IsLink(entry))
                throw ArchiveException.Of(file, $"its entry '{ModName.Show(name)}' is a link", TrustIt);
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

    /// <summary>Creates the error for an archive that exceeds the limit.</summary>
    public static ArchiveException TooLarge(string file, UnpackLimits limits) => ArchiveException.Of(file,
        $"it becomes more than {limits.MostBytes / (1024.0 * 1024 * 1024):0.##} GB",
        "if you trust it, raise the limit: --limit GB of rvfs add, or of rvfs refresh");

    /// <summary>A name in a folder of the archive, in its first spelling.</summary>
    private sealed record Claimed(int Id, string Name, bool IsFolder);

    /// <summary>A comparer of names in one folder that ignores letter case.</summary>
    private sealed class InFolder : IEqualityComparer<(int Parent, string Name)>
    {
        public static readonly InFolder Instance = new();

        public bool Equals((int Parent, string Name) x, (int Parent, string Name) y) =>
            x.Parent == y.Parent && NameComparer.Instance.Equals(x.Name, y.Name);

        public int GetHashCode((int Parent, string Name) obj) => HashCode.Combine(obj.Parent, NameComparer.Instance.GetHashCode(obj.Name));
    }

    private static string Claim(string file, string[] parts, bool isFolder, Dictionary<(int Parent, string Name), Claimed> taken)
    {
        int parent = 0;
        for (int i = 0; i < parts.Length; i++)
        {
            bool isFolderHere = isFolder || i < parts.Length - 1;
            if (!taken.TryGetValue((parent, parts[i]), out Claimed? known))
            {
                known = new Claimed(taken.Count + 1, parts[i], isFolderHere);
                taken.Add((parent, parts[i]), known);
            }
            else if (known.IsFolder && isFolderHere)
            {
                // A folder has one spelling, the first.
                parts[i] = known.Name;
            }
            else
            {
                string above = string.Concat(parts[..i].Select(part => part + "/"));
                throw ArchiveException.Of(file, known.Name == parts[i]
                    ? $"it has '{above}{known.Name}' twice"
                    : $"it has '{above}{known.Name}' and '{above}{parts[i]}', which are one name to Windows",
                    "unpack it yourself, and add the folder");
            }

            parent = known.Id;
        }

        return string.Join('/', parts);
    }

    /// <summary>
    /// Determines whether an entry is a link, which the library represents differently for each format. In a rar hard links and references
    /// are links, too. A 7z has the Unix mode in the high word of its attributes, which the library's ordinary ones lack.
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
        string more = impossible.Count == 1 ? "" : $"; so are {impossible.Count - 1:N0} more";
        return [Diagnostic.Warning($"'{ModName.Show(name)}' is left out: Windows can't have the name, {cause}{more}", file: file)];
    }
}

/// <summary>The conversion of an entry's name to a path relative to the folder into which an archive is unpacked.</summary>
internal static class EntryName
{
    /// <summary>Splits a name into its parts. <c>.</c> and empty parts are left out.</summary>
    /// <param name="name">The name, with / or \.</param>
    /// <param name="leadsOut">True if the name is absolute or contains <c>..</c>, so that it leads out of the folder.</param>
    public static string[] Split(string name, out bool leadsOut)
    {
        leadsOut = name.Length > 0 && name[0] is '/' or '\\' || (name.Length > 1 && name[1] == ':' && char.IsAsciiLetter(name[0]));
        string[] parts = [.. name.Split('/', '\\').Where(part => part.Length > 0 && part != ".")];
        leadsOut |= Array.IndexOf(parts, "..") >= 0;
        return parts;
    }

    /// <summary>Returns why a Windows program couldn't open a file of this name, or null.</summary>
    /// <param name="parts">The name's parts.</param>
    public static string? WhyImpossible(string[] parts) =>
        parts.Select(part => ModName.WhyImpossible(part) ?? ModName.WhyDevice(part)).FirstOrDefault(cause => cause is not null);
}

/// <summary>A failure to unpack an archive. Nothing of the archive is left on disk.</summary>
internal sealed class ArchiveException(Diagnostic diagnostic, Exception? cause = null) : Exception(diagnostic.Cause, cause), IOwnText
{
    public string OwnText => Diagnostic.Cause;

    /// <summary>Gets a value indicating whether another attempt may succeed, because the cause isn't the archive's contents.</summary>
    public bool IsPassing { get; init; }

    /// <summary>Gets the archive, the cause and the remedy.</summary>
    public Diagnostic Diagnostic { get; } = diagnostic;

    /// <summary>Creates an error about one archive.</summary>
    /// <param name="archive">The archive's path.</param>
    /// <param name="what">The cause, without the archive's name.</param>
    /// <param name="fix">The remedy.</param>
    /// <param name="cause">The library's exception.</param>
    /// <param name="isPassing">True if another attempt may succeed.</param>
    public static ArchiveException Of(string archive, string what, string? fix = null, Exception? cause = null, bool isPassing = false) =>
        new(Diagnostic.Error($"the archive isn't unpacked: {what}", file: archive, fix: fix), cause) { IsPassing = isPassing };
}

/// <summary>A decoder of names of zip entries that don't specify their encoding. Thread-safe.</summary>
/// <remarks>
/// The format's specification requires code page 437 (APPNOTE.TXT, appendix D); archives from Linux and macOS have UTF-8, and those from a
/// Japanese Windows code page 932.
/// </remarks>
internal static class LegacyNames
{
    private static readonly UTF8Encoding s_utf8 = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);
    private static readonly Encoding s_japanese = CodePagesEncodingProvider.Instance.GetEncoding(932, EncoderFallback.ExceptionFallback,
        DecoderFallback.ExceptionFallback)!;
    private static readonly Encoding s_dos = CodePagesEncodingProvider.Instance.GetEncoding(437)!;

    public static IArchiveEncoding Encoding { get; } = new ArchiveEncoding
    {
        CustomDecoder = (bytes, start, length, _) => Decode(bytes.AsSpan(start, length)),
    };

    public static string Decode(ReadOnlySpan<byte> name)
    {
        if (!name.ContainsAnyInRange((byte)0x80, (byte)0xFF))
            return System.Text.Encoding.ASCII.GetString(name);
        return TryDecode(s_utf8, name) ?? (LooksJapanese(name) ? TryDecode(s_japanese, name) : null) ?? s_dos.GetString(name);
    }

    private static string? TryDecode(Encoding encoding, ReadOnlySpan<byte> name)
    {
        try
        {
            return encoding.GetString(name);
        }
        catch (DecoderFallbackException)
        {
            return null;
        }
    }

    /// <summary>
    /// Determines whether every character beyond ASCII has two bytes and at least one is kana or kanji. European names in code page 437
    /// have single letters between ASCII ones.
    /// </summary>
    private static bool LooksJapanese(ReadOnlySpan<byte> name)
    {
        bool hasJapanese = false;
        for (int i = 0; i < name.Length; i++)
        {
            byte lead = name[i];
            if (lead < 0x80)
                continue;
            bool isLead = lead is >= 0x81 and <= 0x9F or >= 0xE0 and <= 0xFC;
            // A European letter between two ASCII ones: the second byte of a pair may be ASCII, but seldom a small letter or a dot.
            if (!isLead || ++i == name.Length || name[i] < 0x40)
                return false;
            hasJapanese |= (lead == 0x82 && name[i] >= 0x9F) || lead == 0x83 || lead is >= 0x88 and <= 0x9F or >= 0xE0 and <= 0xEA;
        }

        return hasJapanese;
    }
}
