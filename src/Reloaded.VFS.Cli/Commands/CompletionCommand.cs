namespace Reloaded.VFS.Cli.Commands;

/// <summary><c>rvfs completion</c>, which makes a shell complete the commands, and installs the manual page.</summary>
/// <remarks>
/// The scripts ask the launcher, by a hidden command, so that they know every command and the names of mods, sets and games. They are
/// written for bash 4, zsh 5, fish 3 and PowerShell 7.
/// </remarks>
internal static class CompletionCommand
{
    /// <summary>The name of the hidden command that answers a shell.</summary>
    public const string Asked = "complete";

    private static readonly string[] s_shells = ["bash", "zsh", "fish", "powershell"];

    private const string Examples = """
        Completes commands, options, and the names of mods, sets and games. --install also installs the manual page (man rvfs) on Linux.

        Examples:
          rvfs completion --install             For the shell that is in use
          rvfs completion zsh --install
          rvfs completion fish                  Prints the script
          rvfs completion man                   Prints the manual page
        """;

    public static Command Create()
    {
        Argument<string?> shell = Syntax.Optional("SHELL",
            "bash, zsh, fish or powershell; or man, for the manual page. Default: the shell that is in use");
        shell.CompletionSources.Add([.. s_shells, "man"]);
        Option<bool> install = Syntax.Flag("--install", "Write it to where the shell looks for it");
        CommandWithExamples command = new(Examples, "completion", "Have the shell complete commands, mods and games.") { shell, install };
        command.SetAction(result =>
        {
            string chosen = result.GetValue(shell) ?? FindShell();
            Command root = result.RootCommandResult.Command;
            TextWriter output = result.InvocationConfiguration.Output;
            if (!s_shells.Append("man").Contains(chosen))
                throw new CliException($"There is no completion for '{chosen}'.",
                    NearestName.Find(chosen, s_shells) is { } near ? $"Did you mean '{near}'?" : $"Name one of {string.Join(", ", s_shells)}.");
            string text = chosen == "man" ? ManualPage.Render(root) : CompletionScripts.Of(chosen);
            if (result.GetValue(install))
                Install(chosen, text, root, output);
            else
                output.Write(text);
        });
        return command;
    }

    /// <summary>Creates the hidden command by which a shell asks for the possible values of a word.</summary>
    public static Command CreateAsked()
    {
        Argument<string[]> words = new("WORDS") { Arity = ArgumentArity.ZeroOrMore, CaptureRemainingTokens = true };
        Command command = new(Asked, "Answer a shell.") { words };
        command.Hidden = true;
        command.SetAction(result =>
        {
            foreach (string line in Complete(result.RootCommandResult.Command, result.GetValue(words) ?? []))
                result.InvocationConfiguration.Output.WriteLine(line);
        });
        return command;
    }

    /// <summary>Returns the possible values of the last word, each with a description after a tab.</summary>
    /// <param name="root">The root of the commands.</param>
    /// <param name="words">The words after the program's name; the last one is incomplete, and may be empty.</param>
    public static IReadOnlyList<string> Complete(Command root, string[] words)
    {
        string last = words.Length == 0 ? "" : words[^1];
        string[] before = words.Length == 0 ? [] : words[..^1];
        Command at = root;
        int used = 0;
        foreach (string word in before)
        {
            if (at.Subcommands.FirstOrDefault(one => one.Name == word) is { } next)
                (at, used) = (next, 0);
            else if (!word.StartsWith('-'))
                used++;
        }

        // What belongs to a program is none of rvfs's.
        if (at.Arguments.Any(argument => argument.CaptureRemainingTokens) && used > 0)
            return [];
        Option? option = before.Length == 0 ? null : HelpText.OptionsOf(at).FirstOrDefault(one => one.Name == before[^1]);
        if (option is not null && option.Arity.MaximumNumberOfValues > 0)
            return Matching(ValuesOf(option.Name, option.HelpName, root, before), last);
        IEnumerable<string> answers = last.StartsWith('-')
            ? HelpText.OptionsOf(at).Select(one => $"{one.Name}\t{one.Description}")
            : [
                .. at.Subcommands.Where(one => !one.Hidden).Select(one => $"{one.Name}\t{one.Description}"),
                .. at.Arguments.SelectMany(argument => argument.CompletionSources.Count > 0 && argument.Name == "SHELL"
                    ? [.. s_shells, "man"]
                    : ValuesOf(at.Name, argument.Name, root, before)),
            ];
        return Matching(answers, last);
    }

    private static List<string> Matching(IEnumerable<string> answers, string last) =>
        [.. answers.Where(answer => answer.StartsWith(last, StringComparison.OrdinalIgnoreCase)).Distinct()];

