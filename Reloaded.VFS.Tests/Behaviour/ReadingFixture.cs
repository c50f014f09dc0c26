using System.Text;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>The tree that the read-only scenarios share, and their outputs on each backend, each run once.</summary>
public sealed class ReadingFixture : IDisposable
{
    private readonly Lazy<MergedFolder> _folder;
    private readonly Dictionary<Backend, Lazy<Dictionary<string, string>>> _outputs = [];
    private readonly Dictionary<Backend, string> _whole = [];

    /// <summary>Prepares the folders, which are built on first use, so that skipped tests cost nothing.</summary>
    public ReadingFixture()
    {
        _folder = new Lazy<MergedFolder>(Build);
        foreach (Backend backend in Enum.GetValues<Backend>())
            _outputs[backend] = new(() => Run(backend));
    }

    /// <summary>Gets the folders.</summary>
    public MergedFolder Folder => _folder.Value;

    /// <summary>Returns what a scenario printed on a backend, or why it didn't complete.</summary>
    public string Output(Backend backend, string scenario)
        => _outputs[backend].Value.TryGetValue(scenario, out string? output)
            ? output
            : $"(the scenario hasn't run to its end; the program's last "
                + $"words:)\n{string.Join('\n', _whole[backend].Split('\n').TakeLast(15))}";

    /// <inheritdoc/>
    public void Dispose()
    {
        if (_folder.IsValueCreated)
            _folder.Value.Dispose();
    }

    private Dictionary<string, string> Run(Backend backend)
    {
        bool oracle = WinePrefix.IsNeeded && backend != Backend.Vfs;
        string output = BackendRunner.Run(Folder, backend, Scenario.ToScript(ReadingScenarios.All, oracle), tolerant: true);
        _whole[backend] = output;
        Dictionary<string, string> outputs = Scenario.SplitOutput(output);
        foreach (Scenario scenario in ReadingScenarios.All.Where(scenario => oracle && outputs.ContainsKey(scenario.Name)))
            outputs[scenario.Name] = scenario.RenameOracle(outputs[scenario.Name]);
        return outputs;
    }

    /// <summary>Builds the folders, whose game is a 64-bit program.</summary>
    private static MergedFolder Build() => Build(NativePrograms.Probe, NativePrograms.Get("payload.dll"));

    /// <summary>Builds the folders for a game and a DLL for it.</summary>
    internal static MergedFolder Build(string probe, string dll)
    {
        byte[] payload = File.ReadAllBytes(dll);
        FixtureTree game = FixtureTree.Parse("game", """
            Data/a.txt = game a
            Data/b.txt = game b
            Data/only-game.txt = game only
            Data/big.bin : 200000
            Data/noext = without an ending
            Data/a.b.c.tar.gz = dots
            Data/long name with spaces.txt = long
            Data/ümlaut 日本.txt = game umlaut
            [readonly] Data/readonly.txt = game readonly
            [2001-02-03T04:05:06] Data/old.txt = game old
            Data/Textures/t1.dds : 3000
            Data/Textures/t2.dds : 4000
            Data/Textures/Sub/deep.dds : 10
            Data/empty/
            Data/filled/
            Untouched/u.txt = no mod has this folder
            readme.txt = game readme
            """ + "\n" + Many("game", "Data/many/g", 60)).With("Data/plugin.dll", WithAnswer(payload, '1'))
            .With("Data/game-only.dll", WithAnswer(payload, '2'));
        // The names' alphabetical order is the opposite of the load order.
        FixtureTree first = FixtureTree.Parse("z-first", """
            Data/a.txt = first a, longer than the game's
            Data/new.txt = first new
            Data/only-first.txt = first only
            Data/.dotfile = first dot
            Data/ümlaut 日本.txt = first umlaut
            Data/añadido ñ.txt = first added
            Data/Textures/t1.dds : 3333
            Data/Textures/t3.dds : 5000
            Data/Textures/Sub/added.dds : 20
            Data/filled/now.txt = first filled
            ModFolder/inner/deeper/x.txt = first x
            ModFolder/y.txt = first y
            ModFolder/nothing/
            """ + "\n" + Many("first", "Data/many/m", 60)).With("Data/plugin.dll", WithAnswer(payload, '3'))
            .With("ModFolder/mod-only.dll", WithAnswer(payload, '4'));
        FixtureTree second = FixtureTree.Parse("second", """
            Data/new.txt = second new
            [readonly] Data/b.txt = second b
            [2011-05-06T07:08:09] Data/old.txt = second old
            Data/readonly.txt = second, no longer readonly
            ModFolder/z.txt = second z
            Data/zero.bin : 0
            Data/BIG2.bin : 300000
            """);
        FixtureTree third = FixtureTree.Parse("a-third", """
            Data/a.txt = third a
            Data/Textures/Third Folder/w.txt = third w
            """);
        return MergedFolder.Build(game, [first, second, third], (probe, BackendRunner.GameName));
    }

    private static string Many(string label, string prefix, int count)
        => string.Join('\n', Enumerable.Range(0, count).Select(i => $"{prefix}{i:000}.txt = {label} {i}"));

    // See Native/libraries/payload.c.
    private static byte[] WithAnswer(byte[] payload, char digit)
    {
        byte[] copy = (byte[])payload.Clone();
        int at = copy.AsSpan().IndexOf(Encoding.ASCII.GetBytes("RVFS-PAYLOAD-ANSWER="));
        copy[at + "RVFS-PAYLOAD-ANSWER=".Length] = (byte)digit;
        return copy;
    }
}
