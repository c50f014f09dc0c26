namespace Reloaded.VFS.Hooks.Originals;

/// <summary>A handler's own file operations by the originals, on real paths in NT form (<c>\??\C:\mods\a</c>).</summary>
internal static unsafe class RealFiles
{
    /// <summary>Opens a file or folder to query it, with no access that a share mode could refuse. The caller closes the handle.</summary>
    public static bool TryOpen(ReadOnlySpan<char> path, out nint handle) =>
        Open(path, AccessMask.FILE_READ_ATTRIBUTES, ShareAccess.All, out handle).IsSuccess();

    /// <summary>Opens a file or folder with an access and a share mode. The caller closes the handle, which is 0 on failure.</summary>
    public static NtStatus Open(ReadOnlySpan<char> path, AccessMask access, ShareAccess share, out nint handle, CreateOptions options = 0)
    {
        fixed (char* text = path)
        {
            UNICODE_STRING name;
            OBJECT_ATTRIBUTES attributes = Name(text, path.Length, &name);
            return Open(&attributes, access, out handle, share, options);
        }
    }

    /// <summary>Opens a folder, so that names can be relative to it. The caller closes the handle.</summary>
    public static bool TryOpenFolder(ReadOnlySpan<char> path, out nint handle) =>
        Open(path, AccessMask.FILE_TRAVERSE | AccessMask.FILE_READ_ATTRIBUTES, ShareAccess.All, out handle,
            CreateOptions.FILE_DIRECTORY_FILE).IsSuccess();

    /// <summary>
    /// Opens the object of attributes (the game's own or complete ones) to query it. The caller closes the handle, which is 0 on failure.
    /// </summary>
    /// <param name="ways">The options that select the object: by an id, or the link itself.</param>
    public static bool TryOpen(OBJECT_ATTRIBUTES* attributes, CreateOptions ways, out nint handle) =>
        Open(attributes, AccessMask.FILE_READ_ATTRIBUTES, out handle, ShareAccess.All, ways).IsSuccess();

    /// <summary>Determines whether a handle with this access may change a file: its content, attributes, name, owner or rights.</summary>
    public static bool MayChange(AccessMask access)
    {
        const AccessMask changing = AccessMask.FILE_WRITE_DATA | AccessMask.FILE_APPEND_DATA | AccessMask.FILE_WRITE_EA
            | AccessMask.FILE_WRITE_ATTRIBUTES | AccessMask.DELETE | AccessMask.WRITE_DAC | AccessMask.WRITE_OWNER
            | AccessMask.MAXIMUM_ALLOWED | AccessMask.GENERIC_ALL | AccessMask.GENERIC_WRITE;
        return (access & changing) != 0;
    }

    public static bool Exists(ReadOnlySpan<char> path) => TryGetBasicInformation(path, out _);

    /// <summary>Determines whether the object of attributes (the game's own or complete ones) exists.</summary>
    public static bool Exists(OBJECT_ATTRIBUTES* attributes) => OpinionOf(attributes).IsSuccess();

    /// <summary>Asks the system whether a file or folder may be opened; nothing stays open.</summary>
    public static NtStatus OpinionOf(ReadOnlySpan<char> path, AccessMask access, ShareAccess share)
    {
        NtStatus status = Open(path, access, share, out nint handle);
        if (status.IsSuccess())
            Close(handle);
        return status;
    }

    /// <summary>Returns the system's status for a query of the attributes of what <paramref name="attributes"/> name.</summary>
    public static NtStatus OpinionOf(OBJECT_ATTRIBUTES* attributes)
    {
        FILE_BASIC_INFORMATION information;
        return QueryAttributes(attributes, &information);
    }

    public static bool IsFolder(ReadOnlySpan<char> path) => (AttributesOf(path) & FileAttributes.Directory) != 0;

    /// <summary>Determines whether a file exists; false for a folder.</summary>
    public static bool IsFile(ReadOnlySpan<char> path) =>
        TryGetBasicInformation(path, out FILE_BASIC_INFORMATION found) && (found.FileAttributes & FileAttributes.Directory) == 0;

    /// <inheritdoc cref="IsFile(ReadOnlySpan{char})"/>
    public static bool IsFile(OBJECT_ATTRIBUTES* attributes)
    {
        FILE_BASIC_INFORMATION found;
        return QueryAttributes(attributes, &found).IsSuccess() && (found.FileAttributes & FileAttributes.Directory) == 0;
    }

    /// <summary>Determines whether a query of attributes succeeded and returned a file. They may be in the game's own memory.</summary>
    public static bool IsFile(NtStatus status, void* information, int attributesOffset)
    {
        FileAttributes attributes;
        return status.IsSuccess()
            && GateTable.Native.TryCopy(&attributes, (byte*)information + attributesOffset, sizeof(FileAttributes)) != 0
            && (attributes & FileAttributes.Directory) == 0;
    }

