using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using Microsoft.Build.Framework;
using Microsoft.Build.Utilities;

/// <summary>A task that leaves in a documentation file only what the lists of the public interface (PublicAPI.*.txt) name.</summary>
/// <remarks>
/// The lists write <c>Space.Type.Method(string! text) -> int</c>, the file <c>M:Space.Type.Method(System.String)</c>. What is compared is
/// the name and the number of parameters.
/// </remarks>
public sealed class PublicDocumentation : Task
{
    /// <summary>Gets or sets the file that the compiler wrote.</summary>
    [Required]
    public string Documentation { get; set; }

    /// <summary>Gets or sets the file to write.</summary>
    [Required]
    public string Output { get; set; }

    /// <summary>Gets or sets the lists.</summary>
    [Required]
    public string[] PublicApi { get; set; }

    /// <inheritdoc/>
    public override bool Execute()
    {
        var known = new HashSet<string>();
        foreach (string line in PublicApi.SelectMany(File.ReadAllLines).Where(line => line.Length > 0 && line[0] != '#'))
        {
            string text = Regex.Replace(line, " -> .*| = .*", "");
            Match match = Regex.Match(text, @"(?<name>[\w.]*\w(<[^()]*?>)?(\.[\w.<>, ]+|\.operator [^(]+)?)(?<parameters>\(.*\)|\[.*\])?$");
            string name = Plain(match.Groups["name"].Value), parameters = match.Groups["parameters"].Value;
            // Of a property the lists name the accessors.
            name = Regex.Replace(name, @"\.(get|set|init)$", "");
            known.Add(name);
            // A constructor has the type's name there.
            string[] parts = name.Split('.');
            if (parts.Length > 1 && parts[parts.Length - 1] == parts[parts.Length - 2])
                name = string.Join(".", parts.Take(parts.Length - 1)) + ".#ctor";
            if (name.Contains("operator "))
                name = name.Substring(0, name.IndexOf("operator ")) + "op";
            known.Add(name + "/" + Count(parameters.Trim('(', ')', '[', ']')));
        }

        XDocument document = XDocument.Load(Documentation, LoadOptions.PreserveWhitespace);
        int before = 0, after = 0;
        foreach (XElement member in document.Descendants("member").ToArray())
        {
            before++;
            string id = (string)member.Attribute("name");
            int open = id.IndexOf('(');
            string name = Plain((open < 0 ? id : id.Substring(0, open)).Substring(2));
            string parameters = open < 0 ? "" : id.Substring(open + 1, id.IndexOf(')', open) - open - 1);
            name = Regex.Replace(name, @"\.op_\w+$", ".op");
            if (id[0] == 'M' ? known.Contains(name + "/" + Count(parameters)) : known.Contains(name))
            {
                after++;
                continue;
            }

            if (member.PreviousNode is XText space)
                space.Remove();
            member.Remove();
        }

        if (after == 0)
        {
            Log.LogError("{0} documents nothing that {1} names", Documentation, string.Join(" and ", PublicApi));
            return false;
        }

        document.Save(Output, SaveOptions.DisableFormatting);
        Log.LogMessage(MessageImportance.Low, "{0}: {1} of {2} members are public", Output, after, before);
        return true;
    }

    // Without type parameters, as both spell them: List<T> and List`1.
    private static string Plain(string name)
    {
        string plain = Regex.Replace(name, "`+[0-9]+", "");
        while (plain.Contains("<"))
        {
            string shorter = Regex.Replace(plain, "<[^<>]*>", "");
            if (shorter == plain)
                break;
            plain = shorter;
        }

        return plain;
    }

    // Commas that no bracket encloses.
    private static int Count(string parameters)
    {
        if (parameters.Trim().Length == 0)
            return 0;
        int count = 1, depth = 0;
        foreach (char c in parameters)
        {
            if (c == '<' || c == '{' || c == '[' || c == '(')
                depth++;
            else if (c == '>' || c == '}' || c == ']' || c == ')')
                depth--;
            else if (c == ',' && depth == 0)
                count++;
        }

        return count;
    }
}
