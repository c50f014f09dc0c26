using Reloaded.VFS.Interop.DirectoryInformation;
using Reloaded.VFS.Interop.NtDll;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Listing;

/// <summary>
/// Fetches and merges one folder's records in one class: the folder behind the game's handle first, then what mods supply, each record
/// from the real folder of the mod that wins. Lives during one call, on one thread; <see cref="Dispose"/> frees what it holds.
/// </summary>
internal unsafe ref partial struct ListingBuilder<TSource, TFolder> : IOverlayVisitor
    where TSource : struct, IDirectorySource
    where TFolder : IOverlayFolder, allows ref struct
{
    private readonly ref TSource source;
    private readonly TFolder folder;
    private readonly DirectoryRecordLayout layout;

    // What the real calls are asked for: the same class, but one that tells folders from files.
    private readonly DirectoryRecordLayout fetchLayout;
    private readonly ListingPattern pattern;
    private readonly ReadOnlySpan<char> handleFolder;
    private readonly int handleSource;
    private ListingArena arena;
    private NativeList<MergeItem> bases;
    private NativeList<MergeItem> mods;
    private long comparisons;

    // The mod folder that is open for look-ups by name.
    private nint cachedFolder;
    private char* cachedPath;
    private int cachedPathLength;

    // Entries that each source supplies; while the rest of one source is asked for by name: which, and where its items begin.
    private int* needed;
    private int remainingSource;
    private int remainingFrom;

    /// <summary>Prepares a build; fetches nothing yet.</summary>
    internal ListingBuilder(ref TSource source, TFolder folder, in DirectoryRecordLayout layout, in ListingPattern pattern,
        ReadOnlySpan<char> handleFolder)
    {
        this.source = ref source;
        this.folder = folder;
        this.layout = layout;
        fetchLayout = layout;
        if (layout.FileAttributes < 0)
            _ = DirectoryRecordLayout.TryGet(FILE_INFORMATION_CLASS.FileDirectoryInformation, out fetchLayout);
        this.pattern = pattern;
        this.handleFolder = handleFolder;
        handleSource = handleFolder.IsEmpty ? -1 : IndexOfSource(handleFolder);
    }

    /// <summary>How many names were compared for sorting and merging.</summary>
    internal readonly long Comparisons => comparisons;

    /// <summary>The merged entries after <see cref="Build"/>, in the listing's order; valid until <see cref="Dispose"/>.</summary>
    internal readonly Span<MergeItem> Items => bases.Items;

    /// <summary>
    /// Builds the listing. The status is the real call's on <paramref name="handle"/> where that failed; 'nothing matches' is a success
    /// without entries.
    /// </summary>
    internal int Build(nint handle)
    {
        int status = FetchBase(handle);
        if (status != NtStatus.STATUS_SUCCESS)
            return status;
        // An empty pattern selects nothing on this system: '.' would be there otherwise.
        bool nothing = pattern.Kind == PatternKind.Wildcard && pattern.Length == 0 && bases.Count == 0 && mods.Count == 0;
        if (!nothing)
            FetchMods();
        Merge();
        if (layout.HasShortName)
            ShortNames.ClearAmbiguous(bases.Items, ref arena, ref comparisons);
        return NtStatus.STATUS_SUCCESS;
    }

    /// <summary>Frees everything that the build holds.</summary>
    public void Dispose()
    {
        CloseCachedFolder();
        arena.Dispose();
        bases.Dispose();
        mods.Dispose();
    }

    private readonly int IndexOfSource(scoped ReadOnlySpan<char> path)
    {
        for (int i = 0; i < folder.SourceCount; i++)
        {
            if (SameFolder(folder.GetSource(i), path))
                return i;
        }
        return -1;
    }

    private static bool SameFolder(scoped ReadOnlySpan<char> left, scoped ReadOnlySpan<char> right) =>
        left.SequenceEqual(right) || CaseFolding.Equals(left, right);

    private static bool IsDots(scoped ReadOnlySpan<char> name) => name is "." or "..";
}
