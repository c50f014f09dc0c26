using Reloaded.VFS.Mods.Keeping;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Mods.Scanning;

/// <summary>The names in one folder, in order. One thread at a time.</summary>
internal sealed class FolderContent
{
    /// <summary>A name, without its text.</summary>
    public readonly struct Entry(int start, int length, bool isFolder, bool isLink, int kept)
    {
        public readonly int Start = start;
        public readonly int Length = length;
        public readonly bool IsFolder = isFolder;
        public readonly bool IsLink = isLink;

        /// <summary>The number of the kept folder that it is; <see cref="KeptLayout.None"/> for none.</summary>
        public readonly int Kept = kept;
    }

    private readonly List<Entry> _items = [];
    private readonly Comparison<Entry> _comparison;
    private char[] _names = new char[512];
    private int _length;
    private bool _isSorted;

    public FolderContent()
    {
        _comparison = (x, y) => NameComparer.Compare(NameOf(x), NameOf(y));
        AddListed = (name, isFolder, isLink) => Add(name, isFolder, isLink, KeptLayout.None);
        Clear();
    }

    /// <summary>Takes a name that a <see cref="FolderReader"/> lists.</summary>
    public FolderEntryAction AddListed { get; }

    public int Count => _items.Count;

    /// <summary>About how much it holds.</summary>
    public int Bytes => (_length * sizeof(char)) + (_items.Count * 16);

    /// <summary>What tells it from another folder by its names (<see cref="FolderCircles"/>).</summary>
    public ulong Fingerprint { get; private set; }

    /// <summary>Why the folder can't be read; null where it could be.</summary>
    public Exception? Failure { get; private set; }

    public Entry this[int item] => _items[item];

    public ReadOnlySpan<char> NameOf(int item) => NameOf(_items[item]);

    /// <summary>Empties it, for another folder.</summary>
    public void Clear()
    {
        _items.Clear();
        _length = 0;
        _isSorted = true;
        Fingerprint = 0;
        Failure = null;
    }

    /// <summary>Adds a name.</summary>
    public void Add(ReadOnlySpan<char> name, bool isFolder, bool isLink, int kept)
    {
        if (_length + name.Length > _names.Length)
            Array.Resize(ref _names, Math.Max(_names.Length * 2, _length + name.Length));
        name.CopyTo(_names.AsSpan(_length));
        _isSorted = _isSorted && (_items.Count == 0 || NameComparer.Compare(NameOf(_items.Count - 1), name) < 0);
        _items.Add(new Entry(_length, name.Length, isFolder, isLink, kept));
        _length += name.Length;
        Fingerprint += FolderCircles.Fingerprint(name, isFolder);
    }

    /// <summary>To be called after the last name.</summary>
    /// <param name="failure">Why there may be more that couldn't be read; null where that is all.</param>
    public void Complete(Exception? failure)
    {
        Failure = failure;
        // NTFS and Wine list in order already.
        if (failure is null && !_isSorted)
            _items.Sort(_comparison);
    }

    /// <summary>Whether a name is in it, or may be another spelling of one: an 8.3 name.</summary>
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

/// <summary>Memory for names of folders that are read, used again and again. Thread-safe.</summary>
internal sealed class FolderContents
{
    private readonly Stack<FolderContent> _free = [];

    /// <summary>An empty one.</summary>
    public FolderContent Rent()
    {
        lock (_free)
            return _free.TryPop(out FolderContent? content) ? content : new FolderContent();
    }

    /// <summary>Takes one back that isn't used any more.</summary>
    public void Return(FolderContent content)
    {
        content.Clear();
        lock (_free)
            _free.Push(content);
    }
}
