namespace Reloaded.VFS.Testing;

/// <summary>
/// The launchers in a folder of their own, as a release has them. The DLL for the tests' programs isn't there until
/// <see cref="AddLibrary()"/>.
/// </summary>
public sealed class CopiedLauncher
{
    /// <summary>Copies the launchers for this system and for Windows into a folder, over earlier ones.</summary>
    /// <param name="folder">The folder, which exists.</param>
    public CopiedLauncher(string folder)
    {
        Launcher = Path.Combine(folder, Path.GetFileName(PublishedArtifacts.Launcher));
        WindowsLauncher = Path.Combine(folder, Path.GetFileName(PublishedArtifacts.WindowsLauncher));
        Library = Path.Combine(folder, PublishedArtifacts.LibraryInRelease);
        File.Copy(PublishedArtifacts.WindowsLauncher, WindowsLauncher, overwrite: true);
        if (!OperatingSystem.IsWindows())
            File.Copy(PublishedArtifacts.Launcher, Launcher, overwrite: true);
    }

    /// <summary>Gets the launcher for this system.</summary>
    public string Launcher { get; }

    /// <summary>Gets the launcher for Windows.</summary>
    public string WindowsLauncher { get; }

    /// <summary>Gets where the DLL for the tests' programs belongs.</summary>
    public string Library { get; }

    /// <summary>Gets how the launcher says that <see cref="Library"/> isn't there, of which the programs' width decides.</summary>
    public static string NoLibraryMessage =>
        Width.Is32Bit ? "has no DLL for such games (the folder x86 beside rvfs.exe)" : "reloaded_vfs.dll' is missing";

    /// <summary>Puts the DLL for the tests' programs in its place, and returns this object.</summary>
    public CopiedLauncher AddLibrary()
    {
        PublishedArtifacts.CopyLibrary(Library);
        return this;
    }

    /// <summary>Puts something else in the place of the DLL for the tests' programs, and returns this object.</summary>
    /// <param name="library">The content of the file.</param>
    public CopiedLauncher AddLibrary(byte[] library)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(Library)!);
        File.WriteAllBytes(Library, library);
        return this;
    }
}
