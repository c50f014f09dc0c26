using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Originals;

/// <summary>File calls of a handler's own, on real paths in NT form (<c>\??\C:\mods\a</c>): straight to the originals.</summary>
internal static unsafe class RealFiles
{
    private const uint DELETE = 0x0001_0000;
    private const uint SYNCHRONIZE = 0x0010_0000;
    private const uint FILE_TRAVERSE = 0x0020;
    private const uint FILE_READ_ATTRIBUTES = 0x0080;
    private const uint FILE_SHARE_ALL = 7;
    private const uint OBJ_CASE_INSENSITIVE = 0x40;
    private const uint FILE_ATTRIBUTE_DIRECTORY = 0x10;
    private const int BasicInformationBytes = 40, BasicAttributesOffset = 32;

    /// <summary>Opens a file or folder to ask about it; no access that a share mode could refuse. The caller closes the handle.</summary>
    public static bool TryOpen(ReadOnlySpan<char> path, out nint handle) => TryOpen(path, FILE_READ_ATTRIBUTES | SYNCHRONIZE, out handle);

    /// <summary>Opens a folder, so that names can be relative to it. The caller closes the handle.</summary>
    public static bool TryOpenFolder(ReadOnlySpan<char> path, out nint handle) =>
        TryOpen(path, FILE_TRAVERSE | FILE_READ_ATTRIBUTES | SYNCHRONIZE, out handle, options: CreateOptions.FILE_DIRECTORY_FILE);

    /// <summary>Whether a handle with this access may change a file: its content, attributes, name, owner or rights.</summary>
    public static bool MayChange(uint access)
    {
        const uint FILE_WRITE_DATA = 0x2, FILE_APPEND_DATA = 0x4, FILE_WRITE_EA = 0x10, FILE_WRITE_ATTRIBUTES = 0x100;
        const uint WRITE_DAC = 0x4_0000, WRITE_OWNER = 0x8_0000, MAXIMUM_ALLOWED = 0x200_0000, GENERIC_ALL = 0x1000_0000,
            GENERIC_WRITE = 0x4000_0000;
        return (access
            & (FILE_WRITE_DATA | FILE_APPEND_DATA | FILE_WRITE_EA | FILE_WRITE_ATTRIBUTES | DELETE | WRITE_DAC | WRITE_OWNER
                | MAXIMUM_ALLOWED | GENERIC_ALL | GENERIC_WRITE)) != 0;
    }

    /// <summary>Whether something is there.</summary>
    public static bool Exists(ReadOnlySpan<char> path)
    {
        fixed (char* text = path)
        {
            UNICODE_STRING name;
            OBJECT_ATTRIBUTES attributes = Name(text, path.Length, &name);
            return Exists(&attributes);
        }
    }

    /// <summary>Whether what attributes name is there: those of the game's call, or complete ones.</summary>
    public static bool Exists(OBJECT_ATTRIBUTES* attributes)
    {
        byte* information = stackalloc byte[BasicInformationBytes];
        return NtStatus.IsSuccess(QueryAttributes(attributes, information));
    }

    /// <summary>Whether a folder is there.</summary>
    public static bool IsFolder(ReadOnlySpan<char> path)
    {
        fixed (char* text = path)
        {
            UNICODE_STRING name;
            OBJECT_ATTRIBUTES attributes = Name(text, path.Length, &name);
            byte* information = stackalloc byte[BasicInformationBytes];
            return NtStatus.IsSuccess(QueryAttributes(&attributes, information))
                && (*(uint*)(information + BasicAttributesOffset) & FILE_ATTRIBUTE_DIRECTORY) != 0;
        }
    }

    /// <summary>Whether a file is there, and not a folder, nor nothing.</summary>
    public static bool IsFile(ReadOnlySpan<char> path)
    {
        fixed (char* text = path)
        {
            UNICODE_STRING name;
            OBJECT_ATTRIBUTES attributes = Name(text, path.Length, &name);
            return IsFile(&attributes);
        }
    }

    /// <inheritdoc cref="IsFile(ReadOnlySpan{char})"/>
    public static bool IsFile(OBJECT_ATTRIBUTES* attributes)
    {
        byte* information = stackalloc byte[BasicInformationBytes];
        return IsFile(QueryAttributes(attributes, information), information, BasicAttributesOffset);
    }

    /// <summary>Whether a query of attributes ended well and told of a file; the attributes may lie in the game's own memory.</summary>
    public static bool IsFile(int status, void* information, int attributesOffset)
    {
        uint attributes;
        return NtStatus.IsSuccess(status)
            && HookContext.Native.TryCopy(&attributes, (byte*)information + attributesOffset, sizeof(uint)) != 0
            && (attributes & FILE_ATTRIBUTE_DIRECTORY) == 0;
    }

