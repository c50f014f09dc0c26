namespace Reloaded.VFS.Paths;

/// <summary>
/// NT paths (<c>\??\C:\mods\a</c>, <c>\??\UNC\server\share\a</c>) and their other forms: canonical (<c>C:\mods\a</c>,
/// <c>UNC\server\share\a</c>) and Win32 (<c>C:\mods\a</c>, <c>\\server\share\a</c>). All members are pure and thread-safe.
/// </summary>
internal static class NtPath
{
    /// <summary>The text before a drive letter or <c>UNC</c> in the kernel's namespace.</summary>
    public const string Prefix = @"\??\";

    public const int PrefixLength = 4;

    /// <summary>The four characters of <see cref="Prefix"/> in memory.</summary>
    public const ulong PrefixWord = 0x005C_003F_003F_005C;

    /// <summary>The prefix that makes Win32 functions pass a path on unparsed, even beyond 260 characters.</summary>
    public const string Win32Prefix = @"\\?\";

    private const string DevicePrefix = @"\\.\";
    private const string Unc = @"UNC\";
    private const string Share = @"\\";

    public static bool HasPrefix(ReadOnlySpan<char> path) => path.StartsWith(Prefix, StringComparison.Ordinal);

    /// <summary>Returns the NT form of an absolute Windows path.</summary>
    /// <remarks>
    /// <c>C:\a</c>, <c>\\?\C:\a</c>, <c>\\.\C:\a</c> and <c>\??\C:\a</c> give <c>\??\C:\a</c>; <c>\\server\share</c>,
    /// <c>\\?\UNC\server\share</c> and <c>UNC\server\share</c> give <c>\??\UNC\server\share</c>. Slashes become backslashes. A trailing
    /// backslash is neither added nor removed.
    /// </remarks>
    /// <exception cref="ArgumentException">The path is not absolute.</exception>
    public static string From(string path)
    {
        ArgumentNullException.ThrowIfNull(path);
        string text = path.Replace('/', '\\');
        if (HasPrefix(text))
            return text;
        if (HasUnparsedPrefix(text))
            return FromCanonical(text.AsSpan(PrefixLength));
        if (text.StartsWith(Share, StringComparison.Ordinal))
            return string.Concat(Prefix, Unc, text.AsSpan(Share.Length));
        if (text.StartsWith(Unc, StringComparison.OrdinalIgnoreCase)
            || (text.Length >= 2 && char.IsAsciiLetter(text[0]) && text[1] == ':' && (text.Length == 2 || text[2] == '\\')))
            return FromCanonical(text);
        throw new RefusedArgumentException($"'{path}' is not an absolute Windows path.", nameof(path));
    }

    /// <summary>Returns the NT form of a canonical path. A trailing backslash is neither added nor removed.</summary>
    public static string FromCanonical(ReadOnlySpan<char> path) => string.Concat(Prefix, path);

    /// <summary>Returns the NT form of a canonical folder in a form that can be opened: a drive alone gets a trailing backslash.</summary>
    public static string FromCanonicalFolder(ReadOnlySpan<char> path) => string.Concat(Prefix, path, path.Contains('\\') ? "" : @"\");

    /// <summary>Returns an NT path without its prefix, and a path without the prefix unchanged. A trailing backslash is kept.</summary>
    public static ReadOnlySpan<char> ToCanonical(ReadOnlySpan<char> path) => HasPrefix(path) ? path[PrefixLength..] : path;

    /// <summary>Returns a folder's path without the backslash at its end, for comparisons, and for names behind a backslash.</summary>
    public static ReadOnlySpan<char> WithoutBackslash(ReadOnlySpan<char> folder) => folder.TrimEnd('\\');

    /// <summary>
    /// Returns a folder's path as the folder is opened: without the backslash at its end, except a drive's root, which keeps it. Without
    /// the backslash, a drive's root is the volume.
    /// </summary>
    public static ReadOnlySpan<char> ToOpen(ReadOnlySpan<char> folder) =>
        WithoutBackslash(folder) is var plain && plain.Length > 0 && plain.Length < folder.Length && plain[^1] == ':'
            ? folder[..(plain.Length + 1)]
            : plain;

    /// <summary>Returns a folder's NT path in canonical form: without the prefix and without a backslash at the end.</summary>
    public static ReadOnlySpan<char> FolderToCanonical(ReadOnlySpan<char> folder) => WithoutBackslash(ToCanonical(folder));

    /// <summary>Returns the path of a name in a folder, whose path may have a backslash at its end.</summary>
    public static string Combine(ReadOnlySpan<char> folder, ReadOnlySpan<char> name) =>
        string.Concat(WithoutBackslash(folder), @"\", name);

    /// <summary>Returns an NT path in Win32 form, and a path without the prefix unchanged.</summary>
    public static string ToWin32(ReadOnlySpan<char> path) => HasPrefix(path) ? CanonicalToWin32(path[PrefixLength..]) : path.ToString();

    public static string CanonicalToWin32(ReadOnlySpan<char> path) =>
        path.StartsWith(Unc, StringComparison.OrdinalIgnoreCase) ? string.Concat(Share, path[Unc.Length..]) : path.ToString();

    /// <summary>Returns an NT path in a form that Win32 takes at any length: <c>\\?\C:\a</c>, <c>\\?\UNC\server\share\a</c>.</summary>
    public static string ToLongWin32(ReadOnlySpan<char> path) => CanonicalToLongWin32(ToCanonical(path));

    /// <summary>
    /// Returns a canonical path in a form that Win32 functions take at any length: <c>\\?\C:\a</c>, <c>\\?\UNC\server\share\a</c>.
    /// </summary>
    public static string CanonicalToLongWin32(ReadOnlySpan<char> path) => string.Concat(Win32Prefix, path);

    /// <summary>Determines whether a path begins with <c>\\?\</c> or <c>\\.\</c>. The rest is canonical, or a device's name.</summary>
    internal static bool HasUnparsedPrefix(ReadOnlySpan<char> path) =>
        path.StartsWith(Win32Prefix, StringComparison.Ordinal) || path.StartsWith(DevicePrefix, StringComparison.Ordinal);
}

/// <summary>
/// The conversion of a host path to the form that redirected calls use: on Windows an NT path (<see cref="NtPath"/>). All members are pure.
/// </summary>
public static class RealPathForm
{
    /// <summary>Returns the NT form of an absolute Windows path (<see cref="NtPath.From"/>).</summary>
    /// <exception cref="ArgumentException">The path is not absolute.</exception>
    public static string Windows(string path) => NtPath.From(path);

    /// <summary>Returns the path unchanged: for tools that only display targets.</summary>
    public static string Host(string path) => path;
}
