using System.Text;

namespace Reloaded.VFS.Tests.Programs.Interfaces;

/// <summary>The declarations of Reloaded-II's real interfaces as text: a line for each type, followed by one for each member.</summary>
internal static class SignatureFile
{
    private const string Indent = "    ", Separator = " = ", Comment = "#";

    /// <summary>Parses the text of such a file.</summary>
    public static SortedDictionary<string, DeclaredType> Parse(string text)
    {
        SortedDictionary<string, DeclaredType> types = new(StringComparer.Ordinal);
        List<string> members = [];
        foreach (string line in text.Split('\n').Where(line => line.Length > 0 && !line.StartsWith(Comment, StringComparison.Ordinal)))
        {
            if (line.StartsWith(Indent, StringComparison.Ordinal))
            {
                members.Add(line[Indent.Length..]);
                continue;
            }

            int end = line.IndexOf(Separator, StringComparison.Ordinal);
            types.Add(line[..end], new DeclaredType(line[(end + Separator.Length)..], members = []));
        }

        return types;
    }

    /// <summary>Returns the text for some types, after a heading of comments.</summary>
    public static string Write(string heading, IEnumerable<KeyValuePair<string, DeclaredType>> types)
    {
        StringBuilder text = new(heading);
        foreach ((string name, DeclaredType type) in types)
        {
            text.Append('\n').Append(name).Append(Separator).Append(type.Shape).Append('\n');
            foreach (string member in type.Members)
                text.Append(Indent).Append(member).Append('\n');
        }

        return text.ToString();
    }

    /// <summary>Returns the comments at the beginning of a text.</summary>
    public static string HeadingOf(string text) =>
        string.Concat(text.Split('\n').TakeWhile(line => line.StartsWith(Comment, StringComparison.Ordinal)).Select(line => line + '\n'));
}
