using System.Runtime.CompilerServices;
using Reloaded.VFS.Hashing;

namespace Reloaded.VFS.Lookup;

/// <summary>
/// A Bloom filter of names, by the hashes of their paths: it may take a stranger for one of them, and never one of them for a stranger. A
/// name is two bits of one word, so that a question costs one cache miss. Lives in memory of its owner's. Readers may ask while a writer
/// adds names; one writer at a time. Native twin: <c>mod_names.c</c> of the hooks.
/// </summary>
internal readonly unsafe struct NameFilter
{
    // At four names a word, one of sixty strangers is taken for a name.
    private const uint NamesPerWord = 4, FewestWords = 64;

    private readonly ulong* _words;
    private readonly uint _count;

    /// <summary>A filter in memory that is there already.</summary>
    /// <param name="words">As many as <paramref name="count"/>: zeroes, or a filter's.</param>
    /// <param name="count">At least one.</param>
    public NameFilter(ulong* words, uint count)
    {
        _words = words;
        _count = count;
    }

    /// <summary>How many words a filter of so many names should have.</summary>
    public static uint CountFor(uint names) => Math.Max(FewestWords, names / NamesPerWord);

    /// <summary>Writer: adds a name.</summary>
    /// <param name="key">The <see cref="PathHash"/> of its path.</param>
    public void Add(ulong key) => AddTag(LookupTable.TagOf(key));

    /// <summary>Writer: adds a name by its tag in the table.</summary>
    public void AddTag(uint tag)
    {
        ulong* word = _words + WordOf(tag);
        Volatile.Write(ref *word, *word | MaskOf(tag));
    }

    /// <summary>Whether a path may be one of the names.</summary>
    /// <param name="key">The <see cref="PathHash"/> of the path.</param>
    public bool MayHave(ulong key)
    {
        uint tag = LookupTable.TagOf(key);
        ulong mask = MaskOf(tag);
        return (Volatile.Read(ref _words[WordOf(tag)]) & mask) == mask;
    }

    // The tag's high bits say which word, its lowest which bits.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private nuint WordOf(uint tag) => (nuint)(((ulong)tag * _count) >> 32);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong MaskOf(uint tag) => 1ul << (int)(tag & 63) | 1ul << (int)((tag >> 6) & 63);
}
