using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Reloaded.VFS.Paths;

/// <summary>
/// The canonical form of virtual paths: absolute, no NT prefix, backslashes, no trailing one (<c>C:\games\g\data</c>; a drive root is
/// <c>C:</c>; a share is <c>UNC\server\share</c>). Letter case is kept. All members are pure.
/// </summary>
public static class VirtualPath
{
    /// <summary>The longest path that Windows knows, in characters.</summary>
    public const int MaxLength = 32767;

    private const string Unc = "UNC\\";

    /// <summary>
    /// Brings an absolute Windows path into canonical form: <c>C:\g\</c>, <c>C:/g</c>, <c>\\?\C:\g</c>, <c>\??\C:\g</c>,
    /// <c>\\server\share\g</c>, <c>\\?\UNC\server\share\g</c> and canonical paths. Resolves <c>.</c> and <c>..</c>.
    /// </summary>
    /// <exception cref="ArgumentException">The path is relative, has an impossible component, or is too long.</exception>
    public static string Canonicalize(string path)
    {
        ArgumentNullException.ThrowIfNull(path);
        if (IsCanonical(path))
            return path;
        string text = path.Replace('/', '\\');
        bool isShare = false;
        if (text.StartsWith(@"\??\", StringComparison.Ordinal) || text.StartsWith(@"\\?\", StringComparison.Ordinal) || text.StartsWith(@"\\.\", StringComparison.Ordinal))
        {
            text = text[4..];
        }
        else if (text.StartsWith(@"\\", StringComparison.Ordinal))
        {
            text = Unc + text[2..];
        }

        if (text.StartsWith(Unc, StringComparison.OrdinalIgnoreCase))
            isShare = true;
        else if (text.Length < 2 || !char.IsAsciiLetter(text[0]) || text[1] != ':' || (text.Length > 2 && text[2] != '\\'))
            throw new ArgumentException($"'{path}' is not an absolute Windows path (like C:\\games\\g or \\\\server\\share\\g).", nameof(path));

        // A share's server and name, like a drive, are no components that '..' climbs over.
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

            if (part.Length > 255 || part.Contains('\0') || (parts.Count > 0 && part.Contains(':')))
                throw new ArgumentException($"'{path}' has a component that no file can be named: '{part}'.", nameof(path));
            parts.Add(part);
        }

        if (parts.Count < rootParts)
            throw new ArgumentException($"'{path}' names a server without a share.", nameof(path));
        if (isShare)
            parts[0] = "UNC";
        string result = string.Join('\\', parts);
        if (result.Length > MaxLength)
            throw new ArgumentException($"A path has at most {MaxLength} characters; '{result.AsSpan(0, 64)}...' has {result.Length}.", nameof(path));
        return result;
    }

    /// <summary>Whether a path on a drive is canonical as it is. (A share isn't looked at.)</summary>
    private static bool IsCanonical(string path)
    {
        if (path.Length is < 2 or > MaxLength || !char.IsAsciiLetter(path[0]) || path[1] != ':')
            return false;
        if (path.Length > 2 && path[2] != '\\')
            return false;
        int start = 3;
        for (int i = 3; i <= path.Length; i++)
        {
            char c = i < path.Length ? path[i] : '\\';
            if (c is '/' or ':' or '\0')
                return false;
            if (c != '\\')
                continue;
            ReadOnlySpan<char> part = path.AsSpan(start, i - start);
            if (part.Length is 0 or > 255 || part is "." or "..")
                return false;
            start = i + 1;
        }

        return true;
    }

    /// <summary>The place of the last backslash, or -1: what <c>LastIndexOf</c> says, for names, which are short, without a call.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static unsafe int LastSeparator(char* text, int length)
    {
        int end = length;
        for (; Vector128.IsHardwareAccelerated && end >= Vector128<ushort>.Count; end -= Vector128<ushort>.Count)
        {
            // Two bits a character.
            Vector128<ushort> found = Vector128.Equals(Vector128.Load((ushort*)text + end - Vector128<ushort>.Count), Vector128.Create((ushort)'\\'));
            uint bits = found.AsByte().ExtractMostSignificantBits();
            if (bits != 0)
                return end - Vector128<ushort>.Count + (BitOperations.Log2(bits) / 2);
        }

        do
            end--;
        while (end >= 0 && text[end] != '\\');
        return end;
    }

    /// <summary>The parent folder of a canonical path; empty for a root.</summary>
    public static ReadOnlySpan<char> GetParent(ReadOnlySpan<char> path)
    {
        int separator = path.LastIndexOf('\\');
        return separator < 0 ? default : path[..separator];
    }

    /// <summary>The last component of a canonical path.</summary>
    public static ReadOnlySpan<char> GetName(ReadOnlySpan<char> path) => path[(path.LastIndexOf('\\') + 1)..];

    /// <summary>Whether <paramref name="path"/> is <paramref name="folder"/> or lies below it, by Windows' rules of letter case.</summary>
    public static bool IsSameOrBelow(ReadOnlySpan<char> path, ReadOnlySpan<char> folder) =>
        path.Length >= folder.Length
        && (path.Length == folder.Length || path[folder.Length] == '\\')
        && CaseFolding.Equals(path[..folder.Length], folder);
}
