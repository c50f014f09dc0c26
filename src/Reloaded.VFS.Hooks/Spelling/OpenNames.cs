using System.Collections.Concurrent;
using System.Text;
using Reloaded.VFS.Interop.Watching;
using Reloaded.VFS.Interop.Win32;

namespace Reloaded.VFS.Hooks.Spelling;

/// <summary>The spelling of a mod's folder by which the system opens its files fastest.</summary>
/// <remarks>
/// Under Wine a drive is a link in the prefix: each open of <c>\??\Z:\home\me\mods\a.dds</c> walks
/// <c>PREFIX/dosdevices/z:/home/me/mods/a.dds</c>, more than once. <c>\??\unix\home\me\mods\a.dds</c> is walked as it is. Source:
/// <c>nt_to_unix_file_name</c> in Wine's <c>dlls/ntdll/unix/file.c</c>.
/// </remarks>
internal static class OpenNames
{
    private const string Unix = "unix", UnixPrefix = NtPath.Prefix + Unix;

    // The finding for the first folder that has such a name; null: not known yet.
    private static volatile Found? s_found;

    // With a backslash at the end of each. As many as there are mods: each is looked up by itself.
    private static readonly ConcurrentDictionary<string, bool> s_given = new(StringComparer.Ordinal);

    /// <summary>Returns the spelling, with a backslash at the end; null if the given one is best.</summary>
    /// <remarks>Wine accepts such a name only in the letter case on disk, which the folder, and its listing's names, have here.</remarks>
    /// <param name="folder">A real folder, in NT form.</param>
    public static string? Of(string folder)
    {
        if (!NtFunctions.IsWine || s_found is { IsTrusted: false })
            return null;
        ReadOnlySpan<char> canonical = NtPath.FolderToCanonical(folder);
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

    /// <summary>Determines whether a file's name in NT form is one by which the VFS has opened the file. No lock, no allocation.</summary>
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
    /// Returns the drive that the first part of such a name stands for: a mapped file is named as it was opened. Empty for any other name.
    /// </summary>
    /// <param name="name">A canonical path (<c>unix\home\me\mods\a.dds</c>).</param>
    /// <param name="rest">The path after the drive.</param>
    public static ReadOnlySpan<char> DriveOf(ReadOnlySpan<char> name, out ReadOnlySpan<char> rest)
    {
        bool isSuch = s_found is { IsTrusted: true } && name.Length > Unix.Length && name[Unix.Length] == '\\'
            && CaseFolding.Equals(name[..Unix.Length], Unix);
        rest = isSuch ? name[Unix.Length..] : name;
        return isSuch ? s_found!.Drive : [];
    }

    /// <summary>
    /// Determines whether a Linux path is the same except for the drive, which then contains all of Linux: the path of another drive leads
    /// through the prefix.
    /// </summary>
    /// <remarks>With characters other than ASCII, Wine's character set would have to be the same as this program's.</remarks>
    private static bool IsShort(string path, ReadOnlySpan<char> canonical) =>
        path.Length > 1 && Ascii.IsValid(path) && CaseFolding.Equals(path.Replace('/', '\\'), canonical[2..]);

    /// <summary>Determines whether the system gives the same name to handles that were opened by either name.</summary>
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

    /// <summary>The finding about such names.</summary>
    /// <param name="Drive">The drive that contains all of Linux (<c>Z:</c>).</param>
    /// <param name="IsTrusted">True if the system gives a file opened by such a name its usual name.</param>
    private sealed record Found(string Drive, bool IsTrusted);
}
