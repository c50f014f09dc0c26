using System.Text.Json;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Questions;

/// <summary>Tests that <c>ls</c> and <c>which</c>, without the game, say what the game gets.</summary>
[Collection(RealProcesses.Name)]
public sealed class SameAnswersTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [RealProcessFact]
    public void TheGameGetsTheFilesThatWhichNames()
    {
        string game = _folder.At("g/game.exe");
        _folder.Folder("g");
        File.Copy(NativePrograms.Get("launched.exe"), game);
        Random random = new(11);
        string[] names = ["a.txt", "B.TXT", "data/c.txt", "Data/d e.txt", "data/Deep/er/f.txt", "new/ü.txt", "new/g"];
        foreach (string owner in (string[])["", "rvfs/mods/one/", "rvfs/mods/two/", "rvfs/mods/three/", "rvfs/mods/off/",
            "rvfs/mods/unlisted/"])
        {
            foreach (string name in names.Where(_ => random.Next(2) == 0))
                _folder.File($"g/{owner}{(random.Next(2) == 0 || owner.Length == 0 ? name : name.ToUpperInvariant())}",
                    $"{name} of {owner}; ");
        }

        _folder.File("g/rvfs/mods/order.txt", "two\r\n-off\r\nTHREE\r\none\r\n");

        List<string> asked = [], expected = [];
        JsonElement list = Ask("ls", "--game", game, "--json");
        foreach (JsonElement entry in list.GetProperty("entries").EnumerateArray())
        {
            string path = entry.GetProperty("path").GetString()!;
            if (entry.GetProperty("isFolder").GetBoolean() || path.EndsWith(".exe", StringComparison.Ordinal))
                continue;
            string source = entry.GetProperty("source").GetString()!;
            string spelt = random.Next(2) == 0 ? path : path.ToUpperInvariant();
            JsonElement winner = Ask("which", "--game", game, "--json", spelt).GetProperty("found").GetProperty("winner");
            Assert.Equal(source, winner.GetProperty("source").GetString());
            Assert.Equal(entry.GetProperty("mod").GetString(), winner.GetProperty("mod").GetString());
            asked.Add(spelt);
            expected.Add(File.ReadAllText(source));
        }

        Assert.True(asked.Count >= 5);
        Assert.DoesNotContain(expected, content => content.Contains("off", StringComparison.Ordinal));

        GameResult seen = GameProcess.Run(game, ["cat", .. asked], new() { Vfs = true });
        Assert.True(seen.ExitCode == 0, seen.ToString());
        Assert.Equal(string.Concat(expected), seen.Text);
    }

    private static JsonElement Ask(params string[] arguments)
    {
        GameResult result = GameProcess.RunCommand([PublishedArtifacts.Launcher, .. arguments]);
        Assert.True(result.ExitCode == 0, result.ToString());
        return JsonDocument.Parse(result.Text).RootElement;
    }
}
