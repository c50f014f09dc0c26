using System.Text.Json;
using Reloaded.VFS.Tests.Cli.Questions;

namespace Reloaded.VFS.Tests.Cli.OtherManagers;

[Collection(nameof(QuestionsTests))]
public sealed class VortexStagingTests : IDisposable
{
    private readonly ForeignGame _game = new();

    public void Dispose() => _game.Dispose();

    private void Deploy(string place, string name, IEnumerable<(string Path, string Mod)> files) =>
        _game.File($"Game/{place}vortex.deployment{name}.json", JsonSerializer.Serialize(new
        {
            version = 1,
            instance = "x",
            gameId = "skyrimse",
            deploymentMethod = "hardlink_activator",
            stagingPath = _game.At("staging"),
            targetPath = _game.At($"Game/{place}"),
            files = files.Select(file => new { relPath = file.Path, source = file.Mod, target = "", time = 1 }),
        }));

    private void MakeStaging()
    {
        _game.File("staging/__vortex_staging_folder", "{}");
        _game.File("staging/Armor-1-1/textures/a.dds", "Armor");
        _game.File("staging/Armor-1-1/textures/b.dds", "Armor");
        _game.File("staging/Weather-2-1/Textures/A.dds", "Weather");
        _game.File("staging/Weather-2-1/textures/b.dds", "Weather");
        _game.File("staging/Weather-2-1/docs/readme.md", "never deployed");
        _game.File("staging/Root-3-1/d3d11.dll", "ENB");
        _game.File("staging/Off-4-1/textures/a.dds", "off");
        _game.File("staging/__merged/merged.txt", "merged");
    }

    /// <summary>Each mod wins a file of the other: no order alone says that.</summary>
    [Theory]
    [InlineData("staging")]
    [InlineData("Game/Data/vortex.deployment.json")]
    [InlineData("staging", "--copy")]
    public void TheGameSeesWhatVortexDeployed(string source, params string[] options)
    {
        MakeStaging();
        Deploy("Data/", "", [(@"textures\a.dds", "Weather-2-1"), (@"textures\b.dds", "Armor-1-1"), ("merged.txt", "__merged")]);
        Deploy("", ".enb", [("d3d11.dll", "Root-3-1")]);
        string[] before = _game.Snapshot("staging");
        (int code, string output, string errors) = _game.Import([_game.At(source), .. options]);
        Assert.Equal(0, code);
        Assert.Contains("5 mods of Vortex, 4 on", output, StringComparison.Ordinal);
        Assert.Contains("purge in Vortex", errors, StringComparison.Ordinal);
        Assert.Contains("Vortex hasn't deployed them: 1 file.", errors, StringComparison.Ordinal);
        CopiedFolders expected = new CopiedFolders().Copy(_game.Game, "", path => CopiedFolders.Below(path, "rvfs"));
        expected.Add(@"Data\textures\a.dds", "Weather");
        expected.Add(@"Data\textures\b.dds", "Armor");
        expected.Add(@"Data\merged.txt", "merged");
        expected.Add("d3d11.dll", "ENB");
        Assert.Equal(expected.Files, _game.Seen());
        Assert.Equal(before, _game.Snapshot("staging"));
        Assert.Single(File.ReadAllLines(_game.At("Game/rvfs/mods/prefer.txt")));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void AnyWinnersAreTheSameWinners(int seed)
    {
        Random random = new(seed);
        _game.File("staging/__vortex_staging_folder", "{}");
        Dictionary<string, List<string>> owners = [];
        for (int mod = 0; mod < 20; mod++)
        {
            for (int i = 0; i < 6; i++)
            {
                string path = $"d{random.Next(3)}/f{random.Next(8)}.txt";
                _game.File($"staging/mod {mod}/{path}", $"mod {mod}");
                if (!owners.TryGetValue(path, out List<string>? list))
                    owners.Add(path, list = []);
                if (!list.Contains($"mod {mod}"))
                    list.Add($"mod {mod}");
            }
        }

        // The winner of each path, whoever wins others; some aren't deployed at all.
        (string Path, string Mod)[] winners = [.. owners.Where(_ => random.Next(8) > 0).Select(pair => (pair.Key, pair.Value[random.Next(pair.Value.Count)]))];
        Deploy("Data/", "", winners.Select(one => (one.Path.Replace('/', '\\'), one.Mod)));
        Assert.Equal(0, _game.Import(_game.At("staging")).Code);
        CopiedFolders expected = new CopiedFolders().Copy(_game.Game, "", path => CopiedFolders.Below(path, "rvfs"));
        foreach ((string path, string mod) in winners)
            expected.Add($@"Data\{path.Replace('/', '\\')}", mod);
        Assert.Equal(expected.Files, _game.Seen());
    }

    [Fact]
    public void WithoutADeploymentTheOrderIsNotKnown()
    {
        MakeStaging();
        (int code, string output, string errors) = _game.Import($"vortex:{_game.At("staging")}");
        Assert.Equal(0, code);
        Assert.Contains("4 mods of Vortex, 4 on", output, StringComparison.Ordinal);
        Assert.Contains("it isn't known which mods are switched on and which one wins", errors, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("{", "(2): the file isn't valid JSON")]
    [InlineData("[]", "isn't an object")]
    public void ABadDeploymentIsNamedAndNothingIsDone(string content, string message)
    {
        MakeStaging();
        _game.File("Game/Data/vortex.deployment.json", content + "\n");
        (int code, _, string errors) = _game.Import(_game.At("staging"));
        Assert.Equal(125, code);
        Assert.Contains("vortex.deployment.json", errors, StringComparison.Ordinal);
        Assert.Contains(message, errors, StringComparison.Ordinal);
        Assert.False(Directory.Exists(_game.At("Game/rvfs")));
    }
}
