using Reloaded.VFS.Interop.Entering;
using Reloaded.VFS.Interop.Win32;

namespace Reloaded.VFS.Hooks.Children;

/// <summary>
/// The processes that this one started suspended, and that haven't been seen to start the VFS yet. Thread-safe; threads of the game wait
/// for each other only in calls that start a process, or make a thread in another one.
/// </summary>
/// <param name="count">Where the gate reads how many there are.</param>
public sealed unsafe class SuspendedChildren(int* count)
{
    private readonly Lock _lock = new();

    private readonly Dictionary<uint, ProcessEntry> _entries = [];

    /// <summary>Those of this process; null until processes are followed. Read by any thread.</summary>
    public static volatile SuspendedChildren? Current;

    /// <summary>Takes one in, once or again.</summary>
    /// <param name="processId">Its id. A handle of it must stay open until <see cref="Remove"/>, so that no other process gets the id.
    /// </param>
    /// <param name="entry">What its main thread is to run first.</param>
    public void Add(uint processId, ProcessEntry entry)
    {
        lock (_lock)
        {
            _entries[processId] = entry;
            Volatile.Write(ref *count, _entries.Count);
        }
    }

    /// <summary>Forgets one, if it is here.</summary>
    /// <param name="processId">Its id.</param>
    public void Remove(uint processId)
    {
        lock (_lock)
        {
            _ = _entries.Remove(processId);
            Volatile.Write(ref *count, _entries.Count);
        }
    }

    /// <summary>What a thread of a process has to run first; null where the process isn't one of these. Sets the last error.</summary>
    /// <param name="process">A handle of it, the caller's own. One without a right to query is none of these.</param>
    public ProcessEntry? Find(nint process) => Find(Kernel32.GetProcessId(process));

    /// <summary>Likewise, by one of its threads.</summary>
    /// <param name="thread">A handle of it, the caller's own. One without a right to query is of none of these.</param>
    public ProcessEntry? FindOfThread(nint thread) => Find(Kernel32.GetProcessIdOfThread(thread));

    private ProcessEntry? Find(uint processId)
    {
        lock (_lock)
            return _entries.GetValueOrDefault(processId);
    }
}
