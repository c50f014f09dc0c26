using System.Globalization;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Dll.Watching;

/// <summary>A game (Native/live/live.c) that runs with its mods and the shipped DLL, and executes commands while the mods change.</summary>
internal sealed class LiveGame : IDisposable
{
    private readonly IReadOnlyDictionary<string, string?> _environment;
    private readonly bool _vfs;
    private readonly TimeSpan _timeout;
    private LiveProgram? _program;

    /// <param name="files">
    /// Files below the game's folder; those outside of <c>rvfs/mods</c> are the game's own. A file's content is its path.
    /// </param>
    /// <param name="environment">Environment variables for the game.</param>
    /// <param name="vfs">False to run without the DLL, as the oracle.</param>
    /// <param name="timeout">The time after which the game counts as hung; 150 s by default.</param>
    public LiveGame(IEnumerable<string> files, IReadOnlyDictionary<string, string?>? environment = null, bool vfs = true,
        TimeSpan? timeout = null)
    {
        _timeout = timeout ?? TimeSpan.FromSeconds(150);
        _vfs = vfs;
        _environment = environment ?? new Dictionary<string, string?>();
        Folder.Folder("g/rvfs/mods");
        File.Copy(NativePrograms.Get("live.exe"), At("live.exe"));
        foreach (string file in files)
            Folder.File("g/" + file, file);
    }

    public TemporaryFolder Folder { get; } = new();

    /// <summary>Returns a path below the game's folder, on this system.</summary>
    public string At(string path) => Folder.At("g/" + path);

    /// <summary>Returns a path below the game's folder, as the game names it.</summary>
    public string InGame(string path) => path.Length == 0 ? WinePrefix.ToWindows(Folder.At("g")) : WinePrefix.ToWindows(At(path));

    public void Start(params string[] vfsArguments) =>
        _program = new LiveProgram(At("live.exe"),
            new GameOptions { Vfs = _vfs, Timeout = _timeout, Environment = _environment, VfsArguments = vfsArguments });

    /// <summary>Makes the game execute a command, and returns its answer.</summary>
    public string Ask(params string[] words) => _program!.Ask(words);

    /// <summary>Waits until a file is listed and has this content, or, with "-", until it doesn't exist.</summary>
    public void Await(string path, string content)
    {
        string answer = Ask("await", InGame(path), content);
        Assert.True(long.TryParse(answer, CultureInfo.InvariantCulture, out _), $"{path}, {content}: {answer}");
    }

    /// <summary>Returns every path that the game sees, files with their content.</summary>
    public string[] Dump() => Ask("dump", InGame("")).Split('|', StringSplitOptions.RemoveEmptyEntries);

    public GameResult Quit()
    {
        GameResult result = _program!.Quit();
        _program.Dispose();
        _program = null;
        Assert.True(result.ExitCode == 0, result.ToString());
        return result;
    }

    public void Dispose()
    {
        _program?.Dispose();
        Folder.Dispose();
    }
}