    /// <summary>Returns the attributes of a file or folder; 0 if nothing is there.</summary>
    public static FileAttributes AttributesOf(ReadOnlySpan<char> path) =>
        TryGetBasicInformation(path, out FILE_BASIC_INFORMATION found) ? found.FileAttributes : 0;

    /// <summary>Determines whether a file or folder exists and is read-only.</summary>
    public static bool IsReadOnly(ReadOnlySpan<char> path) => (AttributesOf(path) & FileAttributes.ReadOnly) != 0;

    /// <summary>Reads the times and attributes of a file or folder. Returns false if nothing is there.</summary>
    public static bool TryGetBasicInformation(ReadOnlySpan<char> path, out FILE_BASIC_INFORMATION information)
    {
        fixed (char* text = path)
        fixed (FILE_BASIC_INFORMATION* found = &information)
        {
            UNICODE_STRING name;
            OBJECT_ATTRIBUTES attributes = Name(text, path.Length, &name);
            return QueryAttributes(&attributes, found).IsSuccess();
        }
    }

    /// <summary>Reads the times and attributes of a handle's file or folder. Returns false if the system refuses.</summary>
    public static bool TryGetBasicInformation(nint handle, out FILE_BASIC_INFORMATION information)
    {
        IO_STATUS_BLOCK result;
        fixed (FILE_BASIC_INFORMATION* found = &information)
        {
            return Query(handle, &result, found, (uint)sizeof(FILE_BASIC_INFORMATION), FILE_INFORMATION_CLASS.FileBasicInformation)
                .IsSuccess();
        }
    }

    /// <summary>Reads the sizes and the state of a handle's file or folder. Returns false if the system refuses.</summary>
    public static bool TryGetStandardInformation(nint handle, out FILE_STANDARD_INFORMATION information)
    {
        IO_STATUS_BLOCK result;
        fixed (FILE_STANDARD_INFORMATION* found = &information)
        {
            return Query(handle, &result, found, (uint)sizeof(FILE_STANDARD_INFORMATION), FILE_INFORMATION_CLASS.FileStandardInformation)
                .IsSuccess();
        }
    }

    /// <summary>Reads the id of a handle's file or folder on its volume. Returns false if the system refuses.</summary>
    public static bool TryGetId(nint handle, out long id)
    {
        IO_STATUS_BLOCK result;
        fixed (long* found = &id)
            return Query(handle, &result, found, sizeof(long), FILE_INFORMATION_CLASS.FileInternalInformation).IsSuccess();
    }

    /// <summary>Reads the number of a file's names, and its id on its volume. Returns false if it can't be queried.</summary>
    public static bool TryGetLinks(ReadOnlySpan<char> path, out uint links, out long id)
    {
        (links, id) = (0, 0);
        if (!TryOpen(path, out nint handle))
            return false;
        bool isKnown = TryGetStandardInformation(handle, out FILE_STANDARD_INFORMATION information) && TryGetId(handle, out id);
        Close(handle);
        links = isKnown ? information.NumberOfLinks : 0;
        return isKnown;
    }

    private static NtStatus QueryAttributes(OBJECT_ATTRIBUTES* attributes, FILE_BASIC_INFORMATION* information) =>
        new NtQueryAttributesFile(GateTable.Original(GateIndex.NtQueryAttributesFile)).Invoke(attributes, information);

    /// <summary>
    /// Determines whether the system accepts <c>FILE_DELETE_ON_CLOSE</c> with an access: Windows requires <c>DELETE</c> itself; Wine also
    /// accepts generic all access.
    /// </summary>
    public static bool AcceptsDeletion(AccessMask access) =>
        (access & AccessMask.DELETE) != 0 || ((access & AccessMask.GENERIC_ALL) != 0 && NtFunctions.IsWine);

    /// <summary>
    /// Returns the options without <c>FILE_DELETE_ON_CLOSE</c>, for files that the VFS deletes itself. The option stays if the system
    /// refuses it with this access, so that the system refuses the call.
    /// </summary>
    public static CreateOptions WithoutDeletion(AccessMask access, CreateOptions createOptions) =>
        AcceptsDeletion(access) ? createOptions & ~CreateOptions.FILE_DELETE_ON_CLOSE : createOptions;

