using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Writing;

/// <summary>What a call asks for that may change what it names.</summary>
/// <param name="MayCreate">Whether it may make what it names.</param>
/// <param name="MakesFolder">Whether what it makes is a folder.</param>
/// <param name="Deletes">Whether it deletes what it names, at once or when its handle is closed.</param>
/// <param name="GivesHandle">Whether it gives a handle, and <paramref name="Open"/> says what it asks for.</param>
/// <param name="Open">What it asks for.</param>
/// <param name="Result">Where the kernel writes what has come of it.</param>
internal readonly record struct ChangeRequest(
    bool MayCreate, bool MakesFolder, bool Deletes, bool GivesHandle, OpenRequest Open, OpenResult Result)
{
    /// <summary>Whether what is there is emptied.</summary>
    public bool Truncates => GivesHandle && Open.Truncates;

    /// <summary>Whether the call asks for a deletion that the system refuses, whatever the name is.</summary>
    public bool IsRefusedDeletion => GivesHandle && Deletes && !RealFiles.TakesDeletion(Open.Access);
}

/// <summary>Where the kernel writes the handle and the outcome of a call: the game's pointers, which may lead anywhere.</summary>
internal readonly unsafe struct OpenResult
{
    private readonly nint* _handle;
    private readonly void* _block;

    /// <summary>Of a call that gives a handle.</summary>
    public OpenResult(nint* handle, void* block)
    {
        _handle = handle;
        _block = block;
    }

    /// <summary>
    /// Whether the call, which may create and has just succeeded, has made what it names: it opens, or empties, what is there already.
    /// </summary>
    public bool HasCreated
    {
        get
        {
            IO_STATUS_BLOCK result;
            return GateTable.Native.TryCopy(&result, _block, (nuint)sizeof(IO_STATUS_BLOCK)) != 0
                && result.Information == CreateResult.FILE_CREATED;
        }
    }

    /// <summary>Reads the handle that a call has just given. False where that can't be read, or it gives none.</summary>
    public bool TryGetHandle(out nint handle)
    {
        handle = 0;
        return _handle is not null && OpenedHandle.TryRead(_handle, out handle);
    }

    /// <summary>Closes the handle that a call has given, which the game isn't to get.</summary>
    public void Close()
    {
        if (TryGetHandle(out nint handle))
            RealFiles.Close(handle);
    }

    /// <summary>
    /// Has what the call has just made look as if it had replaced a file: by the status block, and by the time of its creation.
    /// </summary>
    /// <param name="created">The time at which the replaced file was created, UTC.</param>
    /// <param name="disposition">What the game asked for.</param>
    public void SetReplaced(DateTime created, CreateDisposition disposition)
    {
        if (TryGetHandle(out nint handle))
            RealFiles.SetCreationTime(handle, created);
        var result = new IO_STATUS_BLOCK
        {
            Information = disposition == CreateDisposition.FILE_SUPERSEDE ? CreateResult.FILE_SUPERSEDED : CreateResult.FILE_OVERWRITTEN,
        };
        GateTable.Native.TryCopy(_block, &result, (nuint)sizeof(IO_STATUS_BLOCK));
    }
}
