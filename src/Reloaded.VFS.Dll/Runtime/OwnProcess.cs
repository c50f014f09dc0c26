using Reloaded.VFS.Hooks;
using Reloaded.VFS.Interop.Watching;
using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Dll.Runtime;

/// <summary>The process that has loaded the DLL.</summary>
internal static class OwnProcess
{
    public static string Program { get; } = ModulePath.Complete(Environment.ProcessPath
        ?? throw new RvfsException(RvfsStatus.Internal, "The process doesn't say which program it runs."));

    public static string Folder { get; } = Path.GetDirectoryName(Program)!;

    /// <summary>Returns how the program is treated, by its name.</summary>
    public static ChildMode ModeIn(VfsConfiguration configuration) => new ChildModes(configuration).Of(Path.GetFileName(Program.AsSpan()));
}

/// <summary>The final targets of paths, as seen by this process.</summary>
internal static class ProcessPlaces
{
    /// <summary>Finds the final target of a Win32 path. Returns null if nothing is there or it can't be opened.</summary>
    public static RealPlace? Find(string path) => OpenedPlace.Of(NtPath.ToLongWin32(NtPath.From(path))) is { } found
        ? new RealPlace(found.Path, found.Volume, found.Number, found.Links)
        : null;
}

/// <summary>The file that this image was loaded from.</summary>
internal static unsafe class ImageFile
{
    private const int LongestPath = 32767;

    /// <summary>Gets the image's path as the loader knows it, or null if the system doesn't report it.</summary>
    public static string? Path { get; } = Find();

    private static string? Find()
    {
        char[] buffer = new char[LongestPath];
        fixed (char* text = buffer)
        {
            uint length = Modules.GetModuleFileNameW(NativeImports.rvfs_native_get_module(), text, (uint)buffer.Length);
            return length is 0 or LongestPath ? null : ModulePath.Complete(new string(text, 0, (int)length));
        }
    }
}

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

    /// <summary>Returns why nothing can be redirected on this system, or null.</summary>
    public static Diagnostic? WhyRefused() => !IsArm64()
        ? null
        : Diagnostic.Error("this is Windows for ARM64, which runs this x64 game emulated; Reloaded VFS can't redirect files there",
            fix: "play it without mods, or on a PC with an Intel or AMD processor");

    private static bool IsArm64()
    {
        // The function that IsWow64Process2 calls. GetNativeSystemInfo and the environment give emulated programs the emulated type.
        // A test's module precedes ntdll, since every system has the function.
        const string Name = nameof(RtlWow64GetProcessMachines);
        var machines = new RtlWow64GetProcessMachines(
            HookManager.FindInSupplement(Name) is var supplement and not 0 ? supplement : NtFunctions.Find(Name));
        ushort current = 0, native = 0;
        if (machines.Address != 0 && machines.Invoke(-1, &current, &native) >= 0)
            return native == ImageMachine.IMAGE_FILE_MACHINE_ARM64;
        return *(ushort*)SharedNativeArchitecture == ProcessorArchitectureArm64;
    }
}
