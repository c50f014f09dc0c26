using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Interop.Win32;

namespace Reloaded.VFS.Interop.Watching;

/// <summary>Queries that show whether a folder has changed. Call before hooks redirect, or on a thread whose calls bypass them.</summary>
public static unsafe class FolderState
{
    // FILE_NETWORK_OPEN_INFORMATION: creation, access, write, change, allocation, end, attributes.
    private const int LastWrite = 2, Change = 3, Attributes = 6, Count = 7;

    /// <summary>Reads the times of a folder's last write and last change, as FILETIMEs. False if the folder doesn't exist.</summary>
    /// <remarks>Opens no handle: under Wine the server isn't asked.</remarks>
    /// <param name="path">The path, in NT form.</param>
    /// <param name="lastWrite">The time of the last write, which programs can set.</param>
    /// <param name="change">The time of the last change, which only the system sets.</param>
    public static bool TryGetTimes(string path, out long lastWrite, out long change) =>
        TryGetTimes(path, out lastWrite, out change, out _);

    /// <inheritdoc cref="TryGetTimes(string, out long, out long)"/>
    /// <param name="path">The path, in NT form.</param>
    /// <param name="lastWrite">The time of the last write, which programs can set.</param>
    /// <param name="change">The time of the last change, which only the system sets.</param>
    /// <param name="isReparsePoint">True for a reparse point; under Wine for a link of Linux and a mounted file system.</param>
    public static bool TryGetTimes(ReadOnlySpan<char> path, out long lastWrite, out long change, out bool isReparsePoint)
    {
        long* information = stackalloc long[Count];
        fixed (char* text = path)
        {
            UNICODE_STRING name = NameOf(text, path.Length);
            OBJECT_ATTRIBUTES attributes = AttributesOf(&name);
            bool isThere = NtQueryFullAttributesFile.Exported.Invoke(&attributes, information).IsSuccess();
            (lastWrite, change) = isThere ? (information[LastWrite], information[Change]) : default;
            isReparsePoint = isThere && ((FileAttributes)(uint)information[Attributes]).HasFlag(FileAttributes.ReparsePoint);
            return isThere;
        }
    }

    internal static UNICODE_STRING NameOf(char* text, int length) => new()
    {
        Length = (ushort)(length * sizeof(char)),
        MaximumLength = (ushort)(length * sizeof(char)),
        Buffer = text,
    };

    internal static OBJECT_ATTRIBUTES AttributesOf(UNICODE_STRING* name) => new()
    {
        Length = (uint)sizeof(OBJECT_ATTRIBUTES),
        ObjectName = name,
        Attributes = ObjectAttributeFlags.OBJ_CASE_INSENSITIVE,
    };

    /// <summary>Reads a folder's number on its volume. Returns false if the folder doesn't exist or can't be opened.</summary>
    /// <param name="path">The path, with the prefix <c>\\?\</c>.</param>
    /// <param name="id">The number.</param>
    public static bool TryGetId(string path, out ulong id)
    {
        id = 0;
        nint handle = Open(path);
        if (handle == DirectoryChanges.InvalidHandle)
            return false;
        IO_STATUS_BLOCK result;
        fixed (ulong* buffer = &id)
        {
            bool isKnown = NtQueryInformationFile.Exported
                .Invoke(handle, &result, buffer, sizeof(ulong), FILE_INFORMATION_CLASS.FileInternalInformation).IsSuccess();
            Kernel32.CloseHandle(handle);
            return isKnown;
        }
    }

    internal static nint Open(string path) => Kernel32.CreateFileW(path, AccessMask.FILE_READ_ATTRIBUTES, ShareAccess.All, null,
        DirectoryChanges.OPEN_EXISTING, DirectoryChanges.FolderFlags, 0);
}

/// <summary>The final target of a path, links followed, with the identity of the file or folder.</summary>
/// <param name="Path">The path without any link.</param>
/// <param name="Volume">The serial number of the volume; 0 under Wine, where several Linux volumes may share a number.</param>
/// <param name="Number">The number on the volume.</param>
/// <param name="Links">The number of names.</param>
public sealed record OpenedPlace(string Path, ulong Volume, ulong Number, uint Links)
{
    private const string Prefix = @"\\?\", NetworkPrefix = @"\\?\UNC\";
    private const int Usual = 512; // characters

    /// <summary>Opens a file or folder and reads its identity. Call before hooks redirect, or on a thread that bypasses them.</summary>
    /// <param name="path">A path with the prefix <c>\\?\</c>.</param>
    /// <returns>The result, or null if the path doesn't exist or can't be opened.</returns>
    public static unsafe OpenedPlace? Of(string path)
    {
        nint handle = FolderState.Open(path);
        if (handle == DirectoryChanges.InvalidHandle)
            return null;
        BY_HANDLE_FILE_INFORMATION found;
        string? real = Kernel32.GetFileInformationByHandle(handle, &found) != 0 ? PathOf(handle) : null;
        Kernel32.CloseHandle(handle);
        return real is null ? null : new OpenedPlace(real, NtFunctions.IsWine ? 0 : found.VolumeSerialNumber,
            (ulong)found.FileIndexHigh << 32 | found.FileIndexLow, found.NumberOfLinks);
    }

    private static unsafe string? PathOf(nint handle)
    {
        char[] text = new char[Usual];
        uint length = 0;
        for (int i = 0; i < 2; i++)
        {
            fixed (char* buffer = text)
                length = Kernel32.GetFinalPathNameByHandleW(handle, buffer, (uint)text.Length, 0);
            if (length < text.Length)
                break;
            text = new char[length + 1];
        }

        if (length == 0 && NtFunctions.IsWine)
            return NameOf(handle);
        if (length == 0 || length >= text.Length)
            return null;
        string path = new(text, 0, (int)length);
        return path.StartsWith(NetworkPrefix, StringComparison.OrdinalIgnoreCase) ? @"\\" + path[NetworkPrefix.Length..]
            : path.StartsWith(Prefix, StringComparison.Ordinal) ? path[Prefix.Length..]
            : path;
    }

    /// <summary>Returns the path as the object's name: Wine's <c>GetFinalPathNameByHandleW</c> has no path longer than MAX_PATH.</summary>
    private static unsafe string? NameOf(nint handle)
    {
        const string own = @"\??\";
        // The longest string that its header can describe, behind the header.
        byte[] name = new byte[sizeof(UNICODE_STRING) + ushort.MaxValue];
        fixed (byte* buffer = name)
        {
            uint needed;
            if (!NtQueryObject.Exported.Invoke(handle, OBJECT_INFORMATION_CLASS.ObjectNameInformation, buffer, (uint)name.Length, &needed)
                .IsSuccess())
                return null;
            var text = (UNICODE_STRING*)buffer;
            string path = new(text->Buffer, 0, text->Length / sizeof(char));
            return path.StartsWith(own, StringComparison.Ordinal) && path.AsSpan(own.Length) is [_, ':', ..] ? path[own.Length..] : null;
        }
    }
}
