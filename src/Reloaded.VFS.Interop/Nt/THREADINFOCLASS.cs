namespace Reloaded.VFS.Interop.Nt;

/// <summary>What is asked of a thread: the classes that are used here (<c>winternl.h</c>).</summary>
public enum THREADINFOCLASS : uint
{
    /// <summary><c>THREAD_BASIC_INFORMATION</c>: its id, how it ended.</summary>
    ThreadBasicInformation = 0,

    /// <summary>A ULONG: how often it was suspended (phnt; Windows 8.1).</summary>
    ThreadSuspendCount = 35,
}
