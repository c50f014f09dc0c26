using System.Text.Json;
using Reloaded.VFS.Cli.Commands.Looking;
using Reloaded.VFS.Cli.Overwriting;
using Reloaded.VFS.Mods.Undoing;

namespace Reloaded.VFS.Cli.Commands.Repairing;

/// <summary><c>rvfs undo</c>, which undoes what the last run wrote.</summary>
internal static class UndoCommand
{
    private const string Examples = """
        It needs "undo": true or "writes": "overwrite" in rvfs.json, or a game that was started by rvfs run --undo.
        A run begins when a game starts and no other process of it runs. 'rvfs overwrite clear' is taken back like one.

        Examples:
          rvfs undo --list                     What would be taken back
          rvfs undo                            Takes it back
          rvfs undo --yes                      Without a question
          rvfs undo --all                      With files that were changed after that run
        """;

    public static Command Create()
    {
        GameQuestion question = new();
        Option<bool> list = Syntax.Flag("--list", "Show what would be taken back"),
            all = Syntax.Flag("--all", "Take back files that were changed after that run, too"),
            yes = Syntax.Flag("--yes", "Don't ask");
        CommandWithExamples command = new(Examples, "undo", "Take back what the last run of the game wrote.") { list, all, yes };
        question.AddTo(command);
        command.SetAction(result =>
        {
            VfsConfiguration configuration = question.ConfigureAndReport(result);
            TextWriter output = result.InvocationConfiguration.Output;
            bool json = question.WantsJson(result);
            if (json && !result.GetValue(list))
                throw new CliException("--json goes with --list only.");
            if (JournaledFolder.Find(configuration) is not { } found)
                return json ? ShowJson(null, null, output) : Nothing(configuration, output);
            if (json)
                return ShowJson(found, found.Plan(result.GetValue(all)), output);
            if (result.GetValue(list))
            {
                Show(found, found.Plan(result.GetValue(all)), output);
                return ExitCodes.Ok;
            }

            bool isSure = result.GetValue(yes);
            using OverwriteUse use = OverwriteUse.Acquire(found.Folder, found.Changed);
            // The folder isn't held while a question waits for its answer.
            if (!isSure)
                use.Dispose();
            ThrowIfLinksAreHidden(found);
            UndoPlan plan = found.Plan(result.GetValue(all));
            Show(found, plan, output);
            return Run(found, plan, result.GetValue(all), GameQuestion.NameOf(configuration), isSure, output);
        });
        return command;
    }

    /// <summary>Refuses, before anything is changed, what can't be completed.</summary>
    private static void ThrowIfLinksAreHidden(JournaledFolder found)
    {
        if (found.Journal.Links.Count > 0 && WineFunctions.IsWine)
            throw new CliException("That run has changed what links lead to, and Wine shows no links.", "Use rvfs of Linux.");
    }

    private static int Nothing(VfsConfiguration configuration, TextWriter output)
    {
        bool isOverwrite = configuration.Writes == WritePolicy.Overwrite;
        if (!isOverwrite && !configuration.Undo)
            throw new CliException(
                "There is nothing to take back: the last run of this game wasn't recorded, or has been taken back already.",
                "With \"undo\": true in rvfs.json, or with rvfs run --undo, a run is recorded.");
        string place = isOverwrite ? OverwritePlaces.FolderOf(configuration) : configuration.Targets[0];
        output.WriteLine($"Nothing is to be taken back in '{place}': no run is recorded, or it was taken back already.");
        return ExitCodes.NothingFound;
    }

    private static int ShowJson(JournaledFolder? found, UndoPlan? plan, TextWriter output)
    {
        var answer = new UndoOutput(found?.Changed, found?.Journal.Program,
            found is null ? null : new DateTimeOffset(found.Journal.Began.ToUniversalTime(), TimeSpan.Zero),
            [.. (plan?.Steps ?? []).Select(step => new UndoStepOutput(JsonNamingPolicy.CamelCase.ConvertName(step.Act.ToString()), step.Path,
                step.Bytes, step.Act == UndoAct.BringBackLink ? step.Leads : null))],
            [.. (plan?.Kept ?? []).Select(kept => new UndoKeptOutput(kept.Path, kept.Cause))]);
        OutputJson.Write(output, answer);
        return found is null ? ExitCodes.NothingFound : ExitCodes.Ok;
    }