    /// <summary>Returns the possible names for a value: of mods, sets, games or commands. The shell itself completes files.</summary>
    private static IEnumerable<string> ValuesOf(string of, string? kind, Command root, string[] before)
    {
        try
        {
            switch (kind)
            {
                case "MOD" when GameOf(root, before) is { } configuration && Directory.Exists(configuration.Mods):
                    return Reloaded.VFS.Mods.Order.LoadOrder.Of(configuration).Mods.Select(mod => mod.Name);
                case "NAME" when of is "--set" or "set" && GameOf(root, before) is { Mods: { } mods }
                    && SetPlaces.FolderOf(mods) is { } sets && Directory.Exists(sets):
                    return Directory.GetDirectories(sets).Select(folder => Path.GetFileName(folder)).Order(NameComparer.Instance);
                case "GAME":
                    return KnownGames.List().Select(game => game.Name);
                case "redirected|missing":
                    return ["redirected", "missing"];
                case "COMMAND":
                    return root.Subcommands.Where(one => !one.Hidden).Select(one => $"{one.Name}\t{one.Description}");
                default:
                    return [];
            }
        }
        catch (Exception e) when (e is CliException or IOException or UnauthorizedAccessException)
        {
            // A shell shows no message.
            return [];
        }
    }

    /// <summary>Returns the configuration of the game that the preceding words name, or of the one in the current folder.</summary>
    private static VfsConfiguration? GameOf(Command root, string[] before)
    {
        ParseResult parsed = root.Parse(before, new ParserConfiguration { ResponseFileTokenReplacer = null, EnablePosixBundling = false });
        string? folder = GameOption.Of(parsed) is { } named ? NamedGame.Find(named).Folder : GameFolders.FindFrom(Environment.CurrentDirectory);
        return folder is null ? null : HostConfiguration.Read(folder, new Starting.RunOptions { Game = "" }, []);
    }

    private static string FindShell()
    {
        if (OperatingSystem.IsWindows())
            return "powershell";
        string shell = Path.GetFileName(Environment.GetEnvironmentVariable("SHELL") ?? "");
        return s_shells.Contains(shell) ? shell : "bash";
    }

    private static void Install(string shell, string text, Command root, TextWriter output)
    {
        if (shell != "man")
        {
            string file = CompletionScripts.FileOf(shell);
            AtomicFile.Write(file, Encoding.UTF8.GetBytes(text));
            output.WriteLine($"{file} is written. It counts in the next shell.");
            if (CompletionScripts.StepFor(shell, file) is { } step)
                output.WriteLine(step);
        }

        if (OperatingSystem.IsWindows())
            return;
        string page = Path.Combine(UserFolders.Data, "man", "man1", "rvfs.1");
        AtomicFile.Write(page, Encoding.UTF8.GetBytes(ManualPage.Render(root)));
        output.WriteLine($"{page} is written: man rvfs");
    }
}

/// <summary>The scripts by which a shell asks the launcher, and the places where each shell searches for them.</summary>
internal static class CompletionScripts
{
    public static string FileOf(string shell) => shell switch
    {
        "bash" => Path.Combine(UserFolders.Data, "bash-completion", "completions", "rvfs"),
        "zsh" => Path.Combine(UserFolders.Data, "zsh", "site-functions", "_rvfs"),
        "fish" => Path.Combine(UserFolders.Configuration, "fish", "completions", "rvfs.fish"),
        _ => Path.Combine(OperatingSystem.IsWindows() ? UserFolders.Configuration : UserFolders.Data, "rvfs", "completion.ps1"),
    };

    /// <summary>Returns an instruction for the user if the shell doesn't find the script by itself; otherwise null.</summary>
    public static string? StepFor(string shell, string file) => shell switch
    {
        "zsh" => $"Put this before compinit in ~/.zshrc, if it isn't there yet:  fpath+=('{Path.GetDirectoryName(file)}')",
        "powershell" => $"Put this into the file that $PROFILE names:  . '{file}'",
        _ => null,
    };

    public static string Of(string shell) => (shell switch
    {
        "bash" => Bash,
        "zsh" => Zsh,
        "fish" => Fish,
        _ => PowerShell,
    }).ReplaceLineEndings("\n");

    private const string Bash = """
        # Completion of rvfs for bash.
        _rvfs() {
            local IFS=$'\n' word=${COMP_WORDS[COMP_CWORD]} line
            COMPREPLY=()
            while IFS= read -r line; do
                line=${line%%$'\t'*}
                [[ $line == *[[:space:]\'\"\&\(\)]* && $word != [\'\"]* ]] && line=$(printf '%q' "$line")
                COMPREPLY+=("$line")
            done < <("${COMP_WORDS[0]}" complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
        }
        complete -o default -F _rvfs rvfs

        """;

