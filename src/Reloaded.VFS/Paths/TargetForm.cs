namespace Reloaded.VFS.Paths;

/// <summary>Turns a host path into the form that redirected calls carry: on Windows an NT path, <c>\??\C:\mods\a</c>. All members are pure.</summary>
public static class TargetForm
{
    private const string NtPrefix = @"\??\";

    /// <summary>
    /// The NT form of an absolute Windows path: <c>C:\a</c>, <c>\\?\C:\a</c>, <c>\\.\C:\a</c> and <c>\??\C:\a</c> give <c>\??\C:\a</c>;
    /// <c>\\server\share</c>, <c>\\?\UNC\server\share</c> and <c>UNC\server\share</c> give <c>\??\UNC\server\share</c>; slashes become
    /// backslashes. A trailing backslash is kept or left off as it came.
    /// </summary>
    /// <exception cref="ArgumentException">The path is not absolute.</exception>
    public static string Windows(string path)
    {
        ArgumentNullException.ThrowIfNull(path);
        string text = path.Replace('/', '\\');
        if (text.StartsWith(NtPrefix, StringComparison.Ordinal))
            return text;
        if (text.StartsWith(@"\\?\", StringComparison.Ordinal) || text.StartsWith(@"\\.\", StringComparison.Ordinal))
            return string.Concat(NtPrefix, text.AsSpan(4));
        if (text.StartsWith(@"\\", StringComparison.Ordinal))
            return string.Concat(NtPrefix, @"UNC\", text.AsSpan(2));
        if (text.StartsWith(@"UNC\", StringComparison.OrdinalIgnoreCase))
            return NtPrefix + text;
        if (text.Length >= 2 && char.IsAsciiLetter(text[0]) && text[1] == ':' && (text.Length == 2 || text[2] == '\\'))
            return NtPrefix + text;
        throw new ArgumentException($"'{path}' is not an absolute Windows path.", nameof(path));
    }

    /// <summary>The path as it is: for tools that only display targets.</summary>
    public static string Host(string path) => path;
}
