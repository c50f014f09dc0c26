namespace Reloaded.VFS.Hooks.Writing;

/// <summary>A call of <c>NtSetInformationFile</c>, with the game's arguments; the pointers may be invalid.</summary>
/// <param name="block">The status block.</param>
/// <param name="length">The length of the information, in bytes.</param>
internal readonly unsafe struct SetCall(nint handle, void* block, void* information, uint length, FILE_INFORMATION_CLASS informationClass)
{
    public nint Handle => handle;

    /// <summary>Gets the pointer to the status block.</summary>
    public void* Block => block;

    public void* Information => information;

    /// <summary>Gets the length of <see cref="Information"/>, in bytes.</summary>
    public uint Length => length;

    public FILE_INFORMATION_CLASS Class => informationClass;

    /// <summary>Calls the original with the game's arguments.</summary>
    public NtStatus Invoke() => RealFiles.Set(handle, block, information, length, informationClass);

    /// <summary>Writes success to the game's status block if the call has succeeded.</summary>
    public void SetDone(NtStatus status)
    {
        IO_STATUS_BLOCK result = default;
        if (status.IsSuccess())
            GateTable.Native.TryCopy(block, &result, (nuint)sizeof(IO_STATUS_BLOCK));
    }
}

/// <summary>The request of a call that sets a file's or folder's disposition (<c>FileDispositionInformation</c>, <c>Ex</c>).</summary>
/// <param name="flags">The flags; only the first in the plain class.</param>
internal readonly unsafe struct Disposition(DispositionFlags flags)
{
    /// <summary>Gets a value indicating whether the system has one disposition for a file, or folder, whatever handle sets it.</summary>
    /// <remarks>Wine has one for each handle, and deletes the file, with its last handle, if one of them requests that.</remarks>
    public static bool IsOfFile => !NtFunctions.IsWine;

    public DispositionFlags Flags => flags;

    /// <summary>Gets a value indicating whether the file is to be deleted; otherwise an earlier deletion is withdrawn.</summary>
    public bool Deletes => (flags & DispositionFlags.FILE_DISPOSITION_DELETE) != 0;

    /// <summary>Gets a value indicating whether the name is removed at once, and not with the last handle.</summary>
    public bool IsAtOnce => (flags & DispositionFlags.FILE_DISPOSITION_POSIX_SEMANTICS) != 0;

    /// <summary>Gets a value indicating whether a read-only file is deleted, too.</summary>
    public bool IgnoresReadOnly => (flags & DispositionFlags.FILE_DISPOSITION_IGNORE_READONLY_ATTRIBUTE) != 0;

    /// <summary>Reads the game's request. Returns false if the kernel would refuse it.</summary>
    public static bool TryRead(in SetCall call, out Disposition disposition)
    {
        DispositionFlags flags = 0;
        int bytes = call.Class == FILE_INFORMATION_CLASS.FileDispositionInformation ? sizeof(byte) : sizeof(uint);
        bool isRead = call.Length >= bytes && GateTable.Native.TryCopy(&flags, call.Information, (nuint)bytes) != 0;
        // The plain class has a BOOLEAN.
        disposition = new Disposition(bytes == sizeof(byte) && flags != 0 ? DispositionFlags.FILE_DISPOSITION_DELETE : flags);
        return isRead;
    }
}