    private static int QueryAttributes(OBJECT_ATTRIBUTES* attributes, byte* information) =>
        new NtQueryAttributesFile(HookContext.Original(GateIndex.NtQueryAttributesFile)).Invoke(attributes, information);

    /// <summary>Whether an open may say that only a folder will do: Windows refuses that beside other options.</summary>
    public static bool TakesFolderOption(uint createOptions)
    {
        const uint compatible = CreateOptions.FILE_DIRECTORY_FILE | CreateOptions.FILE_WRITE_THROUGH
            | CreateOptions.FILE_SYNCHRONOUS_IO_ALERT
            | CreateOptions.FILE_SYNCHRONOUS_IO_NONALERT | CreateOptions.FILE_DELETE_ON_CLOSE | CreateOptions.FILE_OPEN_FOR_BACKUP_INTENT
            | CreateOptions.FILE_OPEN_REPARSE_POINT;
        return (createOptions & ~compatible) == 0;
    }

    /// <summary>Opens a file or folder to delete or rename it. The caller closes the handle.</summary>
    public static bool TryOpenToDelete(ReadOnlySpan<char> path, out nint handle) => TryOpen(path, DELETE | SYNCHRONIZE, out handle);

    /// <summary>
    /// Gives what a handle with <c>DELETE</c> access leads to another name, where nothing may be yet. Whether that worked.
    /// </summary>
    public static bool Rename(nint handle, string path)
    {
        IO_STATUS_BLOCK result;
        return NtStatus.IsSuccess(Rename(handle, path, flags: 0, &result, FileInformationClass.FileRenameInformation));
    }

    /// <summary>Renames, or makes a hard link, with the flags and the class of a call. The status.</summary>
    public static int Rename(nint handle, string path, uint flags, void* ioStatusBlock, uint informationClass)
    {
        int bytes = path.Length * sizeof(char), offset = FILE_RENAME_INFORMATION.NameOffset;
        // As large as the structure with its padding: some file systems ask for that much.
        byte[] buffer = new byte[Math.Max(sizeof(FILE_RENAME_INFORMATION), offset + bytes)];
        fixed (byte* information = buffer)
        {
            var rename = (FILE_RENAME_INFORMATION*)information;
            rename->Flags = flags;
            rename->FileNameLength = (uint)bytes;
            path.CopyTo(new Span<char>(information + offset, path.Length));
            return Set(handle, ioStatusBlock, information, (uint)(offset + bytes), informationClass);
        }
    }

    /// <summary>Deletes a file or an empty folder. Whether that worked.</summary>
    public static bool Delete(ReadOnlySpan<char> path)
    {
        if (!TryOpenToDelete(path, out nint handle))
            return false;
        bool deleted = NtStatus.IsSuccess(DeleteAtClose(handle));
        Close(handle);
        return deleted;
    }

    /// <summary>Has what a handle with <c>DELETE</c> access leads to deleted when its last handle is closed.</summary>
    public static int DeleteAtClose(nint handle)
    {
        byte delete = 1;
        IO_STATUS_BLOCK result;
        return Set(handle, &result, &delete, sizeof(byte), FileInformationClass.FileDispositionInformation);
    }

    /// <summary><c>NtSetInformationFile</c>.</summary>
    public static int Set(nint handle, void* ioStatusBlock, void* information, uint length, uint informationClass) =>
        new NtSetInformationFile(HookContext.Original(GateIndex.NtSetInformationFile)).Invoke(
            handle, ioStatusBlock, information, length, informationClass);

    /// <summary><c>NtQueryInformationFile</c>.</summary>
    public static int Query(nint handle, void* ioStatusBlock, void* information, uint length, uint informationClass) =>
        new NtQueryInformationFile(HookContext.Original(GateIndex.NtQueryInformationFile)).Invoke(
            handle, ioStatusBlock, information, length, informationClass);

    /// <summary>Whether a file was opened for overlapped calls.</summary>
    public static bool IsAsynchronous(nint handle)
    {
        const uint FILE_SYNCHRONOUS_IO = CreateOptions.FILE_SYNCHRONOUS_IO_ALERT | CreateOptions.FILE_SYNCHRONOUS_IO_NONALERT;
        return TryGetMode(handle, out uint mode) && (mode & FILE_SYNCHRONOUS_IO) == 0;
    }

    /// <summary>Whether an APC ends calls on a file.</summary>
    public static bool IsAlertable(nint handle) =>
        TryGetMode(handle, out uint mode) && (mode & CreateOptions.FILE_SYNCHRONOUS_IO_ALERT) != 0;

