using Reloaded.VFS.Dll.Interface;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Mods.Configuration;

namespace Reloaded.VFS.Dll.Runtime;

/// <summary>The process that the DLL is in.</summary>
internal static class OwnProcess
{
    /// <summary>The program's file.</summary>
    public static string Program { get; } = ModulePath.Complete(Environment.ProcessPath
        ?? throw new RvfsException(RvfsStatus.Internal, "The process doesn't say which program it runs."));

    /// <summary>The program's folder.</summary>
    public static string Folder { get; } = Path.GetDirectoryName(Program)!;

    /// <summary>What becomes of the program by its name.</summary>
    public static ChildMode ModeIn(VfsConfiguration configuration) => new ChildModes(configuration).Of(Path.GetFileName(Program.AsSpan()));
}
