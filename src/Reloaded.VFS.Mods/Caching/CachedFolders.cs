using Reloaded.VFS.PathRecords;

namespace Reloaded.VFS.Mods.Caching;

internal delegate bool NameCondition(ReadOnlySpan<char> name);

/// <summary>A folder with everything below it, as last read, loaded from a file. Thread-safe until it is disposed of.</summary>
/// <remarks>Nothing of it is used unless the system confirms it: a folder whose times or number differ is read again.</remarks>
internal sealed unsafe class CachedFolders : IDisposable
{
    private readonly IFolderStamps _stamps;
    private readonly byte* _memory;
    private readonly CachedLayout.Header* _header;
    private readonly CachedLayout.Folder* _folders;
    private readonly CachedLayout.Entry* _entries;
    private readonly byte* _names;
    // For each folder, what was found unchanged. A later change comes after the reading of the folder.
    private readonly Sameness[] _known;
    private int _confirmed;
    private int _changed;

    private CachedFolders(byte* memory, IFolderStamps stamps)
    {
        _stamps = stamps;
        _memory = memory;
        _header = (CachedLayout.Header*)memory;
        _folders = (CachedLayout.Folder*)(_header + 1);
        _entries = (CachedLayout.Entry*)(_folders + _header->Folders);
        _names = (byte*)(_entries + _header->Entries);
        _known = new Sameness[_header->Folders];
    }

    public int Count => _header->Folders;

    /// <summary>Gets the number of folders that were found to be unchanged.</summary>
    public int Confirmed => Volatile.Read(ref _confirmed);

    /// <summary>Gets the number of folders that were checked and found to have changed.</summary>
    public int Changed => Volatile.Read(ref _changed);

