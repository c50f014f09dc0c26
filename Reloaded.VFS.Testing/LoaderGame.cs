namespace Reloaded.VFS.Testing;

/// <summary>A small game folder with a mod, the DLL, and programs that use the DLL as a loader does.</summary>
internal sealed class LoaderGame : IDisposable
{
    /// <summary>Gets the game's folder.</summary>
    public string Folder { get; } = RepositoryFolders.CreateTemporary();

    /// <summary>Writes the files: <c>data/a.txt</c> contains "base", the mod's "mod", the one in <c>other</c> "other".</summary>
    public LoaderGame()
    {
        Write("data/a.txt", "base");
        Write("rvfs/mods/m1/data/a.txt", "mod");
        Write("other/a.txt", "other");
        Write("elsewhere/new.txt", "new");
        Write("third.txt", "third");
        PublishedArtifacts.CopyLibrary(Path.Combine(Folder, "reloaded_vfs.dll"));
    }

    /// <summary>Writes a file into the game's folder.</summary>
    public void Write(string name, string content)
    {
        string path = Path.Combine(Folder, name);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, content);
    }

    /// <summary>Copies test programs or DLLs into the game's folder.</summary>
    public LoaderGame Add(params string[] programs)
    {
        foreach (string program in programs)
            File.Copy(NativePrograms.Get(program), Path.Combine(Folder, program), overwrite: true);
        return this;
    }

    /// <summary>Runs a program of the game's folder there.</summary>
    public GameResult Run(string program, string[] arguments, Dictionary<string, string?>? environment = null) =>
        GameProcess.Run(Path.Combine(Folder, program), arguments, new GameOptions { Environment = environment ?? [] });

    /// <summary>Runs a program and returns the lines of its output; asserts that its exit code is 0.</summary>
    public string[] Lines(string program, string[] arguments, Dictionary<string, string?>? environment = null)
    {
        GameResult result = Run(program, arguments, environment);
        Assert.True(result.ExitCode == 0, result.ToString());
        return result.Text.Replace("\r", "", StringComparison.Ordinal).Split('\n', StringSplitOptions.RemoveEmptyEntries);
    }

    /// <inheritdoc/>
    public void Dispose() => Directory.Delete(Folder, recursive: true);
}
