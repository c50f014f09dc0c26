using System.Diagnostics;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Cli.Questions;

namespace Reloaded.VFS.Tests.Cli.Materialising;

/// <summary><c>rvfs materialise</c> that is killed: the game and its mods stay as they are, and the next call makes the folder whole.</summary>
[Collection(nameof(QuestionsTests))]
public sealed class MaterialiseKillTests
{
    private const int Files = 3000, PerFolder = 30, Rounds = 12;

    [LinuxFact]
    public void AKilledCallIsMadeGoodByTheNext()
    {
        Assert.True(File.Exists(PublishedArtifacts.LinuxLauncher), PublishedArtifacts.WhyMissing());
        using TemporaryFolder folder = new();
        for (int i = 0; i < Files; i++)
            folder.File($"{(i % 3 == 0 ? "game" : $"game/rvfs/mods/mod{i % 3}")}/d{i / PerFolder}/f{i}.{(i % 50 == 0 ? "ini" : "dds")}", $"{i}");
        string made = folder.At("made");
        string[] words = [made, "--target", folder.At("game")];
        Stopwatch whole = Stopwatch.StartNew();
        Assert.Equal(0, Rvfs(null, words));
        whole.Stop();
        var random = new Random(1);
        int killed = 0;
        for (int round = 0; round < Rounds; round++)
        {
            // Each round begins with no folder, with a whole one, or with what the kill before has left.
            if (round % 3 == 0)
                Assert.Contains(Rvfs(null, [.. words, "--remove"]), new int?[] { 0, 1 });
            if (round % 3 == 1)
                Assert.Equal(0, Rvfs(null, words));
            string changed = folder.At($"game/rvfs/mods/mod1/d{round}");
            Directory.Move(changed, changed + " renamed");
            folder.File($"game/rvfs/mods/mod2/d{round}/added {round}.dds", "added");
            Dictionary<string, string> before = Content(folder.At("game"), Cached);
            string[] line = round % 4 == 3 ? [.. words, "--remove"] : words;
            killed += Rvfs(whole.Elapsed * random.NextDouble(), line) is null ? 1 : 0;
            Assert.Equal(before, Content(folder.At("game"), Cached));

            Assert.Equal(0, Rvfs(null, words));
            Assert.Equal(before, Content(folder.At("game"), Cached));
            Assert.Equal(Expected(before), Content(made, except: "rvfs/"));
        }

        Assert.True(killed > 0, "no call was killed in time");
        Assert.Equal(0, Rvfs(null, [.. words, "--remove"]));
        Assert.False(Directory.Exists(made));
    }

    // What rvfs caches of the mods' folders, for itself.
    private const string Cached = "rvfs/folders.kept";

    private static Dictionary<string, string> Expected(Dictionary<string, string> game)
    {
        Dictionary<string, string> expected = [];
        foreach ((string path, string content) in game)
            expected.Add(path.StartsWith("rvfs/mods/", StringComparison.Ordinal) ? path.Split('/', 4)[3] : path, content);
        return expected;
    }

    private static Dictionary<string, string> Content(string root, string? except = null) =>
        Directory.EnumerateFiles(root, "*", SearchOption.AllDirectories).Select(path => (Path.GetRelativePath(root, path), path))
            .Where(file => except is null || !file.Item1.StartsWith(except, StringComparison.Ordinal))
            .OrderBy(file => file.Item1, StringComparer.Ordinal)
            .ToDictionary(file => file.Item1, file => File.ReadAllText(file.path));

    /// <summary>Returns the exit code, or null if the process was killed.</summary>
    private static int? Rvfs(TimeSpan? killedAfter, string[] words)
    {
        using Process process = Process.Start(new ProcessStartInfo(PublishedArtifacts.LinuxLauncher, ["materialise", .. words])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        Task<string> output = process.StandardOutput.ReadToEndAsync(), errors = process.StandardError.ReadToEndAsync();
        if (killedAfter is { } time && !process.WaitForExit(time))
        {
            process.Kill();
            process.WaitForExit();
            return null;
        }

        process.WaitForExit();
        _ = (output.Result, errors.Result);
        return process.ExitCode;
    }
}
