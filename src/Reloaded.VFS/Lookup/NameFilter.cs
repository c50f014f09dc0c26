using Reloaded.VFS.Hashing;

namespace Reloaded.VFS.Lookup;

/// <summary>A Bloom filter of names, by the hashes of their paths: it has false positives but no false negatives.</summary>
/// <remarks>
/// A name is two bits of one word, so a query costs one cache miss. The memory belongs to the owner. Readers may query while one writer
/// adds names. Native twin: <c>mod_names.c</c> of the hooks.
/// </remarks>
internal readonly unsafe struct NameFilter
{
    // At four names per word, one query in sixty is a false positive.
    private const uint NamesPerWord = 4, FewestWords = 64;

    private readonly ulong* _words;
    private readonly uint _count;

    /// <summary>Wraps existing memory as a filter.</summary>
    /// <param name="words">The words of the filter, <paramref name="count"/> of them: zeroes or a filter's.</param>
    /// <param name="count">The number of words, at least one.</param>
    public NameFilter(ulong* words, uint count)
    {
        _words = words;
        _count = count;
    }

    /// <summary>Returns the recommended number of words for a number of names.</summary>
    public static uint CountFor(uint names) => Math.Max(FewestWords, names / NamesPerWord);

    /// <summary>Writer: adds a name.</summary>
    /// <param name="key">The <see cref="PathHash"/> of the name's path.</param>
    public void Add(ulong key) => AddTag(LookupTable.TagOf(key));

    /// <summary>Writer: adds a name by its tag in the table.</summary>
    public void AddTag(uint tag)
    {
        ulong* word = _words + WordOf(tag);
        Volatile.Write(ref *word, *word | MaskOf(tag));
    }

    /// <summary>Writer: replaces the content by that of a filter of as many words.</summary>
    public void CopyFrom(ulong* words) => new ReadOnlySpan<ulong>(words, (int)_count).CopyTo(new Span<ulong>(_words, (int)_count));

    /// <summary>Determines whether a path may be one of the names.</summary>
    /// <param name="key">The <see cref="PathHash"/> of the path.</param>
    public bool MayHave(ulong key)
    {
        uint tag = LookupTable.TagOf(key);
        ulong mask = MaskOf(tag);
        return (Volatile.Read(ref _words[WordOf(tag)]) & mask) == mask;
    }

    // The tag's high bits select the word, its lowest the bits.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private nuint WordOf(uint tag) => (nuint)(((ulong)tag * _count) >> 32);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong MaskOf(uint tag) => 1ul << (int)(tag & 63) | 1ul << (int)((tag >> 6) & 63);
}
