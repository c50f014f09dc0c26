using System.CommandLine;
using Reloaded.VFS.Cli.Archives;
using Reloaded.VFS.Cli.Questions;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Archives;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Cli.Commands;

/// <summary><c>rvfs add</c>, which makes a mod from an archive or a folder.</summary>
internal static class AddCommand
{
    /// <summary>The examples, which are shown below the help.</summary>
    private const string Examples = """
        FILE is a zip, 7z or rar archive, or a folder. A mod of that name is replaced; its place in the order stays.

        Examples:
          rvfs add ~/Downloads/better-hero.7z
          rvfs add --game game.exe --name "Better Hero" hero-1.2.zip
        """;

    /// <summary>Creates the command.</summary>
    public static Command Create()
    {
        GameQuestion question = new();
        Argument<string> file = new("FILE") { Description = "An archive (zip, 7z, rar) or a folder" };
        Option<string?> name = new("--name") { HelpName = "NAME", Description = "The mod's name. Default: that of the file" };
        Option<double?> limit = NumberOption.Make("--limit", "GB",
            "The most that an archive may become when it is unpacked. Default: 64");
        CommandWithExamples command = new(Examples, "add", "Make a mod of an archive or a folder.") { file, name, limit };
        question.AddTo(command, json: false);
        command.SetAction(result =>
        {
            VfsConfiguration configuration = question.ConfigureAloud(result);
            string source = GameQuestion.HostPath(result.GetValue(file)!);
            if (!Path.Exists(source))
                throw new CliException(ExitCodes.NotFound, $"There is no file '{source}'.");
            string mod = result.GetValue(name)
                ?? (Directory.Exists(source)
                    ? ArchiveModName.WithoutSuffix(Path.GetFileName(Path.TrimEndingDirectorySeparator(source)))
                    : ArchiveModName.Of(source));
            if (ModName.WhyNoMod(mod) is { } cause)
                throw new CliException(ExitCodes.Failed, $"A mod can't have the name '{ModName.Show(mod)}': {cause}.",
                    "Give it another one with --name NAME.");
            GameQuestion.WarnOfNoGame(configuration);
            return Add(source, mod, configuration, UnpackLimits.Of(result.GetValue(limit)), result.InvocationConfiguration.Output);
        });
        return command;
    }

    private static int Add(string source, string mod, VfsConfiguration configuration, UnpackLimits limits, TextWriter output)
    {
        AddedMod added;
        try
        {
            added = AddedMod.Put(source, mod, configuration, limits);
        }
        catch (ArchiveException e)
        {
            Messages.Show(e.Diagnostic);
            return ExitCodes.Failed;
        }

        foreach (Diagnostic diagnostic in added.Diagnostics)
            Messages.Show(diagnostic);
        if (added.Cured is { } wrong)
        {
            Messages.Say(wrong.IsTooDeep
                ? $"the mod's files were in '{wrong.Folder}'; they are directly in the mod now, as '{wrong.Example}' is in the game"
                : $"the mod's files are in '{wrong.Folder}' now, as '{wrong.Example}' is in the game");
        }

        output.WriteLine($"{mod}: {(added.IsUpdate ? "updated" : "added")} ({added.Folder})");
        return ExitCodes.Ok;
    }
}
