using System.Runtime.InteropServices;
using Reloaded.VFS.Hooks.Children;
using Reloaded.VFS.Interop.Entering;

namespace Reloaded.VFS.Dll.Children;

/// <summary>A child process whose main thread is to start the VFS: waits for the result and reports a failure.</summary>
/// <remarks>
/// If the creator resumes the child itself, a thread of the system's pool queries the child once a second until the start has run or the
/// child has ended; no thread blocks.
/// </remarks>
/// <param name="entry">The entry in the child; disposed of by this object.</param>
/// <param name="process">A process handle owned by this object.</param>
/// <param name="processId">The child's id.</param>
/// <param name="said">Receives why the child runs without mods, or didn't run: a sentence without a full stop.</param>
/// <param name="suspended">The processes that this one started suspended.</param>
internal sealed unsafe class ChildStart(IPendingEntry entry, nint process, uint processId, Action<string, bool> said,
    SuspendedChildren suspended) : IChildStart
{
    /// <summary>The exit code of a child that must not run without its mods, as with <c>rvfs run --strict</c>.</summary>
    public const uint StoppedExitCode = 124;

    // The time after which the creator stops waiting; the child goes on meanwhile.
    private const uint WaitMilliseconds = 30_000;

    private const uint AskMilliseconds = 1000;

    private nint _wait;

    public void AboutToRun() => entry.AboutToRun();

    public void Resumed()
    {
        nint* handles = stackalloc nint[2] { entry.Done, process };
        long until = Environment.TickCount64 + WaitMilliseconds;
        WaitResult ended;
        do
        {
            ended = Kernel32.WaitForMultipleObjects(2, handles, 0, (uint)Math.Max(0, until - Environment.TickCount64));
            if (TryFinish())
            {
                Dispose();
                return;
            }
        }
        while (ended == WaitResult.WAIT_OBJECT_0);

        LeftSuspended();
    }

    public void LeftSuspended()
    {
        if (entry is ProcessEntry own)
            suspended.Add(processId, own);
        GCHandle<ChildStart> handle = new(this);
        if (!TryAskLater(handle))
            Finish(handle);
    }

    /// <summary>Called on a thread of the system's pool, of which the VFS must see nothing. One call at a time for each child.</summary>
    [UnmanagedCallersOnly]
    private static void Asked(nint context, byte timedOut)
    {
        nint* mark = NativeImports.rvfs_native_get_thread_state();
        if (mark is null)
            return;
        nint old = *mark;
        *mark |= (nint)ThreadMark.Inside;
        GCHandle<ChildStart> handle = GCHandle<ChildStart>.FromIntPtr(context);
        ChildStart child = handle.Target;
        try
        {
            // The callback may run before the function that registers it has returned.
            SpinWait spin = default;
            while (Volatile.Read(ref child._wait) == 0)
                spin.SpinOnce();
            _ = Kernel32.UnregisterWait(Interlocked.Exchange(ref child._wait, 0));
            if (child.TryFinish() || !child.TryAskLater(handle))
                child.Finish(handle);
        }
        catch (Exception)
        {
            // A failure to report isn't retried.
        }

        *mark = old;
    }

    private bool TryAskLater(GCHandle<ChildStart> handle)
    {
        nint wait = 0;
        if (Kernel32.RegisterWaitForSingleObject(&wait, entry.Done, &Asked, GCHandle<ChildStart>.ToIntPtr(handle), AskMilliseconds,
            Kernel32.WT_EXECUTEONLYONCE) == 0)
            return false;
        Volatile.Write(ref _wait, wait);
        return true;
    }

    private void Finish(GCHandle<ChildStart> handle)
    {
        handle.Dispose();
        Dispose();
    }

    private bool TryFinish() => entry.TryFinish(said);

    private void Dispose()
    {
        // While the handle is open, no other process gets this id.
        suspended.Remove(processId);
        entry.Dispose();
        _ = Kernel32.CloseHandle(process);
    }
}
