using System.CommandLine;
using Reloaded.VFS.Cli.Overwriting;
using Reloaded.VFS.Cli.Questions;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Mods.Resolving;
using Reloaded.VFS.Mods.Undoing;

namespace Reloaded.VFS.Cli.Commands;

/// <summary><c>rvfs overwrite</c>: what the game has written to the overwrite folder, and where that goes.</summary>
internal static class OverwriteCommand
{
    /// <summary>Shown below the help.</summary>
    public const string Examples = """
        The overwrite folder takes what the game writes, where rvfs.json says "writes": "overwrite".

        Examples:
          rvfs overwrite                       What lies there
          rvfs overwrite to "My saves"         Moves it into a mod, which is made if it isn't there
          rvfs overwrite clear                 Deletes it
          rvfs overwrite clear --yes           Without a question
        """;

    /// <summary>Makes the command.</summary>
    public static Command Create()
    {
        Command command = new("overwrite", "List what the game has written to the overwrite folder, move it into a mod, or delete it.")
        {
            List(), To(), Clear(),
        };
        GameQuestion question = new();
        question.AddTo(command, json: false);
        command.SetAction(result => List(question, result));
        return command;
    }

    private static Command List()
    {
        GameQuestion question = new();
        Command command = new("list", "List what lies in the overwrite folder.");
        question.AddTo(command, json: false);
        command.SetAction(result => List(question, result));
        return command;
    }

    private static int List(GameQuestion question, ParseResult result)
    {
        using GameView view = question.Open(result);
        OverwriteContent content = OverwriteContent.Read(view.Set.Configuration);
        TextWriter output = result.InvocationConfiguration.Output;
        if (content.IsEmpty)
        {
            output.WriteLine($"Nothing lies in '{content.Folder}'.");
            return ExitCodes.Ok;
        }

        output.WriteLine(content.Folder);
        foreach (OverwritePart part in content.Parts)
        {
            // Two targets may have the same names.
            string target = content.Parts.Count == 1 ? "" : Path.GetFileName(part.Folder) + '\\';
            foreach (OverwriteEntry entry in part.Entries)
                Write(output, view.Resolver, part, entry, target);
        }

        output.WriteLine($"{content.Summary}.");
        return ExitCodes.Ok;
    }

    private static void Write(TextWriter output, ModResolver resolver, OverwritePart part, OverwriteEntry entry, string target)
    {
        string path = Path.Join(part.Target, entry.Path.Replace('\\', Path.DirectorySeparatorChar));
        if (entry.Kind == OverwriteKind.Marker)
        {
            string name = entry.Path[..^HideMarker.Ending.Length];
            bool isThere = part.Entries.Any(other => NameComparer.Instance.Equals(other.Path, name));
            if (!isThere)
                output.WriteLine($"  deleted  {target}{name}");
        }
        else if (entry.Kind == OverwriteKind.File)
        {
            Provider? below = resolver.Which(path)?.Losers.FirstOrDefault(loser => loser.Mod != ModResolver.OverwriteName);
            string over = below is null ? "" : $"  over {below.Mod ?? "the game's own"}";
            string kind = below is null ? "new" : "changed";
            output.WriteLine(
                FormattableString.Invariant($"  {kind,-7}  {target}{entry.Path}  {entry.Bytes:N0} bytes{over}"));
        }
        else if (!part.Entries.Any(other => other.Path.StartsWith(entry.Path + '\\', StringComparison.Ordinal))
            && resolver.Which(path) is { Providers: [{ Mod: ModResolver.OverwriteName }] })
        {
            output.WriteLine($"  new      {target}{entry.Path}\\");
        }
    }

    private static Command To()
    {
        GameQuestion question = new();
        Argument<string> name = new("MOD") { Description = "The mod, which is made if it isn't there" };
        Option<bool> yes = Yes();
        Command command = new("to", "Move what lies in the overwrite folder into a mod.") { name, yes };
        question.AddTo(command, json: false);
        command.SetAction(result =>
        {
            VfsConfiguration configuration = Configure(question, result, out OverwriteContent content);
            using OverwriteUse use = OverwriteUse.Take(content.Folder);
            if (content.Parts is not [OverwritePart part])
                throw new CliException(ExitCodes.Failed, "What lies in the overwrite folder can't be moved into a mod.",
                    "A mod lies over every target, and there are several: move it by hand.");
            return Move(part, content, Find(configuration, result.GetValue(name)!), configuration, result.GetValue(yes),
                result.InvocationConfiguration.Output);
        });
        return command;
    }

