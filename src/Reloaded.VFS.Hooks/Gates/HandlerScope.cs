using System.Runtime.CompilerServices;

namespace Reloaded.VFS.Hooks.Gates;

/// <summary>
/// The time that a thread spends in a handler: its own file calls go straight to the originals meanwhile, and the errors that its last
/// calls have left are at the end what they were at the beginning, as the originals leave them. The gate sets the mark before it lets a
/// call in; the handler takes it back.
/// </summary>
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
    /// Whether the gate has made the call already, as it came, and the original has said <c>STATUS_OBJECT_PATH_NOT_FOUND</c>.
    /// </summary>
    public bool IsPathMissing { get; }

    /// <summary>The handler's first statement.</summary>
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

    /// <summary>The handler's last.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Dispose()
    {
        *_errors.LastError = _errors.Error;
        *_errors.LastStatus = _errors.Status;
        *_mark = 0;
    }
}
