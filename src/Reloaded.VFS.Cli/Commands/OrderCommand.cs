using Reloaded.VFS.Cli.Commands.Looking;

namespace Reloaded.VFS.Cli.Commands;

/// <summary><c>rvfs order</c>, which compares the load order with the rules of the mods.</summary>
internal static class OrderCommand
{
    private const string Examples = """
        Later mods win. order.txt wins over what mods say in their mod.json.

        Examples:
          rvfs order             The order of the mods, and rules that it doesn't keep
          rvfs order --check     Returns 1 if a rule isn't kept, or a mod that is needed isn't there
          rvfs order --fix       Rewrites order.txt so that every rule is kept
        """;

    public static Command Create()
    {
        GameQuestion question = new();
        Option<bool> check = Syntax.Flag("--check", "Exit with 1 if the order breaks a mod's rule");
        Option<bool> fix = Syntax.Flag("--fix", "Rewrite order.txt so that it keeps every rule");
        CommandWithExamples command = new(Examples, "order", "Show the load order, and what mods say of it.") { check, fix };
        question.AddTo(command);
        command.SetAction(result =>
        {
            VfsConfiguration configuration = question.ConfigureAndReport(result);
            var change = new OrderChange(configuration);
            TextWriter output = result.InvocationConfiguration.Output;
            bool json = question.WantsJson(result);
            if (result.GetValue(fix))
            {
                bool isFixed = Fix(change);
                if (!json)
                    output.WriteLine(isFixed ? $"'{change.File}' is rewritten." : "Every rule is kept already.");
                change = new OrderChange(configuration);
            }

            string[] mods = [.. change.Order.Mods.Where(mod => mod.IsLoaded).Select(mod => mod.Name)];
            var rules = ModRules.Of(change.Order.Mods);
            Diagnostic[] broken = [.. rules.Diagnostics.Concat(rules.FindBroken(change.Order.Mods, change.File))];
            Diagnostic[] all = [.. change.Order.Diagnostics.Where(diagnostic => diagnostic.Severity != Severity.Notice).Concat(broken)
                .DistinctBy(diagnostic => diagnostic.ToString())];
            bool isBroken = Array.Exists(broken, diagnostic => diagnostic.Severity != Severity.Notice);
            OrderedModOutput[] ordered = [.. change.Order.Mods.Select(OrderedModOutput.Of)];
            if (json)
                OutputJson.Write(output, new OrderOutput(change.File, mods, ordered, all));
            else
                Write(output, mods, all, result.GetValue(check) && !isBroken);
            return result.GetValue(check) && isBroken ? ExitCodes.NothingFound : ExitCodes.Ok;
        });
        return command;
    }

    private static void Write(TextWriter output, string[] mods, Diagnostic[] found, bool saysKept)
    {
        foreach (string mod in mods)
            output.WriteLine(mod);
        if (mods.Length == 0)
            output.WriteLine("No mod is on.");
        Messages.Show(found);
        if (saysKept)
            output.WriteLine("Every rule is kept.");
    }

    /// <summary>Fixes the order. Returns true if the file was written.</summary>
    private static bool Fix(OrderChange change)
    {
        Mod[] mods = [.. change.Order.Mods.Where(mod => mod.IsLoaded)];
        List<Mod> sorted = ModRules.Of(mods).Sort(mods);
        if (sorted.SequenceEqual(mods))
            return false;
        change.Arrange([.. sorted.Select(mod => mod.Name)]);
        change.Save();
        return true;
    }
}
