using Reloaded.VFS.Hooks.Gates;

namespace Reloaded.VFS.Hooks.Children;

/// <summary>The game's zero-terminated texts. A pointer may be invalid.</summary>
internal static unsafe class CallerText
{
    /// <summary>The maximum length: more than the longest command line.</summary>
    private const int Longest = 65536;

    private const nuint Page = 4096;

    /// <summary>Copies a text. Returns null if there is none, or it can't be read, or isn't terminated.</summary>
    public static string? Read(char* text)
    {
        if (text is null)
            return null;
        var copy = new List<char>();
        Span<char> part = stackalloc char[(int)Page / sizeof(char)];
        fixed (char* start = part)
        {
            // If part of a page can be read, so can all of it.
            for (char* at = text; copy.Count < Longest;)
            {
                int count = Math.Max(1, (int)((Page - ((nuint)at & (Page - 1))) / sizeof(char)));
                if (GateTable.Native.TryCopy(start, at, (nuint)count * sizeof(char)) == 0)
                    return null;
                ReadOnlySpan<char> read = part[..count];
                int end = read.IndexOf('\0');
                if (end >= 0)
                    return string.Concat([.. copy], read[..end]);
                copy.AddRange(read);
                at += count;
            }
        }

        return null;
    }
}