    private static int Move(OverwritePart part, OverwriteContent content, Mod mod, VfsConfiguration configuration, bool isSure,
        TextWriter output)
    {
        var move = new OverwriteMove(part, mod, configuration);
        foreach ((OverwriteEntry entry, string cause) in move.Kept)
            Messages.Warn($"'{entry.Path}' stays in the overwrite folder: {cause}.");
        if (move.Steps.Count == 0)
        {
            output.WriteLine(content.IsEmpty ? $"Nothing lies in '{content.Folder}'." : "Nothing was moved.");
            return content.IsEmpty ? ExitCodes.Ok : ExitCodes.NothingFound;
        }

        string replaced = move.Replaced == 0 ? "" : move.Replaced == 1 ? " (1 file of the mod is replaced)"
            : FormattableString.Invariant($" ({move.Replaced} files of the mod are replaced)");
        Confirmation.Ask($"Move {content.Summary} into the mod '{mod.Name}'{replaced}?", isSure);
        if (!Directory.Exists(mod.Folder))
            PutOnTop(mod, configuration);
        UndoJournal.Discard(content.Folder);
        move.Run();
        output.WriteLine($"{mod.Name} has what lay in the overwrite folder ({mod.Folder}).");
        WarnOfWinners(move, part, mod, configuration);
        return move.Kept.Count == 0 ? ExitCodes.Ok : ExitCodes.NothingFound;
    }

    /// <summary>A mod that is made has the last place in the order, where it wins as the overwrite folder does.</summary>
    private static void PutOnTop(Mod mod, VfsConfiguration configuration)
    {
        Directory.CreateDirectory(mod.Folder);
        var order = new OrderChange(configuration);
        order.Move(order.Find(mod.Name), int.MaxValue);
        order.Save();
    }

    /// <summary>What lay above all mods lies where the mod is.</summary>
    private static void WarnOfWinners(OverwriteMove move, OverwritePart part, Mod mod, VfsConfiguration configuration)
    {
        using var resolver = new ModResolver(ModSet.Load(configuration));
        string[] lost = [
            .. move.Steps.Where(step => step.Entry.Kind == OverwriteKind.File)
                .Select(step => step.Entry.Path)
                .Where(path => resolver.Which(Path.Join(part.Target, path.Replace('\\', Path.DirectorySeparatorChar)))?.Winner.Mod
                    is var winner && !NameComparer.Instance.Equals(winner, mod.Name)),
        ];
        if (lost.Length > 0)
            Messages.Warn(FormattableString.Invariant($"the game doesn't see '{lost[0]}' of '{mod.Name}'")
                + (lost.Length == 1 ? "." : FormattableString.Invariant($", nor {lost.Length - 1} more.")),
                $"A higher mod has it, or the mod is off: rvfs which {lost[0]}, rvfs mods move \"{mod.Name}\" --last.");
    }

    private static Command Clear()
    {
        GameQuestion question = new();
        Option<bool> yes = Yes();
        Command command = new("clear", "Delete what lies in the overwrite folder.") { yes };
        question.AddTo(command, json: false);
        command.SetAction(result =>
        {
            Configure(question, result, out OverwriteContent content);
            using OverwriteUse use = OverwriteUse.Take(content.Folder);
            TextWriter output = result.InvocationConfiguration.Output;
            if (content.IsEmpty)
            {
                output.WriteLine($"Nothing lies in '{content.Folder}'.");
                return ExitCodes.Ok;
            }

            Confirmation.Ask($"Delete {content.Summary} in '{content.Folder}'?", result.GetValue(yes));
            UndoJournal.Discard(content.Folder);
            OverwriteClearing.Clear(content);
            output.WriteLine($"'{content.Folder}' is empty.");
            return ExitCodes.Ok;
        });
        return command;
    }

    private static Option<bool> Yes() => new("--yes") { Arity = ArgumentArity.Zero, Description = "Don't ask" };

    private static VfsConfiguration Configure(GameQuestion question, ParseResult result, out OverwriteContent content)
    {
        List<Diagnostic> diagnostics = [];
        VfsConfiguration configuration = question.Configure(result, diagnostics);
        diagnostics.Where(d => d.Severity != Severity.Notice).ToList().ForEach(Messages.Show);
        content = OverwriteContent.Read(configuration);
        return configuration;
    }

    private static Mod Find(VfsConfiguration configuration, string name)
    {
        LoadOrder order = LoadOrder.Read(configuration.Mods!, configuration.Order);
        if (order.Mods.FirstOrDefault(mod => NameComparer.Instance.Equals(mod.Name, name)) is { } found)
            return found.Archive is null
                ? found
                : throw new CliException(ExitCodes.Failed, $"The mod '{found.Name}' is an archive.", "Name a mod that is a folder.");
        if (ModName.WhyImpossible(name) is { } cause)
            throw new CliException(ExitCodes.Failed, $"A mod can't have the name '{ModName.Show(name)}': {cause}.");
        return new Mod(name, Path.Combine(configuration.Mods!, name), ModState.New);
    }
}
