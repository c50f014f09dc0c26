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

    private HandlerScope(nint* mark, ThreadErrors errors)
    {
        _mark = mark;
        _errors = errors;
    }

    /// <summary>The handler's first statement.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    [SkipLocalsInit]
    public static HandlerScope Enter()
    {
        ThreadErrors errors;
        nint* mark = GateTable.Native.Enter(&errors);
        *mark = (nint)ThreadMark.Inside;
        return new HandlerScope(mark, errors);
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
