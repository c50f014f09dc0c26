using System.Runtime.InteropServices;
using System.Text;

namespace Reloaded.VFS.Testing.Oracles;

/// <summary>Facts that Linux knows about a file or folder and .NET doesn't tell.</summary>
public static partial class UnixEntry
{
    private const int CurrentFolder = -100, NoFollow = 0x100, StatusBytes = 256, NumberAt = 32, ChangeAt = 96, LongestValue = 256;
    private const uint InodeAndChange = 0x100 | 0x80;

    /// <summary>
    /// Returns the file's inode number and its time of last change, which stay the same as long as nothing has touched content, times, mode
    /// or attributes. Null on other systems, and if the file doesn't exist.
    /// </summary>
    /// <param name="path">The path; a link itself, not its target.</param>
    public static string? Stamp(string path)
    {
        if (!OperatingSystem.IsLinux())
            return null;
        Span<byte> status = stackalloc byte[StatusBytes];
        status.Clear();
        if (Status(CurrentFolder, path, NoFollow, InodeAndChange, status) != 0)
            return null;
        return FormattableString.Invariant($"{BitConverter.ToUInt64(status[NumberAt..])} {BitConverter.ToInt64(status[ChangeAt..])}.")
            + FormattableString.Invariant($"{BitConverter.ToUInt32(status[(ChangeAt + sizeof(long))..])}");
    }

    /// <summary>Returns Wine's record of the DOS attributes (<c>user.DOSATTRIB</c>), or an empty text.</summary>
    /// <param name="path">The path; a link itself, not its target.</param>
    public static string DosAttributes(string path)
    {
        Span<byte> value = stackalloc byte[LongestValue];
        nint length = OperatingSystem.IsLinux() ? Attribute(path, "user.DOSATTRIB", value, LongestValue) : 0;
        return length > 0 ? Encoding.ASCII.GetString(value[..(int)length]) : "";
    }

    [LibraryImport("libc", EntryPoint = "statx", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Status(int folder, string path, int flags, uint mask, Span<byte> status);

    [LibraryImport("libc", EntryPoint = "lgetxattr", StringMarshalling = StringMarshalling.Utf8)]
    private static partial nint Attribute(string path, string name, Span<byte> value, nint size);
}
