using Reloaded.VFS.Cli.Commands.Looking;

namespace Reloaded.VFS.Cli.Commands;

/// <summary><c>rvfs prefer</c>, which decides which mod wins a path, whatever the order says.</summary>
internal static class PreferCommand
{
    private const string Examples = """
        The rules are lines of prefer.txt beside order.txt: MOD: PATH. A game that runs follows.

        Examples:
          rvfs prefer "Better Hero" data/hero.dds     Better Hero wins this file
          rvfs prefer "Better Hero" data/textures     Better Hero wins all that it has in this folder
          rvfs prefer                                 Lists the rules
          rvfs prefer --remove data/hero.dds          Removes the rules for this path
        """;

    public static Command Create()
    {
        GameQuestion question = new();
        Argument<string?> mod = Syntax.Optional("MOD", "The mod that wins");
        Argument<string?> path = Syntax.Optional("PATH", "A file, a folder or a pattern in the game's folder");
        Option<string?> remove = Syntax.Text("--remove", "PATH", "Remove the rules for this path");
        CommandWithExamples command = new(Examples, "prefer", "Let a mod win a path, whatever the order says.") { mod, path, remove };
        question.AddTo(command);
        command.SetAction(result =>
        {
            if (result.GetValue(remove) is not null && result.GetValue(mod) is not null)
                throw new CliException("--remove PATH stands alone: it removes the rules of every mod for that path.");
            if (question.WantsJson(result) && (result.GetValue(remove) ?? result.GetValue(mod)) is not null)
                throw new CliException("--json goes with the list of the rules only.");
            VfsConfiguration configuration = question.ConfigureAndReport(result);
            OrderChange change = GameQuestion.Change(configuration);
            string file = PreferenceFile.PathOf(configuration.Mods!, configuration.Order);
            PreferenceEditor editor = PreferenceEditor.Read(file);
            TextWriter output = result.InvocationConfiguration.Output;
            if (result.GetValue(remove) is { } gone)
            {
                gone = InGame(gone, configuration);
                if (!editor.Remove(gone))
                    throw new CliException(ExitCodes.NothingFound, $"No rule prefers a mod for '{gone}'.", "rvfs prefer lists the rules.");
                editor.Save();
                output.WriteLine($"No mod is preferred for {gone} any more: the order says who wins.");
            }
            else if (result.GetValue(mod) is not { } name)
            {
                List(change.Order.Preferences, file, question.WantsJson(result), output);
            }
            else
            {
                Prefer(change.Find(name), result.GetValue(path) is { } wanted ? InGame(wanted, configuration) : null, configuration, editor, output);
            }
        });
        return command;
    }

    private static void List(IReadOnlyList<PreferenceRule> rules, string file, bool json, TextWriter output)
    {
        if (json)
        {
            PreferenceOutput[] list = [.. rules.Select(rule => new PreferenceOutput(rule.Mod, rule.Pattern.Text, rule.Line))];
            OutputJson.Write(output, new PreferencesOutput(file, list));
            return;
        }

        foreach (PreferenceRule rule in rules)
            output.WriteLine($"{rule.Mod}: {rule.Pattern.Text}");
        if (rules.Count == 0)
            output.WriteLine("No rules. 'rvfs prefer MOD PATH' makes one.");
    }

    /// <summary>Returns a typed path relative to the game's folder, if it is an absolute one that leads into it.</summary>
    private static string InGame(string path, VfsConfiguration configuration)
    {
        if (!Path.IsPathRooted(path) && !ConfigurationPath.IsWindowsAbsolute(path))
            return path;
        string host = GameQuestion.HostPath(path);
        string? target = configuration.Targets.FirstOrDefault(target => host.StartsWith(target + Path.DirectorySeparatorChar,
            OperatingSystem.IsWindows() ? StringComparison.OrdinalIgnoreCase : StringComparison.Ordinal));
        return target is null ? path : host[(target.Length + 1)..];
    }

    private static void Prefer(Mod mod, string? path, VfsConfiguration configuration, PreferenceEditor editor, TextWriter output)
    {
        if (path is null)
            throw new CliException("The path is missing: say which file or folder the mod wins.", "rvfs prefer --help shows examples.");
        string plain = path.Replace('\\', '/').Trim('/');
        if (PreferenceFile.WhyBad(plain) is { } cause)
            throw new CliException($"'{path}': {cause}.");
        int files = PreferenceEditor.CountFiles(mod, plain, configuration);
        if (files == 0)
            throw new CliException(ExitCodes.NothingFound, $"The mod '{mod.Name}' has no '{plain}'.",
                "Give a path in the game's folder, as 'rvfs which' shows it.");
        editor.Prefer(mod.Name, plain);
        editor.Save();
        output.WriteLine($"{mod.Name} wins {plain}" + (files == 1 ? "" : $" ({Counted.Of(files, "file")})"));
    }
}
