namespace Reloaded.VFS.Hooks.Deleting;

/// <summary>
/// A short list that is replaced whole by each change: who reads it sees one state of it. Thread-safe; no lock is taken.
/// </summary>
internal sealed class WholeList<T>
    where T : class
{
    private T[] _items = [];

    /// <summary>What is in it now. The array doesn't change.</summary>
    public T[] Items => Volatile.Read(ref _items);

    /// <summary>Puts an item behind the others.</summary>
    public void Add(T item) => Replace(items => [.. items, item]);

    /// <summary>Puts an item behind the others, unless there is one like it.</summary>
    /// <param name="item">The item.</param>
    /// <param name="isLike">Which items are like it.</param>
    /// <returns>Whether it was put there.</returns>
    public bool TryAdd(T item, Predicate<T> isLike)
    {
        T[] before;
        do
        {
            before = Items;
            if (Array.Exists(before, isLike))
                return false;
        }
        while (Interlocked.CompareExchange(ref _items, [.. before, item], before) != before);
        return true;
    }

    /// <summary>Takes an item out, and none that equals it. False where it isn't there, or another thread was first.</summary>
    public bool TryRemove(T item) => RemoveAll(other => ReferenceEquals(other, item)).Length > 0;

    /// <summary>Takes items out.</summary>
    /// <param name="isMeant">Which ones.</param>
    /// <returns>Those that this thread has taken out, and no other.</returns>
    public T[] RemoveAll(Predicate<T> isMeant)
    {
        while (true)
        {
            T[] before = Items;
            ILookup<bool, T> parts = before.ToLookup(item => isMeant(item));
            T[] removed = [.. parts[true]];
            if (removed.Length == 0 || Interlocked.CompareExchange(ref _items, [.. parts[false]], before) == before)
                return removed;
        }
    }

    /// <summary>Replaces the list.</summary>
    /// <param name="change">Makes the new list of the old one; called once more where another thread was first.</param>
    public void Replace(Func<T[], T[]> change)
    {
        T[] before;
        do
            before = Items;
        while (Interlocked.CompareExchange(ref _items, change(before), before) != before);
    }
}
