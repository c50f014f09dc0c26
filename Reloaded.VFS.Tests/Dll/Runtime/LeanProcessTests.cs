using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Dll.Runtime;

/// <summary>Tests of what the VFS adds to a process: no DLL except those of the C runtime, and no COM apartment.</summary>
[Collection(RealProcesses.Name)]
public sealed class LeanProcessTests
{
    /// <summary>Gets the modules that a runtime of its own adds to a 32-bit process, in lower case.</summary>
    private static IEnumerable<string> OfCoreClr => !Width.Is32Bit
        ? []
        : Directory.EnumerateFiles(Path.Combine(Path.GetDirectoryName(PublishedArtifacts.Library)!, "reloaded_vfs_runtime"))
            .Select(file => Path.GetFileName(file).ToLowerInvariant());

    [RealProcessFact]
    public void AProcessHasOneModuleMoreAndTheCRuntimes()
    {
        (HashSet<string> plain, string[] plainRest) = Run(vfs: false);
        (HashSet<string> vfs, string[] vfsRest) = Run(vfs: true);
        Assert.Empty(plain.Except(vfs));
        Assert.Contains("reloaded_vfs.dll", vfs);
        Assert.Empty(vfs.Except(plain).Except(["reloaded_vfs.dll", "ucrtbase.dll"]).Except(OfCoreClr));
        // CO_E_NOTINITIALIZED: no thread is in an apartment that it didn't enter.
        string[] expected = ["main thread: 800401f0", "new thread: 800401f0"];
        Assert.Equal(["a.txt: base", .. expected], plainRest);
        Assert.Equal(["a.txt: mod", .. expected], vfsRest);
    }

    private static (HashSet<string> Modules, string[] Others) Run(bool vfs)
    {
        using var game = new LoaderGame();
        string program = Path.Combine(game.Add("lean.exe").Folder, "lean.exe");
        GameResult run = GameProcess.Run(program, [], new GameOptions { Vfs = vfs });
        Assert.Equal(0, run.ExitCode);
        string[] lines = run.Text.ReplaceLineEndings("\n").Split('\n', StringSplitOptions.RemoveEmptyEntries);
        const string module = "module ";
        return ([.. lines.Where(line => line.StartsWith(module, StringComparison.Ordinal))
                .Select(line => line[module.Length..].ToLowerInvariant())],
            [.. lines.Where(line => !line.StartsWith(module, StringComparison.Ordinal))]);
    }
}
