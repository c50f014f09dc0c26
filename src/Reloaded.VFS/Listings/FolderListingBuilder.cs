namespace Reloaded.VFS.Listings;

/// <summary>A builder of a <see cref="FolderListing"/>. Not thread-safe.</summary>
/// <remarks>
/// A folder is added before its contents; the order is free otherwise. Names are written straight to native memory. If a folder holds the
/// same name twice in different letter case (on a case-sensitive disk), the first one wins.
/// </remarks>
/// <param name="root">The listed folder, a host path: for messages, and the default source of <c>VirtualFileSystem.AddFolder</c>.</param>
public sealed unsafe class FolderListingBuilder(string? root = null) : IDisposable
{
    private struct PendingFile
    {
        public ListedFile Record;
        public int Folder;
    }

    private NativeChunks<byte> _names;
    private NativeChunks<FolderListing.FolderRecord> _folders;
    private NativeChunks<PendingFile> _files;
    private uint _wideNames;
    private bool _grouped = true;
    private bool _built;
    private List<HiddenName>? _hiddenNames;
    private List<string>? _hiddenPaths;
    private List<PathPattern>? _hiddenPatterns;
    private List<HiddenName>? _leftOut;
    private bool _hasExcludes;

    /// <summary>Gets the number of folders so far, including the listed one (number 0).</summary>
    public int FolderCount => Math.Max(_folders.Count, 1);

    /// <summary>Gets the number of files so far.</summary>
    public int FileCount => _files.Count;

    /// <summary>
    /// Determines whether Windows can have such a name: 1 to <see cref="VirtualPath.MaxNameLength"/> characters, no separator, no NUL.
    /// </summary>
    public static bool IsValidName(ReadOnlySpan<char> name) =>
        name.Length is > 0 and <= VirtualPath.MaxNameLength && name.IndexOfAny('\\', '/', '\0') < 0;

    /// <summary>Adds a subfolder and returns its number. The listed folder is number 0 and needn't be added.</summary>
    /// <exception cref="ArgumentException">
    /// The name is empty, longer than <see cref="VirtualPath.MaxNameLength"/>, or contains a separator or NUL.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">There is no such parent.</exception>
    public int AddFolder(int parent, ReadOnlySpan<char> name)
    {
        Check(parent);
        _folders.Add(new FolderListing.FolderRecord { Parent = parent, NameOffset = AddName(name, out ushort info), NameInfo = info });
        return _folders.Count - 1;
    }

    /// <summary>Adds a file to a folder.</summary>
    /// <inheritdoc cref="AddFolder" path="/exception"/>
    public void AddFile(int folder, ReadOnlySpan<char> name)
    {
        Check(folder);
        uint offset = AddName(name, out ushort info);
        ref FolderListing.FolderRecord record = ref _folders[folder];
        if (record.FileCount == 0)
            record.FirstFile = _files.Count;
        else if (record.FirstFile + record.FileCount != _files.Count)
            _grouped = false;
        _files.Add(new PendingFile
        {
            Folder = folder,
            Record = new ListedFile { NameOffset = offset, Hash = NameHash.Of(name), NameInfo = info },
        });
        record.FileCount++;
    }

    /// <summary>Adds a name that the folder hides, in lower layers and in the game's own folder.</summary>
    /// <inheritdoc cref="AddFolder" path="/exception"/>
    internal void AddHidden(int folder, ReadOnlySpan<char> name)
    {
        Check(folder);
        Check(name);
        (_hiddenNames ??= []).Add(new HiddenName(folder, name.ToString()));
    }

    /// <summary>Adds a name that is on disk beside the folder's files but isn't part of the listing.</summary>
    /// <inheritdoc cref="AddFolder" path="/exception"/>
    internal void LeaveOut(int folder, ReadOnlySpan<char> name)
    {
        Check(folder);
        Check(name);
        (_leftOut ??= []).Add(new HiddenName(folder, name.ToString()));
    }

    /// <summary>Records that patterns exclude names.</summary>
    internal void SetHasExcludes() => _hasExcludes = true;

    /// <summary>Adds hidden relative paths (with backslashes between names) and patterns of hidden paths.</summary>
    internal void Hide(IEnumerable<string> paths, IEnumerable<PathPattern> patterns)
    {
        (_hiddenPaths ??= []).AddRange(paths);
        (_hiddenPatterns ??= []).AddRange(patterns);
    }

