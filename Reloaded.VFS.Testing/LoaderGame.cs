namespace Reloaded.VFS.Testing;

/// <summary>A small game folder with a mod and the DLL in it, and programs that use the DLL as a loader would.</summary>
internal sealed class LoaderGame : IDisposable
{
    /// <summary>The game's folder.</summary>
    public string Folder { get; } = RepositoryFolders.CreateTemporary();

    /// <summary>Lays it out: <c>data/a.txt</c> says "base", the mod's says "mod", what is in <c>other</c> says "other".</summary>
    public LoaderGame()
    {
        Write("data/a.txt", "base");
        Write("rvfs/mods/m1/data/a.txt", "mod");
        Write("other/a.txt", "other");
        Write("elsewhere/new.txt", "new");
        Write("third.txt", "third");
        File.Copy(PublishedArtifacts.Library, Path.Combine(Folder, "reloaded_vfs.dll"));
    }

    /// <summary>Puts a file in.</summary>
    public void Write(string name, string content)
    {
        string path = Path.Combine(Folder, name);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, content);
    }

    /// <summary>Puts a test program or DLL in.</summary>
    public LoaderGame Add(params string[] programs)
    {
        foreach (string program in programs)
            File.Copy(NativePrograms.Get(program), Path.Combine(Folder, program), overwrite: true);
        return this;
    }

    /// <summary>Runs a program of the folder in it.</summary>
    public GameResult Run(string program, string[] arguments, Dictionary<string, string?>? environment = null) =>
        GameProcess.Run(Path.Combine(Folder, program), arguments, new GameOptions { Environment = environment ?? [] });

    /// <summary>The lines that it wrote, once it has ended well.</summary>
    public string[] Lines(string program, string[] arguments, Dictionary<string, string?>? environment = null)
    {
        GameResult result = Run(program, arguments, environment);
        Assert.True(result.ExitCode == 0, result.ToString());
        return result.Text.Replace("\r", "", StringComparison.Ordinal).Split('\n', StringSplitOptions.RemoveEmptyEntries);
    }

    /// <inheritdoc/>
    public void Dispose() => Directory.Delete(Folder, recursive: true);
}
