using Reloaded.VFS.Dll.Interface;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Interop.Watching;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Dll.Runtime;

/// <summary>The process that has loaded the DLL.</summary>
internal static class OwnProcess
{
    /// <summary>Gets the program's file.</summary>
    public static string Program { get; } = ModulePath.Complete(Environment.ProcessPath
        ?? throw new RvfsException(RvfsStatus.Internal, "The process doesn't say which program it runs."));

    /// <summary>Gets the program's folder.</summary>
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

    /// <summary>Gets the image's path as the loader knows it, or null if the system doesn't tell.</summary>
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
