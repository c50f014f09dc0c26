namespace Reloaded.VFS.Tests.Programs.ManagedPlugin;

/// <summary>The code in a mod's assembly that the game calls.</summary>
public static class Plugin
{
    /// <summary>Reads a file as a mod's code does, on the calling thread.</summary>
    public static byte[] Read(string path) => File.ReadAllBytes(path);
}
