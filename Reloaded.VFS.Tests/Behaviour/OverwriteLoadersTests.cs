using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of the policy "overwrite" if a loader, or what <c>rvfs install</c> has installed, starts the VFS instead of <c>rvfs run</c>.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class OverwriteLoadersTests
{
    private const string Changes = """
        append | Data\a.txt | _more
        append | Data\added.txt | _more
        create | Data\replaced.txt | anew
        delete | Data\gone.txt
        rename | Data\moved.txt | Data\renamed.txt
        create | Fresh\new.txt | new
        move | Fresh | Renamed
        mkdir | Made
        create | Made\it.txt | made
        append | Data\only-game.txt | _more
        rename | ModFolder\y.txt | Data\y.txt
        settime | Data\kept.txt | 400000000
        """,
        Look = """
        tree | Data
        tree | ModFolder
        tree | Fresh
        tree | Renamed
        tree | Made
        find | Data\*
        """,
        More = """
        create | Data\gone.txt | back
        append | Data\renamed.txt | _again
        delete | Data\added.txt
        rdall | Renamed
        """;

    /// <summary>The added folder lies above the mods and below the overwrite folder, and nothing in it is changed.</summary>
    [RealProcessTheory]
    [InlineData(VfsStart.First)]
    [InlineData(VfsStart.Late)]
    public void AFolderThatALoaderAddsStaysAsItIs(VfsStart start)
    {
        using MergedFolder folder = Build();
        string added = Path.Combine(folder.Root, "added");
        FixtureTree.Parse("added", """
            Data/a.txt = added a
            Data/added.txt = added
            Data/replaced.txt = added
            Data/gone.txt = added
            [readonly] Data/kept.txt = added
            Data/moved.txt = added
            Fresh/f.txt = added
            """).WriteTo(added);
        MergedFolder.CopyOver(added, folder.Merged);
        using UntouchedFiles game = UntouchedFiles.Overwrite(folder), own = UntouchedFiles.Of(added);
        const string add = "addfolder | ..\\..\\added | .\n";
        AssertSame(folder, add + Changes + "\n" + Look, script => BackendRunner.Run(folder, Backend.Vfs, script, starts: start));
        AssertSame(folder, add + Look + "\n" + More + "\n" + Look,
            script => BackendRunner.Run(folder, Backend.Vfs, script, starts: start));
    }

    /// <summary>The game is started without a launcher; a DLL that it imports starts the VFS.</summary>
    [RealProcessFact]
    public void AnInstalledGameChangesNothing()
    {
        using TemporaryFolder built = new();
        using MergedFolder folder = Build(BuildImporting(built));
        string game = Path.Combine(folder.Game, BackendRunner.GameName);
        GameResult installed = GameProcess.RunCommand([PublishedArtifacts.Launcher, "install", game]);
        Assert.True(installed.ExitCode == 0, installed.ToString());
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        AssertSame(folder, Changes + "\n" + Look, Start);
        AssertSame(folder, Look + "\n" + More + "\n" + Look, Start);
        Assert.NotEmpty(OverwriteRuns.Files(folder));

        string Start(string script)
        {
            GameResult result = RunInstalled(folder, script);
            Assert.True(result.ExitCode == 0, result.ToString());
            return LegitimateDifferences.Normalise(result.Text, WinePrefix.ToWindows(folder.Game));
        }
    }

    /// <summary>Builds the probe so that it imports a DLL which <c>rvfs install</c> stands in for.</summary>
    internal static string BuildImporting(TemporaryFolder built)
    {
        string program = built.At(BackendRunner.GameName), main = NativePrograms.SourceOf("probe.c");
        NativePrograms.Build("probe.c", program, [
            .. Directory.GetFiles(Path.GetDirectoryName(main)!, "*.c").Where(source => source != main), "-municode", "-lntdll",
            Width.Is32Bit ? "-Wl,-u,_GetFileVersionInfoSizeW@8" : "-Wl,-u,GetFileVersionInfoSizeW", "-lversion"]);
        return program;
    }

    /// <summary>Starts the game as a player does, without a launcher.</summary>
    internal static GameResult RunInstalled(MergedFolder folder, string script)
    {
        string file = Path.Combine(folder.Root, "script.txt");
        File.WriteAllText(file, script);
        return GameProcess.Run(Path.Combine(folder.Game, BackendRunner.GameName), ["script", WinePrefix.ToWindows(file)], new GameOptions
        {
            Environment = new Dictionary<string, string?> { ["RVFS_NO_AUTOSTART"] = null, ["WINEDLLOVERRIDES"] = "version=n,b" },
        });
    }

    private static MergedFolder Build(string? program = null) => MergedFolder.Build(FixtureTree.Parse("game", """
        Data/a.txt = game a
        Data/only-game.txt = game
        Data/moved.txt = game
        Data/gone.txt = game
        Data/replaced.txt = game
        Data/kept.txt = game
        Data/added.txt = game
        Fresh/of-game.txt = game
        """), [FixtureTree.Parse("mod", """
        Data/a.txt = mod a
        Data/gone.txt = mod
        Fresh/of-mod.txt = mod
        ModFolder/y.txt = mod y
        """)], (program ?? NativePrograms.Probe, BackendRunner.GameName), (NativePrograms.Get("newer_ntdll.dll"), "newer_ntdll.dll"));

    private static void AssertSame(MergedFolder folder, string commands, Func<string, string> runVfs)
    {
        string script = Scenario.ToScript([new("overwrite", commands)]);
        string? difference = Scenario.Compare(BackendRunner.Run(folder, Backend.Merged, script), runVfs(script));
        Assert.True(difference is null, difference);
    }
}
