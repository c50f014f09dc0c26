namespace Reloaded.VFS.Mods.Configuration;

/// <summary>What is the VFS's in a target's folder, and never shown to the game.</summary>
public static class OwnNames
{
    /// <summary>
    /// The folder of mods, settings and reports, and the launcher and the DLL where they lie beside the game. In any letter case.
    /// </summary>
    public static IReadOnlyList<string> All { get; } = [VfsConfiguration.FolderName, "rvfs.exe", "rvfsw.exe", "reloaded_vfs.dll"];
}
