using System.Text;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// A few commands of the probe (Native/probe/probe.c) under a name. Words are separated by " | ", commands by lines; <c>&lt;EMPTY&gt;</c>
/// is an empty word, <c>&lt;BLANK&gt;</c> a blank at the end of one.
/// </summary>
public sealed record Scenario(string Name, string Commands)
{
    /// <summary>
    /// Where Wine itself does the commands wrongly: others, as many, whose output under Wine without the VFS is what Windows prints for
    /// <see cref="Commands"/>.
    /// </summary>
    public string? OracleOnWine { get; init; }

    private const string Mark = "=== ";

    /// <summary>
    /// One script of many scenarios, each beginning in the game's folder: a start of a process costs more than a command.
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

    /// <summary>The oracle's output under the names of the commands that it stands for.</summary>
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

    /// <summary>The output of each scenario by its name. One that isn't there, or is cut short, hasn't run to its end.</summary>
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
            // Only what is followed by the next mark is complete.
            if (name is not null)
                result.Add(name, part.ToString());
            name = line[Mark.Length..];
            part.Clear();
        }

        return result;
    }

    /// <summary>
    /// Null where two outputs are the same, else the commands whose output differs, both sides, at most the first five.
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
