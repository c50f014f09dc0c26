using Reloaded.VFS.Mods.Caching;

namespace Reloaded.VFS.Mods.Scanning;

/// <summary>The names in one folder, in order. Used by one thread at a time.</summary>
internal sealed class FolderContent
{
    /// <summary>A name, without its text.</summary>
    public readonly struct Entry(int start, int length, bool isFolder, bool isLink, int cached)
    {
        public readonly int Start = start;
        public readonly int Length = length;
        public readonly bool IsFolder = isFolder;
        public readonly bool IsLink = isLink;

        /// <summary>The number of the cached folder of this name, or <see cref="CachedLayout.None"/> for none.</summary>
        public readonly int Cached = cached;
    }

    private readonly List<Entry> _items = [];
    private readonly Comparison<Entry> _comparison;
    private char[] _names = new char[512];
    private int _length;
    private bool _isSorted;

    public FolderContent()
    {
        _comparison = (x, y) => NameComparer.Compare(NameOf(x), NameOf(y));
        AddListed = (name, isFolder, isLink) => Add(name, isFolder, isLink, CachedLayout.None);
        Clear();
    }

    /// <summary>Gets the action that adds a name listed by a <see cref="FolderReader"/>.</summary>
    public FolderEntryAction AddListed { get; }

    public int Count => _items.Count;

    /// <summary>Gets the approximate size of the content in bytes.</summary>
    public int Bytes => (_length * sizeof(char)) + (_items.Count * 16);

    /// <summary>Gets the fingerprint, which distinguishes the folder from others by its names (<see cref="FolderCircles"/>).</summary>
    public ulong Fingerprint { get; private set; }

    /// <summary>Gets the exception because of which the folder couldn't be read, or null if it could be.</summary>
    public Exception? Failure { get; private set; }

    public Entry this[int item] => _items[item];

    public ReadOnlySpan<char> NameOf(int item) => NameOf(_items[item]);

    /// <summary>Empties the content, for another folder.</summary>
    public void Clear()
    {
        _items.Clear();
        _length = 0;
        _isSorted = true;
        Fingerprint = 0;
        Failure = null;
    }

    public void Add(ReadOnlySpan<char> name, bool isFolder, bool isLink, int cached)
    {
        if (_length + name.Length > _names.Length)
            Array.Resize(ref _names, Math.Max(_names.Length * 2, _length + name.Length));
        name.CopyTo(_names.AsSpan(_length));
        _isSorted = _isSorted && (_items.Count == 0 || NameComparer.Compare(NameOf(_items.Count - 1), name) < 0);
        _items.Add(new Entry(_length, name.Length, isFolder, isLink, cached));
        _length += name.Length;
        Fingerprint += FolderCircles.Fingerprint(name, isFolder);
    }

    /// <summary>Completes the content after the last name.</summary>
    /// <param name="failure">The exception because of which names may be missing, or null if the names are complete.</param>
    public void Complete(Exception? failure)
    {
        Failure = failure;
        // NTFS and Wine already list in order.
        if (failure is null && !_isSorted)
            _items.Sort(_comparison);
    }

    /// <summary>Determines whether a name is in the folder, or may be another spelling of one that is: an 8.3 name.</summary>
    public bool MayHave(ReadOnlySpan<char> name)
    {
        if (name.Contains('~'))
            return true;
        int low = 0, high = Count - 1;
        while (low <= high)
        {
            int middle = (low + high) / 2;
            ReadOnlySpan<char> item = NameOf(middle);
            if (CaseFolding.Equals(item, name))
                return true;
            (low, high) = NameComparer.Compare(item, name) < 0 ? (middle + 1, high) : (low, middle - 1);
        }

        return false;
    }

    private ReadOnlySpan<char> NameOf(Entry item) => _names.AsSpan(item.Start, item.Length);
}

/// <summary>A pool of memory for the names of folders that are read. Thread-safe.</summary>
internal sealed class FolderContents
{
    private readonly Stack<FolderContent> _free = [];

    public FolderContent Rent()
    {
        lock (_free)
            return _free.TryPop(out FolderContent? content) ? content : new FolderContent();
    }

    /// <summary>Takes back a content that isn't used any more.</summary>
    public void Return(FolderContent content)
    {
        content.Clear();
        lock (_free)
            _free.Push(content);
    }
}
