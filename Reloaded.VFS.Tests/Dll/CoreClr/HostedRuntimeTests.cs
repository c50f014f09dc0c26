using System.Buffers.Binary;
using System.Globalization;
using System.Reflection.PortableExecutable;
using System.Text.Json;
using System.Text.RegularExpressions;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;
using Reloaded.VFS.Tests.Dll.Host;

namespace Reloaded.VFS.Tests.Dll.CoreClr;

/// <summary>
/// Tests of the gates' rules where CoreCLR runs the handlers: threads and processes that end, the loader lock, collections, what stays the
/// game's, a second runtime, methods that are compiled in the game, memory.
/// </summary>
[Collection(RealProcesses.Name)]
[Trait("Processors", "All")]
public sealed partial class HostedRuntimeTests(StormFolder32 storm) : IClassFixture<StormFolder32>
{
    private const long Mega = 1 << 20;

    /// <summary>Threads that are inside hooks are stopped for collections, which the program causes by its descriptions.</summary>
    [RealProcessFact(Needs.Bits32)]
    public void ThreadsAreInsideHooksWhileTheRuntimeCollects()
    {
        GameResult result = storm.Run(["mixed", "8", "3", WinePrefix.ToWindows(storm.FlipSource), storm.InGame("Data/flip.txt"), "11"], seconds: 90);
        Assert.True(result.ExitCode == 0, result.ToString());
        JsonElement runtime = Described(result.Text).GetProperty("runtime");
        Assert.True(runtime.GetProperty("collections").GetInt32() > 10, result.ToString());
    }

    [RealProcessTheory(Needs.Bits32)]
    [InlineData("threads", "200", "detach_dll.dll")]
    [InlineData("fls", "200", null)]
    [InlineData("restart", "5", "Data/Textures")]
    [InlineData("fibers", "1", "4", "20")]
    public void ThreadsComeAndGo(string what, params string?[] arguments)
    {
        string[] given = [.. arguments.OfType<string>().Select(text => char.IsAsciiDigit(text[0]) ? text : storm.InGame(text))];
        GameResult result = storm.Run([what, .. given]);
        Assert.True(result.ExitCode == 0, result.ToString());
    }

    [RealProcessTheory(Needs.Bits32)]
    [InlineData("main")]
    [InlineData("worker")]
    [InlineData("return")]
    [InlineData("terminate")]
    public void TheProcessEndsWithTheRuntimeInIt(string way)
    {
        for (int milliseconds = 10; milliseconds < 200; milliseconds += 90)
        {
            GameResult result = storm.Run(["exit", $"{milliseconds}", way], seconds: 30);
            Assert.True(result.ExitCode == 42, result.ToString());
            Assert.DoesNotContain("WRONG", result.Text, StringComparison.Ordinal);
        }
    }

    /// <summary>No export enters managed code, and none starts the runtime, while the caller holds the loader lock.</summary>
    [RealProcessTheory(Needs.Bits32)]
    [InlineData(false)]
    [InlineData(true)]
    public void EveryExportIsCalledFromADllMain(bool isStarted)
    {
        GameResult result = storm.Run(["dllmain", storm.InGame("dllmain_caller.dll")], vfs: isStarted, environment:
            new Dictionary<string, string?> { ["RVFS_TEST_DLL"] = WinePrefix.ToWindows(PublishedArtifacts.Library32) });
        Assert.Contains("process attach done", result.Text, StringComparison.Ordinal);
        // If the DLL itself loads it, the start comes before the program opens its files, or after.
        Assert.True(result.ExitCode == 0 || (!isStarted && result.ExitCode == 1), result.ToString());
        Assert.DoesNotContain("CreateFileW", result.Text, StringComparison.Ordinal);
    }

    /// <summary>Opens and queries allocate nothing and wait for no lock, as in a native image.</summary>
    [RealProcessTheory(Needs.Bits32)]
    [InlineData("on")]
    [InlineData("off")]
    public void OpensAndQueriesAllocateNothing(string avx2)
    {
        GameResult result = storm.Run(["quiet", "200"], environment: new Dictionary<string, string?> { ["RVFS_AVX2"] = avx2 });
        Assert.True(result.ExitCode == 0, result.ToString());
        Match match = Quiet().Match(result.Text);
        Assert.True(match.Success, result.ToString());
        Assert.Equal("0", match.Groups[1].Value);
        Assert.Equal("0", match.Groups[2].Value);
        Assert.True(int.Parse(match.Groups[3].Value, CultureInfo.InvariantCulture) >= 2, result.ToString());
    }

