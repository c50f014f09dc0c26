namespace Reloaded.VFS.Hooks.Listing.Merging;

/// <summary>Fetching: the real calls.</summary>
internal unsafe ref partial struct ListingBuilder<TSource, TFolder>
{
    /// <summary>The buffer size for a query; redirectors and file systems accept at least this much.</summary>
    private const int QueryBytes = 64 * 1024;

    /// <summary>An upper bound of the size of a record: the largest fixed part, a name of 255 characters, and some room.</summary>
    private const int LargestRecord = 1024;

    /// <summary>The number of names up to which asking for each is cheaper than reading on in a large folder.</summary>
    private const int FewNames = 4;

    private NtStatus FetchBase(nint handle)
    {
        bool restart = true;
        while (true)
        {
            NtStatus status = Query(handle, _fetchLayout, _pattern.Start, _pattern.Length, restart, out byte* records,
                out uint bytes);
            if (status is NtStatus.STATUS_NO_SUCH_FILE or NtStatus.STATUS_NO_MORE_FILES)
                return NtStatus.STATUS_SUCCESS;
            if (status != NtStatus.STATUS_SUCCESS)
                return status;
            AddBases(records, bytes, MergeFlags.None);
            if ((_baseBytes += bytes) > KeptNames.MostBytes)
                _stamp = 0;
            // A single name needs no second call, for which some file systems would read the whole folder again.
            if (_pattern.Kind == PatternKind.Exact)
                return NtStatus.STATUS_SUCCESS;
            restart = false;
        }
    }

    /// <summary>Keeps the names of the game's own for the next listing. They are read once more, with a handle of the VFS.</summary>
    /// <remarks>
    /// Wine (8.0) answers a restart from what it read at the first query on the handle: old names, or only those that a pattern selected.
    /// </remarks>
    private void Keep(nint handle)
    {
        if (_source.Reopen(handle, out nint own).IsError())
            return;
        try
        {
            bool restart = true;
            NtStatus status;
            while ((status = Query(own, _fetchLayout, null, 0, restart, out byte* records, out uint bytes)) == NtStatus.STATUS_SUCCESS)
            {
                _batches.Add(new RecordBatch(records, bytes));
                restart = false;
            }

            if (status == NtStatus.STATUS_NO_MORE_FILES && _stamp == _source.GetStamp(handle))
                _source.Keep(new KeptNames(_batches.Span, _fetchLayout, _stamp));
        }
        finally
        {
            _source.Close(own);
        }
    }

    /// <summary>
    /// Takes the names of the game's own from the last listing in place of reading them, and the folder itself and its parent from disk.
    /// </summary>
    private bool TakeKept()
    {
        _kept = _stamp == 0 ? null : _source.FindKept();
        if (_kept is null || _kept.Stamp != _stamp || _kept.Layout.Class != _fetchLayout.Class || !FetchOwn(".", out byte* self)
            || !FetchOwn("..", out byte* parent))
            return false;
        AddBase(self, MergeFlags.None);
        AddBase(parent, MergeFlags.None);
        foreach (RecordBatch batch in _kept.Batches)
            AddBases(batch.Records, batch.Bytes, MergeFlags.Kept);
        return true;
    }

    /// <summary>Fetches the records of those names that no mod replaces. Returns false if they are too many, or not as they were.</summary>
    private bool FetchKept()
    {
        if (_ownNames > FewNames)
            return false;
        foreach (ref MergeItem item in _bases.Span)
        {
            if ((item.Flags & MergeFlags.Kept) == 0)
                continue;
            if (!FetchOwn(item.Name, out byte* record)
                || DirectoryRecord.IsFolder(record, _fetchLayout) != ((item.Flags & MergeFlags.Folder) != 0))
                return false;
            item.Record = InClass(record, _fetchLayout);
        }

        return true;
    }

    /// <summary>
    /// Fetches the record of one name in the listed folder, in the class of the real calls. Returns false if the name isn't there.
    /// </summary>
    private bool FetchOwn(scoped ReadOnlySpan<char> name, out byte* record)
    {
        record = null;
        if (!ReopenListedFolder())
            return false;
        for (RecordReader reader = QueryCachedFolder(name, out DirectoryRecordLayout fetched); reader.Next(out record);)
        {
            if (DirectoryRecord.Name(record, fetched).SequenceEqual(name))
                return fetched.Class == _fetchLayout.Class;
        }

        return false;
    }

    private void StartAnew()
    {
        _bases.Truncate(0);
        _mods.Truncate(0);
        (_expected, _found, _lacking) = (0, 0, 0);
    }

    private void AddBases(byte* records, uint bytes, MergeFlags flags)
    {
        for (var reader = new RecordReader(records, bytes, _fetchLayout); reader.Next(out byte* record);)
            AddBase(record, flags);
    }

    /// <summary>Replaces the records of the folder itself and of its parent by those of the first source, if that source leads.</summary>
    private void FetchDots()
    {
        for (int i = 0; i < _bases.Count && _folder.Leads; i++)
        {
            ReadOnlySpan<char> name = _bases[i].Name;
            if (!IsDots(name))
                break;
            if ((name.Length > 1 && !_folder.LeadsAround) || !OpenCachedFolder(_folder.GetSource(0)))
                continue;
            for (RecordReader reader = QueryCachedFolder(name, out DirectoryRecordLayout fetched); reader.Next(out byte* record);)
            {
                if (DirectoryRecord.Name(record, fetched).SequenceEqual(name))
                    _bases[i].Record = InClass(record, fetched);
            }
        }
    }

    private void AddBase(byte* record, MergeFlags flags)
    {
        byte* inClass = InClass(record, _fetchLayout);
        ReadOnlySpan<char> name = DirectoryRecord.Name(inClass, _layout);
        if (_source.IsHidden(name) || (flags != 0 && IsDots(name)))
            return;
        if (_handleSource >= 0 && !IsDots(name))
        {
            Accept(inClass, _handleSource);
            return;
        }

        if (!IsDots(name) && _source.IsCovered(name))
            return;
        MergeItem item = MergeItem.Create(inClass, _layout);
        item.Flags = flags | (DirectoryRecord.IsFolder(record, _fetchLayout) ? MergeFlags.Folder : MergeFlags.None);
        _bases.Add(item);
    }

    /// <summary>
    /// Adds a record of a source if the snapshot says that this source wins. Returns true if the names also agree in letter case.
    /// </summary>
    private bool Accept(byte* record, int source)
    {
        ReadOnlySpan<char> name = DirectoryRecord.Name(record, _layout);
        if (!_folder.TryFind(name, out OverlayEntry entry) || !IsSource(entry, source))
            return false;
        bool exact = entry.BackingName.SequenceEqual(name);
        if ((!exact && !CaseFolding.Equals(entry.BackingName, name)) || _source.IsHidden(entry.Name))
            return false;
        AddMod(record, entry, exact);
        if (exact && IsCounted(name))
            _found++;
        return exact;
    }

    private void AddMod(byte* record, scoped in OverlayEntry entry, bool exact)
    {
        MergeItem item = MergeItem.Create(record, _layout);
        // A single file laid over a name has no 8.3 name.
        if (item.ShortNameLength > 0 && IndexOfSource(entry) < 0 && !_folder.IsOverwritten(entry.BackingFolder))
            item.ShortNameLength = 0;
        bool isOnDisk = entry.Letters == EntryLetters.OnDisk && CaseFolding.Equals(item.Name, entry.Name);
        if (!isOnDisk && !item.Name.SequenceEqual(entry.Name))
        {
            item.NameStart = _arena.Copy(entry.Name);
            item.NameLength = entry.Name.Length;
        }

        item.Flags = (entry.IsFolder ? MergeFlags.Folder : MergeFlags.None) | (exact ? MergeFlags.Exact : MergeFlags.None)
            | (entry.Leads ? MergeFlags.Leads : MergeFlags.None)
            | (isOnDisk || entry.Letters == EntryLetters.Given ? MergeFlags.OwnLetters : MergeFlags.None);
        _mods.Add(item);
    }

    private void FetchMods()
    {
        if (_pattern.Kind == PatternKind.Exact)
        {
            FetchExact();
            return;
        }

        int sources = _folder.SourceCount;
        _needed = (int*)_arena.Allocate(Math.Max(1, sources) * sizeof(int));
        new Span<int>(_needed, sources).Clear();
        _firstNames = (char**)_arena.Allocate(Math.Max(1, sources) * sizeof(char*));
        _purpose = VisitPurpose.Count;
        _folder.Visit(ref this);
        for (int i = 0; i < sources; i++)
        {
            if (_needed[i] > 0 && !FetchOnly(i))
                Scan(i);
        }

        if (_found < _expected)
            FetchFromOthers();
    }

    /// <summary>Handles one entry of the snapshot according to <see cref="_purpose"/>.</summary>
    public void OnEntry(scoped in OverlayEntry entry)
    {
        if (_source.IsHidden(entry.Name))
            return;
        int index = IndexOfSource(entry);
        switch (_purpose)
        {
            case VisitPurpose.Lacking:
                if (_pattern.Matches(entry.Name) && FindMod(entry.Name) < 0 && !_source.IsCovered(entry.Name))
                    _lacking++;
                break;
            case VisitPurpose.Remaining:
                if (index == _remainingSource && !HasModSince(_remainingFrom, entry.Name) && FetchSingle(entry))
                    _found++;
                break;
            default:
                if (index < 0)
                {
                    if (_pattern.Matches(entry.Name))
                    {
                        _expected++;
                        _found += FetchSingle(entry) ? 1 : 0;
                    }

                    break;
                }

                if (IsCounted(entry.Name))
                    _expected++;
                if (index != _handleSource && _needed[index]++ == 0)
                    _firstNames[index] = CopyName(entry.BackingName);
                break;
        }
    }

    /// <summary>Determines whether a source's entry is counted. With a single source no other could supply what it lacks.</summary>
    private readonly bool IsCounted(scoped ReadOnlySpan<char> name) =>
        _folder.SourceCount > 1 && _pattern.Kind != PatternKind.Exact && _pattern.Matches(name);

    /// <summary>
    /// Returns the source in which a scan finds the entry's record; -1 if there is none because the name differs or the folder isn't a
    /// source.
    /// </summary>
    private readonly int IndexOfSource(scoped in OverlayEntry entry) =>
        entry.BackingFolder.IsEmpty || !(entry.Name == entry.BackingName || CaseFolding.Equals(entry.Name, entry.BackingName)) ? -1
            : entry.Source >= 0 ? entry.Source
            : IndexOfSource(entry.BackingFolder);

    private readonly bool HasModSince(int from, scoped ReadOnlySpan<char> name)
    {
        for (int i = from; i < _mods.Count; i++)
        {
            if (CaseFolding.Equals(_mods[i].Name, name))
                return true;
        }

        return false;
    }

    /// <summary>
    /// Queries a source for the only name that it supplies, in place of all names in it. Returns false if it supplies several, or doesn't
    /// have this one.
    /// </summary>
    private bool FetchOnly(int index)
    {
        if (_pattern.Kind != PatternKind.All || _needed[index] > 1 || !OpenCachedFolder(_folder.GetSource(index)))
            return false;
        int from = _mods.Count;
        AcceptNamed(MemoryMarshal.CreateReadOnlySpanFromNullTerminated(_firstNames[index]), index);
        return _mods.Count > from;
    }

    private char* CopyName(scoped ReadOnlySpan<char> name)
    {
        var copy = (char*)_arena.Allocate((name.Length + 1) * sizeof(char));
        name.CopyTo(new Span<char>(copy, name.Length));
        copy[name.Length] = '\0';
        return copy;
    }

    private void Scan(int index)
    {
        if (_source.Open(_folder.GetSource(index), out nint handle).IsError())
            return;
        int from = _mods.Count;
        bool isAll;
        try
        {
            isAll = Scan(handle, index);
        }
        finally
        {
            _source.Close(handle);
        }

        if (!isAll)
        {
            _remainingSource = index;
            _remainingFrom = from;
            _purpose = VisitPurpose.Remaining;
            _folder.Visit(ref this);
        }
    }

    /// <summary>Reads a source. Returns false if reading was abandoned because asking for the few remaining names is cheaper.</summary>
    private bool Scan(nint handle, int index)
    {
        int missing = _needed[index];
        bool goOn = true;
        DirectoryRecordLayout fetched = _fetchLayout;
        for (bool restart = true; goOn && missing > 0; restart = false)
        {
            NtStatus status = QueryOrFallBack(handle, ref fetched, _pattern.Start, _pattern.Length, restart, out byte* records,
                out uint bytes);
            if (status != NtStatus.STATUS_SUCCESS)
                break;
            for (var reader = new RecordReader(records, bytes, fetched); reader.Next(out byte* record);)
            {
                if (Accept(InClass(record, fetched), index))
                    missing--;
            }

            goOn = _pattern.Kind != PatternKind.All || missing > FewNames || bytes < QueryBytes / 2;
        }

        return goOn || missing <= 0;
    }

    private void FetchExact()
    {
        if (_folder.TryFind(_pattern.Text, out OverlayEntry entry))
        {
            if (!HasModSince(0, entry.Name) && !_source.IsHidden(entry.Name)
                && (entry.Leads || !(entry.IsFolder && HasBaseFolder(entry.Name)))
                && !FetchSingle(entry))
                FetchNext(entry);
        }

        if (!_pattern.MayBeShortName)
            return;
        for (int i = 0; i < _folder.SourceCount; i++)
        {
            if (i != _handleSource && OpenCachedFolder(_folder.GetSource(i)))
                AcceptNamed(_pattern.Text, i);
        }
    }

    private readonly bool HasBaseFolder(scoped ReadOnlySpan<char> name)
    {
        foreach (ref readonly MergeItem item in _bases.Span)
        {
            if (CaseFolding.Equals(item.Name, name))
                return (item.Flags & MergeFlags.Folder) != 0;
        }

        return false;
    }

    /// <summary>
    /// Fetches one entry's record by its real name. Returns false if the real folder doesn't have it. For a folder without a real name (a
    /// drive's root), the listed folder's own record is used.
    /// </summary>
    private bool FetchSingle(scoped in OverlayEntry entry) => entry.BackingFolder.IsEmpty
        ? ReopenListedFolder() && FetchNamed(".", entry)
        : OpenCachedFolder(entry.BackingFolder) && FetchNamed(entry.BackingName, entry);

    /// <summary>Queries the cached folder for a name, and adds its record as the entry. Returns false if the folder doesn't have it.</summary>
    private bool FetchNamed(scoped ReadOnlySpan<char> name, scoped in OverlayEntry entry)
    {
        bool found = false;
        for (RecordReader reader = QueryCachedFolder(name, out DirectoryRecordLayout fetched); reader.Next(out byte* record);)
        {
            ReadOnlySpan<char> recordName = DirectoryRecord.Name(record, fetched);
            if (!CaseFolding.Equals(recordName, name) || DirectoryRecord.IsFolder(record, fetched) != entry.IsFolder)
                continue;
            AddMod(InClass(record, fetched), entry, recordName.SequenceEqual(name));
            found = true;
        }

        return found;
    }

    /// <summary>Queries the cached folder, which is a source, for a name, and adds the records that the snapshot says.</summary>
    private void AcceptNamed(scoped ReadOnlySpan<char> name, int source)
    {
        for (RecordReader reader = QueryCachedFolder(name, out DirectoryRecordLayout fetched); reader.Next(out byte* record);)
            Accept(InClass(record, fetched), source);
    }

    /// <summary>
    /// Returns the cached folder's records of a name, or none if the query fails. If the name is another file's 8.3 name, the record is that
    /// file's.
    /// </summary>
    private RecordReader QueryCachedFolder(scoped ReadOnlySpan<char> name, out DirectoryRecordLayout fetched)
    {
        fetched = _fetchLayout;
        NtStatus status = QueryOrFallBack(_cachedFolder, ref fetched, _arena.Copy(name), name.Length, restart: true, out byte* records,
            out uint bytes);
        // If a restart keeps the first pattern, the handle can't be used again.
        if (!_source.Behaviour.RestartReplacesPattern)
            CloseCachedFolder();
        return new RecordReader(records, status == NtStatus.STATUS_SUCCESS ? bytes : 0, fetched);
    }

    /// <summary>Opens the listed folder itself for queries by name, as the cached folder.</summary>
    private bool ReopenListedFolder()
    {
        CloseCachedFolder();
        if (_source.Reopen(_handle, out nint handle).IsError())
            return false;
        (_cachedFolder, _cachedPathLength) = (handle, 0);
        return true;
    }

    private bool OpenCachedFolder(scoped ReadOnlySpan<char> path)
    {
        if (_cachedFolder != 0 && new ReadOnlySpan<char>(_cachedPath, _cachedPathLength).SequenceEqual(path))
            return true;
        CloseCachedFolder();
        if (_source.Open(path, out nint handle).IsError())
            return false;
        _cachedFolder = handle;
        _cachedPath = _arena.Copy(path);
        _cachedPathLength = path.Length;
        return true;
    }

    private void CloseCachedFolder()
    {
        if (_cachedFolder == 0)
            return;
        _source.Close(_cachedFolder);
        _cachedFolder = 0;
    }

    /// <summary>
    /// Queries in the class, or in one that every file system supports, converted, if the file system doesn't know the class (a mod on a
    /// memory stick).
    /// </summary>
    private NtStatus QueryOrFallBack(nint handle, ref DirectoryRecordLayout fetched, char* name, int nameLength, bool restart,
        out byte* records, out uint bytes)
    {
        NtStatus status = Query(handle, fetched, name, nameLength, restart, out records, out bytes);
        if (!restart || !status.IsError() || status == NtStatus.STATUS_NO_SUCH_FILE
            || fetched.Class == FILE_INFORMATION_CLASS.FileBothDirectoryInformation)
            return status;
        _ = DirectoryRecordLayout.TryGet(FILE_INFORMATION_CLASS.FileBothDirectoryInformation, out fetched);
        return Query(handle, fetched, name, nameLength, restart, out records, out bytes);
    }

    private byte* InClass(byte* record, in DirectoryRecordLayout fetched)
    {
        if (fetched.Class == _layout.Class)
            return record;
        ReadOnlySpan<char> name = DirectoryRecord.Name(record, fetched);
        byte* converted = _arena.Allocate(DirectoryRecord.Bytes(_layout, name.Length * sizeof(char)));
        DirectoryRecord.ConvertHeader(record, fetched, converted, _layout);
        name.CopyTo(new Span<char>((char*)(converted + _layout.FileName), name.Length));
        return converted;
    }

    private NtStatus Query(nint handle, in DirectoryRecordLayout fetched, char* name, int nameLength, bool restart,
        out byte* records, out uint bytes)
    {
        records = _arena.Reserve(LargestRecord, out int room);
        if (room < QueryBytes / 4)
            records = _arena.Reserve(QueryBytes, out room);
        uint length = (uint)Math.Min(room, QueryBytes);
        QueryFlags flags = restart ? QueryFlags.SL_RESTART_SCAN : 0;
        NtStatus status = _source.Query(handle, fetched.Class, records, length, flags, name, nameLength, out bytes);
        if (status == NtStatus.STATUS_SUCCESS)
            _arena.Commit((int)bytes);
        return status;
    }
}
