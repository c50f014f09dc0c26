using System.Text;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;
using Reloaded.VFS.Tests.Behaviour;

namespace Reloaded.VFS.Tests.Programs;

/// <summary>
/// Tests of what a game does through the libraries above ntdll: loading DLLs in every way, profiles, copies, and folders through the C and
/// C++ libraries. Each prints with the VFS what it prints in the merged folder.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class ProgramTests(ProgramFixture fixture) : IClassFixture<ProgramFixture>
{
    public static TheoryData<string> Scenarios => [.. All.Select(scenario => scenario.Name)];

    internal static readonly Scenario[] All =
    [
        new("load libraries with no flags", """
            loadex | 0 | <ROOT>\Data\plugin.dll
            loadex | 0 | <ROOT>\ModFolder\mod-only.dll
            loadex | 0 | Data\plugin.dll
            loadex | 0 | <ROOT>\DATA\PLUGIN.DLL
            loadex | 0 | <ROOT>\ModFolder\missing.dll
            loadex | 0 | beside.dll
            loadex | 0 | beside
            """),
        new("load libraries as data and as images", """
            loadex | 2 | <ROOT>\Data\plugin.dll
            loadex | 2 | <ROOT>\ModFolder\mod-only.dll
            loadex | 40 | <ROOT>\ModFolder\mod-only.dll
            loadex | 20 | <ROOT>\ModFolder\mod-only.dll
            loadex | 22 | <ROOT>\Data\plugin.dll
            loadex | 2 | <ROOT>\ModFolder\y.txt
            loadex | 1 | <ROOT>\ModFolder\mod-only.dll
            """),
        new("load libraries with an altered search path", """
            loadex | 8 | <ROOT>\ModFolder\relay.dll | relayed
            loadex | 8 | <ROOT>\Data\plugin.dll
            chdir | ModFolder
            loadex | 8 | <ROOT>\Data\relay.dll | relayed
            """),
        new("load libraries by where to search", """
            loadex | 100 | <ROOT>\ModFolder\relay.dll | relayed
            loadex | 1100 | <ROOT>\ModFolder\relay.dll | relayed
            loadex | 200 | beside.dll
            loadex | 400 | mod-only.dll | answer | <ROOT>\ModFolder
            loadex | 400 | other.dll | answer | <ROOT>\ModFolder\inner
            loadex | 800 | kernel32.dll | GetTickCount64x
            loadex | 1000 | beside.dll
            loadex | 1000 | plugin.dll
            """),
        new("imports of a library that is loaded later", """
            loadex | 0 | <ROOT>\Data\relay.dll | relayed
            chdir | ModFolder
            loadex | 0 | <ROOT>\ModFolder\relay.dll | relayed
            chdir | <ROOT>
            setdlldir | <ROOT>\ModFolder
            loadex | 0 | <ROOT>\Data\relay.dll | relayed
            loadex | 0 | mod-only.dll
            setdlldir | <EMPTY>
            """),
        new("load libraries from the current folder", """
            chdir | ModFolder\inner
            loadex | 0 | other.dll
            loadex | 0 | .\other.dll
            loadex | 0 | ..\mod-only.dll
            """),
        new("look for files in folders", """
            searchpath | Data;ModFolder | y.txt
            searchpath | Data;ModFolder | plugin | .dll
            searchpath | <ROOT>\ModFolder | y | .txt
            searchpath | ModFolder;Data | A.TXT
            searchpath | <ROOT>\ModFolder\inner | missing.txt
            """),
        new("profiles", """
            profile | Data\settings.ini | Video | Width
            profile | Data\settings.ini | video | NEW
            profile | ModFolder\mod.ini | Mod | Name
            profile | <ROOT>\MODFOLDER\MOD.INI | mod | number
            profile | Data\only-game.ini | Video | Width
            profile | Data\missing.ini | a | b
            profile | ModFolder\missing.ini | a | b
            """),
        new("copy files out", """
            copyout | Data\a.txt
            copyout | Data\new.txt
            copyout | ModFolder\y.txt
            copyout | Data\readonly.txt
            copyout | Data\big.bin
            copyout | ModFolder\missing.txt
            copyout | ModFolder
            """),
        new("sizes on disk", """
            compressed | Data\a.txt
            compressed | Data\big.bin
            compressed | ModFolder\y.txt
            compressed | Data\only-game.ini
            compressed | ModFolder\missing
            compressed | ModFolder\inner
            """),
        new("find with a large fetch", """
            findex | Data\* | 1 | 0 | 2
            findex | ModFolder\* | 1 | 0 | 2
            findex | ModFolder\many\* | 1 | 0 | 2
            findex | ModFolder\many\*7.txt | 0 | 0 | 2
            """),
        new("the C library's folders", """
            wfindfirst | Data\*
            wfindfirst | ModFolder\*.txt
            wfindfirst | ModFolder\many\*
            wfindfirst | ModFolder\missing*
            opendir | Data
            opendir | ModFolder
            opendir | ModFolder\many
            opendir | ModFolder\nothing
            opendir | ModFolder\missing
            fopen | ModFolder\y.txt
            fopen | Data\a.txt
            """),
    ];

    [RealProcessTheory]
    [MemberData(nameof(Scenarios))]
    public void PrintsWhatItPrintsInTheMergedFolder(string scenario)
    {
        string? difference = Scenario.Compare(fixture.Output(Backend.Merged, scenario), fixture.Output(Backend.Vfs, scenario));
        Assert.True(difference is null, $"{scenario}\n{difference}");
    }

    [RealProcessTheory(Needs.WindowsPrograms)]
    [MemberData(nameof(Scenarios))]
    public void ThePlainFolderWouldPrintSomethingElse(string scenario)
    {
        string merged = fixture.Output(Backend.Merged, scenario);
        Assert.DoesNotContain("no such command", merged, StringComparison.Ordinal);
        Assert.NotNull(Scenario.Compare(merged, fixture.Output(Backend.Plain, scenario)));
    }

    /// <summary>
    /// Tests std::filesystem: recursive_directory_iterator, canonical, weakly_canonical, file_size, last_write_time, equivalent, and
    /// streams.
    /// </summary>
    [RealProcessFact]
    public void TheCppLibraryWalksTheMergedTree()
    {
        string expected = Walk(Backend.Merged), seen = Walk(Backend.Vfs);
        Assert.Contains("ModFolder/many/m42.txt depth=2", expected, StringComparison.Ordinal);
        Assert.Contains("MODFOLDER/Y.txt: canonical <ROOT>/", expected, StringComparison.Ordinal);
        Assert.Equal(expected, seen);
        Assert.NotEqual(expected, Walk(Backend.Plain));
    }

    private string Walk(Backend backend)
    {
        string game = fixture.FolderOf(backend);
        GameResult result = GameProcess.Run(Path.Combine(game, "walk.exe"), ["."], new GameOptions { Vfs = backend == Backend.Vfs });
        Assert.True(result.ExitCode == 0, result.ToString());
        return LegitimateDifferences.Normalise(result.Text, WinePrefix.ToWindows(game));
    }
}

