using System.Text.Json;
using Reloaded.VFS.Cli.Checking.Reporting;
using Reloaded.VFS.Cli.Commands.Looking;
using Reloaded.VFS.Cli.SelfTesting;

namespace Reloaded.VFS.Cli.Commands.Repairing;

/// <summary><c>rvfs selftest</c>, which tries Reloaded VFS on this system.</summary>
internal static class SelfTestCommand
{
    private const string Examples = """
        A small game is made in a folder of its own, and played with a mod: files, listings, a DLL, saves, undo, a program that it starts, a
        change while it runs, install and uninstall. It must see what it sees in a folder into which the mod was copied. It takes a few
        seconds and needs no game; the folder is deleted afterwards. The text is made to be pasted into a bug report.
        The exit code is 0 where all is well, 1 where something failed.

        Examples:
          rvfs selftest               Try everything here
          rvfs selftest --dir D:\x    The same on another drive
          rvfs selftest --keep        Keep the folder, to look into it
        """;

    public static Command Create()
    {
        Option<bool> json = Syntax.Flag("--json", "Print the result as JSON"),
            keep = Syntax.Flag("--keep", "Keep the folder of the test, and name it");
        Option<string?> place = Syntax.Text("--dir", "DIR", "Make the folder of the test in this one. Default: the temporary folder");
        Option<string?> file = new("--out") { Hidden = true }, wine = new("--wine") { Hidden = true },
            play = new("--play") { Hidden = true };
        Option<string[]> tasks = new("--task") { Hidden = true };
        CommandWithExamples command = new(Examples, "selftest", "Try Reloaded VFS on this system, without a game.")
        {
            json, keep, place, file, wine, play, tasks,
        };
        command.SetAction(result =>
        {
            TextWriter output = result.InvocationConfiguration.Output;
            bool isJson = result.GetValue(json), keeps = result.GetValue(keep);
            if (!OperatingSystem.IsWindows())
                return LinuxSelfTest.Run([.. isJson ? (string[])["--json"] : [], .. keeps ? (string[])["--keep"] : []],
                    result.GetValue(place), output);
            if (result.GetValue(play) is { } played)
                return GameTasks.Play(played, result.GetValue(tasks) ?? []);
            string? folder = result.GetValue(place) is { } given ? UnixPath.ToWindows(given) : null, wineUsed = result.GetValue(wine);
            SelfTestResult test = Clean(Progress.Of("playing the self-test", () => SelfTest.Run(folder, keeps, wineUsed)));
            string text = isJson ? Json(test) : Render(test);
            if (result.GetValue(file) is { } path)
                File.WriteAllText(path, text);
            else
                output.Write(text);
            return test.HasPassed ? ExitCodes.Ok : ExitCodes.NothingFound;
        });
        return command;
    }

    /// <summary>Removes the user's names and folders, except the requested folder.</summary>
    private static SelfTestResult Clean(SelfTestResult test)
    {
        PrivateText names = PrivateText.Here();
        return test with
        {
            Wine = test.Wine is null ? null : names.Clean(test.Wine),
            Checks = [.. test.Checks.Select(check => check with { Detail = check.Detail is null ? null : names.Clean(check.Detail) })],
            Hooks = [.. test.Hooks.Select(names.Clean)],
            Process = [.. test.Process.Select(names.Clean)],
        };
    }

    private static string Json(SelfTestResult test)
    {
        SelfTestOutput output = new(CliVersion.Text, test.HasPassed, test.System, test.Processor, test.Wine, test.Seconds, test.Checks,
            test.Hooks, test.Process, test.Folder);
        return JsonSerializer.Serialize(output, OutputJson.Context.SelfTestOutput) + "\n";
    }

    private static string Render(SelfTestResult test)
    {
        StringBuilder text = new();
        Line($"Reloaded VFS {CliVersion.Text}, self-test");
        Line($"System: {test.System}");
        Line($"Processor: {test.Processor}");
        if (test.Wine is not null)
            Line($"Wine: {test.Wine}");
        foreach (SelfTestCheck check in test.Checks)
        {
            string outcome = check.Outcome switch
            {
                SelfTestOutcome.Passed => "passed",
                SelfTestOutcome.Failed => "FAILED",
                _ => "skipped",
            };
            Line($"  {outcome,-8}{check.Name}");
            if (check.Detail is not null)
                Line($"          {check.Detail}");
        }

        Line($"Hooks in the game's process:");
        test.Hooks.ToList().ForEach(line => Line($"  {line}"));
        Line($"The game's process:");
        test.Process.ToList().ForEach(line => Line($"  {line}"));
        if (test.Folder is not null)
            Line($"The folder: {test.Folder}");
        int passed = test.Checks.Count(check => check.Outcome == SelfTestOutcome.Passed),
            skipped = test.Checks.Count(check => check.Outcome == SelfTestOutcome.Skipped);
        Line($"{passed} of {test.Checks.Count} passed{(skipped > 0 ? $", {skipped} skipped" : "")}, in {test.Seconds} s.");
        return text.ToString();

        void Line(FormattableString line) => text.Append(line.ToString(CultureInfo.InvariantCulture)).Append('\n');
    }
}
