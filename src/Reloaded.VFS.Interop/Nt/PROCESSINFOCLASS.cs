namespace Reloaded.VFS.Interop.Nt;

/// <summary>What is asked of a process: the classes that are used here (<c>winternl.h</c>).</summary>
public enum PROCESSINFOCLASS : uint
{
    /// <summary><c>PROCESS_BASIC_INFORMATION</c>: the address of its environment block, its id.</summary>
    ProcessBasicInformation = 0,

    /// <summary><c>PROCESS_HANDLE_SNAPSHOT_INFORMATION</c>: its handles; Windows 8 and later (phnt: <c>ntpsapi.h</c>).</summary>
    ProcessHandleInformation = 51,
}
