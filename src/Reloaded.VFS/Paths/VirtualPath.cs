using System.Numerics;
using System.Runtime.Intrinsics.X86;

namespace Reloaded.VFS.Paths;

/// <summary>
/// The canonical form of virtual paths: absolute, without NT prefix, with backslashes but no trailing one (<c>C:\games\g\data</c>;
/// <c>C:</c> for the root of a drive; <c>UNC\server\share</c> for a share).
/// </summary>
/// <remarks>Letter case is kept. All members are pure.</remarks>
public static class VirtualPath
{
    /// <summary>The maximum length of a path on Windows, in characters.</summary>
    public const int MaxLength = 32767;

    /// <summary>The maximum length of a name in a file system, in characters.</summary>
    public const int MaxNameLength = 255;

    private const string Unc = "UNC\\";

    /// <summary>Converts an absolute Windows path to canonical form.</summary>
    /// <remarks>
    /// Takes <c>C:\g\</c>, <c>C:/g</c>, <c>\\?\C:\g</c>, <c>\??\C:\g</c>, <c>\\server\share\g</c>, <c>\\?\UNC\server\share\g</c> and
    /// canonical paths. Resolves <c>.</c> and <c>..</c>.
    /// </remarks>
    /// <exception cref="ArgumentException">The path is relative, has an invalid component, or is too long.</exception>
    public static string Canonicalize(string path)
    {
        ArgumentNullException.ThrowIfNull(path);
        if (IsCanonical(path))
            return path;
        string text = path.Replace('/', '\\');
        if (NtPath.HasPrefix(text) || NtPath.HasUnparsedPrefix(text))
            text = text[NtPath.PrefixLength..];
        else if (text.StartsWith(@"\\", StringComparison.Ordinal))
            text = Unc + text[2..];
        bool isShare = text.StartsWith(Unc, StringComparison.OrdinalIgnoreCase);
        if (!isShare && (text.Length < 2 || !char.IsAsciiLetter(text[0]) || text[1] != ':' || (text.Length > 2 && text[2] != '\\')))
            throw new RefusedArgumentException($"'{path}' is not an absolute Windows path (like C:\\games\\g or \\\\server\\share\\g).",
                nameof(path));

        // '..' doesn't go above a share's server and name, or a drive.
        int rootParts = isShare ? 3 : 1;
        var parts = new List<string>();
        foreach (string part in text.Split('\\'))
        {
            if (part.Length == 0 || part == ".")
                continue;
            if (part == "..")
            {
                if (parts.Count > rootParts)
                    parts.RemoveAt(parts.Count - 1);
                continue;
            }

            if (part.Length > MaxNameLength || part.Contains('\0') || (parts.Count > 0 && part.Contains(':')))
                throw new RefusedArgumentException($"'{path}' has a component that no file can be named: '{part}'.", nameof(path));
            parts.Add(part);
        }

        if (parts.Count < rootParts)
            throw new RefusedArgumentException($"'{path}' names a server without a share.", nameof(path));
        if (isShare)
            parts[0] = "UNC";
        string result = string.Join('\\', parts);
        if (result.Length > MaxLength)
            throw new RefusedArgumentException($"A path has at most {MaxLength} characters; '{result.AsSpan(0, 64)}...' has {result.Length}.",
                nameof(path));
        return result;
    }

    /// <summary>Determines whether a path on a drive is canonical. Returns false for every share.</summary>
    private static bool IsCanonical(string path)
    {
        if (path.Length is < 2 or > MaxLength || !char.IsAsciiLetter(path[0]) || path[1] != ':' || (path.Length > 2 && path[2] != '\\'))
            return false;
        if (path.Length <= 3)
            return path.Length == 2;
        ReadOnlySpan<char> rest = path.AsSpan(3);
        if (rest.ContainsAny('/', ':', '\0'))
            return false;
        while (true)
        {
            int end = rest.IndexOf('\\');
            ReadOnlySpan<char> part = end < 0 ? rest : rest[..end];
            if (part.Length is 0 or > MaxNameLength || part is "." or "..")
                return false;
            if (end < 0)
                return true;
            rest = rest[(end + 1)..];
        }
    }

