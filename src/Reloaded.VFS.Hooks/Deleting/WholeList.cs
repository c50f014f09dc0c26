namespace Reloaded.VFS.Hooks.Deleting;

/// <summary>A short list that each change replaces as a whole: a reader sees one state of it. Thread-safe; no lock is taken.</summary>
internal sealed class WholeList<T>
    where T : class
{
    private T[] _items = [];

    /// <summary>Gets the current items. The array doesn't change.</summary>
    public T[] Items => Volatile.Read(ref _items);

    public void Add(T item) => Replace(items => [.. items, item]);

    /// <summary>Appends an item, unless there is a similar one.</summary>
    /// <param name="isLike">Determines whether an item is similar.</param>
    /// <returns>True if the item was added.</returns>
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

    /// <summary>Removes an item, and no equal one. Returns false if the list doesn't contain it, or another thread was first.</summary>
    public bool TryRemove(T item) => RemoveAll(other => ReferenceEquals(other, item)).Length > 0;

    /// <summary>Removes the matching items.</summary>
    /// <param name="isMeant">Determines whether an item is to be removed.</param>
    /// <returns>The items that this thread has removed, and no other.</returns>
    public T[] RemoveAll(Predicate<T> isMeant)
    {
        while (true)
        {
            T[] before = Items, removed = Array.FindAll(before, isMeant);
            if (removed.Length == 0 || Interlocked.CompareExchange(ref _items, Without(before, removed), before) == before)
                return removed;
        }
    }

    private static T[] Without(T[] items, T[] removed) =>
        Array.FindAll(items, item => !Array.Exists(removed, other => ReferenceEquals(other, item)));

    /// <summary>Replaces the list.</summary>
    /// <param name="change">Returns the new list for the old one; called once more if another thread was first.</param>
    public void Replace(Func<T[], T[]> change)
    {
        T[] before;
        do
            before = Items;
        while (Interlocked.CompareExchange(ref _items, change(before), before) != before);
    }
}
