namespace Reloaded.VFS.Hooks.Writing;

/// <summary>The request of a call that may change what it names.</summary>
/// <param name="MayCreate">True if the call may create what it names.</param>
/// <param name="MakesFolder">True if what the call creates is a folder.</param>
/// <param name="Deletes">True if the call deletes what it names, at once or when its handle is closed.</param>
/// <param name="GivesHandle">True if the call gives a handle, with <paramref name="Open"/> as its request.</param>
/// <param name="Result">The pointers to which the kernel writes the result.</param>
internal readonly record struct ChangeRequest(
    bool MayCreate, bool MakesFolder, bool Deletes, bool GivesHandle, OpenRequest Open, OpenResult Result)
{
    public bool Truncates => GivesHandle && Open.Truncates;

    /// <summary>Gets a value indicating whether the call deletes what it names, or gives a handle to delete or rename it by.</summary>
    public bool MayDelete =>
        Deletes || (GivesHandle && (Open.Access & (AccessMask.DELETE | AccessMask.GENERIC_ALL | AccessMask.MAXIMUM_ALLOWED)) != 0);

    /// <summary>Gets a value indicating whether the call truncates a file, or gives a handle by which its content can be written.</summary>
    public bool MayWrite => Truncates || (GivesHandle && !MakesFolder && (Open.Options & CreateOptions.FILE_DIRECTORY_FILE) == 0
        && (Open.Access & (AccessMask.FILE_WRITE_DATA | AccessMask.FILE_APPEND_DATA | AccessMask.GENERIC_WRITE | AccessMask.GENERIC_ALL)) != 0);

    /// <summary>Gets a value indicating whether the call requests a deletion that the system refuses, whatever the name is.</summary>
    public bool IsRefusedDeletion => GivesHandle && Deletes && !RealFiles.AcceptsDeletion(Open.Access);
}

/// <summary>The pointers to which the kernel writes the handle and the result of a call: the game's, which may be invalid.</summary>
/// <param name="givenHandle">The pointer to the handle; null if the call gives none.</param>
/// <param name="block">The pointer to the status block.</param>
internal readonly unsafe struct OpenResult(nint* givenHandle, void* block)
{
    /// <summary>
    /// Gets a value indicating whether the call, which may create and has just succeeded, created what it names, and didn't open or
    /// truncate an existing file.
    /// </summary>
    public bool HasCreated
    {
        get
        {
            IO_STATUS_BLOCK result;
            return GateTable.Native.TryCopy(&result, block, (nuint)sizeof(IO_STATUS_BLOCK)) != 0
                && result.Information == CreateResult.FILE_CREATED;
        }
    }

    /// <summary>Reads the handle that a call has just given. Returns false if the handle can't be read, or the call gives none.</summary>
    public bool TryGetHandle(out nint handle)
    {
        handle = 0;
        return givenHandle is not null && OpenedHandle.TryRead(givenHandle, out handle);
    }

    /// <summary>Closes the handle that a call has given, which the game must not get.</summary>
    public void Close()
    {
        if (TryGetHandle(out nint handle))
            RealFiles.Close(handle);
    }

    /// <summary>Makes a newly created file look as if it had replaced another, by the status block and the creation time.</summary>
    /// <param name="created">The creation time of the replaced file, UTC.</param>
    /// <param name="disposition">The game's disposition.</param>
    public void SetReplaced(DateTime created, CreateDisposition disposition)
    {
        if (TryGetHandle(out nint handle))
            RealFiles.SetCreationTime(handle, created);
        var result = new IO_STATUS_BLOCK
        {
            Information = disposition == CreateDisposition.FILE_SUPERSEDE ? CreateResult.FILE_SUPERSEDED : CreateResult.FILE_OVERWRITTEN,
        };
        GateTable.Native.TryCopy(block, &result, (nuint)sizeof(IO_STATUS_BLOCK));
    }
}

/// <summary>The request of an open.</summary>
/// <param name="Share">The share mode.</param>
internal readonly record struct OpenRequest(
    AccessMask Access, ShareAccess Share, CreateDisposition Disposition, CreateOptions Options)
{
    public bool Truncates => Disposition
        is CreateDisposition.FILE_SUPERSEDE or CreateDisposition.FILE_OVERWRITE or CreateDisposition.FILE_OVERWRITE_IF;

    /// <summary>Returns the request without the deletion when the handle is closed.</summary>
    public OpenRequest WithoutDeletion() => this with { Options = RealFiles.WithoutDeletion(Access, Options) };
}
