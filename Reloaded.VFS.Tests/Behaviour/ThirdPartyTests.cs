using System.IO.Compression;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests with programs of other projects: through the VFS each prints what it prints in the merged folder, byte for byte, except the
/// folder's own path and the times of folders (see <see cref="LegitimateDifferences"/>).
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class ThirdPartyTests : IDisposable
{
    private const Needs All = Needs.Published | Needs.ThirdParty;

    private readonly Lazy<MergedFolder> _folder = new(() => Build(Archive(("inside.txt", "inside the archive"))));

    [RealProcessTheory(All)]
    [InlineData("dir /s /b")]
    [InlineData("dir /s /b /a:-d *.txt")]
    [InlineData("dir /a /o:n Data")]
    [InlineData("dir Data\\*.txt")]
    [InlineData("dir ModFolder")]
    [InlineData("dir /b ModFolder\\missing*")]
    [InlineData("type Data\\a.txt Data\\new.txt ModFolder\\y.txt readme.txt")]
    [InlineData("type ModFolder\\missing.txt")]
    [InlineData("for /r %f in (*.txt) do @type %f")]
    [InlineData("cd ModFolder\\inner && dir /b && type x.txt")]
    [InlineData("if exist ModFolder\\y.txt (echo there) else (echo not there)")]
    [InlineData("copy /b Data\\a.txt+ModFolder\\y.txt ..\\..\\copied.txt > nul && type ..\\..\\copied.txt")]
    public void CommandInterpreter(string command)
        => AssertSame(ThirdPartyPrograms.CommandInterpreter, ["/c", command]);

    [RealProcessFact(All)]
    public void SevenZipPacksTheModsFiles()
    {
        Dictionary<Backend, string> seen = [];
        foreach (Backend backend in Enum.GetValues<Backend>())
        {
            string archive = Path.Combine(_folder.Value.Root, $"{backend}.zip");
            // The folder "rvfs" contains the mods on disk; the game doesn't see it.
            GameResult packed = Run(backend, ThirdPartyPrograms.SevenZip,
                ["a", "-tzip", "-mx0", WinePrefix.ToWindows(archive), "Data", "ModFolder", "readme.txt", "src"]);
            if (backend != Backend.Plain)
                Assert.True(packed.ExitCode == 0, packed.ToString());
            GameResult listed = GameProcess.Run(ThirdPartyPrograms.SevenZip, ["l", "-slt", WinePrefix.ToWindows(archive)]);
            Assert.True(listed.ExitCode == 0, listed.ToString());
            seen[backend] = ThirdPartyOutput.Entries(listed.Text);
        }

        Assert.Contains("Path = ModFolder\\inner\\x.txt", seen[Backend.Merged], StringComparison.Ordinal);
        Assert.NotEqual(seen[Backend.Merged], seen[Backend.Plain]);
        Assert.Equal(seen[Backend.Merged], seen[Backend.Vfs]);
    }

    [RealProcessFact(All)]
    public void SevenZipPacksTheWholeFolder()
    {
        Dictionary<Backend, string> seen = [];
        foreach (Backend backend in (Backend[])[Backend.Merged, Backend.Vfs])
        {
            string archive = Path.Combine(_folder.Value.Root, $"whole-{backend}.zip");
            GameResult packed = Run(backend, ThirdPartyPrograms.SevenZip, ["a", "-tzip", "-mx0", "-r", WinePrefix.ToWindows(archive), "*"]);
            Assert.True(packed.ExitCode == 0, packed.ToString());
            seen[backend] = ThirdPartyOutput.Entries(
                GameProcess.Run(ThirdPartyPrograms.SevenZip, ["l", "-slt", WinePrefix.ToWindows(archive)]).Text);
        }

        Assert.Equal(seen[Backend.Merged], seen[Backend.Vfs]);
    }

    [RealProcessFact(All)]
    [Trait("Bits", "Both")]
    public void SevenZipReadsAnArchiveThatAModBrings()
        => AssertSame(ThirdPartyPrograms.SevenZip, ["l", "-ba", "Data\\archive.zip"]);

    [RealProcessTheory(All)]
    [InlineData("--bundle", "src/main.js")]
    [InlineData("--bundle", "src/main.js", "--metafile=..\\..\\meta.json", "--outdir=..\\..\\out", "--sourcemap")]
    [InlineData("--bundle", "src\\deep\\modded.js", "--minify")]
    [InlineData("--bundle", "src/missing.js")]
    public void EsbuildBundlesTheModsSources(params string[] arguments)
        => AssertSame(ThirdPartyPrograms.Esbuild, arguments, "--log-limit=0");

    /// <summary>Takes 6 s: each of its four changes has to be told, and nothing more for a while.</summary>
    [RealProcessFact(All)]
    public void AWatcherTellsOfTheSameChanges() => AssertSame(ThirdPartyPrograms.Node,
        [WinePrefix.ToWindows(Path.Combine(RepositoryFolders.Root, "Reloaded.VFS.Tests", "Programs", "watch.js")),
            WinePrefix.ToWindows(ThirdPartyPrograms.Watcher)]);

    /// <inheritdoc/>
    public void Dispose()
    {
        if (_folder.IsValueCreated)
            _folder.Value.Dispose();
    }

    private void AssertSame(string program, string[] arguments, params string[] more)
    {
        string[] all = [.. arguments, .. more];
        GameResult merged = Run(Backend.Merged, program, all);
        GameResult vfs = Run(Backend.Vfs, program, all);
        Assert.Equal(Text(Backend.Merged, merged.Text), Text(Backend.Vfs, vfs.Text));
        Assert.Equal(Text(Backend.Merged, merged.Errors), ThirdPartyOutput.WithoutOurLine(Text(Backend.Vfs, vfs.Errors)));
        Assert.Equal(merged.ExitCode, vfs.ExitCode);
    }

    private GameResult Run(Backend backend, string program, string[] arguments) => GameProcess.Run(program, arguments, new GameOptions
    {
        Vfs = backend == Backend.Vfs,
        VfsArguments = ["--target", _folder.Value.Game, "--mods", _folder.Value.Mods],
        WorkingDirectory = Folder(backend),
    });

    private string Folder(Backend backend)
        => backend switch { Backend.Merged => _folder.Value.Merged, Backend.Vfs => _folder.Value.Game, _ => _folder.Value.Plain };

    private string Text(Backend backend, string text) => ThirdPartyOutput.Normalise(text, Folder(backend));

    /// <summary>Builds the sources, texts and data of a game and of two mods.</summary>
    /// <param name="archive">The content of <c>Data/archive.zip</c> in a mod.</param>
    /// <param name="programs">Other programs in the game's folder.</param>
    internal static MergedFolder Build(byte[] archive, params (string Source, string Name)[] programs) => MergedFolder.Build(
        FixtureTree.Parse("game", """
            Data/a.txt = game a\r\n
            Data/b.txt = game b\r\n
            Data/Textures/t1.dds : 3000
            Data/Textures/t2.dds : 90000
            Data/empty/
            readme.txt = game readme\r\n
            src/main.js = import { a } from "./lib/a"; import { b } from "./lib/b"; import "./deep"; console.log(a, b);
            src/lib/a.js = export const a = "game a";
            src/lib/b.js = export const b = "game b";
            src/deep/index.js = console.log("game deep");
            """),
        [
            FixtureTree.Parse("z-first", """
                Data/a.txt = first a\r\n
                Data/new.txt = first new\r\n
                Data/Textures/t1.dds : 3333
                ModFolder/inner/x.txt = first x\r\n
                ModFolder/y.txt = first y\r\n
                src/lib/a.js = export const a = "first a";
                src/deep/index.js = import "./modded"; console.log("first deep");
                src/deep/modded.js = import { c } from "../added/c"; console.log("modded", c);
                src/added/c.js = export const c = "first c";
                """).With("Data/archive.zip", archive),
            FixtureTree.Parse("second", """
                Data/a.txt = second a\r\n
                ModFolder/z.txt = second z\r\n
                src/added/package.json = { "main": "c.js" }
                """),
        ],
        programs);

    /// <summary>Creates a zip archive of texts that all have the same time.</summary>
    internal static byte[] Archive(params (string Name, string Text)[] entries)
    {
        using MemoryStream stream = new();
        using (ZipArchive zip = new(stream, ZipArchiveMode.Create))
        {
            foreach ((string name, string text) in entries)
            {
                ZipArchiveEntry entry = zip.CreateEntry(name);
                entry.LastWriteTime = new DateTimeOffset(2012, 3, 4, 5, 6, 8, TimeSpan.Zero);
                using StreamWriter writer = new(entry.Open());
                writer.Write(text);
            }
        }

        return stream.ToArray();
    }
}
