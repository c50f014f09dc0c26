using Reloaded.VFS.Cli.Commands.Looking;
using Reloaded.VFS.Cli.Monitoring.Files;
using Reloaded.VFS.Cli.Overwriting;
using Reloaded.VFS.Mods.Resolving;
using Reloaded.VFS.Mods.Undoing;

namespace Reloaded.VFS.Cli.Commands.Repairing;

/// <summary><c>rvfs overwrite</c>, which shows what the game has written to the overwrite folder, and moves or deletes it.</summary>
internal static class OverwriteCommand
{
    private const string Examples = """
        The overwrite folder takes what the game writes, where rvfs.json says "writes": "overwrite".

        Examples:
          rvfs overwrite                       What lies there
          rvfs overwrite to "My saves"         Moves it into a mod, which is made if it isn't there
          rvfs overwrite to Saves --part docs  Of several targets the part of docs alone
          rvfs overwrite clear                 Deletes it; rvfs undo brings it back
          rvfs overwrite clear Data\a.txt      Deletes one file of it, or one folder
          rvfs overwrite clear --yes           Without a question
        """;

    public static Command Create()
    {
        GameQuestion question = new();
        CommandWithExamples command = new(Examples, "overwrite",
            "List what the game has written to the overwrite folder, move it into a mod, or delete it.")
        {
            List(question), To(question), Clear(question),
        };
        question.AddTo(command);
        command.SetAction(result => List(question, result));
        return command;
    }

    private static Command List(GameQuestion question)
    {
        Command command = new("list", "List what lies in the overwrite folder.");
        command.SetAction(result => List(question, result));
        return command;
    }

    private static int List(GameQuestion question, ParseResult result)
    {
        using GameView view = question.Open(result);
        OverwriteCheck.ThrowIfOverlapping(view.Set.Configuration);
        OverwriteContent content = OverwriteContent.ReadChanged(view.Set.Configuration);
        TextWriter output = result.InvocationConfiguration.Output;
        // Two targets may have the same names.
        WrittenOutput[] entries = [.. content.Parts.SelectMany(part => part.Entries
            .Select(entry => Describe(view.Resolver, part, entry, part.Name.Length == 0 ? "" : part.Name + '\\'))).OfType<WrittenOutput>()];
        Diagnostic[] outdated = [.. OutdatedFiles.Describe(content.Outdated, isLimited: false)];
        if (question.WantsJson(result))
        {
            OutputJson.Write(output, new OverwriteOutput(content.Folder, entries, outdated));
            return ExitCodes.Ok;
        }

        if (content.IsEmpty)
        {
            output.WriteLine($"Nothing lies in '{content.Folder}'.");
            return ExitCodes.Ok;
        }

        output.WriteLine(content.Folder);
        foreach (WrittenOutput entry in entries)
        {
            string kind = entry.Kind switch { WrittenKind.Deleted => "deleted", WrittenKind.Changed => "changed", _ => "new" };
            string over = entry.Kind == WrittenKind.Changed ? $"  over {entry.Over ?? "the game's own"}" : "";
            string bytes = entry.Bytes is { } size ? $"  {size:N0} bytes" : "";
            output.WriteLine($"  {kind,-7}  {entry.Path}{(entry.IsFolder ? "\\" : "")}{bytes}{over}");
        }

        output.WriteLine($"{content.Summary}.");
        Messages.Show(outdated);
        return ExitCodes.Ok;
    }

