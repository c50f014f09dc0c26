using System.Runtime.InteropServices;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Tests.Layout;

namespace Reloaded.VFS.Tests.Hooks.Listing.Merging;

/// <summary>
/// Writes records in the slow and obvious way, through the structures' own fields, for <see cref="MemoryVolume"/> and the oracle. Uses
/// nothing of the code under test.
/// </summary>
internal static unsafe class NaiveRecords
{
    public static readonly FILE_INFORMATION_CLASS[] Classes =
    [
        FILE_INFORMATION_CLASS.FileDirectoryInformation, FILE_INFORMATION_CLASS.FileFullDirectoryInformation,
        FILE_INFORMATION_CLASS.FileBothDirectoryInformation, FILE_INFORMATION_CLASS.FileNamesInformation,
        FILE_INFORMATION_CLASS.FileIdBothDirectoryInformation, FILE_INFORMATION_CLASS.FileIdFullDirectoryInformation,
        FILE_INFORMATION_CLASS.FileIdGlobalTxDirectoryInformation, FILE_INFORMATION_CLASS.FileIdExtdDirectoryInformation,
        FILE_INFORMATION_CLASS.FileIdExtdBothDirectoryInformation, FILE_INFORMATION_CLASS.FileId64ExtdDirectoryInformation,
        FILE_INFORMATION_CLASS.FileId64ExtdBothDirectoryInformation, FILE_INFORMATION_CLASS.FileIdAllExtdDirectoryInformation,
        FILE_INFORMATION_CLASS.FileIdAllExtdBothDirectoryInformation,
    ];

    /// <summary>
    /// Writes the records that fit, beginning at <paramref name="cursor"/>. Returns the status, the number of bytes written, and the new
    /// cursor.
    /// </summary>
    public static NtStatus Serve(
        IReadOnlyList<MemoryFile> files, ref int cursor, FILE_INFORMATION_CLASS informationClass, Span<byte> buffer,
        bool single, bool overflowAdvances, out int written)
    {
        written = 0;
        int last = -1;
        while (cursor < files.Count)
        {
            byte[] record = Record(files[cursor], informationClass, out int fixedPart);
            int start = (written + 7) / 8 * 8;
            if (last >= 0 && start + record.Length > buffer.Length)
                break;
            int bytes = Math.Min(record.Length, buffer.Length - start);
            buffer[written..start].Clear();
            record.AsSpan(0, bytes).CopyTo(buffer[start..]);
            if (last >= 0)
                BitConverter.TryWriteBytes(buffer[last..], start - last);
            written = start + bytes;
            last = start;
            if (bytes < record.Length)
            {
                Assert.True(bytes >= fixedPart);
                cursor += overflowAdvances ? 1 : 0;
                return NtStatus.STATUS_BUFFER_OVERFLOW;
            }

            cursor++;
            if (single)
                break;
        }

        return last < 0 ? NtStatus.STATUS_NO_MORE_FILES : NtStatus.STATUS_SUCCESS;
    }

