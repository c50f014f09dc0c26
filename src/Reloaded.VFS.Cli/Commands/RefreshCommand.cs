using Reloaded.VFS.Cli.Archives;
using Reloaded.VFS.Cli.Archives.Unpacking;
using Reloaded.VFS.Mods.Archives;

namespace Reloaded.VFS.Cli.Commands;

/// <summary><c>rvfs refresh</c>, which unpacks the archives in the mods folder.</summary>
internal static class RefreshCommand
{
    private const string Examples = """
        An archive in the mods folder is a mod. rvfs run unpacks it before the start; a game that a mod loader starts needs this command.

        Examples:
          rvfs refresh                         The archives of the game in this folder
          rvfs refresh --game game.exe
          rvfs refresh --keep 0                Nothing is kept of archives that aren't there any more
        """;

    public static Command Create()
    {
        GameQuestion question = new();
        Option<double?> limit = Syntax.Number("--limit", "GB", "The most that an archive may become when it is unpacked. Default: 64");
        Option<double?> keep = Syntax.Number("--keep", "GB",
            "What is kept of archives that aren't in the mods folder any more. Default: 4");
        CommandWithExamples command = new(Examples, "refresh",
            "Unpack the archives in the mods folder; a game that runs takes them over.") { limit, keep };
        question.AddTo(command, json: false);
        command.SetAction(result =>
        {
            List<Diagnostic> diagnostics = [];
            VfsConfiguration configuration = question.Configure(result, diagnostics);
            Messages.Show(diagnostics);
            CacheRefresh refresh = new(configuration)
            {
                Limits = UnpackLimits.Of(result.GetValue(limit)),
                TriesRefused = true,
                AlwaysClears = true,
                Kept = result.GetValue(keep) is { } most ? UnpackLimits.ToBytes(most) : CacheRefresh.DefaultKept,
            };
            return Run(refresh, configuration, result.InvocationConfiguration.Output);
        });
        return command;
    }

    private static int Run(CacheRefresh refresh, VfsConfiguration configuration, TextWriter output)
    {
        if (refresh.Run() is { } failure)
        {
            Messages.Show(failure);
            return ExitCodes.Failed;
        }

        foreach (string archive in refresh.Unpacked)
            output.WriteLine($"{archive}: unpacked");
        foreach (string folder in refresh.Changed)
            Messages.Warn($"'{folder}' is no archive's any more, and stays: files in it were changed since it was unpacked.",
                "Take what you want of it, and delete the folder.");
        Diagnostic[] left = [.. LoadOrder.Of(configuration).Diagnostics
            .Where(diagnostic => diagnostic.File is { } file && ArchiveFile.IsArchive(Path.GetFileName(file)))];
        Messages.Show(left);
        if (refresh.Unpacked.Count + refresh.Changed.Count + left.Length == 0)
            output.WriteLine("No archive in the mods folder has to be unpacked.");
        return left.Any(diagnostic => diagnostic.IsError) ? ExitCodes.Failed : ExitCodes.Ok;
    }
}
