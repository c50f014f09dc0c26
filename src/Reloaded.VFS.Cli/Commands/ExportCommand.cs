using Reloaded.VFS.Cli.Importing;

namespace Reloaded.VFS.Cli.Commands;

/// <summary><c>rvfs export</c>, which writes a set of mods as a file, or for another mod manager.</summary>
internal static class ExportCommand
{
    private const string Examples = """
        Without --to, PLACE is a readable file with each mod's version, source, number of files and hash, and the order and the preferences.
        rvfs import reads it on another machine, and says which mods are missing or different there. It holds no files of the mods.

        Examples:
          rvfs export my-mods.json                 For rvfs import
          rvfs export --to mo2 ~/MyInstance        A folder that Mod Organizer opens, with a copy of each mod
          rvfs export --to r2z My-Profile.r2z      A profile that r2modman and Gale import: names of packages, and settings
        """;

    private const string ModOrganizer = "mo2", Thunderstore = "r2z";

    public static Command Create()
    {
        GameQuestion question = new();
        Argument<string> place = new("PLACE") { Description = "The file or folder to write" };
        Option<string?> to = Syntax.Text("--to", "FORMAT", "mo2 or r2z. Default: a file for rvfs import");
        CommandWithExamples command = new(Examples, "export", "Write the set of mods as a file, or for another mod manager.") { place, to };
        question.AddTo(command, json: false);
        command.SetAction(result =>
        {
            VfsConfiguration configuration = question.ConfigureAndReport(result);
            if (!Directory.Exists(configuration.Mods))
                throw new CliException(ExitCodes.NotFound, $"There is no such mods folder: '{configuration.Mods}'.",
                    "rvfs init makes one.");
            if (result.GetValue(to) is { } format and not (ModOrganizer or Thunderstore))
                throw new CliException($"There is no format '{format}'.",
                    "The formats are mo2 and r2z; without --to it is a file for rvfs import.");
            string path = GameQuestion.HostPath(result.GetValue(place)!);
            SetExport export = new(configuration);
            switch (result.GetValue(to))
            {
                case ModOrganizer:
                    export.WriteModOrganizer(path);
                    break;
                case Thunderstore:
                    export.WriteThunderstore(path, Path.GetFileNameWithoutExtension(path));
                    break;
                default:
                    export.WriteSet(path);
                    break;
            }

            Messages.Show(export.Notes);
            result.InvocationConfiguration.Output.WriteLine($"{Counted.Of(export.Count, "mod")}: '{path}' is written.");
        });
        return command;
    }
}