    private const string Zsh = """
        #compdef rvfs
        # Completion of rvfs for zsh.
        _rvfs() {
            local -a answers
            local line
            for line in ${(f)"$(${words[1]} complete -- ${(Q)words[2,CURRENT]} 2>/dev/null)"}; do
                answers+=("${${line%%$'\t'*}//:/\\:}${${line#*$'\t'}:+:${line#*$'\t'}}")
            done
            (( ${#answers} )) && _describe 'rvfs' answers || _files
        }
        if [[ $funcstack[1] == _rvfs ]]; then _rvfs "$@"; else compdef _rvfs rvfs; fi

        """;

    private const string Fish = """
        # Completion of rvfs for fish.
        function __rvfs_complete
            set -l words (commandline -opc) (commandline -ct)
            $words[1] complete -- $words[2..] 2>/dev/null
        end
        complete -c rvfs -a '(__rvfs_complete)'

        """;

    private const string PowerShell = """
        # Completion of rvfs for PowerShell.
        Register-ArgumentCompleter -Native -CommandName rvfs, rvfs.exe -ScriptBlock {
            param($word, $ast, $position)
            $words = @($ast.CommandElements | Where-Object { $_.Extent.StartOffset -lt $position } | ForEach-Object { "$($_.Value ?? $_)" })
            $rest = @($words | Select-Object -Skip 1)
            if ($word -eq '') { $rest += '' }
            & $words[0] complete -- @rest 2>$null | ForEach-Object {
                $name, $text = $_ -split "`t", 2
                $typed = if ($name -match "[\s'`"&()]") { "'" + $name.Replace("'", "''") + "'" } else { $name }
                [System.Management.Automation.CompletionResult]::new($typed, $name, 'ParameterValue', ($text ? $text : $name))
            }
        }

        """;
}

/// <summary>The manual page, in the macros of man(7), made from the commands.</summary>
internal static class ManualPage
{
    public static string Render(Command root)
    {
        StringBuilder page = new();
        page.Append($".TH RVFS 1 \"\" \"Reloaded VFS {CliVersion.Text}\" \"User commands\"\n");
        page.Append(".SH NAME\nrvfs \\- run a game with its mods\n");
        page.Append(".SH SYNOPSIS\n.B rvfs\n[\\-\\-game GAME] COMMAND\n");
        page.Append(".SH DESCRIPTION\n").Append(Text(root.Description ?? "")).Append('\n');
        page.Append(".SH OPTIONS\n");
        foreach (Option option in HelpText.OptionsOf(root))
            Append(page, option);
        foreach ((string title, string[] names) in CommandGroups.All.Append(("More", [])))
        {
            Command[] commands = [.. root.Subcommands.Where(one => !one.Hidden && (names.Length > 0
                ? names.Contains(one.Name)
                : !CommandGroups.All.Any(group => group.Names.Contains(one.Name))))];
            if (commands.Length > 0)
                page.Append(".SH ").Append(title.ToUpperInvariant()).Append('\n');
            foreach (Command command in commands)
                Append(page, command);
        }

        return page.Append(".SH SEE ALSO\nrvfs help COMMAND\n").ToString();
    }

    private static void Append(StringBuilder page, Command command)
    {
        page.Append(".SS ").Append(Text(HelpText.Usage(command))).Append('\n').Append(Text(command.Description ?? "")).Append('\n');
        foreach (Argument argument in command.Arguments.Where(one => !one.Hidden))
        {
            page.Append(".TP\n.I ").Append(Text(argument.HelpName ?? argument.Name)).Append('\n');
            page.Append(Text(argument.Description ?? "")).Append('\n');
        }

        foreach (Option option in command.Options.Where(one => !one.Hidden && one is not System.CommandLine.Help.HelpOption))
            Append(page, option);
        if (command is CommandWithExamples { Examples: { Length: > 0 } examples })
            page.Append(".PP\n.nf\n").Append(string.Join('\n', examples.ReplaceLineEndings("\n").Split('\n').Select(Text))).Append("\n.fi\n");
        foreach (Command below in command.Subcommands.Where(one => !one.Hidden))
            Append(page, below);
    }

    private static void Append(StringBuilder page, Option option)
    {
        string value = option.Arity.MaximumNumberOfValues == 0 ? "" : $" {option.HelpName ?? "VALUE"}";
        page.Append(".TP\n.B ").Append(Text(option.Name + value)).Append('\n').Append(Text(option.Description ?? "")).Append('\n');
    }

    /// <summary>Escapes text for roff.</summary>
    private static string Text(string text)
    {
        string plain = text.Replace("\\", "\\e", StringComparison.Ordinal).Replace("-", "\\-", StringComparison.Ordinal);
        return plain.Length > 0 && plain[0] is '.' or '\'' ? "\\&" + plain : plain;
    }
}
