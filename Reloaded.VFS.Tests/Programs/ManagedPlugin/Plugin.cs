namespace Reloaded.VFS.Tests.Programs.ManagedPlugin;

/// <summary>What the game calls in the assembly of a mod.</summary>
public static class Plugin
{
    /// <summary>Reads a file as a mod's code does, on the thread that asks.</summary>
    public static byte[] Read(string path) => File.ReadAllBytes(path);
}