    /// <summary>Returns the answer's form of an entry, or null for a folder or marker without a meaning of its own.</summary>
    private static WrittenOutput? Describe(ModResolver resolver, OverwritePart part, OverwriteEntry entry, string target)
    {
        string path = Path.Join(part.Target, entry.Path.Replace('\\', Path.DirectorySeparatorChar));
        if (entry.Kind == OverwriteKind.Marker)
        {
            string name = entry.Path[..^HideMarker.Ending.Length];
            bool isThere = part.Entries.Any(other => NameComparer.Instance.Equals(other.Path, name));
            return isThere ? null : new(WrittenKind.Deleted, target + name, IsFolder: false, null, null);
        }

        if (entry.Kind == OverwriteKind.File)
        {
            Provider? below = resolver.Which(path)?.Losers.FirstOrDefault(loser => loser.Mod != ModResolver.OverwriteName);
            return new(below is null ? WrittenKind.New : WrittenKind.Changed, target + entry.Path, IsFolder: false, entry.Bytes, below?.Mod);
        }

        return !part.Entries.Any(other => other.Path.StartsWith(entry.Path + '\\', StringComparison.Ordinal))
            && resolver.Which(path) is { Providers: [{ Mod: ModResolver.OverwriteName }] }
            ? new(WrittenKind.New, target + entry.Path, IsFolder: true, null, null)
            : null;
    }

    private static Command To(GameQuestion question)
    {
        Argument<string> name = new("MOD") { Description = "The mod, which is made if it isn't there" };
        Option<string?> partName = Syntax.Text("--part", "NAME",
            "Of several targets the one whose part is moved, as 'rvfs overwrite' names it");
        Option<bool> yes = Yes();
        Command command = new("to", "Move what lies in the overwrite folder into a mod.") { name, partName, yes };
        command.SetAction(result =>
        {
            // Problems with the configuration are reported when the mods are read.
            VfsConfiguration asked = question.Configure(result, []);
            OverwriteCheck.ThrowIfOverlapping(asked);
            using (OverwriteUse use = OverwriteUse.Acquire(OverwritePlaces.UsedOf(asked)))
                use.CompleteRenames();
            using GameView view = question.Open(result);
            VfsConfiguration configuration = view.Set.Configuration;
            OverwriteContent content = OverwriteContent.ReadChanged(configuration);
            Mod mod = ReceivingMod.Find(configuration, result.GetValue(name)!);
            OverwritePart part = Choose(content, result.GetValue(partName));
            return Move(part, content.Of(part), mod, view, result.GetValue(yes), result.InvocationConfiguration.Output);
        });
        return command;
    }

    /// <summary>Returns the part to move: the named one, or the only one that isn't empty.</summary>
    private static OverwritePart Choose(OverwriteContent content, string? name)
    {
        OverwritePart[] parts = [.. content.Parts.Where(part => !part.IsKnown)],
            filled = [.. (name is null ? parts : content.Parts).Where(part => part.Entries.Count > 0)];
        string names = string.Join(", ", filled.Select(part => $"--part {part.Name}"));
        if (name is null && filled.Length > 1)
            throw new CliException("A mod can't take what lies in the parts of several targets.",
                $"Several targets have something: {names}.");
        if (name is not null && !content.Parts.Any(part => NameComparer.Instance.Equals(part.Name, name)))
            throw new CliException($"The overwrite folder has no part '{name}'.", filled.Length == 0 ? null : $"What it has: {names}.");
        OverwritePart chosen = name is null ? filled.FirstOrDefault(parts[0])
            : content.Parts.First(part => NameComparer.Instance.Equals(part.Name, name));
        string[] known = [.. content.Parts.Where(part => part.IsKnown && part.Entries.Count > 0).Select(part => part.Name)];
        if (chosen.IsKnown || (chosen.Entries.Count == 0 && known.Length > 0))
            throw new CliException($"What lies in {(chosen.IsKnown ? chosen.Name : known[0])} can't be moved into a mod.",
                "A mod has files there only by a map: move them by hand.");
        foreach (string other in known)
            Messages.Warn($"what lies in {other} stays in the overwrite folder: a mod has files there only by a map.");
        return chosen;
    }