    /// <summary>Determines whether an open may request a folder only: Windows refuses that together with other options.</summary>
    public static bool AcceptsFolderOption(CreateOptions createOptions)
    {
        const CreateOptions compatible = CreateOptions.FILE_DIRECTORY_FILE | CreateOptions.FILE_WRITE_THROUGH
            | CreateOptions.FILE_SYNCHRONOUS_IO_ALERT | CreateOptions.FILE_SYNCHRONOUS_IO_NONALERT | CreateOptions.FILE_DELETE_ON_CLOSE
            | CreateOptions.FILE_OPEN_FOR_BACKUP_INTENT
            | CreateOptions.FILE_OPEN_REPARSE_POINT;
        return (createOptions & ~compatible) == 0;
    }

    /// <summary>Opens a file or folder to delete or rename it. The caller closes the handle.</summary>
    public static bool TryOpenToDelete(ReadOnlySpan<char> path, out nint handle) =>
        Open(path, AccessMask.DELETE, ShareAccess.All, out handle).IsSuccess();

    /// <summary>Renames the object of a handle with <c>DELETE</c> access. The new name must be free. Returns true on success.</summary>
    public static bool Rename(nint handle, string path)
    {
        IO_STATUS_BLOCK result;
        return Rename(handle, path, RenameFlags.None, &result, FILE_INFORMATION_CLASS.FileRenameInformation).IsSuccess();
    }

