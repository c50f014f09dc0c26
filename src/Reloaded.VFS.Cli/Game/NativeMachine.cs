using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Interop.Win32;

namespace Reloaded.VFS.Cli.Game;

/// <summary>
/// The processor that the system itself is for. On Windows for ARM64 rvfs.exe and the game run emulated, and the hooks of the x64 DLL would
/// redirect little or nothing: the system's own code calls past the x64 entries of ntdll.
/// </summary>
internal static unsafe class NativeMachine
{
    private const ushort ProcessorArchitectureArm64 = 12;

    /// <summary>
    /// <c>KUSER_SHARED_DATA.NativeProcessorArchitecture</c>: at the same address in every process, and the same to emulated ones.
    /// </summary>
    private const nint SharedNativeArchitecture = 0x7FFE026A;

    /// <summary>
    /// This system's; 0 where this isn't Windows. <c>PROCESSOR_ARCHITECTURE</c> and <c>GetNativeSystemInfo</c> don't tell it to emulated
    /// programs.
    /// </summary>
    public static ushort Get()
    {
        if (!OperatingSystem.IsWindows())
            return 0;
        // Windows 10 1709 has it. A system for ARM64 that emulates x64 is Windows 11.
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

    /// <summary>Why mods can't be given to a game on such a system; null where they can.</summary>
    public static Diagnostic? WhyRefused(ushort native) => native != ImageMachine.IMAGE_FILE_MACHINE_ARM64 ? null
        : Diagnostic.Error("this is Windows for ARM64, which runs x64 games emulated; Reloaded VFS can't redirect files there") with
        {
            Fix = "play without mods, or on a PC with an Intel or AMD processor",
        };
}
