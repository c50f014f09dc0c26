using System.Runtime.InteropServices;

namespace Reloaded.VFS.Memory;

/// <summary>A growing native array for builders. Pointers into it are valid until the next <see cref="Add"/>. Not thread-safe.</summary>
internal sealed unsafe class NativeList<T> : IDisposable where T : unmanaged
{
    private T* _items;
    private int _capacity;

    public int Count { get; private set; }

    public T* Items => _items;

    public ref T this[int index] => ref _items[index];

    public void Add(in T item)
    {
        Reserve(1);
        _items[Count++] = item;
    }

    /// <summary>Appends several and returns the index of the first.</summary>
    public int AddRange(ReadOnlySpan<T> items)
    {
        Reserve(items.Length);
        int first = Count;
        items.CopyTo(new Span<T>(_items + first, items.Length));
        Count += items.Length;
        return first;
    }

    /// <summary>Appends several of unknown content.</summary>
    public Span<T> Extend(int count)
    {
        Reserve(count);
        var added = new Span<T>(_items + Count, count);
        Count += count;
        return added;
    }

    public void Clear() => Count = 0;

    private void Reserve(int more)
    {
        int needed = checked(Count + more);
        if (needed <= _capacity)
            return;
        int capacity = (int)Math.Max(needed, Math.Min(int.MaxValue, Math.Max(64L, _capacity * 2L)));
        _items = (T*)NativeMemory.Realloc(_items, checked((nuint)capacity * (nuint)sizeof(T)));
        _capacity = capacity;
    }

    public void Dispose()
    {
        Free();
        GC.SuppressFinalize(this);
    }

    ~NativeList() => Free();

    private void Free()
    {
        NativeMemory.Free(_items);
        _items = null;
        _capacity = 0;
        Count = 0;
    }
}
