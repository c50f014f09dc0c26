using Reloaded.VFS.Cli.Importing;
using Reloaded.VFS.Cli.OtherManagers;
using Reloaded.VFS.Cli.OtherManagers.Plans;

namespace Reloaded.VFS.Cli.Commands;

/// <summary><c>rvfs import</c>, which takes over the mods of another mod manager.</summary>
internal static class ImportCommand
{
    private const string Examples = """
        SOURCE is an instance or profile of Mod Organizer, a staging folder of Vortex, a profile of r2modman or Gale (a folder or a .r2z),
        a folder of Limo, an application of Reloaded-II, a profile of me3, a collection.json, or a file that rvfs export has written.
        Nothing in it is changed. What is in the game's rvfs folder already stays as it is.

        Examples:
          rvfs import --check ~/MO2                   Says what would be taken, and what wouldn't
          rvfs import ~/MO2                           The profile that was used last, by links
          rvfs import --copy mo2:~/MO2#Hard           Another profile, with a copy of each mod
          rvfs import --new-set hard ~/MO2#Hard       As a set of its own: rvfs run --set hard GAME.EXE
          rvfs import --archives ~/Downloads collection.json
        """;

    public static Command Create()
    {
        GameQuestion question = new();
        Argument<string> source = new("SOURCE") { Description = "Where the mods are: PATH, PATH#PROFILE or MANAGER:PATH#PROFILE" };
        Option<bool> check = Syntax.Flag("--check", "Say what would be done, and do nothing");
        Option<bool> copy = Syntax.Flag("--copy", "Copy the mods. Default: links to them");
        Option<string?> into = Syntax.Text("--into", "DIR",
            "The folder in the game that the mods are for, such as Data. Default: what the manager says");
        Option<string?> archives = Syntax.Text("--archives", "DIR",
            "The folder with the archives that the source names. Default: the folder of the source");
        Option<string?> newSet = Syntax.Text("--new-set", "NAME", "Make a set of the order, and leave the order that is there");
        CommandWithExamples command = new(Examples, "import", "Take over the mods of another mod manager.")
        {
            source, check, copy, into, archives, newSet,
        };
        question.AddTo(command, json: false);
        command.SetAction(result =>
        {
            VfsConfiguration configuration = question.ConfigureAndReport(result);
            GameQuestion.WarnOfNoGame(configuration);
            ImportPlan plan = Progress.Of("reading the mods of the other manager",
                () => GameImport.Read(ImportSource.Parse(result.GetValue(source)!, GameQuestion.HostPath), configuration,
                    result.GetValue(into), result.GetValue(archives)));
            TextWriter output = result.InvocationConfiguration.Output;
            bool isCheck = result.GetValue(check);
            if (isCheck)
                Show(plan, output);
            Messages.Show(plan.Notes);
            if (plan.Mods.Count == 0)
                throw new CliException(ExitCodes.NothingFound, $"{plan.Manager} has no mods in '{plan.Source}'.");
            ModImport import = new(plan, configuration, result.GetValue(newSet), result.GetValue(copy));
            if (isCheck)
                return ExitCodes.Ok;
            Progress.Of("importing the mods", () =>
            {
                import.Execute();
                return true;
            });
            ShowDone(import, plan, result.GetValue(copy), result.GetValue(newSet), output);
            return ExitCodes.Ok;
        });
        return command;
    }

    private static void Show(ImportPlan plan, TextWriter output)
    {
        output.WriteLine($"{plan.Manager}: {plan.Source}");
        foreach (ImportedMod mod in plan.Mods)
        {
            output.WriteLine($"  {(mod.IsOn ? '+' : '-')} {mod.Name}{(mod.Metadata.Version is { } version ? " " + version : "")}");
            if (mod.Archive is not null)
                output.WriteLine($"      {mod.Archive}");
            foreach (ImportedPart part in mod.Parts)
            {
                if (part.To is { } all)
                    Line(part.Folder, all);
                foreach (MapRule rule in part.Inner)
                    Line(Path.Combine(part.Folder, rule.From.Replace('\\', Path.DirectorySeparatorChar)), rule.To);
            }
        }

        foreach (ImportedPreference rule in plan.Preferences)
            output.WriteLine($"  prefer {rule.Mod}: {rule.Path}");

        void Line(string from, string to) => output.WriteLine($"      {from} -> {(to.Length == 0 ? "." : to.Replace('\\', '/'))}");
    }

    private static void ShowDone(ModImport import, ImportPlan plan, bool copies, string? set, TextWriter output)
    {
        if (import.CopiedForWantOfLinks.Count > 0)
            Messages.Warn($"copied, because no links can be made: {Counted.Of(import.CopiedForWantOfLinks.Count, "mod")}.",
                OperatingSystem.IsWindows() ? "Links need Developer Mode, or administrator rights." : null);
        string how = plan.IsOfOwnMods ? "" : copies ? ", copied" : ", as links";
        int missing = plan.Mods.Count(mod => mod.IsMissing);
        output.WriteLine($"{Counted.Of(plan.Mods.Count, "mod")} of {plan.Manager}, {plan.Mods.Count(mod => mod.IsOn)} on{how}"
            + (missing == 0 ? "" : $", {missing} not there") + $" ({import.OrderFile})");
        if (plan.Preferences.Count > 0)
            output.WriteLine($"preferred whatever the order says (rvfs prefer): {Counted.Of(plan.Preferences.Count, "path")}");
        if (!copies && !plan.IsOfOwnMods && import.New.Count > 0)
            Messages.Say("what the game changes in a linked mod changes where the manager has it; "
                + "\"writes\": \"overwrite\" in rvfs.json keeps it apart.");
        output.WriteLine(set is null ? "rvfs run GAME.EXE plays with them." : $"rvfs run --set \"{set}\" GAME.EXE plays with them.");
    }
}
