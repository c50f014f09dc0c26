using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Interop.Watching;
using Reloaded.VFS.Interop.Win32;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Spelling;

/// <summary>
/// The spelling of a mod's folder by which the system opens its files fastest. Under Wine a drive is a link in the prefix: each open of
/// <c>\??\Z:\home\me\mods\a.dds</c> walks <c>PREFIX/dosdevices/z:/home/me/mods/a.dds</c>, more than once.
/// <c>\??\unix\home\me\mods\a.dds</c> is walked as it stands. Source: <c>nt_to_unix_file_name</c> in Wine's <c>dlls/ntdll/unix/file.c</c>.
/// </summary>
internal static class OpenNames
{
    private const string UnixPrefix = NtPath.Prefix + "unix";

    // What the first folder that has such a name has shown: it's the same for all.
    private static volatile Trust s_trust;

    private enum Trust
    {
        Unknown,
        Trusted,
        Distrusted,
    }

    /// <summary>
    /// The spelling, with a backslash behind it; null where the given one is best. Wine takes such a name in the letter case on disk alone,
    /// and that is how the folder and what a listing has of it are given here.
    /// </summary>
    /// <param name="folder">A real folder, in target form.</param>
    public static string? Of(string folder)
    {
        if (!NtFunctions.IsWine || s_trust == Trust.Distrusted)
            return null;
        string? path = WineFunctions.GetUnixFileName(NtPath.ToCanonical(folder).TrimEnd('\\').ToString());
        if (path is null || !IsShort(path))
            return null;
        string name = UnixPrefix + path.Replace('/', '\\').TrimEnd('\\') + '\\';
        if (s_trust == Trust.Unknown)
            s_trust = HaveSameName(folder, name) ? Trust.Trusted : Trust.Distrusted;
        return s_trust == Trust.Trusted ? name : null;
    }

    /// <summary>
    /// Whether a Linux path isn't one through the prefix itself, as that of any drive is but of the one that has all of Linux. Other
    /// characters than ASCII would depend on Wine's and the system's idea of the character set being the same.
    /// </summary>
    private static bool IsShort(string path) =>
        path.Length > 1 && path[0] == '/' && System.Text.Ascii.IsValid(path) && !path.Contains('\\')
        && !path.Contains("/dosdevices/", StringComparison.Ordinal);

    /// <summary>Whether a handle that was opened by the one name is called by the system as one that was opened by the other.</summary>
    private static bool HaveSameName(string folder, string name)
    {
        string own = KernelNameOf(folder.EndsWith('\\') ? folder : folder + '\\');
        return own.Length > 0 && own == KernelNameOf(name);
    }

    // Not by the originals: the first mods are added before there are any.
    private static unsafe string KernelNameOf(string folder)
    {
        nint handle = Kernel32.CreateFileW(NtPath.Win32Prefix + folder[NtPath.Prefix.Length..], AccessMask.FILE_READ_ATTRIBUTES,
            ShareAccess.All, null, DirectoryChanges.OPEN_EXISTING, DirectoryChanges.FolderFlags, 0);
        if (handle == DirectoryChanges.InvalidHandle)
            return "";
        string name = RealNames.OfKernel(handle);
        Kernel32.CloseHandle(handle);
        return name;
    }
}
