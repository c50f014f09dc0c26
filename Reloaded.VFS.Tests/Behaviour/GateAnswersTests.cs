using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of names of every length and in any letter case: of the game only, of mods only, of both, and of neither. The gates answer for
/// names that no mod has; a mod's name that a gate takes for one of these looks as if the mod were missing.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class GateAnswersTests
{
    private const string Characters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .-_()[]{}!#$%&'+,;=@^`~";

    // With the path of the game's folder before them, the lengths cross each boundary of the hash (32, 64, 96, ...).
    private const int Longest = 150, Files = 240;

    [RealProcessTheory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void EachNameIsWhatItIsInAMergedFolder(int seed)
    {
        var random = new Random(seed);
        string[] folders = ["", "Both", "Both/Deep er", "OnlyGame", "OnlyMods", "OnlyMods/Below"];
        var names = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
        while (names.Count < Files)
        {
            string folder = folders[random.Next(folders.Length)];
            string name = NextName(random, 1 + random.Next(Longest));
            names.Add(folder.Length == 0 ? name : $"{folder}/{name}");
        }

        FixtureTree game = FixtureTree.Parse("game", "Both/own.txt = own"), first = FixtureTree.Parse("first", "OnlyMods/Below/a = a"),
            second = FixtureTree.Parse("second", "both/deep er/b = b\nonlymods/below/c = c");
        var scenario = new List<string>();
        foreach (string name in names)
        {
            bool isGames = !name.StartsWith("OnlyMods", StringComparison.Ordinal) && random.Next(2) == 0,
                isFirsts = !name.StartsWith("OnlyGame", StringComparison.Ordinal) && random.Next(3) == 0,
                isSeconds = !name.StartsWith("OnlyGame", StringComparison.Ordinal) && random.Next(4) == 0;
            game = isGames ? game.With(name, "game's"u8.ToArray()) : game;
            first = isFirsts ? first.With(name, "first mod's"u8.ToArray()) : first;
            // A letter case that differs from the game's.
            second = isSeconds ? second.With(name.ToLowerInvariant(), "second mod's"u8.ToArray()) : second;
            string spelled = RandomText.ChangeCase(random, name).Replace('/', '\\');
            scenario.Add($"read | {spelled}");
            scenario.Add($"attributes | {spelled}");
        }

        foreach (string missing in (string[])
            [@"Both\missing", @"OnlyMods\missing", @"OnlyMods\Missing\missing", @"Missing\missing", "missing"])
        {
            scenario.Add($"read | {missing}");
            scenario.Add($"attributes | {missing}");
        }

        using MergedFolder merged = MergedFolder.Build(game, [first, second], (NativePrograms.Probe, BackendRunner.GameName));
        BackendRunner.AssertSame(merged, [new Scenario($"seed {seed}", string.Join('\n', scenario))], $"seed {seed}");
    }

    /// <summary>
    /// Returns a name that Windows uses unchanged: no space or dot at its end, no space at its beginning, no device's name.
    /// </summary>
    private static string NextName(Random random, int length)
    {
        var name = new char[length];
        for (int i = 0; i < length; i++)
            name[i] = Characters[random.Next(Characters.Length)];
        name[0] = 'n';
        name[^1] = 'z';
        return new string(name);
    }
}
