using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Nt;

/// <summary>Modules of this process and their exports: functions of kernel32.</summary>
public static unsafe partial class Modules
{
    /// <summary>
    /// The full path of a module of this process: how many characters were written, without the NUL; zero where it fails
    /// (<c>libloaderapi.h</c>).
    /// </summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/libloaderapi/nf-libloaderapi-getmodulefilenamew"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial uint GetModuleFileNameW(nint hModule, char* lpFilename, uint nSize);

    /// <summary>The module at an address, or of a name (<c>libloaderapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/libloaderapi/nf-libloaderapi-getmodulehandleexw"/>
    [LibraryImport("kernel32")]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool GetModuleHandleExW(uint flags, nint address, out nint module);

    /// <summary>The base of a module that is loaded already; zero where it isn't (<c>libloaderapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/libloaderapi/nf-libloaderapi-getmodulehandlew"/>
    [LibraryImport("kernel32", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    public static partial nint GetModuleHandleW(string? lpModuleName);

    /// <summary>An export's address; zero where there's none (<c>libloaderapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/libloaderapi/nf-libloaderapi-getprocaddress"/>
    [LibraryImport("kernel32", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    public static partial nint GetProcAddress(nint hModule, string lpProcName);
}

/// <summary>Paths of programs and DLLs as Wine's loader tells them, of which some are on no drive of the prefix.</summary>
public static class ModulePath
{
    private const string Prefix = @"\\?\", OnNoDrive = @"unix\";

    /// <summary>The path as any function takes it.</summary>
    /// <param name="told">
    /// What the loader tells. Wine's tells <c>unix\home\...</c> of a file on no drive, without the <c>\\?\</c> that belongs before it.
    /// </param>
    public static string Complete(string told) => told.StartsWith(OnNoDrive, StringComparison.Ordinal) ? Prefix + told : told;

    /// <summary>Whether a complete path leads to a place on no drive.</summary>
    public static bool IsOnNoDrive(string path) => path.StartsWith(Prefix + OnNoDrive, StringComparison.OrdinalIgnoreCase);
}

/// <summary>The exports of ntdll, by name; each function that is called has a type of its own.</summary>
public static class NtFunctions
{
    /// <summary>Whether the system is Wine.</summary>
    public static bool IsWine => SystemExports.WineGetVersion != 0;

    /// <summary>
    /// Looks up all that is called by its address, so that no handler does: a look-up may wait for the loader. Call it before the first
    /// hook
    /// goes in.
    /// </summary>
    public static void FindAll() => SystemExports.FindAll();

    /// <summary>An export of ntdll, or zero.</summary>
    public static nint Find(string name) => Modules.GetProcAddress(SystemExports.Ntdll, name);
}

/// <summary>
/// The exports of ntdll and kernel32 that are called by their addresses, all looked up at once: a look-up may wait for the loader, which a
/// handler must not do, least of all inside a type's constructor, for which other threads would wait. So there is one constructor, which
/// <see cref="FindAll"/> runs before the first hook goes in.
/// </summary>
internal static class SystemExports
{
    // In this order: the functions are looked up in these.
    internal static readonly nint Ntdll = Modules.GetModuleHandleW("ntdll.dll");
    internal static readonly nint Kernel32 = Modules.GetModuleHandleW("kernel32.dll");
    internal static readonly nint Kernelbase = Modules.GetModuleHandleW("kernelbase.dll");

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
    internal static readonly nint LoadLibraryExW = FindInKernel32("LoadLibraryExW");
    internal static readonly nint LstrcpynW = FindInKernel32("lstrcpynW");
    internal static readonly nint ReleaseSemaphore = FindInKernel32("ReleaseSemaphore");
    internal static readonly nint WaitForSingleObjectEx = FindInKernel32("WaitForSingleObjectEx");

    /// <summary>Looks them up, unless that has been done.</summary>
    public static void FindAll() => RuntimeHelpers.RunClassConstructor(typeof(SystemExports).TypeHandle);

    private static nint FindInNtdll(string name) => Modules.GetProcAddress(Ntdll, name);

    private static nint FindInKernel32(string name) => Modules.GetProcAddress(Kernel32, name);
}
