using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Memory;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Listing.Merging;

/// <summary>
/// Fetches and merges one folder's records in one class: the folder behind the game's handle first, then what mods supply, each record
/// from the real folder of the mod that wins. Lives during one call, on one thread; <see cref="Dispose"/> frees what it holds.
/// </summary>
internal unsafe ref partial struct ListingBuilder<TSource, TFolder> : IOverlayVisitor
    where TSource : struct, IDirectorySource
    where TFolder : IOverlayFolder, allows ref struct
{
    private readonly ref TSource _source;
    private readonly TFolder _folder;
    private readonly DirectoryRecordLayout _layout;

    // What the real calls are asked for: the same class, but one that tells folders from files.
    private readonly DirectoryRecordLayout _fetchLayout;
    private readonly ListingPattern _pattern;
    private readonly ReadOnlySpan<char> _handleFolder;
    private readonly int _handleSource;
    private nint _handle;
    private ListingArena _arena;
    private NativeList<MergeItem> _bases;
    private NativeList<MergeItem> _mods;
    private long _comparisons;

    // The mod folder that is open for look-ups by name.
    private nint _cachedFolder;
    private char* _cachedPath;
    private int _cachedPathLength;

    // Why the entries are visited.
    private VisitPurpose _purpose;

    // Entries that each source supplies; while the rest of one source is asked for by name: which, and where its items begin.
    private int* _needed;
    private int _remainingSource;
    private int _remainingFrom;

    // Entries that the pattern selects; those whose records were found where the snapshot says that they are; those that have none.
    private int _expected;
    private int _found;
    private int _lacking;

    /// <summary>Prepares a build; fetches nothing yet.</summary>
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

    /// <summary>How many names were compared for sorting and merging.</summary>
    internal readonly long Comparisons => _comparisons;

    /// <summary>The merged entries after <see cref="Build"/>, in the listing's order; valid until <see cref="Dispose"/>.</summary>
    internal readonly Span<MergeItem> Items => _bases.Span;

    /// <summary>
    /// Builds the listing. The status is the real call's on <paramref name="handle"/> where that failed; 'nothing matches' is a success
    /// without entries.
    /// </summary>
    internal NtStatus Build(nint handle)
    {
        _handle = handle;
        NtStatus status = FetchBase(handle);
        if (status != NtStatus.STATUS_SUCCESS)
            return status;
        FetchDots();
        // An empty pattern selects nothing on this system: '.' would be there otherwise.
        bool nothing = _pattern.Kind == PatternKind.Wildcard && _pattern.Length == 0 && _bases.Count == 0 && _mods.Count == 0;
        if (!nothing)
            FetchMods();
        Merge();
        if (_layout.HasShortName)
            ShortNames.ClearAmbiguous(_bases.Span, ref _arena, ref _comparisons);
        return NtStatus.STATUS_SUCCESS;
    }

    /// <summary>Frees everything that the build holds.</summary>
    public void Dispose()
    {
        CloseCachedFolder();
        _arena.Dispose();
        _bases.Dispose();
        _mods.Dispose();
    }

    /// <summary>
    /// The source that a real folder is: the one that is spelled so, and one that differs in letter case only where none is. A mod on a
    /// case-sensitive disk may have several folders of one name.
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

    /// <summary>Whether a real folder is the source <paramref name="index"/>.</summary>
    private readonly bool IsSource(scoped ReadOnlySpan<char> path, int index)
    {
        ReadOnlySpan<char> source = _folder.GetSource(index);
        return source.SequenceEqual(path) || (CaseFolding.Equals(source, path) && IndexOfSource(path) == index);
    }

    private enum VisitPurpose
    {
        // To count the entries of each source, and to fetch those that no scan would find.
        Count,

        // To fetch what a scan that was given up hasn't found.
        Remaining,

        // To count the entries that have no record.
        Lacking,
    }

    private static bool IsDots(scoped ReadOnlySpan<char> name) => name is "." or "..";
}