    /// <summary>Returns the finished listing. The builder can't be used afterwards.</summary>
    public FolderListing Build()
    {
        ObjectDisposedException.ThrowIf(_built, this);
        EnsureRoot();
        var arena = new NativeArena();
        // Moved names may need a padding byte each.
        nuint nameBytes = (nuint)_names.Count + (_grouped ? 0u : _wideNames), fileBytes = (nuint)_files.Count * (nuint)sizeof(ListedFile);
        nuint folderBytes = (nuint)_folders.Count * (nuint)sizeof(FolderListing.FolderRecord);
        arena.Reserve(nameBytes + fileBytes + folderBytes, 3);
        var names = (byte*)arena.Allocate(nameBytes);
        if (_grouped)
        {
            _names.CopyTo(names);
        }
        else
        {
            int next = 0;
            for (int i = 0; i < _folders.Count; i++)
            {
                _folders[i].FirstFile = next;
                next += _folders[i].FileCount;
                _folders[i].FileCount = 0;
            }
        }

        var files = (ListedFile*)arena.Allocate(fileBytes);
        for (int i = 0; i < _files.Count; i++)
        {
            ref FolderListing.FolderRecord folder = ref _folders[_files[i].Folder];
            files[_grouped ? i : folder.FirstFile + folder.FileCount++] = _files[i].Record;
        }

        if (!_grouped)
            MoveNamesTogether(names, files);

        var folders = (FolderListing.FolderRecord*)arena.Allocate(folderBytes);
        _folders.CopyTo(folders);

        ListedHides hides = _hiddenNames is null && _hiddenPaths is null && _leftOut is null && !_hasExcludes
            ? ListedHides.None
            : new ListedHides(_hiddenNames ?? [], _hiddenPaths ?? [], _hiddenPatterns ?? [])
            {
                LeftOut = _leftOut ?? [],
                HasExcludes = _hasExcludes,
            };
        var listing = new FolderListing(arena, names, folders, _folders.Count, files, _files.Count) { Root = root, Hides = hides };
        Dispose();
        return listing;
    }

    /// <summary>Frees the builder's memory.</summary>
    public void Dispose()
    {
        Free();
        GC.SuppressFinalize(this);
    }

    /// <summary>Frees the memory of a builder that was neither built nor disposed.</summary>
    ~FolderListingBuilder() => Free();

    private void Free()
    {
        _built = true;
        _names.Dispose();
        _folders.Dispose();
        _files.Dispose();
    }

    private uint AddName(ReadOnlySpan<char> name, out ushort info)
    {
        // The fast path for nearly every name.
        if (name.Length is > 0 and <= VirtualPath.MaxNameLength)
        {
            Span<byte> packed = _names.Extend(name.Length);
            info = (ushort)name.Length;
            if (PackedText.TryWriteName(name, packed))
                return (uint)(_names.Count - name.Length);
            _names.RemoveLast(name.Length);
        }

        return AddAnyName(name, out info);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private uint AddAnyName(ReadOnlySpan<char> name, out ushort info)
    {
        Check(name);
        info = PackedText.GetInfo(name);
        // Wide characters need an even offset.
        if ((info & PackedText.Wide) != 0)
        {
            _wideNames++;
            if (_names.Count % 2 != 0)
                _names.Add(0);
        }

        int size = PackedText.GetSize(info);
        PackedText.Write(name, info, _names.Extend(size));
        return (uint)(_names.Count - size);
    }

    /// <summary>Reorders the names by the order of their records, so that those of one folder are contiguous.</summary>
    private void MoveNamesTogether(byte* names, ListedFile* files)
    {
        uint next = 0;
        for (int i = 0; i < _folders.Count; i++)
            Move(ref _folders[i].NameOffset, _folders[i].NameInfo);
        for (int i = 0; i < _files.Count; i++)
            Move(ref files[i].NameOffset, files[i].NameInfo);

        void Move(ref uint offset, ushort info)
        {
            if ((info & PackedText.Wide) != 0)
                next = (next + 1) & ~1u;
            int size = PackedText.GetSize(info);
            MemoryMarshal.CreateReadOnlySpan(ref _names[(int)offset], size).CopyTo(new Span<byte>(names + next, size));
            offset = next;
            next += (uint)size;
        }
    }

    private void Check(int folder)
    {
        ObjectDisposedException.ThrowIf(_built, this);
        EnsureRoot();
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual((uint)folder, (uint)_folders.Count, nameof(folder));
    }

    private static void Check(ReadOnlySpan<char> name)
    {
        if (!IsValidName(name))
            throw new RefusedArgumentException(
                $"'{name}' is not a name: empty, longer than {VirtualPath.MaxNameLength} characters, or with a separator or NUL in it.",
                nameof(name));
    }

    private void EnsureRoot()
    {
        if (_folders.Count == 0)
            _folders.Add(new FolderListing.FolderRecord { Parent = -1 });
    }
}

/// <summary>A listing with the files that have appeared since it was made.</summary>
internal static class GrownListing
{
    /// <summary>Makes the listing from the old one and the names of the new files by folder. Every folder keeps its number.</summary>
    public static FolderListing Create(FolderListing old, ILookup<int, string> added)
    {
        using var builder = new FolderListingBuilder(old.Root);
        Span<char> buffer = stackalloc char[Paths.VirtualPath.MaxNameLength];
        for (int folder = 1; folder < old.FolderCount; folder++)
            builder.AddFolder(old.GetParent(folder), old.GetFolderName(folder, buffer));
        for (int folder = 0; folder < old.FolderCount; folder++)
        {
            (int first, int count) = old.GetFiles(folder);
            for (int file = first; file < first + count; file++)
                builder.AddFile(folder, old.GetFileName(file, buffer));
            foreach (string name in added[folder])
                builder.AddFile(folder, name);
        }

        foreach (HiddenName hidden in old.Hides.Names)
            builder.AddHidden(hidden.Folder, hidden.Name);
        foreach (HiddenName left in old.Hides.LeftOut)
            builder.LeaveOut(left.Folder, left.Name);
        builder.Hide(old.Hides.Paths, old.Hides.Patterns);
        if (old.Hides.HasExcludes)
            builder.SetHasExcludes();
        return builder.Build();
    }
}
