using System.Runtime.InteropServices;
using Reloaded.VFS.Dll.Runtime;
using Reloaded.VFS.Hooks.Children;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Interop.Entering;
using Reloaded.VFS.Interop.Win32;

namespace Reloaded.VFS.Dll.Children;

/// <summary>
/// A child whose main thread is to start the VFS: finds out what that came to, and says where it failed. Where the creator resumes the
/// child itself, it is asked for by a thread of the system's pool, once a second, until it has run or ended; no thread waits.
/// </summary>
/// <param name="entry">In the child; this object's to dispose of.</param>
/// <param name="process">A handle of this object's own.</param>
/// <param name="processId">The child's id.</param>
/// <param name="said">Takes why the child runs without mods, or didn't run: a sentence without its full stop.</param>
internal sealed unsafe class ChildStart(ProcessEntry entry, nint process, uint processId, Action<string, bool> said) : IChildStart
{
    /// <summary>What a child ends with that isn't to run without its mods: as <c>rvfs run --strict</c> does.</summary>
    public const uint StoppedExitCode = 124;

    // Whoever starts it waits so long at most; the child goes on meanwhile.
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
        SuspendedChildren.Current?.Add(processId, entry);
        GCHandle<ChildStart> handle = new(this);
        if (!TryAskLater(handle))
            Finish(handle);
    }

    /// <summary>On a thread of the system's pool, of which the VFS must see nothing. One call at a time for each child.</summary>
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
            // It may be called before the call that registers it has returned.
            SpinWait spin = default;
            while (Volatile.Read(ref child._wait) == 0)
                spin.SpinOnce();
            _ = Kernel32.UnregisterWait(Interlocked.Exchange(ref child._wait, 0));
            if (child.TryFinish() || !child.TryAskLater(handle))
                child.Finish(handle);
        }
        catch (Exception)
        {
            // What couldn't be said isn't asked for again.
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

    /// <summary>Whether there is a result, or nothing to wait for any more; says what the user should know.</summary>
    private bool TryFinish()
    {
        if (entry.TryRead(out EntryRequest request))
        {
            bool stops = request.Flags.HasFlag(EntryFlags.Stop);
            switch (request.State)
            {
                case EntryState.NotLoaded:
                    // Without the DLL nothing would put its imports back.
                    bool ends = stops || request.Flags.HasFlag(EntryFlags.Withheld);
                    // Before whoever waits for the child can end this process.
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

        // Its memory goes before the process says that it has ended.
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
        // While the handle is open, no other process has its id.
        SuspendedChildren.Current?.Remove(processId);
        entry.Dispose();
        _ = Kernel32.CloseHandle(process);
    }
}
