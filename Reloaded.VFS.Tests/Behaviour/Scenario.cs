using System.Text;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Some commands of the probe (Native/probe/probe.c) under a name. Words are separated by " | ", commands by line breaks;
/// <c>&lt;EMPTY&gt;</c> is an empty word, <c>&lt;BLANK&gt;</c> a space at the end of a word.
/// </summary>
public sealed record Scenario(string Name, string Commands)
{
    /// <summary>
    /// Gets replacements, as many as <see cref="Commands"/>, if Wine itself executes those wrongly: under Wine without the VFS, the
    /// replacements print what Windows prints for <see cref="Commands"/>.
    /// </summary>
    public string? OracleOnWine { get; init; }

    private const string Mark = "=== ";

    /// <summary>
    /// Combines scenarios into one script, each starting in the game's folder, because starting a process costs more than a command.
    /// </summary>
    public static string ToScript(IEnumerable<Scenario> scenarios, bool asOracleOnWine = false)
    {
        StringBuilder script = new();
        foreach (Scenario scenario in scenarios)
        {
            script.Append("echo\t").Append(Mark).Append(scenario.Name).Append("\nchdir\t<ROOT>\n");
            string commands = (asOracleOnWine ? scenario.OracleOnWine : null) ?? scenario.Commands;
            foreach (string line in commands.Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries))
                script.Append(string.Join('\t', line.Split(" | ").Select(ToWord))).Append('\n');
        }

        return script.Append("echo\t").Append(Mark).Append("end\n").ToString();
    }

    /// <summary>Returns the oracle's output under the names of the commands that it replaces.</summary>
    public string RenameOracle(string output)
    {
        if (OracleOnWine is null)
            return output;
        Queue<string> commands = new(Commands.Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries));
        return string.Join('\n',
            output.Split('\n')
                .Select(line => !line.StartsWith("> ", StringComparison.Ordinal) || line.StartsWith("> chdir\t", StringComparison.Ordinal)
            ? line
            : "> " + string.Join('\t', commands.Dequeue().Split(" | ").Select(ToWord))));
    }

    private static string ToWord(string text)
        => text == "<EMPTY>" ? "" : text.Replace("<BLANK>", " ", StringComparison.Ordinal);

    /// <summary>Splits output into that of each scenario, by its name. A scenario that is missing or truncated hasn't completed.</summary>
    public static Dictionary<string, string> SplitOutput(string output)
    {
        Dictionary<string, string> result = [];
        string? name = null;
        StringBuilder part = new();
        foreach (string line in output.Split('\n'))
        {
            if (!line.StartsWith(Mark, StringComparison.Ordinal))
            {
                part.Append(line).Append('\n');
                continue;
            }
            // Output is complete only if the next mark follows it.
            if (name is not null)
                result.Add(name, part.ToString());
            name = line[Mark.Length..];
            part.Clear();
        }

        return result;
    }

    /// <summary>
    /// Returns the commands whose outputs differ, with both outputs and at most the first five, or null if all are the same.
    /// </summary>
    public static string? Compare(string expected, string actual)
    {
        if (expected == actual)
            return null;
        string[] left = expected.Split("\n> "), right = actual.Split("\n> ");
        StringBuilder text = new();
        int shown = 0;
        for (int i = 0; i < Math.Max(left.Length, right.Length) && shown < 5; i++)
        {
            string l = i < left.Length ? left[i] : "(nothing)", r = i < right.Length ? right[i] : "(nothing)";
            if (l == r)
                continue;
            shown++;
            string[] a = l.Split('\n'), b = r.Split('\n');
            text.Append("> ").Append(a[0].Replace("\t", " | ", StringComparison.Ordinal)).Append('\n');
            foreach (string line in a.Except(b).Take(12))
                text.Append("  merged folder: ").Append(line).Append('\n');
            foreach (string line in b.Except(a).Take(12))
                text.Append("  with the VFS:  ").Append(line).Append('\n');
            if (!a.Except(b).Any() && !b.Except(a).Any())
                text.Append("  the same lines in another order or number: ").Append(a.Length).Append(" and ").Append(b.Length).Append('\n');
        }

        return text.ToString();
    }
}
