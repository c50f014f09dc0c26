namespace Reloaded.VFS.Hooks.Handles;

/// <summary>
/// What belongs to an open folder as long as it is open, by the generation of the handle's entry, so that duplicates share it, as they
/// share the file object. Closing happens in native code, which doesn't tell: what belongs to handles that are gone is swept, and disposed
/// of, when others come in. Thread-safe and lock-free: buckets are immutable chains, replaced by compare-exchange.
/// </summary>
/// <typeparam name="T">What is kept. Made without arguments; one that lost a race is disposed of at once.</typeparam>
/// <param name="handles">Says which handles are open.</param>
internal sealed class HandleStates<T>(HandleTable handles)
    where T : class, IDisposable, new()
{
    private const int BucketCount = 1024;

    private readonly Node?[] _buckets = new Node?[BucketCount];
    private int _sweep;

    /// <summary>What belongs to an open folder, made where nothing does yet.</summary>
    public T GetOrAdd(nint handle, in HandleEntry entry)
    {
        ref Node? bucket = ref _buckets[entry.Generation % BucketCount];
        if (Find(Volatile.Read(ref bucket), entry.Generation) is { } known)
            return known;
        // Each newcomer looks after two other buckets: what is left behind is bounded by what is open.
        Sweep(ref _buckets[(uint)Interlocked.Increment(ref _sweep) % BucketCount]);
        Sweep(ref _buckets[(uint)Interlocked.Increment(ref _sweep) % BucketCount]);
        var added = new T();
        while (true)
        {
            Node? head = Volatile.Read(ref bucket);
            if (Find(head, entry.Generation) is { } faster)
            {
                added.Dispose();
                return faster;
            }

            var node = new Node(handle, entry.Generation, added, head);
            if (Interlocked.CompareExchange(ref bucket, node, head) == head)
                return added;
        }
    }

    /// <summary>What belongs to an open folder, or null.</summary>
    public T? TryGet(in HandleEntry entry) => Find(Volatile.Read(ref _buckets[entry.Generation % BucketCount]), entry.Generation);

    private static T? Find(Node? node, uint generation)
    {
        for (; node is not null; node = node.Next)
        {
            if (node.Generation == generation)
                return node.State;
        }

        return null;
    }

    private void Sweep(ref Node? bucket)
    {
        Node? head = Volatile.Read(ref bucket);
        Node? kept = null;
        List<T>? dropped = null;
        for (Node? node = head; node is not null; node = node.Next)
        {
            HandleEntry entry = handles.Get(node.Handle);
            bool isOpen = entry.Kind == HandleKind.Folder && entry.Generation == node.Generation;
            // A duplicate may live on where the first handle is closed.
            if (isOpen || handles.IsInUse(node.Generation))
                kept = new Node(node.Handle, node.Generation, node.State, kept);
            else
                (dropped ??= []).Add(node.State);
        }

        if (dropped is null || Interlocked.CompareExchange(ref bucket, kept, head) != head)
            return;
        foreach (T state in dropped)
            state.Dispose();
    }

    private sealed class Node(nint handle, uint generation, T state, Node? next)
    {
        public nint Handle { get; } = handle;

        public uint Generation { get; } = generation;

        public T State { get; } = state;

        public Node? Next { get; } = next;
    }
}
