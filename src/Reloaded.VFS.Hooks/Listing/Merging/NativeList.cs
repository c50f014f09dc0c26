using System.Runtime.InteropServices;

namespace Reloaded.VFS.Hooks.Listing.Merging;

/// <summary>A growing array in native memory. Used by one thread; pointers into it are valid until the next <see cref="Add"/>.</summary>
internal unsafe struct NativeList<T> : IDisposable
    where T : unmanaged
{
    private T* _items;
    private int _capacity;

    /// <summary>How many items it has.</summary>
    internal int Count { get; private set; }

    /// <summary>The item at <paramref name="index"/>, which the caller guarantees to be below <see cref="Count"/>.</summary>
    internal readonly ref T this[int index] => ref _items[index];

    /// <summary>All items.</summary>
    internal readonly Span<T> Items => new(_items, Count);

    /// <summary>Appends.</summary>
    internal void Add(in T item)
    {
        if (Count == _capacity)
        {
            _capacity = Math.Max(16, _capacity * 2);
            _items = (T*)NativeMemory.Realloc(_items, (nuint)_capacity * (nuint)sizeof(T));
        }
        _items[Count++] = item;
    }

    /// <summary>Drops the items from <paramref name="count"/> on.</summary>
    internal void Truncate(int count) => Count = count;

    /// <summary>Frees the array.</summary>
    public void Dispose()
    {
        NativeMemory.Free(_items);
        this = default;
    }
}
