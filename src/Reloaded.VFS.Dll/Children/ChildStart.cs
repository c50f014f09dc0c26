using System.Runtime.InteropServices;
using Reloaded.VFS.Dll.Runtime;
using Reloaded.VFS.Hooks.Children;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Interop.Entering;
using Reloaded.VFS.Interop.Win32;

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
internal sealed unsafe class ChildStart(ProcessEntry entry, nint process, uint processId, Action<string, bool> said,
    SuspendedChildren suspended) : IChildStart
{
    /// <summary>The exit code of a child that must not run without its mods, as with <c>rvfs run --strict</c>.</summary>
    public const uint StoppedExitCode = 124;

    // The time after which the creator stops waiting; the child goes on meanwhile.
    private const uint WaitMilliseconds = 30_000;

    private const uint AskMilliseconds = 1000;

    private const uint EndMilliseconds = 1000;

    private nint _wait;

    /// <inheritdoc/>
    public void AboutToRun() => entry.AboutToRun();

    /// <inheritdoc/>
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

    /// <inheritdoc/>
    public void LeftSuspended()
    {
        suspended.Add(processId, entry);
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

    /// <summary>Returns true if there is a result, or nothing to wait for any more; reports what the user should know.</summary>
    private bool TryFinish()
    {
        if (entry.TryRead(out EntryRequest request))
        {
            bool stops = request.Flags.HasFlag(EntryFlags.Stop);
            switch (request.State)
            {
                case EntryState.NotLoaded:
                    // Without the DLL nothing would restore its imports.
                    bool ends = stops || request.Flags.HasFlag(EntryFlags.Withheld);
                    // Before the process that waits for the child can end this one.
                    said($"the DLL couldn't be loaded into it{CauseOf(request.Status)}", ends);
                    if (ends)
                        _ = Kernel32.TerminateProcess(process, request.ExitCode);
                    else
                        entry.LetGo();
                    return true;
                case EntryState.Done when request.Imported < 0:
                    said(WhyNotImported(request.Imported), true);
                    return true;
                case EntryState.Done when request.Status < 0:
                    said($"the VFS didn't start in it (status {request.Status})", stops);
                    return true;
                case EntryState.Done:
                    return true;
                default:
                    return HasEnded();
            }
        }

        // A process's memory disappears before the process counts as ended.
        uint code = 0;
        bool hasEnded = Kernel32.WaitForSingleObject(process, EndMilliseconds) == WaitResult.WAIT_OBJECT_0;
        if (hasEnded && Kernel32.GetExitCodeProcess(process, &code) != 0 && code == StoppedExitCode)
            said("its mods couldn't be loaded", true);
        return hasEnded;
    }

    private static string CauseOf(int error) =>
        error == 0 ? "" : $": {Marshal.GetPInvokeErrorMessage(error).TrimEnd('.')} (error {error})";

    private string WhyNotImported(int result) => WithheldImports.FindMissing(entry, result) is { } missing
        ? $"it needs {missing}"
        : $"its DLLs weren't loaded ({WithheldImports.Export} returned {result})";

    private bool HasEnded() => Kernel32.WaitForSingleObject(process, 0) == WaitResult.WAIT_OBJECT_0;

    private void Dispose()
    {
        // While the handle is open, no other process gets this id.
        suspended.Remove(processId);
        entry.Dispose();
        _ = Kernel32.CloseHandle(process);
    }
}
