using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of names whose UTF-8 form is longer than a Linux file system allows. Wine cuts each at 255 bytes, both when it creates a file and
/// when it looks for one. On Windows all but the longest are ordinary names, and the longest can't be created.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class LongNameTests
{
    /// <summary>Lengths in letters of three bytes each, of which 85 fit.</summary>
    private static readonly int[] Lengths = [85, 86, 120, 250, 255, 260];

    [RealProcessTheory]
    [InlineData(false)]
    [InlineData(true)]
    public void LongNamesAreAsInAMergedFolder(bool overwrites)
    {
        using MergedFolder folder = Build();
        using UntouchedFiles? untouched = overwrites ? UntouchedFiles.Overwrite(folder) : null;
        Scenario[] scenarios = [
            .. Lengths.Select(length => new Scenario($"{length}", $"""
                create | \\?\<ROOT>\Data\{Name('日', length)} | text {length}
                find | Data\*
                read | \\?\<ROOT>\Data\{Name('日', length)}
                read | \\?\<ROOT>\Data\{Name('日', 85)}
                append | \\?\<ROOT>\Data\{Name('日', length)} | _more
                attributes | \\?\<ROOT>\Data\{Name('日', length)}
                mkdir | \\?\<ROOT>\Data\{Name('本', length)}
                create | \\?\<ROOT>\Data\{Name('本', length)}\in it.txt | inside
                find | Data\*
                read | \\?\<ROOT>\Data\{Name('本', length)}\in it.txt
                move | \\?\<ROOT>\Data\{Name('日', length)} | \\?\<ROOT>\ModFolder\{Name('語', length)}
                find | ModFolder\*
                read | \\?\<ROOT>\ModFolder\{Name('語', length)}
                find | Data\*
                delete | \\?\<ROOT>\ModFolder\{Name('語', length)}
                find | ModFolder\*
                delete | \\?\<ROOT>\Data\{Name('本', length)}\in it.txt
                rmdir | \\?\<ROOT>\Data\{Name('本', length)}
                tree | .
                """))];
        BackendRunner.AssertSame(folder, scenarios, "long names");
        BackendRunner.AssertSame(folder, [new("save", $"create | \\\\?\\<ROOT>\\Data\\{Name('字', 200)} | saved")], "saved");
        BackendRunner.AssertSame(folder, [new("read", $"read | \\\\?\\<ROOT>\\Data\\{Name('字', 200)}\ntree | .")], "the next start");
    }

    /// <summary>Changes of mods are followed and folders are listed, whatever name the game has used.</summary>
    [RealProcessTheory]
    [InlineData(false)]
    [InlineData(true)]
    public void ModsAreFollowedOnWhateverNameTheGameUses(bool overwrites)
    {
        using MergedFolder folder = Build();
        OverwriteRuns.AddLive(folder);
        if (overwrites)
            UntouchedFiles.Overwrite(folder);
        string root = @"\\?\" + WinePrefix.ToWindows(folder.Game), data = WinePrefix.ToWindows(folder.Game) + @"\Data\";
        string mod = Path.Combine(folder.Mods, "mod", "Data", "b.txt");
        using LiveProgram game = OverwriteRuns.StartLive(folder);
        foreach (int length in Lengths)
        {
            game.Ask("write", $@"{root}\Data\{Name('日', length)}", $"text {length}");
            game.Ask("write", $@"{root}\ModFolder\{Name('語', length)}", $"text {length}");
            File.WriteAllText(mod + ".new", $"{length}");
            File.Move(mod + ".new", mod, overwrite: true);
            string answer = game.Ask("await", data + "b.txt", $"{length}");
            Assert.True(long.TryParse(answer, out _), $"{length}: {answer}");
        }

        game.Quit();
        Assert.DoesNotContain("aren't followed", OverwriteRuns.Reports(folder), StringComparison.Ordinal);
    }

    private static string Name(char letter, int length) => new(letter, length);

    private static MergedFolder Build() => MergedFolder.Build(
        FixtureTree.Parse("game", "Data/a.txt = game a\n"),
        [FixtureTree.Parse("mod", "Data/b.txt = mod b\nModFolder/c.txt = mod c\n")], (NativePrograms.Probe, BackendRunner.GameName));
}
