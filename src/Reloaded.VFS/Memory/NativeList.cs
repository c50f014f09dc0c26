using System.Runtime.InteropServices;

namespace Reloaded.VFS.Memory;

/// <summary>
/// A growing array in native memory; <c>default</c> is an empty one. Its owner frees it: a copy must not be used beside it. Pointers and
/// spans into it are valid until it grows. Not thread-safe. Out of memory throws <see cref="OutOfMemoryException"/>.
/// </summary>
internal unsafe struct NativeList<T> : IDisposable
    where T : unmanaged
{
    private const long FirstCapacity = 64;

    private T* _items;
    private int _capacity;

    /// <summary>How many items it has.</summary>
    public int Count { get; private set; }

    /// <summary>The first item; null where nothing was ever added.</summary>
    public readonly T* Items => _items;

    /// <summary>All items.</summary>
    public readonly Span<T> Span => new(_items, Count);

    /// <summary>The item at <paramref name="index"/>, which the caller guarantees to be below <see cref="Count"/>.</summary>
    public readonly ref T this[int index] => ref _items[index];

    /// <summary>Appends one item.</summary>
    public void Add(in T item)
    {
        if (Count == _capacity)
            Grow(1);
        _items[Count++] = item;
    }

    /// <summary>Appends several items of unknown content, for the caller to fill.</summary>
    public Span<T> Extend(int count)
    {
        if (count > _capacity - Count)
            Grow(count);
        var added = new Span<T>(_items + Count, count);
        Count += count;
        return added;
    }

    /// <summary>Drops the items from <paramref name="count"/> on; their memory stays.</summary>
    public void Truncate(int count) => Count = count;

    /// <summary>Frees the memory, and leaves an empty list.</summary>
    public void Dispose()
    {
        NativeMemory.Free(_items);
        this = default;
    }

    private void Grow(int more)
    {
        int needed = checked(Count + more);
        int capacity = (int)Math.Max(needed, Math.Min(int.MaxValue, Math.Max(FirstCapacity, _capacity * 2L)));
        _items = (T*)NativeMemory.Realloc(_items, checked((nuint)capacity * (nuint)sizeof(T)));
        _capacity = capacity;
    }
}