    /// <summary>Exceptions, COM's apartments and what is set for the process or a thread are the game's.</summary>
    [RealProcessFact(Needs.Bits32)]
    public void WhatIsTheGamesStaysAsItIs()
    {
        string program = Place("untouched.exe");
        GameResult result = GameProcess.Run(program, [WinePrefix.ToWindows(PublishedArtifacts.Library32), @"Data\g001.txt"],
            new GameOptions { Is32Bit = true });
        Assert.True(result.ExitCode == 0, result.ToString());
        string[] parts = result.Text.ReplaceLineEndings("\n").Split("after\n");
        Assert.Equal(2, parts.Length);
        Assert.Contains("c0000005 c0000094 3 seen, COM 800401f0", parts[0], StringComparison.Ordinal);
        Assert.Equal(parts[0]["before\n".Length..], parts[1]);
        double[] nanoseconds = [.. Nanoseconds().Matches(result.Errors).Select(m => double.Parse(m.Groups[1].Value, CultureInfo.InvariantCulture))];
        Assert.Equal(2, nanoseconds.Length);
        Assert.True(nanoseconds[1] < nanoseconds[0] * 2 + 2000, result.ToString());
    }

    /// <summary>A game that hosts a CoreCLR of its own goes on with both, whichever of them is there first.</summary>
    [RealProcessTheory(Needs.Bits32)]
    [InlineData("game")]
    [InlineData("vfs")]
    public void AGameHasACoreClrOfItsOwn(string first)
    {
        string program = Place("hosting.exe"), runtime = Path.Combine(storm.Folder.Root, "games-runtime");
        if (!Directory.Exists(runtime))
        {
            Directory.CreateDirectory(runtime);
            foreach (string file in Directory.GetFiles(Path.Combine(Path.GetDirectoryName(PublishedArtifacts.Library32)!, "reloaded_vfs_runtime")))
                File.Copy(file, Path.Combine(runtime, Path.GetFileName(file)));
            ImportAll(Path.Combine(runtime, "coreclr.dll"));
        }

        GameResult result = GameProcess.Run(program,
            [WinePrefix.ToWindows(runtime), WinePrefix.ToWindows(PublishedArtifacts.Library32), @"Data\a.txt", first],
            new GameOptions { Is32Bit = true });
        Assert.True(result.ExitCode == 0, result.ToString());
        string[] lines = result.Text.ReplaceLineEndings("\n").Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal("the game's runtime: 00000000", lines[0]);
        Assert.Equal(13, lines.Length);
        Assert.Equal(6, lines.Count(line => line == "file: second a"));
        Assert.Equal(6, lines.Count(line => line == "thread known"));
    }