/// <summary>The game, its mods and the output of each scenario, which is run once.</summary>
public sealed class ProgramFixture : IDisposable
{
    private readonly Lazy<MergedFolder> _folder = new(Build);
    private readonly Dictionary<Backend, Dictionary<string, string>> _outputs = [];

    /// <summary>Returns a scenario's output.</summary>
    public string Output(Backend backend, string scenario)
    {
        if (!_outputs.TryGetValue(backend, out Dictionary<string, string>? outputs))
        {
            string whole = BackendRunner.Run(_folder.Value, backend, Scenario.ToScript(ProgramTests.All), tolerant: true);
            _outputs[backend] = outputs = Scenario.SplitOutput(whole);
        }

        return outputs.GetValueOrDefault(scenario) ?? $"(the scenario hasn't run to its end on {backend})";
    }

    /// <summary>Returns the folder of a backend's game.</summary>
    public string FolderOf(Backend backend) => backend switch
    {
        Backend.Merged => _folder.Value.Merged,
        Backend.Vfs => _folder.Value.Game,
        _ => _folder.Value.Plain,
    };

    /// <inheritdoc/>
    public void Dispose()
    {
        if (_folder.IsValueCreated)
            _folder.Value.Dispose();
    }

    private static MergedFolder Build()
    {
        byte[] payload = File.ReadAllBytes(NativePrograms.Get("payload.dll"));
        byte[] relay = File.ReadAllBytes(CompileRelay());
        FixtureTree game = FixtureTree.Parse("game", """
            Data/a.txt = game a
            Data/settings.ini = [Video]\r\nWidth=640\r\n
            Data/only-game.ini = [Video]\r\nWidth=320\r\n
            [readonly] Data/readonly.txt = game readonly
            Data/big.bin : 150000
            readme.txt = game readme
            """).With("Data/plugin.dll", WithAnswer(payload, '1')).With("beside.dll", WithAnswer(payload, '2'))
            .With("payload.dll", WithAnswer(payload, '3'))
            .With("Data/relay.dll", relay);
        FixtureTree first = FixtureTree.Parse("first", """
            Data/a.txt = first a, longer than the game's
            Data/new.txt = first new
            Data/settings.ini = [Video]\r\nWidth=1920\r\nNew=yes\r\n[Audio]\r\nVolume=11\r\n
            ModFolder/mod.ini = [Mod]\r\nName=of the mod\r\nNumber=42\r\n
            ModFolder/y.txt = first y
            ModFolder/nothing/
            Data/big.bin : 250000
            """ + "\n" + string.Join('\n', Enumerable.Range(0, 90).Select(i => $"ModFolder/many/m{i:00}.txt = {i}")))
            .With("Data/plugin.dll", WithAnswer(payload, '4')).With("ModFolder/mod-only.dll", WithAnswer(payload, '5'))
            .With("ModFolder/relay.dll", relay)
            .With("ModFolder/inner/other.dll", WithAnswer(payload, '6')).With("beside.dll", WithAnswer(payload, '7'));
        FixtureTree second = FixtureTree.Parse("second", """
            [readonly] Data/readonly.txt = second readonly
            ModFolder/many/m42.txt = of the second
            """).With("payload.dll", WithAnswer(payload, '8')).With("ModFolder/payload.dll", WithAnswer(payload, '9'));
        return MergedFolder.Build(game, [first, second], (NativePrograms.Probe, BackendRunner.GameName), (CompileWalk(), "walk.exe"));
    }

    private static string CompileRelay()
    {
        string path = Path.Combine(RepositoryFolders.Cache, "native", "relay.dll");
        NativePrograms.Build("relay.c", path, "-shared", NativePrograms.Get("payload.dll"));
        return path;
    }

    private static string CompileWalk()
    {
        string path = Path.Combine(RepositoryFolders.Cache, "native", "walk.exe");
        NativePrograms.BuildCpp("walk.cpp", path);
        return path;
    }

    // See Native/libraries/payload.c.
    private static byte[] WithAnswer(byte[] payload, char digit)
    {
        byte[] copy = (byte[])payload.Clone();
        int at = copy.AsSpan().IndexOf("RVFS-PAYLOAD-ANSWER="u8);
        copy[at + "RVFS-PAYLOAD-ANSWER=".Length] = (byte)digit;
        return copy;
    }
}
