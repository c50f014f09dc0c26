namespace Reloaded.VFS.Mods.Archives;

/// <summary>The mod's name that an archive's file name stands for.</summary>
internal static class ArchiveModName
{
    /// <summary>
    /// The name without the extension, and without what download sites put behind it: Nexus Mods' <c>-MOD-VERSION-TIME</c>, a browser's
    /// <c> (1)</c>. So a newer download has the name of the older one.
    /// </summary>
    /// <param name="file">The archive's name, without a folder.</param>
    public static string Of(string file) => WithoutSuffix(Path.GetFileNameWithoutExtension(file));

    /// <summary>A name without what download sites put behind it.</summary>
    public static string WithoutSuffix(string name)
    {
        string plain = WithoutUpload(WithoutCopy(name)).TrimEnd(' ', '.');
        return plain.Length > 0 ? plain : name;
    }

    private static string WithoutCopy(string name)
    {
        int open = name.LastIndexOf('(');
        if (open < 0 || !name.EndsWith(')') || !IsAll(name.AsSpan(open + 1, name.Length - open - 2), char.IsAsciiDigit))
            return name;
        return name[..(open > 0 && name[open - 1] == ' ' ? open - 1 : open)];
    }

    // The mod's number, its version with hyphens, and the seconds since 1970 of the upload.
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
