using System.Runtime.CompilerServices;

namespace Reloaded.VFS.Hooks;

/// <summary>
/// The time that a thread spends in a handler: its own file calls go straight to the originals meanwhile. The gate sets the mark before it
/// lets a call in; the handler takes it back.
/// </summary>
internal readonly unsafe ref struct HandlerScope
{
    private readonly nint* _mark;

    private HandlerScope(nint* mark) => _mark = mark;

    /// <summary>The handler's first statement.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static HandlerScope Enter()
    {
        nint* mark = HookContext.Native.GetThreadState();
        *mark = (nint)Engine.ThreadMark.Inside;
        return new HandlerScope(mark);
    }

    /// <summary>The handler's last.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Dispose() => *_mark = 0;
}
