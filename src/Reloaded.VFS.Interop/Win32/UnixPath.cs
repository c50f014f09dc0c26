namespace Reloaded.VFS.Interop.Win32;

/// <summary>
/// Paths of Linux that a program is given under Wine: by Proton, which turns the first word of a line only, by people, and in
/// <c>rvfs.json</c>.
/// </summary>
public static class UnixPath
{
    /// <summary>
    /// The Windows path of an absolute path of Linux, on whatever drive the prefix has; <c>\\?\unix\...</c> where no drive leads there,
    /// which Wine understands too. Any other path, and every path on Windows, stays as it is.
    /// </summary>
    public static string ToWindows(string path)
    {
        if (!path.StartsWith('/') || path.StartsWith("//", StringComparison.Ordinal) || !WineFunctions.IsWine)
            return path;
        return WineFunctions.GetDosFileName(path) ?? @"\\?\unix" + path.Replace('/', '\\');
    }
}
