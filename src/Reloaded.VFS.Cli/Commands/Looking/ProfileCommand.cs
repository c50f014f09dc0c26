using Reloaded.VFS.Cli.Commands.Playing;
using Reloaded.VFS.Cli.Monitoring;
using Reloaded.VFS.Cli.Monitoring.Files;
using Reloaded.VFS.Cli.Profiling;
using Reloaded.VFS.Mods.Events;

namespace Reloaded.VFS.Cli.Commands.Looking;

/// <summary><c>rvfs profile</c>, which records a run's file calls as a page and as a trace.</summary>
internal static class ProfileCommand
{
    private const string Examples = """
        Runs the game as 'rvfs run' does and records every file call in the folders that mods are laid over. When the game has ended, it
        writes a page for a browser (needs nothing else) and a trace for Perfetto (ui.perfetto.dev) or chrome://tracing.

        Examples:
          rvfs profile game.exe                        rvfs-profile.html and rvfs-profile.json in the current folder
          rvfs profile --out start.html game.exe -x    start.html and start.json
        """;

    public static Command Create(string[] originalArguments)
    {
        Option<string> output = new("--out")
        {
            HelpName = "FILE",
            Description = "The page; the trace goes beside it",
            DefaultValueFactory = _ => "rvfs-profile.html",
        };
        GameArguments common = new();
        CommandWithExamples command = new(Examples, "profile", "Run a game and show its file calls as a time line.") { output };
        common.AddTo(command);
        command.SetAction(result => Record(common.Read(result, originalArguments), Path.GetFullPath(result.GetValue(output)!)));
        return command;
    }

    private static int Record(RunOptions options, string page)
    {
        string trace = Path.ChangeExtension(page, ".json");
        foreach (string file in (string[])[page, trace])
            LaterFile.Try(file, "--out");
        string events = EventFiles.Create(on: true);
        List<FileEvent> calls = [];
        IReadOnlyCollection<EventLayer> layers = [];
        long dropped = 0;
        string game = options.Game;
        try
        {
            int code;
            using (EventFollower follower = new(events, (reader, taken) =>
            {
                calls.AddRange(taken);
                layers = [.. reader.Layers];
                dropped = reader.Dropped;
                game = reader.Program;
            }))
            {
                code = RunCommand.Execute(options with { EventsFile = events });
            }

            if (calls.Count == 0)
                Messages.Warn(
                    "no call was recorded: the game ran without its mods, or opened nothing in the folders that they are laid over.");
            Func<string, string?> toHost = OperatingSystem.IsWindows()
                ? path => path
                : new WinePaths(WineInstallation.FindPrefix()).ToLinux;
            Profile profile = Progress.Of("looking at the files",
                () => new Profile(game, calls, layers, dropped, path => SizeOf(toHost(path))));
            Progress.Of("writing the page", () =>
            {
                ProfileHtml.Write(profile, page);
                using FileStream file = File.Create(trace);
                ProfileTrace.Write(profile, file);
                return true;
            });
            Messages.Say(
                $"{calls.Count} calls; for {profile.NotParallel:P0} of the time in them one thread alone waited. The page is '{page}', the trace "
                    + $"'{trace}'.");
            return code;
        }
        finally
        {
            EventFiles.Delete(events);
        }
    }

    private static long? SizeOf(string? path)
    {
        try
        {
            FileInfo? file = path is null ? null : new FileInfo(path);
            return file is { Exists: true } ? file.Length : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            return null;
        }
    }
}
