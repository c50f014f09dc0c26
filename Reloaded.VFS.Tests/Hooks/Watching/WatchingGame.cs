using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Dll.Watching;

namespace Reloaded.VFS.Tests.Hooks.Watching;

/// <summary>
/// A game that watches its folder while mods change: with the DLL and its mods, or, as the oracle, in the folder into which the mods were
/// copied, where each change of a mod is made to the copy.
/// </summary>
internal sealed class WatchingGame : IDisposable
{
    /// <summary>Names, attributes, sizes and times: the filter that most programs use.</summary>
    public const string Everything = "5f";

    /// <summary>Gets the ways in which the game can wait for a change.</summary>
    public static IReadOnlyList<string> Modes { get; } = ["event", "apc", "sync", "port", "handle", "first"];

    /// <summary>Gets a folder of the game's own and parts of it in two mods, in the form that <see cref="LiveGame"/> takes.</summary>
    public static IReadOnlyList<string> Files { get; } =
        ["data/own.txt", "data/covered.txt", "data/sub/s.txt", "rvfs/mods/A/data/a.txt", "rvfs/mods/A/data/covered.txt",
            "rvfs/mods/A/data/two.txt", "rvfs/mods/B/data/two.txt", "rvfs/mods/A/data/only/o.txt"];

    // The live watcher handles a change within a tenth of a second, on a busy machine within half a second.
    private const int Quiet = 700;

    private readonly bool _vfs;
    private readonly LiveGame _game;

    /// <param name="vfs">Whether the game runs with the DLL.</param>
    /// <param name="files">The files, in the form that <see cref="LiveGame"/> takes.</param>
    /// <param name="environment">Environment variables for the game.</param>
    /// <param name="configuration">The content of <c>rvfs.json</c>, or null for none.</param>
    public WatchingGame(bool vfs, IEnumerable<string> files, IReadOnlyDictionary<string, string?>? environment = null,
        string? configuration = null)
    {
        _vfs = vfs;
        _game = new LiveGame(vfs ? files : files.Select(Merged).Distinct(), environment, vfs);
        if (configuration is not null)
            _game.Folder.File("g/rvfs/rvfs.json", configuration);
        _game.Start();
        _game.Ask("read", _game.InGame("live.exe"));
    }

    /// <summary>Gets the game.</summary>
    public LiveGame Game => _game;

    /// <summary>Returns a path in the game's own folder, on this system.</summary>
    public string Own(string path) => _game.At(path);

    /// <summary>Returns a path of a mod, <c>mod/path</c>, on this system; in the merged folder, that of its copy.</summary>
    public string Mod(string path) => _game.At(_vfs ? "rvfs/mods/" + path : Merged("rvfs/mods/" + path));

    /// <summary>Begins to watch, and returns an error code.</summary>
    public string Watch(int number, string folder, string mode, bool tree = false, string filter = Everything, int bytes = 4096) =>
        _game.Ask("watch", $"{number}", _game.InGame(folder), mode, tree ? "1" : "0", filter, $"{bytes}");

    /// <summary>Returns the changes that a watch has reported since the last time, in their order.</summary>
    public string[] Changes(int number, bool wait = true) =>
        _game.Ask("changes", $"{number}", wait ? $"{Quiet}" : "60").Split('|', StringSplitOptions.RemoveEmptyEntries)
            .Where(change => change != "not aligned").ToArray();

    /// <summary>
    /// Returns the changes as a set: an added file may or may not be reported as modified as well, depending on when its writer closes it.
    /// </summary>
    public string Told(int number, bool wait = true)
    {
        string[] changes = Changes(number, wait);
        return string.Join(", ",
            changes.Where(change => change[0] != '3' || !changes.Any(other => other[0] is '1' or '5' && other[1..] == change[1..]))
                .Distinct().Order(StringComparer.Ordinal));
    }

    /// <summary>Ends pending calls: <c>ex</c>, <c>all</c>, <c>close</c>.</summary>
    public string End(int number, string way) => _game.Ask("end", $"{number}", way);

    /// <summary>Makes another Windows program change something.</summary>
    public void ByAnotherProgram(params string[][] commands)
    {
        string script = _game.Folder.File("script", string.Join('\n', commands.Select(words => string.Join('\t', words)).Append("quit\n")));
        GameResult other = GameProcess.Run(NativePrograms.Get("live.exe"),
            [WinePrefix.ToWindows(script), WinePrefix.ToWindows(_game.Folder.At("out"))]);
        Assert.True(other.ExitCode == 0, other.ToString());
    }

    public void Dispose() => _game.Dispose();

    private static string Merged(string path) =>
        path.StartsWith("rvfs/mods/", StringComparison.Ordinal) ? path[(path.IndexOf('/', "rvfs/mods/".Length) + 1)..] : path;
}
