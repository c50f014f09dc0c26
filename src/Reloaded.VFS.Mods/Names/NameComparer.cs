using System.Diagnostics.CodeAnalysis;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Mods.Names;

/// <summary>
/// Compares names as Windows does, strings and spans alike, so that a dictionary with this comparer can be searched with a span.
/// </summary>
internal sealed class NameComparer : IEqualityComparer<string>, IAlternateEqualityComparer<ReadOnlySpan<char>, string>, IComparer<string>
{
    public static readonly NameComparer Instance = new();

    public bool Equals(string? x, string? y) => x is null ? y is null : y is not null && CaseFolding.Equals(x, y);

    public bool Equals(ReadOnlySpan<char> alternate, string other) => CaseFolding.Equals(alternate, other);

    public int GetHashCode([DisallowNull] string obj) => GetHashCode(obj.AsSpan());

    public int GetHashCode(ReadOnlySpan<char> alternate)
    {
        Span<char> buffer = stackalloc char[256];
        Span<char> folded = alternate.Length <= buffer.Length ? buffer[..alternate.Length] : new char[alternate.Length];
        CaseFolding.ToUpper(alternate, folded);
        return string.GetHashCode(folded);
    }

    public string Create(ReadOnlySpan<char> alternate) => alternate.ToString();

    /// <summary>Compares names in NTFS order. Names that differ only in letter case are ordered by code unit, capitals first.</summary>
    public int Compare(string? x, string? y) => Compare(x.AsSpan(), y.AsSpan());

    /// <inheritdoc cref="Compare(string?, string?)"/>
    public static int Compare(ReadOnlySpan<char> x, ReadOnlySpan<char> y)
    {
        int order = CaseFolding.Compare(x, y);
        return order != 0 ? order : x.SequenceCompareTo(y);
    }
}
