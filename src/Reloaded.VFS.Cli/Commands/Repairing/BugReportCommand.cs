using Reloaded.VFS.Cli.Checking.Reporting;

namespace Reloaded.VFS.Cli.Commands.Repairing;

/// <summary><c>rvfs bugreport</c>, which packs what a bug report needs into one file.</summary>
internal static class BugReportCommand
{
    private const string Examples = """
        The file has the last start reports, the versions of everything, the findings of 'rvfs doctor', and the game's settings and list of
        mods. Your name, your folders and the computer's name are taken out. No file of the game or of a mod is in it.

        Examples:
          rvfs bugreport game.exe               Makes rvfs-bugreport-….zip in the current folder
          rvfs bugreport --out bug.zip          What is known of the last game that was started
        """;

    public static Command Create()
    {
        Option<string?> output = Syntax.Text("--out", "FILE", "The file. Default: rvfs-bugreport-….zip in the current folder");
        GameArguments common = new(isOptional: true);
        CommandWithExamples command = new(Examples, "bugreport", "Pack what a bug report needs into one file.") { output };
        common.AddTo(command);
        command.SetAction(result =>
        {
            RunOptions? options = common.TryRead(result);
            string file = Path.GetFullPath(result.GetValue(output)
                ?? $"rvfs-bugreport-{DateTime.Now:yyyyMMdd-HHmmss}.zip");
            if (Path.Exists(file))
                throw new CliException($"'{file}' is there already.", "Name another file with --out.");
            BugReport report = Progress.Of("looking at the system", () => BugReport.Make(options, Environment.CurrentDirectory));
            report.Save(file);
            TextWriter said = result.InvocationConfiguration.Output;
            said.WriteLine(file);
            foreach ((string name, byte[] content) in report.Entries)
                said.WriteLine($"  {name,-40} {content.Length,9:N0} bytes");
            said.WriteLine("Names of users and of the computer are taken out. Look into it before you publish it: "
                + "paths of games and mods are in it.");
        });
        return command;
    }
}