    /// <summary>Renames, or makes a hard link, with the flags and the class of a call. Returns the status.</summary>
    public static NtStatus Rename(nint handle, string path, RenameFlags flags, void* ioStatusBlock,
        FILE_INFORMATION_CLASS informationClass)
    {
        int bytes = path.Length * sizeof(char), offset = FILE_RENAME_INFORMATION.NameOffset;
        // As large as the padded structure, which some file systems require.
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

    /// <summary>Deletes a file or an empty folder. Returns true on success.</summary>
    public static bool Delete(ReadOnlySpan<char> path)
    {
        if (!TryOpenToDelete(path, out nint handle))
            return false;
        bool deleted = DeleteAtClose(handle).IsSuccess();
        Close(handle);
        return deleted;
    }

    /// <summary>Marks the object of a handle with <c>DELETE</c> access for deletion when its last handle is closed.</summary>
    public static NtStatus DeleteAtClose(nint handle)
    {
        byte delete = 1;
        IO_STATUS_BLOCK result;
        return Set(handle, &result, &delete, sizeof(byte), FILE_INFORMATION_CLASS.FileDispositionInformation);
    }

    /// <summary>Sets a file's creation time. Does nothing if the handle lacks the access.</summary>
    /// <param name="created">The time, in UTC.</param>
    public static void SetCreationTime(nint handle, DateTime created)
    {
        IO_STATUS_BLOCK result;
        FILE_BASIC_INFORMATION information = new() { CreationTime = created.ToFileTimeUtc() };
        Set(handle, &result, &information, (uint)sizeof(FILE_BASIC_INFORMATION), FILE_INFORMATION_CLASS.FileBasicInformation);
    }

    public static NtStatus Set(
        nint handle, void* ioStatusBlock, void* information, uint length, FILE_INFORMATION_CLASS informationClass) =>
        new NtSetInformationFile(GateTable.Original(GateIndex.NtSetInformationFile)).Invoke(
            handle, ioStatusBlock, information, length, informationClass);

    public static NtStatus Query(
        nint handle, void* ioStatusBlock, void* information, uint length, FILE_INFORMATION_CLASS informationClass) =>
        new NtQueryInformationFile(GateTable.Original(GateIndex.NtQueryInformationFile)).Invoke(
            handle, ioStatusBlock, information, length, informationClass);

    /// <summary>Reads the access that a handle has. Returns false if the system refuses.</summary>
    public static bool TryGetAccess(nint handle, out AccessMask access)
    {
        IO_STATUS_BLOCK result;
        AccessMask granted = 0;
        bool isTold = Query(handle, &result, &granted, sizeof(AccessMask), FILE_INFORMATION_CLASS.FileAccessInformation).IsSuccess();
        access = granted;
        return isTold;
    }

    /// <summary>Determines whether a file was opened for overlapped calls.</summary>
    public static bool IsAsynchronous(nint handle)
    {
        const CreateOptions synchronous = CreateOptions.FILE_SYNCHRONOUS_IO_ALERT | CreateOptions.FILE_SYNCHRONOUS_IO_NONALERT;
        return TryGetMode(handle, out CreateOptions mode) && (mode & synchronous) == 0;
    }

    /// <summary>Determines whether an APC interrupts calls on a file.</summary>
    public static bool IsAlertable(nint handle) =>
        TryGetMode(handle, out CreateOptions mode) && (mode & CreateOptions.FILE_SYNCHRONOUS_IO_ALERT) != 0;

    private static bool TryGetMode(nint handle, out CreateOptions mode)
    {
        IO_STATUS_BLOCK result;
        CreateOptions found = 0;
        bool isKnown = Query(handle, &result, &found, sizeof(CreateOptions), FILE_INFORMATION_CLASS.FileModeInformation).IsSuccess();
        mode = found;
        return isKnown;
    }

    /// <summary>Determines whether a handle leads to a folder. Returns true if it can't be queried.</summary>
    public static bool IsFolder(nint handle) =>
        !TryGetStandardInformation(handle, out FILE_STANDARD_INFORMATION information) || information.Directory != 0;

    /// <summary>Creates a folder in an existing one. Returns true if the folder exists afterwards.</summary>
    /// <param name="path">The path, without a trailing backslash.</param>
    /// <param name="isNew">True if the folder didn't exist before.</param>
    public static bool MakeFolder(ReadOnlySpan<char> path, out bool isNew)
    {
        fixed (char* text = path)
        {
            UNICODE_STRING name;
            OBJECT_ATTRIBUTES attributes = Name(text, path.Length, &name);
            IO_STATUS_BLOCK result;
            nint handle;
            var create = new NtCreateFile(GateTable.Original(GateIndex.NtCreateFile));
            NtStatus status = create.Invoke(
                &handle, AccessMask.FILE_LIST_DIRECTORY | AccessMask.SYNCHRONIZE, &attributes, &result, null, FileAttributes.Normal,
                ShareAccess.All, CreateDisposition.FILE_OPEN_IF,
                CreateOptions.FILE_DIRECTORY_FILE | CreateOptions.FILE_SYNCHRONOUS_IO_NONALERT | CreateOptions.FILE_OPEN_FOR_BACKUP_INTENT,
                null, 0);
            isNew = status.IsSuccess() && result.Information == CreateResult.FILE_CREATED;
            if (status.IsSuccess())
                Close(handle);
            return status.IsSuccess();
        }
    }

    /// <summary>Closes a handle that this class opened.</summary>
    public static void Close(nint handle) => new NtClose(GateTable.Original(GateIndex.NtClose)).Invoke(handle);

    /// <summary>Opens a folder to delete it, if no other handle has it open. The caller closes the handle.</summary>
    public static bool TryOpenAloneToDelete(ReadOnlySpan<char> path, out nint handle) =>
        Open(path, AccessMask.DELETE, ShareAccess.None, out handle).IsSuccess();

    /// <summary>
    /// Opens the object of attributes (the game's own or complete ones) to delete it. The caller closes the handle, which is 0 on failure.
    /// </summary>
    public static NtStatus OpenToDelete(OBJECT_ATTRIBUTES* attributes, out nint handle) =>
        Open(attributes, AccessMask.DELETE, out handle, ShareAccess.All);

    /// <summary>Opens the object of attributes for synchronous calls. The caller closes the handle, which is 0 on failure.</summary>
    public static NtStatus Open(
        OBJECT_ATTRIBUTES* attributes, AccessMask access, out nint handle, ShareAccess share, CreateOptions options = 0)
    {
        IO_STATUS_BLOCK result;
        nint opened = 0;
        var open = new NtOpenFile(GateTable.Original(GateIndex.NtOpenFile));
        NtStatus status = open.Invoke(
            &opened, access | AccessMask.SYNCHRONIZE, attributes, &result, share,
            options | CreateOptions.FILE_SYNCHRONOUS_IO_NONALERT | CreateOptions.FILE_OPEN_FOR_BACKUP_INTENT);
        handle = status.IsSuccess() ? opened : 0;
        return status;
    }

    /// <summary>Returns attributes for a path, which must not move.</summary>
    public static OBJECT_ATTRIBUTES Name(char* text, int length, UNICODE_STRING* name)
    {
        name->Length = name->MaximumLength = (ushort)(length * sizeof(char));
        name->Buffer = text;
        return new OBJECT_ATTRIBUTES
        {
            Length = (uint)sizeof(OBJECT_ATTRIBUTES),
            ObjectName = name,
            Attributes = ObjectAttributeFlags.OBJ_CASE_INSENSITIVE,
        };
    }
}

/// <summary>Names for new files, each of which no other process uses, and no other call in this one.</summary>
internal static class UniqueName
{
    // Two processes may have the same id if each has a Wine server of its own.
    private static readonly string s_process = $"{Environment.ProcessId:x}-{Guid.NewGuid().ToString("N")[..8]}";
    private static int s_count;

    /// <summary>Returns a new name: hexadecimal numbers with hyphens between them.</summary>
    public static string Next() => $"{s_process}-{Interlocked.Increment(ref s_count):x}";
}