    private static bool TryGetMode(nint handle, out uint mode)
    {
        const uint FileModeInformation = 16;
        IO_STATUS_BLOCK result;
        uint found = 0;
        bool isKnown = NtStatus.IsSuccess(Query(handle, &result, &found, sizeof(uint), FileModeInformation));
        mode = found;
        return isKnown;
    }

    /// <summary>Whether a handle leads to a folder, or to what can't be asked.</summary>
    public static bool IsFolder(nint handle)
    {
        const int directoryFlagOffset = 21, standardInformationBytes = 24; // FILE_STANDARD_INFORMATION.Directory
        IO_STATUS_BLOCK result;
        byte* information = stackalloc byte[standardInformationBytes];
        int status = Query(handle, &result, information, standardInformationBytes, FileInformationClass.FileStandardInformation);
        return !NtStatus.IsSuccess(status) || information[directoryFlagOffset] != 0;
    }

    /// <summary>Makes a folder, in the one around it. Whether it is there then.</summary>
    /// <param name="path">Without a backslash behind it.</param>
    /// <param name="isNew">Whether it wasn't before.</param>
    public static bool MakeFolder(ReadOnlySpan<char> path, out bool isNew)
    {
        const uint FILE_LIST_DIRECTORY = 0x0001, FILE_ATTRIBUTE_NORMAL = 0x80;
        const nuint FILE_CREATED = 2;
        fixed (char* text = path)
        {
            UNICODE_STRING name;
            OBJECT_ATTRIBUTES attributes = Name(text, path.Length, &name);
            IO_STATUS_BLOCK result;
            nint handle;
            var create = new NtCreateFile(HookContext.Original(GateIndex.NtCreateFile));
            int status = create.Invoke(
                &handle, FILE_LIST_DIRECTORY | SYNCHRONIZE, &attributes, &result, null, FILE_ATTRIBUTE_NORMAL, FILE_SHARE_ALL,
                CreateDisposition.FILE_OPEN_IF,
                CreateOptions.FILE_DIRECTORY_FILE | CreateOptions.FILE_SYNCHRONOUS_IO_NONALERT | CreateOptions.FILE_OPEN_FOR_BACKUP_INTENT,
                null, 0);
            isNew = NtStatus.IsSuccess(status) && result.Information == FILE_CREATED;
            if (NtStatus.IsSuccess(status))
                Close(handle);
            return NtStatus.IsSuccess(status);
        }
    }

    /// <summary>Closes a handle that was opened here.</summary>
    public static void Close(nint handle) => new NtClose(HookContext.Original(GateIndex.NtClose)).Invoke(handle);

    /// <summary>Opens a folder to delete it, if nobody else has it open. The caller closes the handle.</summary>
    public static bool TryOpenAloneToDelete(ReadOnlySpan<char> path, out nint handle) =>
        TryOpen(path, DELETE | SYNCHRONIZE, out handle, share: 0);

    /// <summary>
    /// What attributes name, the game's own or complete ones, is opened to be deleted.
    /// The caller closes the handle, which is 0 where the status is no success.
    /// </summary>
    public static int OpenToDelete(OBJECT_ATTRIBUTES* attributes, out nint handle) =>
        Open(attributes, DELETE | SYNCHRONIZE, out handle, FILE_SHARE_ALL);

    private static bool TryOpen(ReadOnlySpan<char> path, uint access, out nint handle, uint share = FILE_SHARE_ALL, uint options = 0)
    {
        fixed (char* text = path)
        {
            UNICODE_STRING name;
            OBJECT_ATTRIBUTES attributes = Name(text, path.Length, &name);
            return NtStatus.IsSuccess(Open(&attributes, access, out handle, share, options));
        }
    }

    private static int Open(OBJECT_ATTRIBUTES* attributes, uint access, out nint handle, uint share, uint options = 0)
    {
        IO_STATUS_BLOCK result;
        nint opened = 0;
        var open = new NtOpenFile(HookContext.Original(GateIndex.NtOpenFile));
        int status = open.Invoke(
            &opened, access, attributes, &result, share,
            options | CreateOptions.FILE_SYNCHRONOUS_IO_NONALERT | CreateOptions.FILE_OPEN_FOR_BACKUP_INTENT);
        handle = NtStatus.IsSuccess(status) ? opened : 0;
        return status;
    }

    private static OBJECT_ATTRIBUTES Name(char* text, int length, UNICODE_STRING* name)
    {
        name->Length = name->MaximumLength = (ushort)(length * sizeof(char));
        name->Buffer = text;
        return new OBJECT_ATTRIBUTES { Length = (uint)sizeof(OBJECT_ATTRIBUTES), ObjectName = name, Attributes = OBJ_CASE_INSENSITIVE };
    }
}
