using System.Globalization;
using System.Text;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Programs;

/// <summary>
/// A game of 5,000 files with its mods, and the merged folder: sources for a bundler, pictures for a film, texts, and folders of every
/// size. Built once for the class that uses it.
/// </summary>
public sealed class LargeTree : IDisposable
{
    private const int Modules = 1200;
    private const int Frames = 60;

    private readonly Lazy<MergedFolder> _folder = new(Build);

    /// <summary>Gets the folders.</summary>
    public MergedFolder Folder => _folder.Value;

    /// <summary>Returns the folder in which a program runs.</summary>
    public string Root(bool vfs) => vfs ? Folder.Game : Folder.Merged;

    /// <summary>Runs a program in the merged folder, or in the game's with the VFS.</summary>
    public GameResult Run(bool vfs, string program, params string[] arguments) => GameProcess.Run(program, arguments, new GameOptions
    {
        Vfs = vfs,
        VfsArguments = ["--target", Folder.Game, "--mods", Folder.Mods],
        WorkingDirectory = Root(vfs),
        Timeout = TimeSpan.FromSeconds(180),
        // Go's runtime suspends threads to share the processor, and therefore occasionally hangs under Wine 8, even without the VFS.
        Environment = new Dictionary<string, string?> { ["GODEBUG"] = "asyncpreemptoff=1" },
    });

    /// <inheritdoc/>
    public void Dispose()
    {
        if (_folder.IsValueCreated)
            _folder.Value.Dispose();
    }

    private static MergedFolder Build()
    {
        MergedFolder folder = MergedFolder.Build(Game(), [Mod("first", 1), Mod("second", 2), Mod("third", 3)]);
        int files = Directory.EnumerateFiles(folder.Merged, "*", SearchOption.AllDirectories).Count();
        return files >= 5000 ? folder : throw new InvalidOperationException($"only {files} files");
    }

    private static FixtureTree Game()
    {
        StringBuilder text = new();
        for (int i = 0; i < 2400; i++)
            text.Append(CultureInfo.InvariantCulture,
                $"Data/d{i % 40:00}/Sub{i % 7}/file{i:0000}.{(i % 3 == 0 ? "txt" : "dds")} = game {i} of data, needle{i % 50:00}\n");
        text.Append("src/main.js = ");
        for (int i = 0; i < Modules; i++)
            text.Append(CultureInfo.InvariantCulture, $"import {{ v{i} }} from \"./m{i % 30}/f{i}\"; ");
        text.Append("console.log([" + string.Join(",", Enumerable.Range(0, Modules).Select(i => $"v{i}")) + "]);\n");
        // Only a mod has every third module.
        for (int i = 0; i < Modules; i++)
            if (i % 3 != 0)
                text.Append(CultureInfo.InvariantCulture, $"src/m{i % 30}/f{i}.js = export const v{i} = \"game {i}\";\n");
        text.Append("walk.js = ").Append(Walk).Append("\nnames.js = ").Append(Names).Append('\n');
        return WithFrames(FixtureTree.Parse("game", text.ToString()), 0, frame => true);
    }

    private static FixtureTree Mod(string label, int number)
    {
        StringBuilder text = new();
        for (int i = number; i < 2400; i += 7)
            text.Append(CultureInfo.InvariantCulture,
                $"data/D{i % 40:00}/sub{i % 7}/FILE{i:0000}.{(i % 3 == 0 ? "txt" : "dds")} = {label} {i} instead, "
                    + $"needle{(i + number) % 50:00}, and longer\n");
        for (int i = 0; i < 500; i++)
            text.Append(CultureInfo.InvariantCulture,
                $"Data/added {number}/{label}{i % 10}/new{i:000}.txt = {label} adds {i}, needle{i % 50:00}\n");
        for (int i = 0; i < Modules; i++)
            if (i % 3 == 0 && i / 3 % 3 == number - 1)
                text.Append(CultureInfo.InvariantCulture, $"src/m{i % 30}/f{i}.js = export const v{i} = \"{label} {i}\";\n");
        return WithFrames(FixtureTree.Parse(label, text.ToString()), number, frame => frame % 4 == number);
    }

    // Pictures in the simplest format.
    private static FixtureTree WithFrames(FixtureTree tree, int value, Func<int, bool> has)
    {
        for (int i = 0; i < Frames; i++)
            if (has(i))
                tree = tree.With($"frames/frame{i:000}.ppm",
                    [.. Encoding.ASCII.GetBytes("P6\n16 16\n255\n"),
                        .. Enumerable.Range(0, 768).Select(at => (byte)(at * (value + 1) + i))]);
        return tree;
    }

    // One line: every entry in the listing's order, with its kind, its size and a hash of its content.
    private const string Walk = """
        const fs = require("fs"), path = require("path"), crypto = require("crypto"); function walk(d) { for (const e of fs.readdirSync(d, { withFileTypes: true })) { const p = path.join(d, e.name); const s = fs.statSync(p); if (e.isDirectory()) { console.log("folder", p, fs.existsSync(p)); walk(p); } else { const b = fs.readFileSync(p); console.log("file", p, s.size, s.mtimeMs, b.length, crypto.createHash("sha256").update(b).digest("hex"), fs.existsSync(p.toUpperCase())); } } } walk("."); for (const p of ["Data/missing", "data/ADDED 1/First0/NEW000.TXT", "nowhere/x"]) try { console.log(p, fs.statSync(p).size); } catch (e) { console.log(p, e.code); }
        """;

    // Node's results for names in another letter case, with dots, and missing ones; and its other ways to list.
    private const string Names = """
        const fs = require("fs"), path = require("path"); const ask = (what, f) => { try { console.log(what, f()); } catch (e) { console.log(what, e.code); } }; for (const p of ["Data/d01/Sub1/file0001.dds", "data/D01/sub1/FILE0001.DDS", "Data/added 1/first0/new000.txt", "DATA/ADDED 2/SECOND3", "data/added 3/./third1/../third2/NEW002.txt", "src/m0/f0.js", "Data/missing", "Data/added 1/missing/x", ".", "Data", "walk.js"]) { ask("native " + p, () => fs.realpathSync.native(p)); ask("own " + p, () => fs.realpathSync(p)); ask("access " + p, () => fs.accessSync(p)); ask("lstat " + p, () => fs.lstatSync(p).isFile()); } for (const p of fs.readdirSync(".", { recursive: true })) { console.log("recursive", p); if (p.length % 10 === 0) { ask("native " + p, () => fs.realpathSync.native(p.toUpperCase())); ask("own " + p, () => fs.realpathSync(p)); } } const d = fs.opendirSync("Data/added 1", { bufferSize: 3 }); for (let e; (e = d.readSync()) !== null;) console.log("opendir", e.name, e.isDirectory()); d.closeSync(); (async () => { for await (const e of await fs.promises.opendir("Data/added 2/second3")) console.log("async", e.name, e.isFile()); console.log("promises", await fs.promises.realpath("DATA/ADDED 2/SECOND3")); })();
        """;
}
