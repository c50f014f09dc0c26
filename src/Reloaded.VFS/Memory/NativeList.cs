using System.Runtime.InteropServices;

namespace Reloaded.VFS.Memory;

/// <summary>A growing array in native memory. Not thread-safe.</summary>
/// <remarks>
/// <c>default</c> is an empty list. The owner frees the memory; a copy of the struct must not be used beside the original. Pointers and
/// spans into the list are valid until it grows. If memory runs out, <see cref="OutOfMemoryException"/> is thrown.
/// </remarks>
internal unsafe struct NativeList<T> : IDisposable
    where T : unmanaged
{
    private const long FirstCapacity = 64;

    private T* _items;
    private int _capacity;

    /// <summary>Gets the number of items.</summary>
    public int Count { get; private set; }

    /// <summary>Gets the first item; null if nothing was ever added.</summary>
    public readonly T* Items => _items;

    /// <summary>Gets all items.</summary>
    public readonly Span<T> Span => new(_items, Count);

    /// <summary>Gets the item at <paramref name="index"/>. The caller guarantees an index below <see cref="Count"/>.</summary>
    public readonly ref T this[int index] => ref _items[index];

    /// <summary>Appends one item.</summary>
    public void Add(in T item)
    {
        if (Count == _capacity)
            Grow(1);
        _items[Count++] = item;
    }

    /// <summary>Appends several uninitialised items for the caller to fill.</summary>
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

    /// <summary>Frees the memory and leaves an empty list.</summary>
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
