using System.Globalization;
using Reloaded.VFS.Benchmarks.Inputs;
using Reloaded.VFS.Mods.Keeping;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Benchmarks.RealProcesses;

/// <summary>A game's folder with one mod and a program of Native/, in the temporary folder; gone when it's disposed of.</summary>
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

    /// <summary>Files <c>f00000</c> and so on.</summary>
    public static void CreateFiles(string folder, int count, int size = 0)
    {
        Directory.CreateDirectory(folder);
        byte[] content = new byte[size];
        for (int i = 0; i < count; i++)
            File.WriteAllBytes(Path.Combine(folder, string.Create(CultureInfo.InvariantCulture, $"f{i:00000}")), content);
    }

    /// <summary>
    /// Files to open: <c>outside</c> the game, the game's <c>own</c>, its own in a folder that the mod has too (<c>both</c>), a <c>hit</c>
    /// of the game and of the mod. The folder <c>empty</c> is the game's and the mod's, with none of these names.
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

    /// <summary>Further files in the mod that the game never opens, spread over folders as games have them.</summary>
    public void AddUnopened(int count)
    {
        if (count > 0)
            TreeGenerator.Create(TreeShape.Steam.Scale(Math.Max(count / 19, 40), count)).WriteTo(Path.Combine(Mod, "more"));
    }

    /// <summary>Runs the program and returns its output's lines, split at tabs.</summary>
    /// <param name="vfs">Through <c>rvfs run</c>.</param>
    /// <param name="timeout">After which it counts as hung.</param>
    /// <param name="arguments">The program's.</param>
    /// <param name="follow">Whether changes of mods are followed, which a thread of its own does.</param>
    /// <param name="keep">Whether folders of mods are kept for the next start, and taken.</param>
    public IEnumerable<string[]> Run(bool vfs, TimeSpan timeout, IEnumerable<string> arguments, bool follow = true, bool keep = true)
    {
        var environment = new Dictionary<string, string?>();
        if (!follow)
            environment.Add("RVFS_LIVE", "off");
        if (!keep)
            environment.Add(KeptPlace.Variable, "off");
        GameResult result = GameProcess.Run(_program, arguments,
            new GameOptions { Vfs = vfs, Timeout = timeout, Environment = environment });
        if (result.ExitCode != 0)
            throw new InvalidOperationException($"The run {(vfs ? "with" : "without")} the VFS ended with {result}");
        return result.Text.Split('\n', StringSplitOptions.TrimEntries).Select(line => line.Split('\t'));
    }

    public void Dispose() => Directory.Delete(Root, recursive: true);

    /// <summary>A number as a C program writes it.</summary>
    public static double Number(string text) => double.Parse(text, CultureInfo.InvariantCulture);
}
