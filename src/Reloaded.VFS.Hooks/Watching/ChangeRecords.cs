using System.Runtime.InteropServices;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Interop.Watching;

namespace Reloaded.VFS.Hooks.Watching;

/// <summary>
/// Changes as records in the form that a call asks for (<see cref="DIRECTORY_NOTIFY_INFORMATION_CLASS"/>). Each begins at a multiple of its
/// class's alignment; the last one ends with its name.
/// </summary>
internal static unsafe class ChangeRecords
{
    /// <summary>Returns the number of bytes with one more record.</summary>
    public static long Append(long bytes, in Change change, DIRECTORY_NOTIFY_INFORMATION_CLASS informationClass) =>
        Align(bytes, informationClass) + Header(informationClass) + (change.Name.Length * sizeof(char));

    /// <summary>Returns the records; none if they take more than <paramref name="length"/> bytes.</summary>
    /// <param name="changes">The changes.</param>
    /// <param name="length">The length of the buffer.</param>
    /// <param name="informationClass">The class.</param>
    /// <param name="describe">Returns the extended part of a record.</param>
    public static byte[] Write(ReadOnlySpan<Change> changes, uint length, DIRECTORY_NOTIFY_INFORMATION_CLASS informationClass,
        Func<Change, FILE_NOTIFY_EXTENDED_INFORMATION> describe)
    {
        long bytes = 0;
        foreach (ref readonly Change change in changes)
            bytes = Append(bytes, change, informationClass);
        if (bytes > length)
            return [];
        byte[] records = new byte[bytes];
        int at = 0;
        for (int i = 0; i < changes.Length; i++)
        {
            Change change = changes[i];
            int header = Header(informationClass), nameBytes = change.Name.Length * sizeof(char);
            int size = (int)Align(header + nameBytes, informationClass);
            uint next = i + 1 < changes.Length ? (uint)size : 0;
            if (informationClass == DIRECTORY_NOTIFY_INFORMATION_CLASS.DirectoryNotifyExtendedInformation)
            {
                FILE_NOTIFY_EXTENDED_INFORMATION record = describe(change);
                (record.NextEntryOffset, record.Action, record.FileNameLength) = (next, (uint)change.Kind, (uint)nameBytes);
                MemoryMarshal.AsBytes(new ReadOnlySpan<FILE_NOTIFY_EXTENDED_INFORMATION>(in record))[..header].CopyTo(records.AsSpan(at));
            }
            else
            {
                var record = new FileNotifyInformation
                {
                    NextEntryOffset = next,
                    Action = (uint)change.Kind,
                    FileNameLength = (uint)nameBytes,
                };
                MemoryMarshal.AsBytes(new ReadOnlySpan<FileNotifyInformation>(in record)).CopyTo(records.AsSpan(at));
            }

            MemoryMarshal.AsBytes(change.Name.AsSpan()).CopyTo(records.AsSpan(at + header));
            at += size;
        }

        return records;
    }

    private static int Header(DIRECTORY_NOTIFY_INFORMATION_CLASS informationClass) =>
        informationClass == DIRECTORY_NOTIFY_INFORMATION_CLASS.DirectoryNotifyExtendedInformation
            ? FILE_NOTIFY_EXTENDED_INFORMATION.NameOffset
            : sizeof(FileNotifyInformation);

    private static long Align(long bytes, DIRECTORY_NOTIFY_INFORMATION_CLASS informationClass)
    {
        int alignment = informationClass == DIRECTORY_NOTIFY_INFORMATION_CLASS.DirectoryNotifyExtendedInformation
            ? sizeof(long)
            : sizeof(uint);
        return (bytes + alignment - 1) & -alignment;
    }
}
