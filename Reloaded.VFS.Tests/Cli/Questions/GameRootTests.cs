using System.Text.Json;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Questions;

/// <summary>A game whose program lies in another folder than its data, as <c>bin/x64</c> and <c>Binaries/Win64</c>.</summary>
[Collection(nameof(QuestionsTests))]
public sealed class GameRootTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly UserFolders _user;
    private readonly string _game;

    public GameRootTests()
    {
        _user = new UserFolders(_folder);
        _game = _user.AddSteamGame("109", "Cyber", "Cyber");
        File("bin/x64/Cyber.exe");
        File("archive/pc/content/basegame.archive");
        File("r6/scripts/a.reds");
    }

    private string Exe => Path.Combine(_game, "bin", "x64", "Cyber.exe");

    public void Dispose()
    {
        _user.Dispose();
        _folder.Dispose();
    }

    [LinuxFact]
    public void ModsInTheGamesFolderAreFoundFromItsProgram()
    {
        File("rvfs/mods/Hair/archive/pc/mod/hair.archive");
        string seen = AskedCommand.Run("ls", "--only-mods", "--game", Exe).Output;
        Assert.Contains("archive\\pc\\mod\\hair.archive", seen, StringComparison.Ordinal);
        Environment.CurrentDirectory = Path.Combine(_game, "bin", "x64");
        Assert.Equal(seen, AskedCommand.Run("ls", "--only-mods").Output);
        (int code, _, string errors) = AskedCommand.Run("doctor", Exe);
        Assert.DoesNotContain("Hair", errors, StringComparison.Ordinal);
        Assert.NotEqual(125, code);
    }

    /// <summary>Before there is anything of rvfs's, Steam's library says which folder is the game's.</summary>
    [LinuxFact]
    public void SteamsManifestNamesTheFolderAndInitWritesItDown()
    {
        (int code, string output, _) = AskedCommand.Run("init", "--game", Exe);
        Assert.Equal(0, code);
        Assert.Contains($"Mods are laid over '{_game}'.", output, StringComparison.Ordinal);
        Assert.Contains("\n  \"targets\": [\"..\"],", System.IO.File.ReadAllText(Path.Combine(_game, "rvfs/rvfs.json")),
            StringComparison.Ordinal);
        Assert.False(Directory.Exists(Path.Combine(_game, "bin/x64/rvfs")));
        Assert.Equal([_game], Targets("ls", "--json", "--game", "Cyber"));
    }

    [LinuxFact]
    public void AModThatBelongsAboveTheTargetIsNamedWithTheLineThatCuresIt()
    {
        File("bin/x64/rvfs/mods/Hair/archive/pc/mod/hair.archive");
        File("bin/x64/rvfs/mods/Plugin/plugins/a.asi");
        (_, string output, _) = AskedCommand.Run("doctor", Exe);
        Assert.Contains($"the mod 'Hair' has the folder 'archive', which the game has in '{_game}', and mods are laid over "
            + $"'{Path.Combine(_game, "bin/x64")}'", output, StringComparison.Ordinal);
        Assert.Contains("\"targets\": [\"../../..\"]", output, StringComparison.Ordinal);
        Assert.DoesNotContain("the mod 'Plugin' has the folder", output, StringComparison.Ordinal);
        Assert.Contains($"Mods are laid over '{_game}'.", AskedCommand.Run("init", "--game", Exe).Output, StringComparison.Ordinal);
        Assert.Equal([_game], Targets("ls", "--json", "--game", Exe));
        Assert.DoesNotContain("the mod 'Hair' has the folder", AskedCommand.Run("doctor", Exe).Output, StringComparison.Ordinal);
    }

    /// <summary>What isn't in a library is found by its own mods alone, and never in a user's home folder.</summary>
    [Fact]
    public void OutsideALibraryTheFolderWithModsCounts()
    {
        string exe = _folder.File("unreal/Game/Binaries/Win64/Game-Win64-Shipping.exe");
        Assert.Equal([_folder.At("unreal/Game/Binaries/Win64")], Targets("ls", "--json", "--game", exe));
        _folder.File("unreal/rvfs/mods/Red/Game/Content/Paks/~mods/a.pak");
        Assert.Equal([_folder.At("unreal")], Targets("ls", "--json", "--game", exe));
        string own = Path.Combine(_user.Home, "game", "game.exe");
        Directory.CreateDirectory(Path.GetDirectoryName(own)!);
        System.IO.File.WriteAllText(own, "");
        Directory.CreateDirectory(Path.Combine(_user.Home, "rvfs", "mods", "Stray"));
        if (!OperatingSystem.IsWindows())
            Assert.Equal([Path.GetDirectoryName(own)!], Targets("ls", "--json", "--game", own));
    }

    private static string[] Targets(params string[] line) => [
        .. JsonDocument.Parse(AskedCommand.Run(line).Output).RootElement.GetProperty("targets").EnumerateArray().Select(one => one.GetString()!)];

    private void File(string path)
    {
        string file = Path.Combine(_game, path);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        System.IO.File.WriteAllText(file, "x");
    }
}
