namespace Reloaded.VFS.Interop.Nt;

/// <summary>
/// The functions of ntdll that are called here, by address: looked up once, so that a call is an indirect call and nothing else. A function
/// that this system lacks is null.
/// </summary>
public static unsafe class NtFunctions
{
    private static readonly nint Ntdll = Modules.GetModuleHandleW("ntdll.dll");

    /// <summary><c>NtQueryObject</c>: handle, class, buffer, bytes, bytes needed.</summary>
    public static readonly delegate* unmanaged<nint, uint, void*, uint, uint*, int> NtQueryObject =
        (delegate* unmanaged<nint, uint, void*, uint, uint*, int>)Find("NtQueryObject");

    /// <summary><c>NtQueryInformationProcess</c>: process, class, buffer, bytes, bytes needed.</summary>
    public static readonly delegate* unmanaged<nint, uint, void*, uint, uint*, int> NtQueryInformationProcess =
        (delegate* unmanaged<nint, uint, void*, uint, uint*, int>)Find("NtQueryInformationProcess");

    /// <summary><c>NtQueryVolumeInformationFile</c>: handle, status block, buffer, bytes, class.</summary>
    public static readonly delegate* unmanaged<nint, IO_STATUS_BLOCK*, void*, uint, uint, int> NtQueryVolumeInformationFile =
        (delegate* unmanaged<nint, IO_STATUS_BLOCK*, void*, uint, uint, int>)Find("NtQueryVolumeInformationFile");

    /// <summary><c>NtQueryInformationFile</c>: handle, status block, buffer, bytes, class.</summary>
    public static readonly delegate* unmanaged<nint, IO_STATUS_BLOCK*, void*, uint, uint, int> NtQueryInformationFile =
        (delegate* unmanaged<nint, IO_STATUS_BLOCK*, void*, uint, uint, int>)Find("NtQueryInformationFile");

    /// <summary><c>NtCreateEvent</c>: where the handle goes, access, attributes, type (1: auto-reset), initial state.</summary>
    public static readonly delegate* unmanaged<nint*, uint, void*, uint, byte, int> NtCreateEvent =
        (delegate* unmanaged<nint*, uint, void*, uint, byte, int>)Find("NtCreateEvent");

    /// <summary><c>NtWaitForSingleObject</c>: handle, alertable, time-out or null.</summary>
    public static readonly delegate* unmanaged<nint, byte, long*, int> NtWaitForSingleObject =
        (delegate* unmanaged<nint, byte, long*, int>)Find("NtWaitForSingleObject");

    /// <summary><c>NtClearEvent</c>: event.</summary>
    public static readonly delegate* unmanaged<nint, int> NtClearEvent = (delegate* unmanaged<nint, int>)Find("NtClearEvent");

    /// <summary><c>NtQueueApcThread</c>: thread, routine, its three arguments.</summary>
    public static readonly delegate* unmanaged<nint, void*, void*, void*, void*, int> NtQueueApcThread =
        (delegate* unmanaged<nint, void*, void*, void*, void*, int>)Find("NtQueueApcThread");

    /// <summary><c>NtSetEvent</c>: event, previous state.</summary>
    public static readonly delegate* unmanaged<nint, int*, int> NtSetEvent = (delegate* unmanaged<nint, int*, int>)Find("NtSetEvent");

    /// <summary><c>NtSetIoCompletion</c>: port, key, the call's context, its status, its information.</summary>
    public static readonly delegate* unmanaged<nint, nint, void*, int, nuint, int> NtSetIoCompletion =
        (delegate* unmanaged<nint, nint, void*, int, nuint, int>)Find("NtSetIoCompletion");

    /// <summary><c>NtFsControlFile</c>: handle, event, APC routine, its context, status block, code, input, its bytes, output, its bytes.</summary>
    public static readonly delegate* unmanaged<nint, nint, void*, void*, IO_STATUS_BLOCK*, uint, void*, uint, void*, uint, int> NtFsControlFile =
        (delegate* unmanaged<nint, nint, void*, void*, IO_STATUS_BLOCK*, uint, void*, uint, void*, uint, int>)Find("NtFsControlFile");

    /// <summary><c>RtlUpcaseUnicodeChar</c>.</summary>
    public static readonly delegate* unmanaged<char, char> RtlUpcaseUnicodeChar = (delegate* unmanaged<char, char>)Find("RtlUpcaseUnicodeChar");

    /// <summary>Whether the system is Wine.</summary>
    public static readonly bool IsWine = Find("wine_get_version") != 0;

    /// <summary>An export of ntdll, or zero.</summary>
    public static nint Find(string name) => Modules.GetProcAddress(Ntdll, name);
}