    /// <summary>
    /// CoreCLR's imports of COM, the registry and windows have no DLL loaded by the start, and each leads to its function at the first call.
    /// </summary>
    [RealProcessFact(Needs.Bits32)]
    public void EachLateImportIsFoundAtItsFirstCall()
    {
        GameResult result = GameProcess.Run(Place("imported.exe"), [WinePrefix.ToWindows(PublishedArtifacts.Library32)],
            new GameOptions { Is32Bit = true });
        Assert.True(result.ExitCode == 0, result.ToString());
        string[][] lines = [.. result.Text.ReplaceLineEndings("\n").Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => line.Split(' '))];
        Assert.Equal(4, lines.Count(line => line is ["before", _, "absent"]));
        Assert.True(lines.Count(line => line is [_, _, "found"]) > 50, result.ToString());
        // Those that this image has itself.
        Assert.Equal(
            ["CoGetContextToken", "CoInitializeEx", "CoRegisterInitializeSpy", "CoRevokeInitializeSpy", "CoUninitialize", "EventRegister",
                "OpenThreadToken"],
            lines.Where(line => line is [_, _, "led"]).Select(line => line[1]).Order(StringComparer.Ordinal));
        Assert.DoesNotContain(lines, line => line[^1] is "wrong" or "loaded");
        Assert.Equal(["called", "yes"], lines[^1]);
    }

    /// <summary>
    /// The game's first calls have nothing compiled, and the start next to nothing; the start takes at most 56 MB of addresses. How long it
    /// takes is the benchmarks' matter.
    /// </summary>
    [RealProcessFact(Needs.Bits32)]
    public void NoCallHasAMethodCompiled()
    {
        string program = Place("weight.exe"), list = Path.Combine(storm.Folder.Root, "compiled.txt");
        GameResult result = GameProcess.Run(program,
            [WinePrefix.ToWindows(PublishedArtifacts.Library32), @"Data\a.txt", @"Data\g001.txt", @"Data\none.txt", @"ModFolder\y.txt"],
            new GameOptions
            {
                Is32Bit = true,
                Environment = new Dictionary<string, string?> { ["RVFS_COMPILED_METHODS"] = WinePrefix.ToWindows(list) },
            });
        Assert.True(result.ExitCode == 0, result.ToString());
        JsonElement runtime = Described(result.Text).GetProperty("coreClr");
        string methods = File.Exists(list) ? File.ReadAllText(list) : "";
        // A few of the runtime's own, which its compiler can't compile ahead of time: none is a handler's.
        Assert.DoesNotContain("JIT compiled Reloaded.", methods, StringComparison.Ordinal);
        long byStart = runtime.GetProperty("compiledByStart").GetInt64(), later = runtime.GetProperty("compiledBeforeAnswer").GetInt64();
        Assert.True(byStart is > 0 and <= 10, methods);
        // The thread that follows the mods, and the description, may have some.
        Assert.True(later - byStart <= 4, methods);
        long[] before = Weight(result, "before"), after = Weight(result, "after");
        // Under Wine, some of them are its own for the stacks of three threads.
        Assert.True(after[0] - before[0] <= 56 * Mega, result.ToString());
    }

    /// <summary>
    /// Each image has a place of its own, and begins its sections at pages of its file: otherwise Wine reads it into private memory and writes
    /// to its pages, which takes a tenth of a start's time.
    /// </summary>
    [RealProcessFact(Needs.Bits32)]
    public void EveryImageIsMappedAsItIs()
    {
        string folder = Path.Combine(Path.GetDirectoryName(PublishedArtifacts.Library32)!, "reloaded_vfs_runtime");
        (string Name, long Base, long End)[] images =
        [
            .. Directory.GetFiles(folder, "*.dll").Append(PublishedArtifacts.Library32).Select(file =>
            {
                using var image = new PEReader(File.OpenRead(file));
                PEHeader header = image.PEHeaders.PEHeader!;
                Assert.Equal((file, 4096), (file, header.FileAlignment));
                return (file, (long)header.ImageBase, (long)header.ImageBase + header.SizeOfImage);
            }).OrderBy(image => image.Item2),
        ];
        Assert.True(images.Length > 10);
        Assert.All(images.Zip(images.Skip(1)), pair => Assert.True(pair.First.End <= pair.Second.Base, $"{pair.First}, {pair.Second}"));
    }

    /// <summary>
    /// No page of an image stays writable and executable. CoreCLR keeps its own stubs in such pages, 4 MB of them at most: to map them
    /// twice would make the start longer.
    /// </summary>
    [RealProcessFact(Needs.Bits32)]
    public void OnlyTheRuntimesOwnPagesAreWritableAndExecutable()
    {
        Match[] pages = [.. ((bool[])[false, true]).Select(vfs => WritableCode().Match(storm.Run(["footprint"], vfs).Text))];
        Assert.All(pages, match => Assert.True(match.Success));
        Assert.Equal(pages[0].Groups[1].Value, pages[1].Groups[1].Value);
        long[] elsewhere = [.. pages.Select(match => long.Parse(match.Groups[2].Value, CultureInfo.InvariantCulture))];
        Assert.InRange(elsewhere[1] - elsewhere[0], 1, 4 * Mega);
    }

    /// <summary>Has the loader find all that a DLL imports, as in .NET's own CoreCLR; this image's finds some of it at the first call.</summary>
    private static void ImportAll(string file)
    {
        const int DescriptorSize = 20, NameOffset = 12;
        byte[] bytes = File.ReadAllBytes(file);
        using var image = new PEReader(new MemoryStream(bytes));
        DirectoryEntry imports = image.PEHeaders.PEHeader!.ImportTableDirectory;
        Assert.True(image.PEHeaders.TryGetDirectoryOffset(imports, out int begin));
        Span<byte> all = bytes.AsSpan(begin, imports.Size);
        int end = 0;
        while (BinaryPrimitives.ReadInt32LittleEndian(all[(end + NameOffset)..]) != 0)
            end += DescriptorSize;
        Assert.True(end + DescriptorSize < all.Length, "the loader finds all");
        all[(end + DescriptorSize)..].CopyTo(all[end..]);
        all[^DescriptorSize..].Clear();
        File.WriteAllBytes(file, bytes);
    }

    private static long[] Weight(GameResult result, string when) =>
    [
        .. result.Text.ReplaceLineEndings("\n").Split('\n').Single(line => line.StartsWith(when + "\t", StringComparison.Ordinal)).Split('\t')[1..]
            .Select(number => long.Parse(number, CultureInfo.InvariantCulture)),
    ];

    private static JsonElement Described(string text)
    {
        int begin = text.IndexOf('{', StringComparison.Ordinal), end = text.LastIndexOf('}') + 1;
        Assert.True(begin >= 0 && end > begin, text);
        using JsonDocument json = JsonDocument.Parse(text[begin..end]);
        return json.RootElement.Clone();
    }

    private string Place(string name)
    {
        string program = Path.Combine(storm.Folder.Game, name);
        if (!File.Exists(program))
            File.Copy(NativePrograms.Get32(name), program);
        return program;
    }

    [GeneratedRegex(@"working (-?\d+), lock contentions (\d+), 8.3 names (\d+)")]
    private static partial Regex Quiet();

    [GeneratedRegex(@"in images (\d+), (\d+) bytes elsewhere")]
    private static partial Regex WritableCode();

    [GeneratedRegex(@"^(\d+) ns", RegexOptions.Multiline)]
    private static partial Regex Nanoseconds();
}

/// <summary>The folder of the stress programs, for 32 bits.</summary>
public sealed class StormFolder32() : StormFolder(is32Bit: true);
