using System.Diagnostics.CodeAnalysis;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Mods.Names;

/// <summary>A comparer of names that compares as Windows does, strings and spans alike.</summary>
internal sealed class NameComparer : IEqualityComparer<string>, IComparer<string>
{
    public static readonly NameComparer Instance = new();

    public bool Equals(string? x, string? y) => x is null ? y is null : y is not null && CaseFolding.Equals(x, y);

    public bool Equals(ReadOnlySpan<char> name, string other) => CaseFolding.Equals(name, other);

    public int GetHashCode([DisallowNull] string obj) => GetHashCode(obj.AsSpan());

    public int GetHashCode(ReadOnlySpan<char> name)
    {
        Span<char> buffer = stackalloc char[256];
        Span<char> folded = name.Length <= buffer.Length ? buffer[..name.Length] : new char[name.Length];
        CaseFolding.ToUpper(name, folded);
        return string.GetHashCode(folded);
    }

    /// <summary>Compares names in NTFS order. Names that differ only in letter case are ordered by code unit, capitals first.</summary>
    public int Compare(string? x, string? y) => Compare(x.AsSpan(), y.AsSpan());

    /// <inheritdoc cref="Compare(string?, string?)"/>
    public static int Compare(ReadOnlySpan<char> x, ReadOnlySpan<char> y)
    {
        int order = CaseFolding.Compare(x, y);
        return order != 0 ? order : x.SequenceCompareTo(y);
    }
}
