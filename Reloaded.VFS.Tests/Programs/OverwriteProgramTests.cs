using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;
using Reloaded.VFS.Tests.Behaviour;

namespace Reloaded.VFS.Tests.Programs;

/// <summary>
/// Tests with programs of other projects that write, under the policy "overwrite": each prints what it prints in the merged folder, the
/// folder's content is then the same, and no byte of the game's folder or of a mod has changed (<see cref="UntouchedFiles"/>).
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class OverwriteProgramTests
{
    private const Needs All = Needs.Published | Needs.ThirdParty;

    [RealProcessFact(All)]
    public void SevenZipExtractsUpdatesAndDeletes() => AssertSame(ThirdPartyPrograms.SevenZip,
        [
            ["x", "-y", @"Data\archive.zip"],
            ["x", "-aot", @"Data\archive.zip"],
            ["e", "-aou", @"Data\archive.zip", @"-oModFolder\inner", "a.txt", "x.txt", "-r"],
            ["t", @"Data\archive.zip"],
            ["u", "-mx0", "-mtc=off", @"Data\archive.zip", @"src\deep", @"src\added"],
            ["d", @"Data\archive.zip", "readme.txt"],
            ["rn", @"Data\archive.zip", @"Data\a.txt", @"Data\renamed.txt"],
            ["l", "-ba", @"Data\archive.zip"],
            ["a", "-mx1", "-mtc=off", "-sdel", @"packed.zip", "src"],
            ["x", @"packed.zip", "-oUnpacked"],
        ], WithoutTimes);

    [RealProcessFact(All)]
    public void EsbuildWritesItsBundles() => AssertSame(ThirdPartyPrograms.Esbuild,
        [
            ["--bundle", "src/main.js", "--outdir=dist/deep", "--sourcemap", "--metafile=dist/meta.json"],
            ["--bundle", "src/main.js", "--outfile=src/lib/a.js", "--allow-overwrite"],
            ["src/lib/b.js", "src/deep/modded.js", "--outdir=src", "--outbase=src", "--allow-overwrite", "--minify"],
            ["--bundle", "src/main.js", "--outfile=Data/archive.zip"],
            ["--bundle", "src/missing.js", "--outfile=never.js"],
        ]);

    [RealProcessFact(All)]
    public void NodeWritesInEveryWay() => AssertSame(ThirdPartyPrograms.Node,
        [[WinePrefix.ToWindows(Script("saves.js"))], [WinePrefix.ToWindows(Script("walk.js"))]]);

    [RealProcessFact(All)]
    public void TheCommandInterpreterCopiesMovesRenamesAndDeletes()
    {
        using TemporaryFolder scripts = new();
        string[][] runs = [.. Batches.Select((lines, i) =>
        {
            string batch = scripts.At($"{i}.bat");
            File.WriteAllText(batch, "@echo off\r\n" + lines.ReplaceLineEndings("\r\n") + "\r\n");
            return (string[])["/c", WinePrefix.ToWindows(batch)];
        })];
        AssertSame(ThirdPartyPrograms.CommandInterpreter, runs);
    }

    private static readonly string[] Batches =
    [
        """
        copy /y Data\a.txt Data\copy.txt
        type Data\copy.txt
        copy /y readme.txt Data\a.txt
        type Data\a.txt
        copy /y Data\b.txt ModFolder\y.txt
        copy /b Data\a.txt+ModFolder\y.txt ModFolder\both.txt
        type ModFolder\both.txt
        copy /y Data\missing.txt Data\a.txt
        echo more>>Data\b.txt
        echo more>>ModFolder\inner\x.txt
        echo over>Data\new.txt
        type Data\b.txt ModFolder\inner\x.txt Data\new.txt
        dir /s /b
        """,
        """
        move /y Data\a.txt Data\moved.txt
        ren Data\moved.txt renamed.txt
        type Data\renamed.txt
        if exist Data\a.txt echo still there
        ren Data\renamed.txt A.TXT
        ren ModFolder\inner outer
        type ModFolder\outer\x.txt
        move Data\empty Data\filled
        move /y ModFolder\z.txt readme.txt
        type readme.txt
        ren ModFolder Renamed
        ren readme.txt b.txt
        ren Data\b.txt a.txt
        dir /s /b
        """,
        """
        attrib +r Data\archive.zip
        del Data\archive.zip
        if exist Data\archive.zip echo kept
        attrib -r Data\archive.zip
        del Data\archive.zip
        if exist Data\archive.zip echo kept
        rd src
        del /q Data\Textures\*.*
        dir /b Data\Textures
        rd Data\Textures
        if exist Data\Textures echo kept
        rd /s /q src
        if exist src echo kept
        md src
        dir /b src
        md Fresh\deep\deeper
        echo new>Fresh\deep\deeper\new.txt
        rd /s /q Renamed
        copy Data\*.* Fresh\deep
        dir /s /b
        """,
    ];

    /// <summary>Runs a program repeatedly on both, and compares its output and the folder's final content.</summary>
    private static void AssertSame(string program, string[][] runs, Func<string, string>? normalise = null)
    {
        using MergedFolder folder = Build();
        using UntouchedFiles untouched = UntouchedFiles.Overwrite(folder);
        foreach (string[] arguments in runs)
        {
            string merged = Run(folder, Backend.Merged, program, arguments), vfs = Run(folder, Backend.Vfs, program, arguments);
            Assert.Equal(normalise?.Invoke(merged) ?? merged, normalise?.Invoke(vfs) ?? vfs);
            // The content that a later run of the game finds: names, sizes and contents.
            BackendRunner.AssertSame(folder, [new Scenario("tree", "tree | .")], string.Join(' ', arguments));
            string? change = untouched.FindChange();
            Assert.True(change is null, change);
        }

        Assert.NotEmpty(OverwriteRuns.Files(folder));
    }

    private static string Run(MergedFolder folder, Backend backend, string program, string[] arguments)
    {
        string game = backend == Backend.Merged ? folder.Merged : folder.Game;
        GameResult result = GameProcess.Run(program, arguments, new GameOptions
        {
            Vfs = backend == Backend.Vfs,
            VfsArguments = ["--target", folder.Game],
            WorkingDirectory = game,
            Timeout = TimeSpan.FromSeconds(120),
        });
        return $"{ThirdPartyOutput.Normalise(result.Text, game)}\n--- errors\n"
            + $"{ThirdPartyOutput.WithoutOurLine(ThirdPartyOutput.Normalise(result.Errors, game))}\n--- {result.ExitCode & 0xFF}";
    }

    /// <summary>Removes from 7-Zip's listing the times of folders that it has created itself.</summary>
    private static string WithoutTimes(string text) => string.Join('\n', text.Split('\n')
        .Select(line => line.IndexOf(" D....", StringComparison.Ordinal) is >= 0 and var folder ? line[folder..] : line));

    private static MergedFolder Build() => ThirdPartyTests.Build(ThirdPartyTests.Archive(
        (@"Data/a.txt", "unpacked a"), ("Data/b.txt", "unpacked b"), ("Data/Textures/t1.dds", "unpacked t1"),
        ("ModFolder/y.txt", "unpacked y"), ("ModFolder/inner/x.txt", "unpacked x"), ("Fresh/deep/new.txt", "unpacked new"),
        ("readme.txt", "unpacked readme")), (NativePrograms.Probe, BackendRunner.GameName));

    private static string Script(string name) => name == "walk.js"
        ? Path.Combine(RepositoryFolders.Root, "build", "conformance", name)
        : Path.Combine(RepositoryFolders.Root, "Reloaded.VFS.Tests", "Programs", name);
}
