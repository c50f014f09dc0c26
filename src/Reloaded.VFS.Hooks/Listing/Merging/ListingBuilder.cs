using Reloaded.VFS.Memory;

namespace Reloaded.VFS.Hooks.Listing.Merging;

/// <summary>
/// A builder that fetches and merges one folder's records in one class: the folder of the game's handle first, then the mods' names, each
/// record from the winner's real folder.
/// </summary>
/// <remarks>Used during one call, by one thread. <see cref="Dispose"/> frees its resources.</remarks>
internal unsafe ref partial struct ListingBuilder<TSource, TFolder> : IOverlayVisitor
    where TSource : struct, IDirectorySource
    where TFolder : IOverlayFolder, allows ref struct
{
    /// <summary>The number of names from which not reading them is cheaper than asking for the folder itself and its parent.</summary>
    private const int WorthKeeping = 64;

    private readonly ref TSource _source;
    private readonly TFolder _folder;
    private readonly DirectoryRecordLayout _layout;

    // The class of the real calls: the same one, unless it doesn't tell folders from files.
    private readonly DirectoryRecordLayout _fetchLayout;
    private readonly ListingPattern _pattern;
    private readonly ReadOnlySpan<char> _handleFolder;
    private readonly int _handleSource;
    private nint _handle;
    private ListingArena _arena;
    private NativeList<MergeItem> _bases;
    private NativeList<MergeItem> _mods;
    private long _comparisons;

    // The stamp of the game's own folder, or 0; what the folder gave, to be kept; what was kept of it, while names lead into that.
    private long _stamp;
    private NativeList<RecordBatch> _batches;
    private long _baseBytes;
    private KeptNames? _kept;

    // The names of the game's own that mods replace, and the other ones.
    private int _replaced;
    private int _ownNames;

    // True if the folder of the game's handle lists by name. MergeItem.Index of each of its entries is then its place among the mods'.
    private bool _areBasesSorted;

    // The real folder that is open for queries by name: a mod's, or, without a path, the listed one.
    private nint _cachedFolder;
    private char* _cachedPath;
    private int _cachedPathLength;

    // The reason for which entries are visited.
    private VisitPurpose _purpose;

    // The number of entries that each source supplies, and the name of the first one. While the rest of one source is fetched by name: the
    // source, and the start of its items.
    private int* _needed;
    private char** _firstNames;
    private int _remainingSource;
    private int _remainingFrom;

    // The entries that the pattern selects; those whose records were found as the snapshot says; those without a record.
    private int _expected;
    private int _found;
    private int _lacking;

    /// <summary>Prepares a build. Fetches nothing yet.</summary>
    internal ListingBuilder(ref TSource source, TFolder folder, in DirectoryRecordLayout layout, in ListingPattern pattern,
        ReadOnlySpan<char> handleFolder)
    {
        _source = ref source;
        _folder = folder;
        _layout = layout;
        _fetchLayout = layout;
        if (layout.FileAttributes < 0)
            _ = DirectoryRecordLayout.TryGet(FILE_INFORMATION_CLASS.FileDirectoryInformation, out _fetchLayout);
        _pattern = pattern;
        _handleFolder = handleFolder;
        _handleSource = handleFolder.IsEmpty ? -1 : IndexOfSource(handleFolder);
    }

    /// <summary>Gets the number of name comparisons for sorting and merging.</summary>
    internal readonly long Comparisons => _comparisons;

    /// <summary>Gets the merged entries after <see cref="Build"/>, in the listing's order; valid until <see cref="Dispose"/>.</summary>
    internal readonly Span<MergeItem> Items => _bases.Span;

    /// <summary>
    /// Builds the listing. Returns the real call's status on <paramref name="handle"/> if that failed; no match is a success without
    /// entries.
    /// </summary>
    internal NtStatus Build(nint handle)
    {
        _handle = handle;
        _stamp = _pattern.Kind == PatternKind.All && _handleSource < 0 ? _source.GetStamp(handle) : 0;
        if (TakeKept())
        {
            Complete();
            if (FetchKept())
                return NtStatus.STATUS_SUCCESS;
        }

        StartAnew();
        NtStatus status = FetchBase(handle);
        if (status != NtStatus.STATUS_SUCCESS)
            return status;
        Complete();
        if (_stamp != 0 && _ownNames <= FewNames && _replaced >= WorthKeeping * (_ownNames + 1))
            Keep(handle);
        return NtStatus.STATUS_SUCCESS;
    }

    /// <summary>Lays the mods' entries over those of the game's own.</summary>
    private void Complete()
    {
        FetchDots();
        // An empty pattern selects nothing on this system; otherwise '.' would be listed.
        bool nothing = _pattern.Kind == PatternKind.Wildcard && _pattern.Length == 0 && _bases.Count == 0 && _mods.Count == 0;
        if (!nothing)
            FetchMods();
        Merge();
        if (_layout.HasShortName)
            ShortNames.ClearAmbiguous(_bases.Span, ref _arena);
    }

    /// <summary>Frees all resources of the build.</summary>
    public void Dispose()
    {
        CloseCachedFolder();
        _arena.Dispose();
        _bases.Dispose();
        _mods.Dispose();
        _batches.Dispose();
        GC.KeepAlive(_kept);
    }

    /// <summary>
    /// Returns the index of a real folder among the sources, or -1. A different letter case matches only if no source has the same one: a
    /// mod on a case-sensitive disk may have several folders of one name.
    /// </summary>
    private readonly int IndexOfSource(scoped ReadOnlySpan<char> path)
    {
        int inOtherCase = -1;
        for (int i = 0; i < _folder.SourceCount; i++)
        {
            ReadOnlySpan<char> source = _folder.GetSource(i);
            if (source.SequenceEqual(path))
                return i;
            if (inOtherCase < 0 && CaseFolding.Equals(source, path))
                inOtherCase = i;
        }

        return inOtherCase;
    }

    /// <summary>Determines whether the real folder that holds an entry's winner is the source <paramref name="index"/>.</summary>
    private readonly bool IsSource(scoped in OverlayEntry entry, int index)
    {
        if (entry.Source >= 0)
            return entry.Source == index;
        ReadOnlySpan<char> path = entry.BackingFolder, source = _folder.GetSource(index);
        return source.SequenceEqual(path) || (CaseFolding.Equals(source, path) && IndexOfSource(path) == index);
    }

    private enum VisitPurpose
    {
        // Count the entries of each source, and fetch those that no scan would find.
        Count,

        // Fetch what an abandoned scan hasn't found.
        Remaining,

        // Count the entries without a record.
        Lacking,
    }

    private static bool IsDots(scoped ReadOnlySpan<char> name) => name is "." or "..";
}
