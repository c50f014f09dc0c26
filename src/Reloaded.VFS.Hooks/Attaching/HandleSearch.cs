namespace Reloaded.VFS.Hooks.Attaching;

/// <summary>A search that resolves handles, one after the other, on a thread of its own.</summary>
/// <remarks>
/// A handle that wasn't opened for overlapped calls answers only when another thread's call through it is over: if that thread waits for a
/// change of a folder, that may be never. Then this thread is left behind with the question, and another continues.
/// </remarks>
/// <param name="view">The view whose folders are searched.</param>
/// <param name="next">
/// Returns the handle after the given one, the first after zero; receives the system's status for the given one; returns zero at the end.
/// Called by one thread at a time.
/// </param>
internal sealed class HandleSearch(MergedView view, Func<nint, NtStatus, nint> next)
{
    private const int StackBytes = 256 * 1024;
    private const int Pause = 125, MostPauses = 4; // ms; a handle that hasn't answered after so many is left behind

    // Each costs the start that time.
    private const int MostLeftBehind = 4;

    // Never freed if the thread is left behind, which may set it at any time.
    private readonly Signal _done = new(isReset: false);
    private volatile nint _asked;
    // No thread waits for the answer any more: the handle's value may stand for another object by then.
    private volatile bool _isLeft;

    /// <summary>Resolves all handles; returns when they are resolved, or don't answer.</summary>
    public static void Run(MergedView view, Func<nint, NtStatus, nint> next)
    {
        nint asked = 0;
        for (int left = 0; left <= MostLeftBehind; left++)
        {
            var search = new HandleSearch(view, next) { _asked = asked };
            new Thread(search.Ask, StackBytes) { IsBackground = true, Name = "Reloaded VFS handles" }.Start();
            if (search.Await())
            {
                search._done.Dispose();
                return;
            }

            asked = search._asked;
        }
    }

    /// <summary>
    /// Resolves all handles on the calling thread, whose state is <c>Inside</c>: for cases in which no answer waits for another thread's
    /// call.
    /// </summary>
    public static void RunHere(MergedView view, Func<nint, NtStatus, nint> next)
    {
        NtStatus status = NtStatus.STATUS_SUCCESS;
        for (nint handle = next(0, status); handle != 0; handle = next(handle, status))
            status = HandlePaths.Find(handle, view);
    }

    /// <summary>Waits for the search. Returns false if a handle doesn't answer.</summary>
    private bool Await()
    {
        nint last = _asked;
        for (int pauses = 0; pauses < MostPauses; pauses++)
        {
            if (_done.Wait(Pause))
                return true;
            if (_asked != last)
                (last, pauses) = (_asked, -1);
        }

        _isLeft = true;
        return _done.Wait(0);
    }

    private unsafe void Ask()
    {
        nint* mark = GateTable.Native.GetThreadState();
        if (mark is not null)
        {
            *mark |= (nint)ThreadMark.Runtime;
            NtStatus status = NtStatus.STATUS_SUCCESS;
            for (nint handle = next(_asked, status); handle != 0 && !_isLeft; handle = next(handle, status))
            {
                _asked = handle;
                status = HandlePaths.Find(handle, view, () => _isLeft);
                if (_isLeft)
                    return;
            }
        }

        _done.Set();
    }
}
