using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Dll.Runtime;

/// <summary>A check of the system's own processor type.</summary>
/// <remarks>
/// On Windows for ARM64 this DLL and the game run emulated, but the system's own code isn't x64 code and bypasses the hooked entries of
/// ntdll: hooks could be installed but would redirect little or nothing.
/// </remarks>
internal static unsafe class EmulationCheck
{
    private const ushort ProcessorArchitectureArm64 = 12;

    /// <summary>
    /// The address of <c>KUSER_SHARED_DATA.NativeProcessorArchitecture</c>: the same in every process, with the same value for emulated
    /// ones.
    /// </summary>
    private const nint SharedNativeArchitecture = 0x7FFE026A;

    /// <summary>
    /// The environment variable with a test's module, as in <see cref="Hooks.HookManager"/>; here the module precedes ntdll, since every
    /// system has the function.
    /// </summary>
    private const string SupplementVariable = "RVFS_NTDLL_SUPPLEMENT";

    /// <summary>Returns why nothing can be redirected on this system, or null.</summary>
    public static Diagnostic? WhyRefused() => !IsArm64()
        ? null
        : Diagnostic.Error("this is Windows for ARM64, which runs this x64 game emulated; Reloaded VFS can't redirect files there",
            fix: "play it without mods, or on a PC with an Intel or AMD processor");

    private static bool IsArm64()
    {
        // The function that IsWow64Process2 calls. GetNativeSystemInfo and the environment give emulated programs the emulated type.
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
