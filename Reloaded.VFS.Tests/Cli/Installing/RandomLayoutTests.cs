using System.Text;
using Reloaded.VFS.Cli.Installing;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Installing;

/// <summary>Tests of folders of every kind: an installation changes nothing in them, and leaves nothing behind.</summary>
public sealed class RandomLayoutTests
{
    private const int Layouts = 40;

    [RealProcessFact]
    public void AFolderIsAsItWasAfterwards()
    {
        Dictionary<InstallWay, int> ways = [];
        int refused = 0;
        for (int seed = 1; seed <= Layouts; seed++)
        {
            using InstallFixture fixture = new();
            Random random = new(seed);
            Fill(fixture, random);
            IReadOnlyDictionary<string, string> before = fixture.State();
            string fingerprint = FolderFingerprint.Of(fixture.GameFolder);
            if (Install(fixture) is not { } way)
            {
                Assert.Equal(before, fixture.State());
                refused++;
                continue;
            }

            ways[way] = ways.GetValueOrDefault(way) + 1;
            IReadOnlyDictionary<string, string> installed = fixture.State();
            Assert.True(installed.Count > before.Count);
            Assert.All(before, entry => Assert.Equal(entry.Value, installed[entry.Key]));
            // Installing again changes nothing.
            Assert.Contains("installed already", fixture.Install().Output, StringComparison.Ordinal);
            Assert.Equal(installed, fixture.State());
            Play(fixture, before.Keys);
            (bool isGone, string output) = fixture.Uninstall();
            Assert.True(isGone);
            Assert.Equal(before, fixture.State());
            Assert.Contains($"before: {fingerprint}", output, StringComparison.Ordinal);
            Assert.Contains($"now:    {fingerprint}", output, StringComparison.Ordinal);
            Assert.Contains("as it was", output, StringComparison.Ordinal);
        }

        // The layouts cover everything.
        Assert.True(ways.Count == Enum.GetValues<InstallWay>().Length, $"{string.Join(", ", ways)}, {refused} refused");
        Assert.InRange(refused, 1, Layouts / 3);
    }

    private static InstallWay? Install(InstallFixture fixture)
    {
        try
        {
            return fixture.Install().Placement.Way;
        }
        catch (CliException e) when (e.Message.Contains("loads no DLL", StringComparison.Ordinal))
        {
            return null;
        }
    }

    /// <summary>Creates what a start leaves.</summary>
    private static void Play(InstallFixture fixture, IEnumerable<string> before)
    {
        string own = Directory.GetDirectories(fixture.GameFolder)
            .Single(f => Path.GetFileName(f).Equals("rvfs", StringComparison.OrdinalIgnoreCase));
        if (before.Any(path => path.EndsWith("logs", StringComparison.Ordinal)))
            return;
        string logs = Directory.CreateDirectory(Path.Combine(own, "logs")).FullName;
        File.WriteAllText(Path.Combine(logs, "start-20260131-184500-4711.json"), "{}");
        File.WriteAllText(Path.Combine(logs, "originals.json"), "{}");
        File.WriteAllText(Path.Combine(own, "install-error.txt"), "The game has started without mods.");
    }

    private static void Fill(InstallFixture fixture, Random random)
    {
        TemporaryFolder folder = fixture.Folder;
        string[] early = [.. ProxyNames.All.Where(_ => random.Next(4) == 0)], delayed = [.. ProxyNames.All.Where(_ => random.Next(6) == 0)];
        if (random.Next(5) == 0)
            (early, delayed) = ([], []);
        bool throughPart = random.Next(3) == 0;
        fixture.Program(throughPart ? ["Part.dll"] : early, throughPart ? [] : delayed);
        if (throughPart)
            folder.File("game/part.DLL", TestImage.Make(early, delayed, isDll: true));
        string[] contents = ["a DLL of the game", "GlobalSets LoadFromScriptsOnly", Wide("doorstop_config.ini"), "ReShade.ini"];
        int howMany = random.Next(4);
        foreach (string name in ProxyNames.All.Where(_ => random.Next(4) < howMany))
        {
            // An ASI loader comes before all others: not in every folder.
            int content = random.Next(contents.Length);
            folder.File("game/" + (random.Next(2) == 0 ? name : name.ToUpperInvariant()),
                contents[content == 1 && random.Next(3) > 0 ? 2 : content]);
        }

        if (random.Next(4) == 0)
            folder.File("game/winhttp_alt.dll", "taken");
        AddFiles(folder, random);
        string own = "game/" + (random.Next(3) == 0 ? "RVFS" : "rvfs");
        if (random.Next(2) == 0)
            folder.File(own + "/mods/one/data.txt", "modded");
        if (random.Next(3) == 0)
            folder.File(own + "/rvfs.json", "{}");
        if (random.Next(3) == 0)
            folder.File(own + "/logs/start-20250131-184500-4711.json", "{}");
        if (random.Next(4) == 0)
            folder.File(own + "/reloaded_vfs.dll", InstallFixture.Dll);
    }

    /// <summary>Adds files, folders and a link that have nothing to do with mods.</summary>
    internal static void AddFiles(TemporaryFolder folder, Random random)
    {
        for (int i = random.Next(8); i > 0; i--)
            folder.File($"game/{(random.Next(2) == 0 ? "data/" : "")}file{i} ä.pak", new string('x', random.Next(5000)));
        foreach (string name in ((string[])["scripts", "plugins", "Scripts/deep", "empty"]).Where(_ => random.Next(4) == 0))
            folder.Folder("game/" + name);
        if (OperatingSystem.IsLinux() && random.Next(3) == 0)
            File.CreateSymbolicLink(folder.At("game/link"), "game.exe");
    }

    private static string Wide(string text) => Encoding.Latin1.GetString(Encoding.Unicode.GetBytes(text));
}
