using System.Text.RegularExpressions;

namespace Reloaded.VFS.Cli.Archives;

/// <summary>The mod's name that an archive's file name stands for.</summary>
internal static partial class ArchiveModName
{
    /// <summary>
    /// The name without the extension, and without what download sites put behind it: Nexus Mods' <c>-MOD-VERSION-TIME</c>, a browser's
    /// <c> (1)</c>. So a newer download has the name of the older one.
    /// </summary>
    /// <param name="path">The archive's path, or a folder's.</param>
    public static string Of(string path)
    {
        string file = Path.GetFileName(Path.TrimEndingDirectorySeparator(path));
        string name = Directory.Exists(path) ? file : Path.GetFileNameWithoutExtension(file);
        string plain = Suffix().Replace(Copy().Replace(name, ""), "").TrimEnd(' ', '.');
        return plain.Length > 0 ? plain : name;
    }

    [GeneratedRegex(@" ?\(\d+\)$")]
    private static partial Regex Copy();

    // The mod's number, its version with hyphens, and the seconds since 1970 of the upload.
    [GeneratedRegex(@"-\d+(-[0-9A-Za-z]+)*-1\d{9}$")]
    private static partial Regex Suffix();
}