    /// <summary>Returns the structure's size, which is the smallest valid buffer, or 0 for an unknown class.</summary>
    public static int SizeOf(FILE_INFORMATION_CLASS informationClass) => informationClass switch
    {
        FILE_INFORMATION_CLASS.FileDirectoryInformation => sizeof(FILE_DIRECTORY_INFORMATION),
        FILE_INFORMATION_CLASS.FileFullDirectoryInformation => sizeof(FILE_FULL_DIR_INFORMATION),
        FILE_INFORMATION_CLASS.FileBothDirectoryInformation => sizeof(FILE_BOTH_DIR_INFORMATION),
        FILE_INFORMATION_CLASS.FileNamesInformation => sizeof(FILE_NAMES_INFORMATION),
        FILE_INFORMATION_CLASS.FileIdBothDirectoryInformation => sizeof(FILE_ID_BOTH_DIR_INFORMATION),
        FILE_INFORMATION_CLASS.FileIdFullDirectoryInformation => sizeof(FILE_ID_FULL_DIR_INFORMATION),
        FILE_INFORMATION_CLASS.FileIdGlobalTxDirectoryInformation => sizeof(FILE_ID_GLOBAL_TX_DIR_INFORMATION),
        FILE_INFORMATION_CLASS.FileIdExtdDirectoryInformation => sizeof(FILE_ID_EXTD_DIR_INFORMATION),
        FILE_INFORMATION_CLASS.FileIdExtdBothDirectoryInformation => sizeof(FILE_ID_EXTD_BOTH_DIR_INFORMATION),
        FILE_INFORMATION_CLASS.FileId64ExtdDirectoryInformation => sizeof(FILE_ID_64_EXTD_DIR_INFORMATION),
        FILE_INFORMATION_CLASS.FileId64ExtdBothDirectoryInformation => sizeof(FILE_ID_64_EXTD_BOTH_DIR_INFORMATION),
        FILE_INFORMATION_CLASS.FileIdAllExtdDirectoryInformation => sizeof(FILE_ID_ALL_EXTD_DIR_INFORMATION),
        FILE_INFORMATION_CLASS.FileIdAllExtdBothDirectoryInformation => sizeof(FILE_ID_ALL_EXTD_BOTH_DIR_INFORMATION),
        _ => 0,
    };

