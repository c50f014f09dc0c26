using Reloaded.VFS.Hashing;

namespace Reloaded.VFS.Lookup;

/// <summary>A Bloom filter of names, by the hashes of their paths: it has false positives but no false negatives.</summary>
/// <remarks>
/// A name is two bits of one word, so a query costs one cache miss. The memory belongs to the owner. Readers may query while one writer
/// adds names. Native twin: <c>mod_names.c</c> of the hooks.
/// </remarks>
/// <param name="words">The words of the filter, <paramref name="count"/> of them: zeroes or a filter's.</param>
/// <param name="count">The number of words, at least one.</param>
internal readonly unsafe struct NameFilter(ulong* words, uint count)
{
    // At four names per word, one query in sixty is a false positive.
    private const uint NamesPerWord = 4, FewestWords = 64;

    /// <summary>Returns the recommended number of words for a number of names.</summary>
    public static uint CountFor(uint names) => Math.Max(FewestWords, names / NamesPerWord);

    /// <summary>Writer: adds a name by the <see cref="PathHash"/> of its path.</summary>
    public void Add(ulong key) => AddTag(LookupTable.TagOf(key));

    /// <summary>Writer: adds a name by its tag in the table.</summary>
    public void AddTag(uint tag)
    {
        ulong* word = words + WordOf(tag);
        Volatile.Write(ref *word, *word | MaskOf(tag));
    }

    /// <summary>Writer: replaces the content by that of a filter of as many words.</summary>
    public void CopyFrom(ulong* other) => new ReadOnlySpan<ulong>(other, (int)count).CopyTo(new Span<ulong>(words, (int)count));

    /// <summary>Determines whether a path, by its <see cref="PathHash"/>, may be one of the names.</summary>
    public bool MayHave(ulong key)
    {
        uint tag = LookupTable.TagOf(key);
        ulong mask = MaskOf(tag);
        return (Volatile.Read(ref words[WordOf(tag)]) & mask) == mask;
    }

    // The tag's high bits select the word, its lowest the bits.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private nuint WordOf(uint tag) => (nuint)(((ulong)tag * count) >> 32);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong MaskOf(uint tag) => 1ul << (int)(tag & 63) | 1ul << (int)((tag >> 6) & 63);
}
