using System.Runtime.CompilerServices;

namespace Reloaded.VFS.Hooks.Gates;

/// <summary>
/// The time that a thread spends in a handler: its own file calls go straight to the originals, and its last error and status are restored
/// at the end.
/// </summary>
/// <remarks>The gate sets the thread's mark before it lets a call in; the handler clears the mark.</remarks>
internal readonly unsafe ref struct HandlerScope
{
    private readonly nint* _mark;
    private readonly ThreadErrors _errors;

    private HandlerScope(nint* mark, ThreadErrors errors, bool isPathMissing)
    {
        _mark = mark;
        _errors = errors;
        IsPathMissing = isPathMissing;
    }

    /// <summary>
    /// Gets a value indicating whether the gate has made the call already, unchanged, and the original returned
    /// <c>STATUS_OBJECT_PATH_NOT_FOUND</c>.
    /// </summary>
    public bool IsPathMissing { get; }

    /// <summary>Enters the scope. A handler's first statement.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    [SkipLocalsInit]
    public static HandlerScope Enter()
    {
        ThreadErrors errors;
        nint* mark = GateTable.Native.Enter(&errors);
        bool isPathMissing = (*mark & (nint)ThreadMark.NoPath) != 0;
        *mark = (nint)ThreadMark.Inside;
        return new HandlerScope(mark, errors, isPathMissing);
    }

    /// <summary>Leaves the scope. A handler's last action.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Dispose()
    {
        *_errors.LastError = _errors.Error;
        *_errors.LastStatus = _errors.Status;
        *_mark = 0;
    }
}
