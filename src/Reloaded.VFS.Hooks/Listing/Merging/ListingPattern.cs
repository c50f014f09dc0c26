using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Listing.Merging;

/// <summary>How a pattern selects.</summary>
internal enum PatternKind
{
    /// <summary>Every name: no pattern, or <c>*</c>.</summary>
    All,

    /// <summary>One name, without wildcards: folders are asked for it, never scanned.</summary>
    Exact,

    /// <summary>With wildcards, or empty (every name on Windows, none on Wine 8: the real call decides).</summary>
    Wildcard,
}

/// <summary>A listing's pattern. Doesn't own its characters.</summary>
internal readonly unsafe struct ListingPattern
{
    /// <summary>The characters; null for no pattern.</summary>
    internal readonly char* Start;

    /// <summary>How many.</summary>
    internal readonly int Length;

    /// <summary>How it selects.</summary>
    internal readonly PatternKind Kind;

    /// <summary>A pattern whose characters outlive it.</summary>
    internal ListingPattern(char* start, int length)
    {
        Start = start;
        Length = start is null ? 0 : length;
        Kind = start is null || Text is "*" ? PatternKind.All
            : Length == 0 || WildcardExpression.HasWildcards(Text) ? PatternKind.Wildcard
            : PatternKind.Exact;
    }

    /// <summary>The pattern.</summary>
    internal ReadOnlySpan<char> Text => new(Start, Length);

    /// <summary>Whether it might be an 8.3 name that Windows or Wine made up.</summary>
    internal bool MayBeShortName => Kind == PatternKind.Exact && ShortName.MayBe(Text);

    /// <summary>Whether it selects <paramref name="name"/>.</summary>
    internal bool Matches(scoped ReadOnlySpan<char> name) => Kind switch
    {
        PatternKind.All => true,
        PatternKind.Exact => CaseFolding.Equals(Text, name),
        _ => WildcardExpression.IsListed(Text, name),
    };
}
