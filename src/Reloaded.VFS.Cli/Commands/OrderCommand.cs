using System.CommandLine;
using Reloaded.VFS.Cli.Questions;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Order;

namespace Reloaded.VFS.Cli.Commands;

/// <summary><c>rvfs order</c>, which compares the load order with the rules of the mods.</summary>
internal static class OrderCommand
{
    /// <summary>The examples, which are shown below the help.</summary>
    private const string Examples = """
        Later mods win. order.txt wins over what mods say in their mod.json.

        Examples:
          rvfs order             The order of the mods, and rules that it doesn't keep
          rvfs order --check     Returns 1 if a rule isn't kept, or a mod that is needed isn't there
          rvfs order --fix       Rewrites order.txt so that every rule is kept
        """;

    /// <summary>Creates the command.</summary>
    public static Command Create()
    {
        GameQuestion question = new();
        Option<bool> check = new("--check") { Arity = ArgumentArity.Zero, Description = "Exit with 1 if the order breaks a mod's rule" };
        Option<bool> fix = new("--fix") { Arity = ArgumentArity.Zero, Description = "Rewrite order.txt so that it keeps every rule" };
        CommandWithExamples command = new(Examples, "order", "Show the load order, and what mods say of it.") { check, fix };
        question.AddTo(command, json: false);
        command.SetAction(result =>
        {
            OrderChange change = question.Change(result);
            TextWriter output = result.InvocationConfiguration.Output;
            if (result.GetValue(fix) && Fix(change, output))
                change = question.Change(result);
            Mod[] mods = [.. change.Order.Mods.Where(mod => mod.IsLoaded)];
            foreach (Mod mod in mods)
                output.WriteLine(mod.Name);
            var rules = ModRules.Of(change.Order.Mods);
            Diagnostic[] found = [.. rules.Diagnostics.Concat(rules.FindBroken(change.Order.Mods, change.File))];
            foreach (Diagnostic diagnostic in found)
                Messages.Show(diagnostic);
            bool isBroken = Array.Exists(found, diagnostic => diagnostic.Severity != Severity.Notice);
            return result.GetValue(check) && isBroken ? ExitCodes.NothingFound : ExitCodes.Ok;
        });
        return command;
    }

    /// <summary>Fixes the order. Returns whether the file was written.</summary>
    private static bool Fix(OrderChange change, TextWriter output)
    {
        Mod[] mods = [.. change.Order.Mods.Where(mod => mod.IsLoaded)];
        List<Mod> sorted = ModRules.Of(mods).Sort(mods);
        if (sorted.SequenceEqual(mods))
            return false;
        change.Arrange([.. sorted.Select(mod => mod.Name)]);
        change.Save();
        output.WriteLine($"{change.File} is rewritten.");
        return true;
    }
}