    /// <summary>Reads a file. Null if there is none, or it isn't whole or of another version. Nothing on disk makes it throw.</summary>
    /// <param name="file">The file.</param>
    /// <param name="stamps">The source of the stamps that confirm the folders.</param>
    public static CachedFolders? Open(string file, IFolderStamps stamps)
    {
        byte* memory = null;
        try
        {
            if (!File.Exists(file))
                return null;
            using var handle = File.OpenHandle(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            long length = RandomAccess.GetLength(handle);
            if (length < sizeof(CachedLayout.Header) || length > int.MaxValue)
                return null;
            memory = (byte*)NativeMemory.Alloc((nuint)length);
            var content = new Span<byte>(memory, (int)length);
            for (int read = 0; read < content.Length;)
            {
                int more = RandomAccess.Read(handle, content[read..], read);
                if (more == 0)
                    return Reject(memory);
                read += more;
            }

            return IsWhole(content) ? new CachedFolders(memory, stamps) : Reject(memory);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException
            or OutOfMemoryException)
        {
            return Reject(memory);
        }
    }

    public void Dispose()
    {
        NativeMemory.Free(_memory);
        GC.SuppressFinalize(this);
    }

    ~CachedFolders() => NativeMemory.Free(_memory);

    /// <summary>
    /// Determines whether what is cached of a folder matches the folder at a path. The system is asked until it has confirmed this once.
    /// </summary>
    /// <param name="folder">The folder's number.</param>
    /// <param name="path">The path.</param>
    /// <param name="isUnmoved">
    /// True if the parent folder was confirmed. If so, the same folder is still at the path, and its times are sufficient.
    /// </param>
    public bool Confirm(int folder, string path, bool isUnmoved)
    {
        bool isSame = IsSame(folder, path, isUnmoved);
        Interlocked.Increment(ref isSame ? ref _confirmed : ref _changed);
        return isSame;
    }

    /// <summary>
    /// Returns the names of a folder's files that satisfy a condition, or null if the folder isn't as it was cached. Not included in the
    /// counts.
    /// </summary>
    /// <param name="folder">The folder's number.</param>
    /// <param name="path">The folder's path.</param>
    /// <param name="isUnmoved">As for <see cref="Confirm"/>.</param>
    /// <param name="isWanted">Determines whether a name is requested.</param>
    public List<string>? FindFiles(int folder, string path, bool isUnmoved, NameCondition isWanted)
    {
        if (!IsSame(folder, path, isUnmoved))
            return null;
        List<string> found = [];
        Span<char> buffer = stackalloc char[VirtualPath.MaxNameLength];
        (int first, int count) = GetEntries(folder);
        for (int entry = first; entry < first + count; entry++)
        {
            if (!IsFolder(entry) && GetName(entry, buffer) is var name && isWanted(name))
                found.Add(name.ToString());
        }

        return found;
    }

    private bool IsSame(int folder, string path, bool isUnmoved)
    {
        Sameness enough = isUnmoved ? Sameness.OfTimes : Sameness.OfNumber;
        if (_known[folder] >= enough)
            return true;
        CachedLayout.Folder cached = _folders[folder];
        bool isSame = cached.Change != 0 && _stamps.Find(path, withId: !isUnmoved) is { } stamp
            && stamp.LastWrite == cached.LastWrite && stamp.Change == cached.Change && (isUnmoved || stamp.Id == cached.Id);
        if (isSame)
            _known[folder] = enough;
        return isSame;
    }

    /// <summary>Returns a mod's folder, or null if it isn't cached.</summary>
    /// <param name="name">The folder's name on disk.</param>
    /// <param name="isUnmoved">True if the mods folder was confirmed.</param>
    public CachedMod? FindMod(string name, bool isUnmoved) =>
        FindFolder(0, name) is var folder and not CachedLayout.None ? new CachedMod(this, folder, isUnmoved) : null;

    /// <summary>Determines whether a whole file has the same content as this one.</summary>
    public bool IsContent(ReadOnlySpan<byte> file) => MemoryMarshal.Read<ulong>(file) == _header->Checksum;

    public FolderStamp GetStamp(int folder) => new(_folders[folder].LastWrite, _folders[folder].Change, _folders[folder].Id);

    /// <summary>Returns the numbers of a folder's entries, a consecutive range.</summary>
    public (int First, int Count) GetEntries(int folder) => (_folders[folder].FirstEntry, _folders[folder].EntryCount);

    /// <summary>Returns an entry's name, in a buffer of at least <see cref="VirtualPath.MaxNameLength"/> characters.</summary>
    public ReadOnlySpan<char> GetName(int entry, Span<char> buffer) =>
        new PackedText(_names + _entries[entry].NameOffset, _entries[entry].NameInfo).Unpack(buffer);

    public bool IsFolder(int entry) => _entries[entry].IsFolder != 0;

    /// <summary>Returns the folder number of an entry, or <see cref="CachedLayout.None"/> if nothing of it is cached.</summary>
    public int GetFolder(int entry) => _entries[entry].Folder;

    /// <summary>Returns the number of a subfolder by its name on disk, or <see cref="CachedLayout.None"/> if it isn't cached.</summary>
    public int FindFolder(int parent, ReadOnlySpan<char> name)
    {
        Span<char> buffer = stackalloc char[VirtualPath.MaxNameLength];
        (int low, int count) = GetEntries(parent);
        // If this system orders names differently from the one that cached them, a folder may not be found. It is then read.
        for (int high = low + count - 1; low <= high;)
        {
            int middle = low + ((high - low) / 2);
            int order = NameComparer.Compare(GetName(middle, buffer), name);
            if (order == 0)
                return GetFolder(middle);
            if (order < 0)
                low = middle + 1;
            else
                high = middle - 1;
        }

        return CachedLayout.None;
    }

    private static CachedFolders? Reject(byte* memory)
    {
        NativeMemory.Free(memory);
        return null;
    }

    /// <summary>Determines whether a file was written by this version of the layout and every number in it is valid.</summary>
    private static bool IsWhole(ReadOnlySpan<byte> file)
    {
        var header = MemoryMarshal.Read<CachedLayout.Header>(file);
        if (header.Magic != CachedLayout.Magic || header.Version != CachedLayout.Version || header.Folders < 1 || header.Entries < 0
            || header.NameBytes < 0)
            return false;
        long folderBytes = (long)header.Folders * sizeof(CachedLayout.Folder), entryBytes = (long)header.Entries * sizeof(CachedLayout.Entry);
        if (file.Length != sizeof(CachedLayout.Header) + folderBytes + entryBytes + header.NameBytes
            || header.Checksum != CachedLayout.Sum(file))
            return false;
        ReadOnlySpan<byte> rest = file[sizeof(CachedLayout.Header)..];
        var folders = MemoryMarshal.Cast<byte, CachedLayout.Folder>(rest[..(int)folderBytes]);
        var entries = MemoryMarshal.Cast<byte, CachedLayout.Entry>(rest.Slice((int)folderBytes, (int)entryBytes));
        for (int i = 0; i < folders.Length; i++)
        {
            if (folders[i].FirstEntry < 0 || folders[i].EntryCount < 0
                || (long)folders[i].FirstEntry + folders[i].EntryCount > entries.Length)
                return false;
            foreach (CachedLayout.Entry entry in entries.Slice(folders[i].FirstEntry, folders[i].EntryCount))
            {
                if ((byte)entry.NameInfo == 0 || entry.NameOffset + (long)PackedText.GetSize(entry.NameInfo) > header.NameBytes
                    || (entry.Folder != CachedLayout.None && (entry.Folder <= i || entry.Folder >= folders.Length)))
                    return false;
            }
        }

        return true;
    }

    /// <summary>The degrees to which a folder was found to match the cached one.</summary>
    private enum Sameness : byte
    {
        /// <summary>Nothing yet.</summary>
        None,

        /// <summary>The times match.</summary>
        OfTimes,

        /// <summary>The number matches, too.</summary>
        OfNumber,
    }
}