    private static byte[] Record(MemoryFile file, FILE_INFORMATION_CLASS informationClass, out int fixedPart)
    {
        byte[] head = new byte[SizeOf(informationClass)];
        uint nameBytes = (uint)file.Name.Length * 2;
        uint ea = file.Tag != 0 ? file.Tag : file.EaSize;
        fixed (byte* start = head)
        {
            switch (informationClass)
            {
                case FILE_INFORMATION_CLASS.FileDirectoryInformation:
                    fixedPart = Common(file, start) + 0;
                    break;
                case FILE_INFORMATION_CLASS.FileFullDirectoryInformation:
                    {
                        var p = (FILE_FULL_DIR_INFORMATION*)start;
                        Common(file, start);
                        p->EaSize = ea;
                        fixedPart = (int)((byte*)&p->FileName - start);
                        break;
                    }
                case FILE_INFORMATION_CLASS.FileBothDirectoryInformation:
                    {
                        var p = (FILE_BOTH_DIR_INFORMATION*)start;
                        Common(file, start);
                        p->EaSize = ea;
                        p->ShortNameLength = Short(file, p->ShortName);
                        fixedPart = (int)((byte*)&p->FileName - start);
                        break;
                    }
                case FILE_INFORMATION_CLASS.FileNamesInformation:
                    {
                        var p = (FILE_NAMES_INFORMATION*)start;
                        p->FileNameLength = nameBytes;
                        fixedPart = (int)((byte*)&p->FileName - start);
                        break;
                    }
                case FILE_INFORMATION_CLASS.FileIdBothDirectoryInformation:
                    {
                        var p = (FILE_ID_BOTH_DIR_INFORMATION*)start;
                        Common(file, start);
                        p->EaSize = ea;
                        p->ShortNameLength = Short(file, p->ShortName);
                        p->FileId = file.Id;
                        fixedPart = (int)((byte*)&p->FileName - start);
                        break;
                    }
                case FILE_INFORMATION_CLASS.FileIdFullDirectoryInformation:
                    {
                        var p = (FILE_ID_FULL_DIR_INFORMATION*)start;
                        Common(file, start);
                        p->EaSize = ea;
                        p->FileId = file.Id;
                        fixedPart = (int)((byte*)&p->FileName - start);
                        break;
                    }
                case FILE_INFORMATION_CLASS.FileIdGlobalTxDirectoryInformation:
                    {
                        var p = (FILE_ID_GLOBAL_TX_DIR_INFORMATION*)start;
                        Common(file, start);
                        p->FileId = file.Id;
                        fixedPart = (int)((byte*)&p->FileName - start);
                        break;
                    }
                case FILE_INFORMATION_CLASS.FileIdExtdDirectoryInformation:
                    {
                        var p = (FILE_ID_EXTD_DIR_INFORMATION*)start;
                        Common(file, start);
                        p->EaSize = file.EaSize;
                        p->ReparsePointTag = file.Tag;
                        *(long*)&p->FileId = file.Id;
                        fixedPart = (int)((byte*)&p->FileName - start);
                        break;
                    }
                case FILE_INFORMATION_CLASS.FileIdExtdBothDirectoryInformation:
                    {
                        var p = (FILE_ID_EXTD_BOTH_DIR_INFORMATION*)start;
                        Common(file, start);
                        p->EaSize = file.EaSize;
                        p->ReparsePointTag = file.Tag;
                        *(long*)&p->FileId = file.Id;
                        p->ShortNameLength = Short(file, p->ShortName);
                        fixedPart = (int)((byte*)&p->FileName - start);
                        break;
                    }
                case FILE_INFORMATION_CLASS.FileId64ExtdDirectoryInformation:
                    {
                        var p = (FILE_ID_64_EXTD_DIR_INFORMATION*)start;
                        Common(file, start);
                        p->EaSize = file.EaSize;
                        p->ReparsePointTag = file.Tag;
                        p->FileId = file.Id;
                        fixedPart = (int)((byte*)&p->FileName - start);
                        break;
                    }
                case FILE_INFORMATION_CLASS.FileId64ExtdBothDirectoryInformation:
                    {
                        var p = (FILE_ID_64_EXTD_BOTH_DIR_INFORMATION*)start;
                        Common(file, start);
                        p->EaSize = file.EaSize;
                        p->ReparsePointTag = file.Tag;
                        p->FileId = file.Id;
                        p->ShortNameLength = Short(file, p->ShortName);
                        fixedPart = (int)((byte*)&p->FileName - start);
                        break;
                    }
                case FILE_INFORMATION_CLASS.FileIdAllExtdDirectoryInformation:
                    {
                        var p = (FILE_ID_ALL_EXTD_DIR_INFORMATION*)start;
                        Common(file, start);
                        p->EaSize = file.EaSize;
                        p->ReparsePointTag = file.Tag;
                        p->FileId = file.Id;
                        *(long*)&p->FileId128 = file.Id;
                        fixedPart = (int)((byte*)&p->FileName - start);
                        break;
                    }
                case FILE_INFORMATION_CLASS.FileIdAllExtdBothDirectoryInformation:
                    {
                        var p = (FILE_ID_ALL_EXTD_BOTH_DIR_INFORMATION*)start;
                        Common(file, start);
                        p->EaSize = file.EaSize;
                        p->ReparsePointTag = file.Tag;
                        p->FileId = file.Id;
                        *(long*)&p->FileId128 = file.Id;
                        p->ShortNameLength = Short(file, p->ShortName);
                        fixedPart = (int)((byte*)&p->FileName - start);
                        break;
                    }
                default:
                    throw new ArgumentOutOfRangeException(nameof(informationClass));
            }
        }

        return [.. head.AsSpan(0, fixedPart), .. MemoryMarshal.AsBytes(file.Name.AsSpan())];
    }

    private static int Common(MemoryFile file, byte* start)
    {
        var p = (FILE_DIRECTORY_INFORMATION*)start;
        p->CreationTime = file.Time;
        p->LastAccessTime = file.Time + 1;
        p->LastWriteTime = file.Time + 2;
        p->ChangeTime = file.Time + 3;
        p->EndOfFile = file.Size;
        p->AllocationSize = (file.Size + 4095) / 4096 * 4096;
        p->FileAttributes = file.Attributes;
        p->FileNameLength = (uint)file.Name.Length * 2;
        return (int)((byte*)&p->FileName - start);
    }

    private static byte Short(MemoryFile file, char* field)
    {
        file.ShortName.CopyTo(new Span<char>(field, 12));
        return (byte)(file.ShortName.Length * 2);
    }
}
