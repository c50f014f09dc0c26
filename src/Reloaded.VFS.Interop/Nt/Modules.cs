using System.Runtime.CompilerServices;

namespace Reloaded.VFS.Interop.Nt;

/// <summary>The modules of this process and their exports: functions of kernel32.</summary>
public static unsafe partial class Modules
{
    /// <summary>
    /// Gets the full path of a module of this process (<c>libloaderapi.h</c>). Returns the number of characters written, without the NUL;
    /// zero on failure.
    /// </summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/libloaderapi/nf-libloaderapi-getmodulefilenamew"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial uint GetModuleFileNameW(nint hModule, char* lpFilename, uint nSize);

    /// <summary>Gets the module at an address, or of a name (<c>libloaderapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/libloaderapi/nf-libloaderapi-getmodulehandleexw"/>
    [LibraryImport("kernel32")]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool GetModuleHandleExW(uint flags, nint address, out nint module);

    /// <summary>Returns the base of a loaded module; zero if it isn't loaded (<c>libloaderapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/libloaderapi/nf-libloaderapi-getmodulehandlew"/>
    [LibraryImport("kernel32", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    public static partial nint GetModuleHandleW(string? lpModuleName);

    /// <summary>Returns an export's address; zero if there is none (<c>libloaderapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/libloaderapi/nf-libloaderapi-getprocaddress"/>
    [LibraryImport("kernel32", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    public static partial nint GetProcAddress(nint hModule, string lpProcName);
}

/// <summary>Paths of programs and DLLs as returned by Wine's loader, some of which are on no drive of the prefix.</summary>
public static class ModulePath
{
    private const string Prefix = @"\\?\", OnNoDrive = @"unix\";

    /// <summary>Returns a path in the form that every function accepts.</summary>
    /// <param name="told">
    /// The loader's path. For a file on no drive Wine returns <c>unix\home\...</c>, without the prefix <c>\\?\</c> that it needs.
    /// </param>
    public static string Complete(string told) => told.StartsWith(OnNoDrive, StringComparison.Ordinal) ? Prefix + told : told;

    /// <summary>Determines whether a complete path leads to a place on no drive.</summary>
    public static bool IsOnNoDrive(string path) => path.StartsWith(Prefix + OnNoDrive, StringComparison.OrdinalIgnoreCase);
}

/// <summary>The exports of ntdll, by name. Each function that is called has a type of its own.</summary>
public static class NtFunctions
{
    /// <summary>Gets a value indicating whether the system is Wine.</summary>
    public static bool IsWine => SystemExports.WineGetVersion != 0;

    /// <summary>
    /// Looks up all functions that are called by address, so that no handler has to: a look-up may wait for the loader. Call before the first
    /// hook is installed.
    /// </summary>
    public static void FindAll() => SystemExports.FindAll();

    /// <summary>Returns the address of an export of ntdll, or zero.</summary>
    public static nint Find(string name) => Modules.GetProcAddress(SystemModules.Ntdll, name);
}

/// <summary>The modules in which functions are looked up.</summary>
internal static class SystemModules
{
    internal static readonly nint Ntdll = Modules.GetModuleHandleW("ntdll.dll");
    internal static readonly nint Kernel32 = Modules.GetModuleHandleW("kernel32.dll");
    internal static readonly nint Kernelbase = Modules.GetModuleHandleW("kernelbase.dll");
}

/// <summary>The exports of ntdll and kernel32 that are called by address, all looked up at once.</summary>
/// <remarks>
/// A look-up may wait for the loader, which a handler must not do, least of all in a type's constructor, for which other threads would
/// wait. <see cref="FindAll"/> runs this type's constructor before the first hook is installed. Functions that have a type are rows of
/// <c>exports.def</c>.
/// </remarks>
internal static partial class SystemExports
{
    internal static readonly nint LoadLibraryExW = FindInKernel32("LoadLibraryExW");
    internal static readonly nint LstrcpynW = FindInKernel32("lstrcpynW");
    internal static readonly nint ReleaseSemaphore = FindInKernel32("ReleaseSemaphore");
    internal static readonly nint WaitForSingleObjectEx = FindInKernel32("WaitForSingleObjectEx");

    /// <summary>Looks up the functions, unless that has been done.</summary>
    public static void FindAll() => RuntimeHelpers.RunClassConstructor(typeof(SystemExports).TypeHandle);

    private static nint FindInNtdll(string name) => Modules.GetProcAddress(SystemModules.Ntdll, name);

    private static nint FindInKernel32(string name) => Modules.GetProcAddress(SystemModules.Kernel32, name);
}
