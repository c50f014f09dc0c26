using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Dll.Runtime;

/// <summary>
/// The processor that the system itself is for. On Windows for ARM64 this DLL runs emulated, and so does the game; but the system's own
/// code isn't x64 code there, and calls past the entries of ntdll that hooks are put on. Hooks would go in and redirect little or nothing.
/// </summary>
internal static unsafe class EmulationCheck
{
    private const ushort ProcessorArchitectureArm64 = 12;

    /// <summary>
    /// <c>KUSER_SHARED_DATA.NativeProcessorArchitecture</c>: at the same address in every process, and the same to emulated ones.
    /// </summary>
    private const nint SharedNativeArchitecture = 0x7FFE026A;

    /// <summary>As in <see cref="Hooks.HookManager"/>: a test's module, here before ntdll, since each system has the function.</summary>
    private const string SupplementVariable = "RVFS_NTDLL_SUPPLEMENT";

    /// <summary>Why nothing can be redirected on this system; null where it can.</summary>
    public static Diagnostic? WhyRefused() => !IsArm64()
        ? null
        : Diagnostic.Error("this is Windows for ARM64, which runs this x64 game emulated; Reloaded VFS can't redirect files there") with
        {
            Fix = "play it without mods, or on a PC with an Intel or AMD processor",
        };

    private static bool IsArm64()
    {
        // What IsWow64Process2 asks; GetNativeSystemInfo and the environment tell emulated programs what they want to hear.
        const string Name = nameof(RtlWow64GetProcessMachines);
        var machines = new RtlWow64GetProcessMachines(
            FindInSupplement(Name) is var supplement and not 0 ? supplement : NtFunctions.Find(Name));
        ushort current = 0, native = 0;
        if (machines.Address != 0 && machines.Invoke(-1, &current, &native) >= 0)
            return native == ImageMachine.IMAGE_FILE_MACHINE_ARM64;
        return *(ushort*)SharedNativeArchitecture == ProcessorArchitectureArm64;
    }

    private static nint FindInSupplement(string name) =>
        Environment.GetEnvironmentVariable(SupplementVariable) is { Length: > 0 } module
            && Modules.GetModuleHandleW(module) is var loaded and not 0
            ? Modules.GetProcAddress(loaded, name)
            : 0;
}
