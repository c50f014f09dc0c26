namespace Reloaded.VFS.Hooks.View;

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

    /// <summary>Takes an item out, and none that equals it. False where it isn't there, or another thread was first.</summary>
    public bool TryRemove(T item)
    {
        T[] before;
        do
        {
            before = Items;
            if (!Array.Exists(before, other => ReferenceEquals(other, item)))
                return false;
        }
        while (Interlocked.CompareExchange(ref _items, [.. before.Where(other => !ReferenceEquals(other, item))], before) != before);
        return true;
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
