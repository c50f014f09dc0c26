using System.Text;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// A few commands of the probe (Native/probe.c) under a name. Words are separated by " | ", commands by lines; <c>&lt;EMPTY&gt;</c> is an empty
/// word, <c>&lt;BLANK&gt;</c> a blank at the end of one.
/// </summary>
public sealed record Scenario(string Name, string Commands)
{
    private const string Mark = "=== ";

    /// <summary>One script of many scenarios, each beginning in the game's folder: a start of a process costs more than a command.</summary>
    public static string ToScript(IEnumerable<Scenario> scenarios)
    {
        StringBuilder script = new();
        foreach (Scenario scenario in scenarios)
        {
            script.Append("echo\t").Append(Mark).Append(scenario.Name).Append("\nchdir\t<ROOT>\n");
            foreach (string line in scenario.Commands.Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries))
                script.Append(string.Join('\t', line.Split(" | ").Select(ToWord))).Append('\n');
        }
        return script.Append("echo\t").Append(Mark).Append("end\n").ToString();
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
