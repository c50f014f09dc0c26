using Reloaded.VFS.Dll.Interface;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Mods.Configuration;

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
