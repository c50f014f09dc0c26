using System.Runtime.CompilerServices;

namespace Reloaded.VFS.Interop.Nt;

/// <summary>
/// The exports of ntdll and kernel32 that are called by their addresses, all looked up at once: a look-up may wait for the loader, which a
/// handler must not do, least of all inside a type's constructor, for which other threads would wait. So there is one constructor, which
/// <see cref="FindAll"/> runs before the first hook goes in.
/// </summary>
internal static class SystemExports
{
    // In this order: the functions are looked up in these.
    internal static readonly nint Ntdll = Modules.GetModuleHandleW("ntdll.dll");
    private static readonly nint s_kernel32 = Modules.GetModuleHandleW("kernel32.dll");

    internal static readonly nint NtClearEvent = FindInNtdll("NtClearEvent");
    internal static readonly nint NtCreateEvent = FindInNtdll("NtCreateEvent");
    internal static readonly nint NtDelayExecution = FindInNtdll("NtDelayExecution");
    internal static readonly nint NtFsControlFile = FindInNtdll("NtFsControlFile");
    internal static readonly nint NtOpenProcessToken = FindInNtdll("NtOpenProcessToken");
    internal static readonly nint NtQueryFullAttributesFile = FindInNtdll("NtQueryFullAttributesFile");
    internal static readonly nint NtQueryInformationFile = FindInNtdll("NtQueryInformationFile");
    internal static readonly nint NtQueryInformationProcess = FindInNtdll("NtQueryInformationProcess");
    internal static readonly nint NtQueryInformationThread = FindInNtdll("NtQueryInformationThread");
    internal static readonly nint NtQueryInformationToken = FindInNtdll("NtQueryInformationToken");
    internal static readonly nint NtQueryObject = FindInNtdll("NtQueryObject");
    internal static readonly nint NtQueryVolumeInformationFile = FindInNtdll("NtQueryVolumeInformationFile");
    internal static readonly nint NtQueueApcThread = FindInNtdll("NtQueueApcThread");
    internal static readonly nint NtSetEvent = FindInNtdll("NtSetEvent");
    internal static readonly nint NtSetIoCompletion = FindInNtdll("NtSetIoCompletion");
    internal static readonly nint NtWaitForSingleObject = FindInNtdll("NtWaitForSingleObject");
    internal static readonly nint RtlGetCurrentPeb = FindInNtdll("RtlGetCurrentPeb");
    internal static readonly nint RtlNtStatusToDosError = FindInNtdll("RtlNtStatusToDosError");
    internal static readonly nint RtlUpcaseUnicodeChar = FindInNtdll("RtlUpcaseUnicodeChar");
    internal static readonly nint RtlWow64GetProcessMachines = FindInNtdll("RtlWow64GetProcessMachines");
    internal static readonly nint WineGetVersion = FindInNtdll("wine_get_version");
    internal static readonly nint WineGetHostVersion = FindInNtdll("wine_get_host_version");
    internal static readonly nint WineGetUnixFileName = FindInKernel32("wine_get_unix_file_name");
    internal static readonly nint WineGetDosFileName = FindInKernel32("wine_get_dos_file_name");
    internal static readonly nint IsWow64Process2 = FindInKernel32("IsWow64Process2");

    /// <summary>Looks them up, unless that has been done.</summary>
    public static void FindAll() => RuntimeHelpers.RunClassConstructor(typeof(SystemExports).TypeHandle);

    private static nint FindInNtdll(string name) => Modules.GetProcAddress(Ntdll, name);

    private static nint FindInKernel32(string name) => Modules.GetProcAddress(s_kernel32, name);
}
