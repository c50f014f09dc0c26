using System.Collections.Concurrent;
using System.Text;
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
    private const string Unix = "unix", UnixPrefix = NtPath.Prefix + Unix;

    // What the first folder that has such a name has shown; null: not known yet.
    private static volatile Found? s_found;

    // With a backslash behind each. As many as there are mods: each is found by itself.
    private static readonly ConcurrentDictionary<string, bool> s_given = new(StringComparer.Ordinal);

    /// <summary>
    /// The spelling, with a backslash behind it; null where the given one is best. Wine takes such a name in the letter case on disk alone,
    /// and that is how the folder and what a listing has of it are given here.
    /// </summary>
    /// <param name="folder">A real folder, in NT form.</param>
    public static string? Of(string folder)
    {
        if (!NtFunctions.IsWine || s_found is { IsTrusted: false })
            return null;
        ReadOnlySpan<char> canonical = NtPath.ToCanonical(folder).TrimEnd('\\');
        if (canonical.Length < 2 || canonical[1] != ':' || WineFunctions.GetUnixFileName(canonical.ToString()) is not { } path
            || !IsShort(path, canonical))
            return null;
        string drive = canonical[..2].ToString(), name = UnixPrefix + path.Replace('/', '\\') + '\\';
        s_found ??= new Found(drive, HaveSameName(folder, name));
        if (!s_found.IsTrusted || !CaseFolding.Equals(s_found.Drive, drive))
            return null;
        s_given.TryAdd(name, true);
        return name;
    }

    /// <summary>Whether a file's name in NT form is one by which the VFS has opened it. No lock, no allocation.</summary>
    public static bool IsOwn(ReadOnlySpan<char> name)
    {
        ConcurrentDictionary<string, bool>.AlternateLookup<ReadOnlySpan<char>> given = s_given.GetAlternateLookup<ReadOnlySpan<char>>();
        for (int end = name.LastIndexOf('\\'); end >= 0; end = name[..end].LastIndexOf('\\'))
        {
            if (given.ContainsKey(name[..(end + 1)]))
                return true;
        }

        return false;
    }

    /// <summary>
    /// The drive of such a name, which stands for its first part: what a mapped file is called is how it was opened. Empty for any other
    /// name.
    /// </summary>
    /// <param name="name">A canonical path (<c>unix\home\me\mods\a.dds</c>).</param>
    /// <param name="rest">The path behind the drive.</param>
    public static ReadOnlySpan<char> DriveOf(ReadOnlySpan<char> name, out ReadOnlySpan<char> rest)
    {
        bool isSuch = s_found is { IsTrusted: true } && name.Length > Unix.Length && name[Unix.Length] == '\\'
            && CaseFolding.Equals(name[..Unix.Length], Unix);
        rest = isSuch ? name[Unix.Length..] : name;
        return isSuch ? s_found!.Drive : [];
    }

    /// <summary>
    /// Whether a Linux path is the same but for the drive, which then has all of Linux: that of another drive leads through the prefix.
    /// Characters other than ASCII would depend on Wine's idea of the character set and this program's being the same.
    /// </summary>
    private static bool IsShort(string path, ReadOnlySpan<char> canonical) =>
        path.Length > 1 && Ascii.IsValid(path) && CaseFolding.Equals(path.Replace('/', '\\'), canonical[2..]);

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

    /// <summary>What is known.</summary>
    /// <param name="Drive">The drive that has all of Linux (<c>Z:</c>).</param>
    /// <param name="IsTrusted">Whether the system calls a file that was opened by such a name as it calls it otherwise.</param>
    private sealed record Found(string Drive, bool IsTrusted);
}
