using System.Buffers;

namespace Reloaded.VFS.Mods.Keeping;

/// <summary>Names that every system lists alike. Of others Wine makes what they look like on Windows.</summary>
internal static class PlainName
{
    private static readonly SearchValues<char> s_special =
        SearchValues.Create([.. Enumerable.Range(0, 32).Select(c => (char)c), .. "\"*/:<>?\\|\uFFFD"]);

    /// <summary>Whether a name is one.</summary>
    public static bool Is(ReadOnlySpan<char> name) =>
        name.Length is > 0 and <= 255 && !name.ContainsAny(s_special) && name[^1] is not ('.' or ' ')
            && !name.ContainsAnyInRange('\uD800', '\uF8FF');
}