    private static void Show(JournaledFolder found, UndoPlan plan, TextWriter output)
    {
        DateTime began = found.Journal.Began.ToLocalTime();
        output.WriteLine($"{found.Changed}: the run of {found.Journal.Program} that began on {began:yyyy-MM-dd} at {began:HH:mm:ss}");
        foreach (UndoStep step in plan.Steps)
            output.WriteLine($"  {Describe(step, found.Journal.Policy == WritePolicy.Overwrite)}");
        Warn(plan, seen: 0);
        if (found.Journal.IsOvertaken)
            Messages.Warn("the game has run since without being recorded: what it has deleted or renamed then isn't known.");
        if (!found.Journal.IsWhole)
            Messages.Warn("not all that the run has changed is known: the journal couldn't be written.");
    }

    private static string Describe(UndoStep step, bool isOverwrite)
    {
        string act = ActOf(step), path = $"{act,-13}  {step.Path}";
        if (IsMarker(step))
            return path[..^HideMarker.Ending.Length];
        if (step.Act == UndoAct.BringBackLink)
            return $"{path}  link to {step.Leads}";
        return step.Act is UndoAct.RemoveFolder or UndoAct.BringBackFolder
            ? $"{path}\\{(isOverwrite && step.Act == UndoAct.RemoveFolder ? "  (in the overwrite folder)" : "")}"
            : $"{path}  {step.Bytes:N0} bytes";
    }

    private static bool IsMarker(UndoStep step) =>
        HideMarker.IsMarker(step.Path) && step.Act is not (UndoAct.RemoveFolder or UndoAct.BringBackFolder);

    /// <summary>Returns the word for a step, for the list and the question.</summary>
    private static string ActOf(UndoStep step) => step.Act switch
    {
        UndoAct.Remove when IsMarker(step) => "seen again",
        _ when IsMarker(step) => "deleted again",
        UndoAct.Remove or UndoAct.RemoveFolder => "removed",
        UndoAct.PutBack => "put back",
        _ => "brought back",
    };

    private static int Run(
        JournaledFolder found, UndoPlan plan, bool takesLater, string about, bool isSure, TextWriter output)
    {
        bool isInterrupted = found.Journal.IsInterrupted;
        if (plan.Steps.Count == 0 && !isInterrupted)
        {
            output.WriteLine("That run has changed nothing that could be taken back.");
            return ExitCodes.NothingFound;
        }

        Confirmation.Ask(about, $"{(isInterrupted ? "Go on with taking" : "Take")} that run back ({Count(plan)})?", isSure);
        UndoPlan now = plan;
        using OverwriteUse? use = isSure ? null
            : OverwriteUse.AcquireAnswered(found.Folder, found.Changed, () => found.IsUnchanged(plan, takesLater, out now));
        plan = now;
        int seen = plan.Kept.Count;
        // After a run under the other policy, the renames are another run's, which isn't undone.
        if (found.Journal.Policy == WritePolicy.Overwrite)
            PendingRename.Discard(found.Folder);
        bool isDone = plan.Run();
        Warn(plan, seen);
        if (!isDone)
            throw new CliException("Not all of that run was taken back.", "Remove what is in the way, and run rvfs undo again.");
        bool isAll = plan.Kept.Count == 0 && found.Journal.IsWhole;
        string whole = found.Journal.Policy == WritePolicy.Overwrite
            ? $"'{found.Folder}' is as it was before that run."
            : $"'{found.Changed}' and its mods are as they were before that run.";
        output.WriteLine(isAll ? whole : "The rest of that run was taken back.");
        return isAll ? ExitCodes.Ok : ExitCodes.NothingFound;
    }

    private static void Warn(UndoPlan plan, int seen)
    {
        foreach ((string path, string cause) in plan.Kept.Skip(seen))
            Messages.Warn($"'{path}' isn't taken back: {cause}.");
    }

    private static string Count(UndoPlan plan)
    {
        string counts = string.Join(", ", ((string[])["removed", "put back", "brought back", "seen again", "deleted again"])
            .Select(act => (Act: act, Number: plan.Steps.Count(step => ActOf(step) == act)))
            .Where(act => act.Number > 0)
            .Select(act => $"{act.Number} {act.Act}"));
        return counts.Length == 0 ? "nothing is left to do" : counts;
    }
}
