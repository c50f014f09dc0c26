using System.Runtime.InteropServices;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Cli.Game;

/// <summary>The architecture of the system's own code.</summary>
/// <remarks>
/// On Windows for ARM64, rvfs.exe and the game are emulated, and the hooks of the x64 DLL would redirect little or nothing, because the
/// system's own code bypasses the x64 entries of ntdll.
/// </remarks>
internal static unsafe class NativeMachine
{
    private const ushort ProcessorArchitectureArm64 = 12;

    /// <summary>
    /// The address of <c>KUSER_SHARED_DATA.NativeProcessorArchitecture</c>, which is the same in every process, including emulated ones.
    /// </summary>
    private const nint SharedNativeArchitecture = 0x7FFE026A;

    /// <summary>
    /// Returns this system's architecture, or 0 if this isn't Windows. <c>PROCESSOR_ARCHITECTURE</c> and <c>GetNativeSystemInfo</c> don't
    /// report it to emulated programs.
    /// </summary>
    public static ushort Get()
    {
        if (!OperatingSystem.IsWindows())
            return 0;
        // The function exists since Windows 10 1709. A system for ARM64 that emulates x64 is Windows 11.
        if (IsWow64Process2.Exported.Address != 0)
        {
            ushort process = 0, native = 0;
            if (IsWow64Process2.Exported.Invoke(-1, &process, &native) != 0)
                return native;
        }

        return *(ushort*)SharedNativeArchitecture == ProcessorArchitectureArm64
            ? ImageMachine.IMAGE_FILE_MACHINE_ARM64
            : ImageMachine.IMAGE_FILE_MACHINE_AMD64;
    }

    /// <summary>Returns why mods can't be given to a game on such a system, or null if they can.</summary>
    public static Diagnostic? WhyRefused(ushort native) => native != ImageMachine.IMAGE_FILE_MACHINE_ARM64 ? null
        : Diagnostic.Error("this is Windows for ARM64, which runs x64 games emulated; Reloaded VFS can't redirect files there",
            fix: "play without mods, or on a PC with an Intel or AMD processor");
}

/// <summary>
/// The creation of an image section of a file, as the loader does for a program or a DLL. It is closed at once, so that nothing of the file
/// runs.
/// </summary>
/// <remarks>
/// At that time Windows checks the signature, and virus scanners intervene. LoadLibrary in another process doesn't report why it failed.
/// </remarks>
internal static unsafe class ImageMapping
{
    private const uint OpenExisting = 3;
    private const uint SectionMapReadAndExecute = 0xC;
    private const uint PageExecute = 0x10;
    private const uint SecImage = 0x100_0000;

    /// <summary>Returns the NTSTATUS or, for a file that can't even be opened, the Win32 error as an HRESULT (<c>0x8007....</c>).</summary>
    public static uint Try(string path)
    {
        nint file = Kernel32.CreateFileW(path, AccessMask.GENERIC_READ | AccessMask.GENERIC_EXECUTE,
            ShareAccess.FILE_SHARE_READ | ShareAccess.FILE_SHARE_DELETE, null, OpenExisting, 0, 0);
        if (file == -1)
            return 0x8007_0000 | (uint)Marshal.GetLastPInvokeError();
        nint section = 0;
        uint status = Ntdll.NtCreateSection(&section, SectionMapReadAndExecute, null, null, PageExecute, SecImage, file);
        if (section != 0)
            Kernel32.CloseHandle(section);
        Kernel32.CloseHandle(file);
        return status;
    }
}
