using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Cli.OtherManagers;

namespace Reloaded.VFS.Tests.Cli.Importing;

/// <summary><c>rvfs run --from</c> and <c>rvfs import</c> as they are published, with a real program.</summary>
[Collection(RealProcesses.Name)]
public sealed class ForeignStartTests : IDisposable
{
    private readonly ForeignGame _game = new();

    public ForeignStartTests()
    {
        _game.File("MO2/ModOrganizer.ini", "[General]\ngameName=Skyrim\nselected_profile=Default\n");
        _game.File("MO2/profiles/Default/modlist.txt", "+B\n+A\n");
        _game.File("MO2/profiles/Default/plugins.txt", "*a.esp");
        _game.File("MO2/mods/A/a.txt", "A");
        _game.File("MO2/mods/A/Root/root.txt", "root");
        _game.File("MO2/mods/B/A.TXT", "B");
        if (NativePrograms.Compiler is not null)
            File.Copy(NativePrograms.Get("launched.exe"), _game.At("Game/game.exe"), overwrite: true);
    }

    public void Dispose() => _game.Dispose();

    private string Program => _game.At("Game/game.exe");

    [RealProcessFact]
    public void AGameSeesTheSourceAndChangesNothingInIt()
    {
        string[] source = _game.Snapshot("MO2");
        string from = $"mo2:{_game.At("MO2")}#Default";
        GameResult cat = Run(["run", "--from", from, Program, "cat", @"Data\a.txt", "root.txt"]);
        Assert.True(cat.ExitCode == 0, cat.ToString());
        Assert.Equal("Broot", string.Concat(Lines(cat)));
        Assert.Contains("mods of Mod Organizer", cat.Errors, StringComparison.Ordinal);

        // What the game writes over a mod's file is seen at the next start.
        Assert.Equal(0, Run(["run", "--from", from, Program, "copy", "root.txt", @"Data\a.txt"]).ExitCode);
        Assert.Equal(["root"], Lines(Run(["run", "--from", from, Program, "cat", @"Data\a.txt"])));
        Assert.Equal(source, _game.Snapshot("MO2"));
        Assert.False(File.Exists(_game.At("Game/Data/a.txt")));
        Assert.False(Directory.Exists(_game.At("Game/rvfs/mods")));
    }

    [LinuxFact(Needs.Published)]
    public void ItWorksInALaunchersLine()
    {
        GameResult cat = Run(["run", "--from", $"mo2:{_game.At("MO2")}#Default", WinePrefix.Command!, Program, "cat", @"Data\a.txt"]);
        Assert.True(cat.ExitCode == 0, cat.ToString());
        Assert.Equal(["B"], Lines(cat));
    }

    [RealProcessFact]
    public void AnImportIsPlayed()
    {
        string[] source = _game.Snapshot("MO2");
        GameResult import = Run(["import", "--game", Program, _game.At("MO2")]);
        Assert.True(import.ExitCode == 0, import.ToString());
        GameResult cat = Run(["run", Program, "cat", @"Data\a.txt", "root.txt"]);
        Assert.Equal("Broot", string.Concat(Lines(cat)));
        Assert.DoesNotContain("error", cat.Errors, StringComparison.Ordinal);
        Assert.Equal(source, _game.Snapshot("MO2"));

        // What changes there is seen here, though much was kept of the last start; and the doctor has one word for all links.
        for (int i = 0; i < 100; i++)
            _game.File($"MO2/mods/A/many/folder {i}/a.txt", "x");
        _ = Run(["run", Program, "exit", "0"]);
        _game.File("MO2/mods/A/many/folder 7/new.txt", "new");
        Assert.Equal(["new"], Lines(Run(["run", Program, "cat", @"Data\many\folder 7\new.txt"])));
        GameResult doctor = Run(["doctor", Program]);
        Assert.DoesNotContain("out of the mods folder; what", doctor.Text + doctor.Errors, StringComparison.Ordinal);
        Assert.Contains("3 links that their mods' maps name", doctor.Text + doctor.Errors, StringComparison.Ordinal);
    }

    [RealProcessFact]
    public void ASourceThatIsNotThereStartsNothing()
    {
        GameResult none = Run(["run", "--from", "mo2:" + _game.At("nowhere"), Program, "exit", "0"]);
        Assert.Equal(127, none.ExitCode);
        Assert.Contains("There is no file or folder", none.Errors, StringComparison.Ordinal);
    }

    private GameResult Run(string[] arguments) =>
        GameProcess.RunCommand([PublishedArtifacts.Launcher, .. arguments], new GameOptions { WorkingDirectory = _game.Game });

    private static string[] Lines(GameResult result) =>
        result.Text.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
}
