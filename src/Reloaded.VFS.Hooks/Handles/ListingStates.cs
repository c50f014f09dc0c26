using Reloaded.VFS.Hooks.Listing;

namespace Reloaded.VFS.Hooks.Handles;

/// <summary>
/// The listings that are under way, by the generation of the handle's entry, so that duplicates share one, as they share the file object's
/// cursor. Closing happens in native code, which can't tell us: states of handles that are gone are swept when others come in.
/// Lock-free: buckets are immutable chains, replaced by compare-exchange.
/// </summary>
internal static class ListingStates
{
    private const int BucketCount = 1024;

    private static readonly Node?[] s_buckets = new Node?[BucketCount];
    private static int s_sweep;

    /// <summary>The state of an open folder, made at its first query.</summary>
    public static DirectoryListingState GetOrAdd(nint handle, in HandleEntry entry)
    {
        ref Node? bucket = ref s_buckets[entry.Generation % BucketCount];
        if (Find(Volatile.Read(ref bucket), entry.Generation) is { } known)
            return known;
        // Each newcomer looks after two other buckets: what is left behind is bounded by what is open.
        Sweep(ref s_buckets[(uint)Interlocked.Increment(ref s_sweep) % BucketCount]);
        Sweep(ref s_buckets[(uint)Interlocked.Increment(ref s_sweep) % BucketCount]);
        var added = new DirectoryListingState();
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

    /// <summary>The state of an open folder, if it was queried before.</summary>
    public static DirectoryListingState? TryGet(in HandleEntry entry) => Find(Volatile.Read(ref s_buckets[entry.Generation % BucketCount]), entry.Generation);

    private static DirectoryListingState? Find(Node? node, uint generation)
    {
        for (; node != null; node = node.Next)
        {
            if (node.Generation == generation)
                return node.State;
        }

        return null;
    }

    private static void Sweep(ref Node? bucket)
    {
        Node? head = Volatile.Read(ref bucket);
        Node? kept = null;
        List<DirectoryListingState>? dropped = null;
        for (Node? node = head; node != null; node = node.Next)
        {
            HandleEntry entry = HandleTable.Get(node.Handle);
            bool isOpen = entry.Kind == HandleKind.Folder && entry.Generation == node.Generation;
            // A duplicate may live on where the first handle is closed.
            if (isOpen || HandleTable.IsInUse(node.Generation))
                kept = new Node(node.Handle, node.Generation, node.State, kept);
            else
                (dropped ??= []).Add(node.State);
        }

        if (dropped == null || Interlocked.CompareExchange(ref bucket, kept, head) != head)
            return;
        foreach (DirectoryListingState state in dropped)
            state.Dispose();
    }

    private sealed class Node(nint handle, uint generation, DirectoryListingState state, Node? next)
    {
        public nint Handle { get; } = handle;

        public uint Generation { get; } = generation;

        public DirectoryListingState State { get; } = state;

        public Node? Next { get; } = next;
    }
}
