using System.Runtime.CompilerServices;
using Reloaded.VFS.Interop.DirectoryInformation;
using Reloaded.VFS.Interop.NtDll;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Listing;

/// <summary>Fetching: the real calls.</summary>
internal unsafe ref partial struct ListingBuilder<TSource, TFolder>
{
    /// <summary>What redirectors and file systems take in one call at least.</summary>
    private const int QueryBytes = 64 * 1024;

    /// <summary>No folder's record is larger: the largest fixed part and a name of 255 characters, with some room.</summary>
    private const int LargestRecord = 1024;

    /// <summary>Asking for so few names one by one is cheaper than reading on in a large folder.</summary>
    private const int FewNames = 4;

    private int FetchBase(nint handle)
    {
        bool restart = true;
        while (true)
        {
            int status = Query(handle, fetchLayout, pattern.Start, pattern.Length, restart, out byte* records, out uint bytes);
            if (status is NtStatus.STATUS_NO_SUCH_FILE or NtStatus.STATUS_NO_MORE_FILES)
                return NtStatus.STATUS_SUCCESS;
            if (status != NtStatus.STATUS_SUCCESS)
                return status;
            for (var reader = new RecordReader(records, bytes, fetchLayout); reader.Next(out byte* record);)
                AddBase(record);
            // A name has been found once it has been found; some file systems read the whole folder again to say so.
            if (pattern.Kind == PatternKind.Exact)
                return NtStatus.STATUS_SUCCESS;
            restart = false;
        }
    }

    private void AddBase(byte* record)
    {
        byte* inClass = InClass(record, fetchLayout);
        ReadOnlySpan<char> name = DirectoryRecord.Name(inClass, layout);
        if (source.IsHidden(name))
            return;
        if (handleSource >= 0 && !IsDots(name))
        {
            Accept(inClass, handleFolder);
            return;
        }
        MergeItem item = MergeItem.Create(inClass, layout);
        item.Flags = DirectoryRecord.IsFolder(record, fetchLayout) ? MergeFlags.Folder : MergeFlags.None;
        bases.Add(item);
    }

    /// <summary>Takes a record of a mod's folder if the snapshot says that it wins. Whether it's to the letter the one.</summary>
    private bool Accept(byte* record, scoped ReadOnlySpan<char> path)
    {
        ReadOnlySpan<char> name = DirectoryRecord.Name(record, layout);
        if (!folder.TryFind(name, out OverlayEntry entry) || !SameFolder(entry.TargetFolder, path) || !CaseFolding.Equals(entry.TargetName, name)
            || source.IsHidden(entry.Name))
            return false;
        bool exact = entry.TargetName.SequenceEqual(name);
        AddMod(record, entry, exact);
        return exact;
    }

    private void AddMod(byte* record, scoped in OverlayEntry entry, bool exact)
    {
        MergeItem item = MergeItem.Create(record, layout);
        // A single file laid over a name brings no 8.3 name with it.
        if (item.ShortNameLength > 0 && IsSingle(entry))
            item.ShortNameLength = 0;
        if (!item.Name.SequenceEqual(entry.Name))
        {
            item.NameStart = arena.Copy(entry.Name);
            item.NameLength = entry.Name.Length;
        }
        item.Flags = (entry.IsFolder ? MergeFlags.Folder : MergeFlags.None) | (exact ? MergeFlags.Exact : MergeFlags.None);
        mods.Add(item);
    }

    private void FetchMods()
    {
        if (pattern.Kind == PatternKind.Exact)
        {
            FetchExact();
            return;
        }
        int sources = folder.SourceCount;
        needed = (int*)arena.Allocate(Math.Max(1, sources) * sizeof(int));
        new Span<int>(needed, sources).Clear();
        remainingSource = -1;
        folder.Visit(ref this);
        for (int i = 0; i < sources; i++)
        {
            if (needed[i] > 0)
                Scan(i);
        }
    }

    /// <summary>Counts the entries that each source supplies; fetches at once those that no scan would find.</summary>
    public void OnEntry(scoped in OverlayEntry entry)
    {
        if (source.IsHidden(entry.Name))
            return;
        int index = IndexOfSource(entry);
        if (remainingSource >= 0)
        {
            if (index == remainingSource && !HasModSince(remainingFrom, entry.Name))
                FetchSingle(entry);
        }
        else if (index < 0)
        {
            if (pattern.Matches(entry.Name))
                FetchSingle(entry);
        }
        else if (index != handleSource)
        {
            needed[index]++;
        }
    }

    private readonly bool IsSingle(scoped in OverlayEntry entry) => IndexOfSource(entry) < 0;

    /// <summary>The source in which a scan finds the entry's record; -1 where none does: another name, or a folder that is no source.</summary>
    private readonly int IndexOfSource(scoped in OverlayEntry entry) =>
        entry.TargetFolder.IsEmpty || !CaseFolding.Equals(entry.Name, entry.TargetName) ? -1 : IndexOfSource(entry.TargetFolder);

    private readonly bool HasModSince(int from, scoped ReadOnlySpan<char> name)
    {
        for (int i = from; i < mods.Count; i++)
        {
            if (CaseFolding.Equals(mods[i].Name, name))
                return true;
        }
        return false;
    }

    private void Scan(int index)
    {
        if (ListingStatus.IsError(source.Open(folder.GetSource(index), out nint handle)))
            return;
        int from = mods.Count;
        int missing = needed[index];
        bool goOn = true;
        DirectoryRecordLayout fetched = fetchLayout;
        for (bool restart = true; goOn && missing > 0; restart = false)
        {
            int status = QueryOrFallBack(handle, ref fetched, pattern.Start, pattern.Length, restart, out byte* records, out uint bytes);
            if (status != NtStatus.STATUS_SUCCESS)
                break;
            for (var reader = new RecordReader(records, bytes, fetched); reader.Next(out byte* record);)
            {
                if (Accept(InClass(record, fetched), folder.GetSource(index)))
                    missing--;
            }
            goOn = pattern.Kind != PatternKind.All || missing > FewNames || bytes < QueryBytes / 2;
        }
        source.Close(handle);
        if (!goOn && missing > 0)
        {
            remainingSource = index;
            remainingFrom = from;
            folder.Visit(ref this);
        }
    }

    private void FetchExact()
    {
        if (folder.TryFind(pattern.Text, out OverlayEntry entry))
        {
            bool fetched = handleSource >= 0 && SameFolder(entry.TargetFolder, handleFolder) && CaseFolding.Equals(entry.Name, entry.TargetName);
            if (!fetched && !source.IsHidden(entry.Name) && !(entry.IsFolder && HasBaseFolder(entry.Name)))
                FetchSingle(entry);
        }
        if (!pattern.MayBeShortName)
            return;
        for (int i = 0; i < folder.SourceCount; i++)
        {
            if (i != handleSource)
                FetchNamed(folder.GetSource(i), pattern.Text, default, single: false);
        }
    }

    private readonly bool HasBaseFolder(scoped ReadOnlySpan<char> name)
    {
        foreach (ref readonly MergeItem item in bases.Items)
        {
            if (CaseFolding.Equals(item.Name, name))
                return (item.Flags & MergeFlags.Folder) != 0;
        }
        return false;
    }

    /// <summary>Fetches one entry's record by its real name. False where the real folder hasn't got it.</summary>
    private bool FetchSingle(scoped in OverlayEntry entry)
    {
        if (!entry.TargetFolder.IsEmpty)
            return FetchNamed(entry.TargetFolder, entry.TargetName, entry, single: true);
        // A folder that is real nowhere (it only leads to another one): what a folder looks like.
        return folder.SourceCount > 0 && FetchNamed(folder.GetSource(0), ".", entry, single: true);
    }

    private bool FetchNamed(scoped ReadOnlySpan<char> path, scoped ReadOnlySpan<char> name, scoped in OverlayEntry entry, bool single)
    {
        if (!OpenCachedFolder(path))
            return false;
        DirectoryRecordLayout fetched = fetchLayout;
        char* wanted = arena.Copy(name);
        int status = QueryOrFallBack(cachedFolder, ref fetched, wanted, name.Length, restart: true, out byte* records, out uint bytes);
        bool found = false;
        if (status == NtStatus.STATUS_SUCCESS)
        {
            for (var reader = new RecordReader(records, bytes, fetched); reader.Next(out byte* record);)
            {
                byte* inClass = InClass(record, fetched);
                ReadOnlySpan<char> recordName = DirectoryRecord.Name(inClass, layout);
                if (!single)
                {
                    Accept(inClass, path);
                }
                else if (CaseFolding.Equals(recordName, name))
                {
                    AddMod(inClass, entry, recordName.SequenceEqual(name));
                    found = true;
                }
            }
        }
        // Where a restart keeps the first pattern, the handle is used up.
        if (!source.Behaviour.RestartReplacesPattern)
            CloseCachedFolder();
        return found;
    }

    private bool OpenCachedFolder(scoped ReadOnlySpan<char> path)
    {
        if (cachedFolder != 0 && new ReadOnlySpan<char>(cachedPath, cachedPathLength).SequenceEqual(path))
            return true;
        CloseCachedFolder();
        if (ListingStatus.IsError(source.Open(path, out nint handle)))
            return false;
        cachedFolder = handle;
        cachedPath = arena.Copy(path);
        cachedPathLength = path.Length;
        return true;
    }

    private void CloseCachedFolder()
    {
        if (cachedFolder == 0)
            return;
        source.Close(cachedFolder);
        cachedFolder = 0;
    }

    /// <summary>A file system that doesn't know the class (a mod on a memory stick): the class that each has, converted.</summary>
    private int QueryOrFallBack(nint handle, ref DirectoryRecordLayout fetched, char* name, int nameLength, bool restart, out byte* records,
        out uint bytes)
    {
        int status = Query(handle, fetched, name, nameLength, restart, out records, out bytes);
        if (!restart || !ListingStatus.IsError(status) || status == NtStatus.STATUS_NO_SUCH_FILE
            || fetched.Class == FILE_INFORMATION_CLASS.FileBothDirectoryInformation)
            return status;
        _ = DirectoryRecordLayout.TryGet(FILE_INFORMATION_CLASS.FileBothDirectoryInformation, out fetched);
        return Query(handle, fetched, name, nameLength, restart, out records, out bytes);
    }

    private byte* InClass(byte* record, in DirectoryRecordLayout fetched)
    {
        if (fetched.Class == layout.Class)
            return record;
        ReadOnlySpan<char> name = DirectoryRecord.Name(record, fetched);
        byte* converted = arena.Allocate(DirectoryRecord.Bytes(layout, name.Length * sizeof(char)));
        DirectoryRecord.ConvertHeader(record, fetched, converted, layout);
        name.CopyTo(new Span<char>((char*)(converted + layout.FileName), name.Length));
        return converted;
    }

    private int Query(nint handle, in DirectoryRecordLayout fetched, char* name, int nameLength, bool restart, out byte* records,
        out uint bytes)
    {
        records = arena.Reserve(LargestRecord, out int room);
        if (room < QueryBytes / 4)
            records = arena.Reserve(QueryBytes, out room);
        uint length = (uint)Math.Min(room, QueryBytes);
        uint flags = restart ? DirectoryQuery.SL_RESTART_SCAN : 0;
        int status = source.Query(handle, fetched.Class, records, length, flags, name, nameLength, out bytes);
        if (status == NtStatus.STATUS_SUCCESS)
            arena.Commit((int)bytes);
        return status;
    }
}
