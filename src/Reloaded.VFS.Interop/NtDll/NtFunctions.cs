namespace Reloaded.VFS.Interop.NtDll;

/// <summary>
/// The functions of ntdll that are called here, by address: looked up once, so that a call is an indirect call and nothing else. A function
/// that this system lacks is null.
/// </summary>
public static unsafe class NtFunctions
{
    private static readonly nint Ntdll = Kernel32.Modules.GetModuleHandleW("ntdll.dll");

    /// <summary><c>NtQueryObject</c>: handle, class, buffer, bytes, bytes needed.</summary>
    public static readonly delegate* unmanaged<nint, uint, void*, uint, uint*, int> NtQueryObject =
        (delegate* unmanaged<nint, uint, void*, uint, uint*, int>)Find("NtQueryObject");

    /// <summary><c>NtQueryVolumeInformationFile</c>: handle, status block, buffer, bytes, class.</summary>
    public static readonly delegate* unmanaged<nint, IO_STATUS_BLOCK*, void*, uint, uint, int> NtQueryVolumeInformationFile =
        (delegate* unmanaged<nint, IO_STATUS_BLOCK*, void*, uint, uint, int>)Find("NtQueryVolumeInformationFile");

    /// <summary><c>NtSetEvent</c>: event, previous state.</summary>
    public static readonly delegate* unmanaged<nint, int*, int> NtSetEvent = (delegate* unmanaged<nint, int*, int>)Find("NtSetEvent");

    /// <summary><c>RtlUpcaseUnicodeChar</c>.</summary>
    public static readonly delegate* unmanaged<char, char> RtlUpcaseUnicodeChar = (delegate* unmanaged<char, char>)Find("RtlUpcaseUnicodeChar");

    /// <summary>An export of ntdll, or zero.</summary>
    public static nint Find(string name) => Kernel32.Modules.GetProcAddress(Ntdll, name);
}