    private static int Move(OverwritePart part, OverwriteContent content, Mod mod, GameView view, bool isSure, TextWriter output)
    {
        VfsConfiguration configuration = view.Set.Configuration;
        var move = new OverwriteMove(part, mod, configuration, view.Resolver);
        foreach ((OverwriteEntry entry, string cause) in move.Kept)
            Messages.Warn($"'{entry.Path}' stays in the overwrite folder: {cause}.");
        IReadOnlyList<(string, long, DateTime)> state = OverwriteContent.ReadState(configuration);
        if (move.Steps.Count == 0)
        {
            using OverwriteUse idle = OverwriteUse.Acquire(content.Folder);
            move.Complete();
            bool isEmpty = move.Kept.Count == 0;
            output.WriteLine(isEmpty ? $"Nothing lies in '{content.Folder}'." : "Nothing was moved.");
            return isEmpty ? ExitCodes.Ok : ExitCodes.NothingFound;
        }

        string replaced = move.Replaced == 0 ? "" : move.Replaced == 1 ? " (1 file of the mod is replaced)"
            : $" ({move.Replaced} files of the mod are replaced)";
        Confirmation.Ask(GameQuestion.NameOf(configuration), $"Move {content.Summary} into the mod '{mod.Name}'{replaced}?", isSure);
        using OverwriteUse use = OverwriteUse.AcquireAnswered(content.Folder, null,
            () => OverwriteContent.ReadState(configuration).SequenceEqual(state));
        ReceivingMod.Ensure(mod, configuration);
        UndoJournal.Discard(content.Folder);
        move.Run();
        output.WriteLine($"{mod.Name} has what lay in the overwrite folder ({mod.Folder}).");
        ReceivingMod.WarnOfWinners(move, part, mod, configuration);
        string[] others = [.. configuration.Targets.Where(target => target != part.Target)];
        if (others.Length > 0)
            Messages.Warn($"'{mod.Name}' lies over every target: the game sees what was moved in '{string.Join("', '", others)}', too.");
        return move.Kept.Count == 0 ? ExitCodes.Ok : ExitCodes.NothingFound;
    }

    private static Command Clear(GameQuestion question)
    {
        Option<bool> yes = Yes();
        Argument<string?> path = Syntax.Optional("PATH", "Only this file or folder, as 'rvfs overwrite' names it");
        Command command = new("clear", "Delete what lies in the overwrite folder.") { path, yes };
        command.SetAction(result =>
        {
            VfsConfiguration configuration = question.ConfigureAndReport(result);
            OverwriteCheck.ThrowIfOverlapping(configuration);
            OverwriteContent content = OverwriteContent.Read(configuration);
            string? only = result.GetValue(path);
            if (only is not null)
                content = content.Under(only);
            OverwriteUse.Acquire(content.Folder).Dispose();
            IReadOnlyList<(string, long, DateTime)> state = OverwriteContent.ReadState(configuration);
            TextWriter output = result.InvocationConfiguration.Output;
            if (content.IsEmpty && only is not null)
                throw new CliException(
                    ExitCodes.NothingFound, $"Nothing lies under '{only}' in '{content.Folder}'.", "rvfs overwrite lists it.");
            if (content.IsEmpty)
            {
                output.WriteLine($"Nothing lies in '{content.Folder}'.");
                return ExitCodes.Ok;
            }

            Confirmation.Ask(GameQuestion.NameOf(configuration),
                $"Delete {content.Summary} {(only is null ? "" : $"under '{only}' ")}in '{content.Folder}' ('rvfs undo' brings it back until "
                    + "the game runs again)?", result.GetValue(yes));
            using OverwriteUse use = OverwriteUse.AcquireAnswered(content.Folder, null,
                () => OverwriteContent.ReadState(configuration).SequenceEqual(state));
            if (only is null)
                PendingRename.Discard(content.Folder);
            IReadOnlyList<string> kept = OverwriteClearing.Clear(content);
            foreach (string name in kept)
                Messages.Warn($"'{name}' stays: rvfs undo couldn't bring back a file of such a name.");
            string where = only is null ? $"'{content.Folder}' is empty" : $"Nothing lies under '{only}' in '{content.Folder}' any more";
            output.WriteLine(kept.Count == 0 ? $"{where}; rvfs undo brings it back." : "The rest was deleted; rvfs undo brings it back.");
            return kept.Count == 0 ? ExitCodes.Ok : ExitCodes.NothingFound;
        });
        return command;
    }

    private static Option<bool> Yes() => Syntax.Flag("--yes", "Don't ask");
}
