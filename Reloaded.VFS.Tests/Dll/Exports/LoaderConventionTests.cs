using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Dll.Exports;

/// <summary>Each mod loader's way with a DLL, kept to the letter: Native/starting/conventions.c.</summary>
[Collection(RealProcesses.Name)]
public sealed class LoaderConventionTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [RealProcessTheory]
    [InlineData("reloaded", "reloaded_vfs.dll", "no extension")]
    [InlineData("asi", "reloaded_vfs.asi", "no extension")]
    [InlineData("me3", "reloaded_vfs.dll", "initialized|no extension")]
    [InlineData("me3-plain", "reloaded_vfs.dll", "no extension")]
    [InlineData("modengine2", "reloaded_vfs.dll", "no extension, but loaded|no extension")]
    public void TheModsAreThereAfterIt(string convention, string dll, string between)
    {
        string game = Path.Combine(_folder.Folder("game"), "game.exe");
        File.Copy(NativePrograms.Get("conventions.exe"), game);
        _folder.File("game/data.txt", "plain");
        _folder.File("game/rvfs/mods/one/data.txt", "modded");
        // Not beside the game: loaders have a folder of their own.
        string library = Path.Combine(_folder.Folder("loader/plugins"), dll);
        File.Copy(PublishedArtifacts.Library, library);
        GameResult result = GameProcess.Run(game,
            [convention, Path.GetRelativePath(Path.GetDirectoryName(game)!, library).Replace('/', '\\'), "data.txt"]);
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Equal(["plain", .. between.Split('|'), "modded"],
            result.Text.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => line.TrimEnd('\r')));
    }
}
