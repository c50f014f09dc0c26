using System.Globalization;
using System.Text;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Dll.Host;

/// <summary>A game folder with mods for the stress programs, and the list of its expected content (see Native/storm/storm.c).</summary>
public class StormFolder : IDisposable
{
    private readonly bool _is32Bit;

    /// <summary>Builds the folder.</summary>
    public StormFolder()
        : this(is32Bit: false)
    {
    }

    /// <summary>Builds the folder, for 32-bit programs if so asked, which load and start the DLL for them by themselves.</summary>
    protected StormFolder(bool is32Bit)
    {
        _is32Bit = is32Bit;
        Func<string, string> get = is32Bit ? NativePrograms.Get32 : NativePrograms.Get;
        FixtureTree game = FixtureTree.Parse("game",
            Files("game", "Data/g", 40) + "\nData/a.txt = game a\nData/flip.txt = game flip\nData/Textures/t1.dds : 9000\n"
            + Files("game", "Data/Textures/both", 10));
        FixtureTree first = FixtureTree.Parse("first",
            Files("first", "Data/m", 40)
            + "\nData/a.txt = first a\nData/a name with an 8.3 name.txt = first long\nData/Textures/t2.dds : 70000\n"
            + Files("first", "Data/Textures/both", 10) + "\n" + Files("first", "ModFolder/inner/n", 20));
        FixtureTree second = FixtureTree.Parse("second",
            "Data/a.txt = second a\nModFolder/y.txt = second y\n" + Files("second", "Data/m", 5));
        Folder = MergedFolder.Build(game, [first, second], (get("storm.exe"), "storm.exe"),
            (get("detach_dll.dll"), "detach_dll.dll"),
            (get("dllmain_caller.dll"), "dllmain_caller.dll"), (get("payload.dll"), "Data/payload.dll"));
        FlipSource = Path.Combine(Folder.Root, "flipped.txt");
        File.WriteAllText(FlipSource, "the other flip");
    }

    /// <summary>Gets the folders.</summary>
    public MergedFolder Folder { get; }

    /// <summary>Gets a file that the program lays over Data/flip.txt and removes again.</summary>
    public string FlipSource { get; }

    /// <summary>Runs the stress program in the game's folder, by default with the VFS.</summary>
    public GameResult Run(IEnumerable<string> arguments, bool vfs = true, double seconds = 60,
        IReadOnlyDictionary<string, string?>? environment = null)
    {
        string manifest = Path.Combine(Folder.Root, vfs ? "vfs.txt" : "plain.txt");
        if (!File.Exists(manifest))
            File.WriteAllText(manifest, Manifest(vfs ? Folder.Merged : Folder.Plain));
        string[] start = _is32Bit && vfs ? ["--dll", WinePrefix.ToWindows(PublishedArtifacts.Library32)] : [];
        return GameProcess.Run(Path.Combine(Folder.Game, "storm.exe"), [.. start, "--manifest", WinePrefix.ToWindows(manifest), .. arguments],
            new GameOptions
            {
                Vfs = vfs && !_is32Bit,
                Is32Bit = _is32Bit,
                Timeout = TimeSpan.FromSeconds(seconds),
                Environment = environment ?? new Dictionary<string, string?>(),
            });
    }

    /// <summary>Returns a path in the game's folder as the program names it.</summary>
    public string InGame(string path) => WinePrefix.ToWindows(Path.Combine(Folder.Game, path));

    /// <inheritdoc/>
    public void Dispose() => Folder.Dispose();

    private static string Files(string label, string prefix, int count)
        => string.Join('\n', Enumerable.Range(0, count).Select(i => $"{prefix}{i:000}.txt = {label} content {i} {new string('x', i)}"));

    // The first line is Data\a.txt, which single checks of the program use.
    private string Manifest(string truth)
    {
        StringBuilder text = new();
        AddFile(text, truth, Path.Combine(truth, "Data", "a.txt"));
        foreach (string path in Directory.GetFiles(truth, "*", SearchOption.AllDirectories).Order(StringComparer.Ordinal))
        {
            if (!path.EndsWith(".exe", StringComparison.Ordinal))
                AddFile(text, truth, path);
        }

        foreach (string path in Directory.GetDirectories(truth, "*", SearchOption.AllDirectories))
        {
            ulong sum = 0;
            string[] names = Directory.GetFileSystemEntries(path);
            foreach (string name in names)
                sum += Fnv(Encoding.Unicode.GetBytes(Path.GetFileName(name)));
            text.Append(CultureInfo.InvariantCulture, $"D\t{InGame(Path.GetRelativePath(truth, path))}\t{names.Length}\t{sum:x}\n");
        }

        return text.ToString();
    }

    private void AddFile(StringBuilder text, string truth, string path)
    {
        byte[] content = File.ReadAllBytes(path);
        text.Append(CultureInfo.InvariantCulture, $"F\t{InGame(Path.GetRelativePath(truth, path))}\t{content.Length}\t{Fnv(content):x}");
        if (Path.GetFileName(path) == "flip.txt")
        {
            byte[] other = File.ReadAllBytes(FlipSource);
            text.Append(CultureInfo.InvariantCulture, $"\t{other.Length}\t{Fnv(other):x}");
        }

        text.Append('\n');
    }

    private static ulong Fnv(ReadOnlySpan<byte> bytes)
    {
        ulong hash = 0xcbf29ce484222325;
        foreach (byte value in bytes)
            hash = (hash ^ value) * 0x100000001b3;
        return hash;
    }
}
