namespace Reloaded.VFS.Mods.Archives;

/// <summary>An archive in the mods folder, with its size in bytes and its time of change in UTC ticks when it was examined. Immutable.</summary>
internal sealed record ArchiveFile(string Path, long Size, long Time)
{
    private static readonly string[] s_extensions = [".zip", ".7z", ".rar"];

    public string Name => System.IO.Path.GetFileName(Path);

    /// <summary>Determines whether a name in <c>order.txt</c> is the file's, with its extension or without.</summary>
    public bool IsListedAs(string name) => NameComparer.Instance.Equals(Name, name)
        || NameComparer.Instance.Equals(System.IO.Path.GetFileNameWithoutExtension(Name), name);

    public static bool IsArchive(ReadOnlySpan<char> name) => name.LastIndexOf('.') > 0 && HasEnding(name, s_extensions);

    /// <summary>Determines whether a name has one of several endings, ignoring case.</summary>
    public static bool HasEnding(ReadOnlySpan<char> name, string[] endings)
    {
        foreach (string ending in endings)
        {
            if (name.EndsWith(ending, StringComparison.OrdinalIgnoreCase))
                return true;
        }

        return false;
    }

    /// <summary>Examines a file. Returns null if it isn't there or can't be examined.</summary>
    public static ArchiveFile? Of(string path)
    {
        try
        {
            var info = new FileInfo(path);
            return info.Exists ? new ArchiveFile(path, info.Length, info.LastWriteTimeUtc.Ticks) : null;
        }
        catch (Exception e) when (FolderReader.IsFileSystemError(e))
        {
            return null;
        }
    }
}

/// <summary>The mod's name that is derived from an archive's file name.</summary>
internal static class ArchiveModName
{
    /// <summary>
    /// Returns the name without the extension and without the suffix that download sites add: Nexus Mods' <c>-MOD-VERSION-TIME</c>,
    /// Thunderstore's version in <c>TEAM-MOD-1.2.3</c>, a browser's <c> (1)</c>. A newer download thus has the same name as the older one.
    /// </summary>
    /// <param name="file">The archive's name, without a folder.</param>
    public static string Of(string file) => WithoutSuffix(Path.GetFileNameWithoutExtension(file));

    /// <summary>Returns a name without the suffix that download sites add.</summary>
    public static string WithoutSuffix(string name)
    {
        string plain = WithoutPackageVersion(WithoutUpload(WithoutCopy(name))).TrimEnd(' ', '.');
        return plain.Length > 0 ? plain : name;
    }

    /// <summary>Returns the number of a mod's page in the name of a download from Nexus Mods, or null if there is none.</summary>
    /// <param name="file">The archive's name, without a folder.</param>
    public static string? PageOf(string file)
    {
        string name = WithoutCopy(Path.GetFileNameWithoutExtension(file)), plain = WithoutUpload(name);
        return plain.Length < name.Length ? name[(plain.Length + 1)..].Split('-')[0] : null;
    }

    // A team and a mod, of letters, digits and underscores, and a version of three numbers.
    private static string WithoutPackageVersion(string name)
    {
        string[] parts = name.Split('-');
        return parts.Length == 3 && Array.TrueForAll(parts[..2], part => IsAll(part, c => char.IsAsciiLetterOrDigit(c) || c == '_'))
            && parts[2].Split('.') is { Length: 3 } numbers && Array.TrueForAll(numbers, number => IsAll(number, char.IsAsciiDigit))
            ? $"{parts[0]}-{parts[1]}"
            : name;
    }

    private static string WithoutCopy(string name)
    {
        int open = name.LastIndexOf('(');
        if (open < 0 || !name.EndsWith(')') || !IsAll(name.AsSpan(open + 1, name.Length - open - 2), char.IsAsciiDigit))
            return name;
        return name[..(open > 0 && name[open - 1] == ' ' ? open - 1 : open)];
    }

    // The suffix is the mod's number, its version with hyphens, and the time of the upload in seconds since 1970.
    private static string WithoutUpload(string name)
    {
        string[] parts = name.Split('-');
        if (parts[^1] is not ['1', ..] || parts[^1].Length != 10 || !IsAll(parts[^1], char.IsAsciiDigit))
            return name;
        int version = parts.Length - 1;
        while (version > 1 && IsAll(parts[version - 1], char.IsAsciiLetterOrDigit))
            version--;
        int number = Array.FindIndex(parts, version, parts.Length - 1 - version, part => IsAll(part, char.IsAsciiDigit));
        return number < 0 ? name : string.Join('-', parts[..number]);
    }

    private static bool IsAll(ReadOnlySpan<char> text, Func<char, bool> kind)
    {
        foreach (char c in text)
        {
            if (!kind(c))
                return false;
        }

        return text.Length > 0;
    }
}
