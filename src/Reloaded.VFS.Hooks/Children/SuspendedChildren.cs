using Reloaded.VFS.Interop.Entering;
using Reloaded.VFS.Interop.Win32;

namespace Reloaded.VFS.Hooks.Children;

/// <summary>The processes that this one started suspended, and that haven't been seen to start the VFS yet.</summary>
/// <remarks>Thread-safe; threads of the game wait for each other only in calls that start a process or a thread in one.</remarks>
/// <param name="count">The number of processes, which the gate reads.</param>
public sealed unsafe class SuspendedChildren(int* count)
{
    private readonly Lock _lock = new();

    private readonly Dictionary<uint, ProcessEntry> _entries = [];

    /// <summary>The process's object; null until processes are followed. Read by any thread.</summary>
    public static volatile SuspendedChildren? Current;

    /// <summary>Adds a process, or updates its entry.</summary>
    /// <param name="processId">
    /// The process's id. A handle of the process must stay open until <see cref="Remove"/>, so that no other process gets the id.
    /// </param>
    /// <param name="entry">The code that the process's main thread is to run first.</param>
    public void Add(uint processId, ProcessEntry entry)
    {
        lock (_lock)
        {
            _entries[processId] = entry;
            Volatile.Write(ref *count, _entries.Count);
        }
    }

    /// <summary>Removes a process, if it is in the list.</summary>
    /// <param name="processId">The process's id.</param>
    public void Remove(uint processId)
    {
        lock (_lock)
        {
            _ = _entries.Remove(processId);
            Volatile.Write(ref *count, _entries.Count);
        }
    }

    /// <summary>Returns the code that a process's thread runs first; null if the process isn't in the list. Sets the last error.</summary>
    /// <param name="process">A handle of the process, the caller's own. If the handle has no right to query, nothing is found.</param>
    public ProcessEntry? Find(nint process) => Find(Kernel32.GetProcessId(process));

    /// <summary>Returns the code that a thread has to run first; null if its process isn't in the list. Sets the last error.</summary>
    /// <param name="thread">A handle of the thread, the caller's own. If the handle has no right to query, nothing is found.</param>
    public ProcessEntry? FindOfThread(nint thread) => Find(Kernel32.GetProcessIdOfThread(thread));

    private ProcessEntry? Find(uint processId)
    {
        lock (_lock)
            return _entries.GetValueOrDefault(processId);
    }
}
