using System.Globalization;
using Reloaded.VFS.Benchmarks.Inputs;
using Reloaded.VFS.Mods.Caching;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Benchmarks.RealProcesses;

/// <summary>A game's folder in the temporary folder, with one mod and a program of Native/; deleted when disposed.</summary>
internal sealed class GameFolder : IDisposable
{
    private readonly string _program;

    public GameFolder(string program, params string[] libraries)
    {
        _program = Path.Combine(Game, program);
        Directory.CreateDirectory(Mod);
        foreach (string name in (string[])[program, .. libraries])
            File.Copy(NativePrograms.Get(name), Path.Combine(Game, name));
    }

    public string Root { get; } = RepositoryFolders.CreateTemporary();

    public string Game => Path.Combine(Root, "game");

    public string Mod => Path.Combine(Game, "rvfs", "mods", "mod");

    /// <summary>Creates files named <c>f00000</c> and so on.</summary>
    public static void CreateFiles(string folder, int count, int size = 0)
    {
        Directory.CreateDirectory(folder);
        byte[] content = new byte[size];
        for (int i = 0; i < count; i++)
            File.WriteAllBytes(Path.Combine(folder, string.Create(CultureInfo.InvariantCulture, $"f{i:00000}")), content);
    }

    /// <summary>
    /// Adds the files to open: <c>outside</c> the game, the game's <c>own</c>, its own in a folder that the mod has too (<c>both</c>), and
    /// files of both the game and the mod (<c>hit</c>). The game and the mod also have a folder <c>empty</c> without these names.
    /// </summary>
    public void AddOpened(int count)
    {
        foreach (string folder in (string[])[Path.Combine(Root, "outside"), Path.Combine(Game, "own"), Path.Combine(Game, "both"),
            Path.Combine(Game, "hit"), Path.Combine(Mod, "hit")])
        {
            CreateFiles(folder, count);
        }

        Directory.CreateDirectory(Path.Combine(Game, "empty"));
        foreach (string folder in (string[])["both", "empty"])
        {
            Directory.CreateDirectory(Path.Combine(Mod, folder));
            for (int i = 0; i < 100; i++)
                File.WriteAllBytes(Path.Combine(Mod, folder, $"mod {i}"), []);
        }
    }

    /// <summary>Adds files to the mod that the game never opens, distributed over folders as in games.</summary>
    public void AddUnopened(int count)
    {
        if (count > 0)
            TreeGenerator.Create(TreeShape.Steam.Scale(Math.Max(count / 19, 40), count)).WriteTo(Path.Combine(Mod, "more"));
    }

    /// <summary>Runs the program and returns its output's lines, split at tabs.</summary>
    /// <param name="vfs">True to run through <c>rvfs run</c>.</param>
    /// <param name="timeout">The time after which the program counts as hung.</param>
    /// <param name="arguments">The program's arguments.</param>
    /// <param name="follow">True to follow changes of mods, which takes a thread.</param>
    /// <param name="keep">True to keep listings of the mods' folders for the next start, and to use kept ones.</param>
    /// <param name="program">Another program in the game's folder, or null.</param>
    public IEnumerable<string[]> Run(bool vfs, TimeSpan timeout, IEnumerable<string> arguments, bool follow = true, bool keep = true,
        string? program = null)
    {
        var environment = new Dictionary<string, string?>();
        if (!follow)
            environment.Add("RVFS_LIVE", "off");
        if (!keep)
            environment.Add(CacheFiles.Variable, "off");
        GameResult result = GameProcess.Run(program is null ? _program : Path.Combine(Game, program), arguments,
            new GameOptions { Vfs = vfs, Timeout = timeout, Environment = environment });
        if (result.ExitCode != 0)
            throw new InvalidOperationException($"The run {(vfs ? "with" : "without")} the VFS ended with {result}");
        return result.Text.Split('\n', StringSplitOptions.TrimEntries).Select(line => line.Split('\t'));
    }

    public void Dispose() => Directory.Delete(Root, recursive: true);

    /// <summary>Parses a number as a C program writes it.</summary>
    public static double Number(string text) => double.Parse(text, CultureInfo.InvariantCulture);
}
