using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Cli.Questions;

namespace Reloaded.VFS.Tests.Cli.Terminal;

/// <summary>
/// The screens of the commands in terminals of 60, 80 and 120 columns, as they were read by a person. <c>RVFS_SNAPSHOTS=write</c> writes
/// them anew.
/// </summary>
[Collection(nameof(QuestionsTests))]
public sealed class ScreensTests
{
    private static readonly int[] s_widths = [60, 80, 120];

    // The same commands are typed once for each width.
    private static readonly Lazy<Dictionary<string, string>[]> s_screens = new(() => [.. s_widths.Select(width => ScreenPlay.Run(width))]);
    private static readonly Lazy<Dictionary<string, string>> s_unbroken = new(() => ScreenPlay.Run(null));

    public static TheoryData<string> Commands() =>
        [.. Reloaded.VFS.Cli.Terminal.CommandGroups.All.SelectMany(group => group.Names).Append("completion")
            .Except(["uninstall", "profile", "bisect", "selftest", "ui"])];

    [LinuxTheory]
    [MemberData(nameof(Commands))]
    public void AScreenIsAsItWasRead(string command) => Snapshot.Check($"{command}.txt",
        string.Concat(s_widths.Zip(s_screens.Value, (width, screens) => $"{new string('-', width)} {width} columns\n{screens[command]}")));

    /// <summary>No line is longer than the terminal's but for a path, no path is broken, and no word is lost.</summary>
    [LinuxTheory]
    [MemberData(nameof(Commands))]
    public void ALineIsBrokenBetweenWordsAlone(string command)
    {
        foreach ((int width, Dictionary<string, string> screens) in s_widths.Zip(s_screens.Value))
        {
            string[] lines = screens[command].Split('\n');
            Assert.All(lines.Where(line => line.Length > width && !line.StartsWith("$ ", StringComparison.Ordinal)),
                line => Assert.Matches(@"^ *[^ ]*[/\\]", line));
            Assert.Equal(Words(s_unbroken.Value[command]), Words(screens[command]));
        }
    }

    private static string[] Words(string text) => text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries);
}
