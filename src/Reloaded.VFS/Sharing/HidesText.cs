using System.Globalization;
using System.Text;

namespace Reloaded.VFS.Sharing;

/// <summary>The text in shared memory of the names that a listing hides. Each item ends with a NUL, which no name contains.</summary>
internal static class HidesText
{
    private const char Name = 'n', LeftOut = 'l', Path = 'p', Pattern = 'x';

    /// <summary>Returns the text. It is empty if nothing is hidden or left out.</summary>
    public static string Of(ListedHides hides)
    {
        if (hides.IsEmpty)
            return "";
        var text = new StringBuilder();
        foreach (HiddenName name in hides.Names)
            Add(Name, name);
        foreach (HiddenName name in hides.LeftOut)
            Add(LeftOut, name);
        foreach (string path in hides.Paths)
            text.Append(Path).Append(path).Append('\0');
        foreach (PathPattern pattern in hides.Patterns)
            text.Append(Pattern).Append(pattern.Text).Append('\0');
        return text.ToString();

        void Add(char kind, HiddenName name) =>
            text.Append(kind).Append(CultureInfo.InvariantCulture, $"{name.Folder}").Append('\\').Append(name.Name).Append('\0');
    }

    /// <summary>
    /// Reads a text that another process may have written, for a listing of a number of folders. Returns null if it isn't one.
    /// </summary>
    public static ListedHides? Read(ReadOnlySpan<char> text, int folders)
    {
        List<HiddenName> names = [], leftOut = [];
        List<string> paths = [];
        List<PathPattern> patterns = [];
        while (!text.IsEmpty)
        {
            int end = text.IndexOf('\0');
            if (end < 1)
                return null;
            char kind = text[0];
            ReadOnlySpan<char> item = text[1..end];
            text = text[(end + 1)..];
            switch (kind)
            {
                case Name or LeftOut when ReadName(item, folders) is { } name:
                    (kind == Name ? names : leftOut).Add(name);
                    break;
                case Path when IsPath(item):
                    paths.Add(item.ToString());
                    break;
                case Pattern:
                    patterns.Add(new PathPattern(item.ToString()));
                    break;
                default:
                    return null;
            }
        }

        return new ListedHides(names, paths, patterns) { LeftOut = leftOut };
    }

    private static HiddenName? ReadName(ReadOnlySpan<char> item, int folders)
    {
        int split = item.IndexOf('\\');
        return split > 0 && int.TryParse(item[..split], NumberStyles.None, CultureInfo.InvariantCulture, out int folder) && folder < folders
            && FolderListingBuilder.IsValidName(item[(split + 1)..])
            ? new HiddenName(folder, item[(split + 1)..].ToString())
            : null;
    }

    private static bool IsPath(ReadOnlySpan<char> path)
    {
        for (int end; (end = path.IndexOf('\\')) >= 0; path = path[(end + 1)..])
        {
            if (!FolderListingBuilder.IsValidName(path[..end]))
                return false;
        }

        return FolderListingBuilder.IsValidName(path);
    }
}