    /// <summary>Returns the index of the last backslash, or -1: like <c>LastIndexOf</c>, but inlined for names, which are short.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static unsafe int LastSeparator(char* text, int length)
    {
        int end = length;
        const int width = 32; // few names are longer
        if (Vector128.IsHardwareAccelerated && length >= width)
        {
            // One bit for each character.
            ushort* last = (ushort*)text + length - width;
            uint bits = SeparatorsOf16(last) | (SeparatorsOf16(last + 16) << 16);
            if (bits != 0)
                return length - width + BitOperations.Log2(bits);
            end -= width;
        }

        for (; Vector128.IsHardwareAccelerated && end >= Vector128<ushort>.Count; end -= Vector128<ushort>.Count)
        {
            // Two bits for each character.
            Vector128<ushort> found = Vector128.Equals(Vector128.Load((ushort*)text + end - Vector128<ushort>.Count),
                Vector128.Create((ushort)'\\'));
            uint bits = found.AsByte().ExtractMostSignificantBits();
            if (bits != 0)
                return end - Vector128<ushort>.Count + (BitOperations.Log2(bits) / 2);
        }

        do
            end--;
        while (end >= 0 && text[end] != '\\');
        return end;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static unsafe uint SeparatorsOf16(ushort* text)
    {
        Vector128<ushort> separator = Vector128.Create((ushort)'\\');
        Vector128<ushort> low = Vector128.Equals(Vector128.Load(text), separator),
            high = Vector128.Equals(Vector128.Load(text + 8), separator);
        return (Sse2.IsSupported ? Sse2.PackSignedSaturate(low.AsInt16(), high.AsInt16()).AsByte() : Vector128.Narrow(low, high))
            .ExtractMostSignificantBits();
    }

    /// <summary>Returns the parent folder of a canonical path; empty for a root.</summary>
    public static ReadOnlySpan<char> GetParent(ReadOnlySpan<char> path)
    {
        int separator = path.LastIndexOf('\\');
        return separator < 0 ? default : path[..separator];
    }

    /// <summary>Returns the root of a canonical path, with or without a trailing backslash.</summary>
    internal static ReadOnlySpan<char> GetRoot(ReadOnlySpan<char> path) => path.IndexOf('\\') is var end and >= 0 ? path[..end] : path;

    /// <summary>Returns the last component of a canonical path.</summary>
    public static ReadOnlySpan<char> GetName(ReadOnlySpan<char> path) => path[(path.LastIndexOf('\\') + 1)..];

    /// <summary>Determines whether <paramref name="path"/> is <paramref name="folder"/> or below it, in any letter case.</summary>
    public static bool IsSameOrBelow(ReadOnlySpan<char> path, ReadOnlySpan<char> folder) =>
        path.Length >= folder.Length
        && (path.Length == folder.Length || path[folder.Length] == '\\')
        && CaseFolding.Equals(path[..folder.Length], folder);
}

/// <summary>Functions that copy parts of paths.</summary>
/// <remarks>
/// They mostly have between 4 and 60 characters, for which the library's general copy has the overhead of a call and of selecting a method.
/// </remarks>
internal static unsafe class PathText
{
    /// <summary>
    /// Copies <paramref name="count"/> characters and returns the end of the copy. Writes nothing beyond the end. The caller guarantees
    /// readable and writable memory that doesn't overlap.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static char* Copy(char* from, char* to, int count)
    {
        const int width = 8; // characters in a vector
        char* end = to + count;
        if (count >= width)
        {
            char* last = from + count - width;
            do
            {
                Vector128.Store(Vector128.Load((ushort*)from), (ushort*)to);
                from += width;
                to += width;
            }
            while (from < last);
            // The last vector overlaps the previous one.
            Vector128.Store(Vector128.Load((ushort*)last), (ushort*)(end - width));
        }
        else if (count >= 4)
        {
            ulong first = Unsafe.ReadUnaligned<ulong>(from), last = Unsafe.ReadUnaligned<ulong>(from + count - 4);
            Unsafe.WriteUnaligned(to, first);
            Unsafe.WriteUnaligned(end - 4, last);
        }
        else
        {
            while (to < end)
                *to++ = *from++;
        }

        return end;
    }
}
