namespace Reloaded.VFS.Hooks.Handles;

/// <summary>
/// Objects that belong to open folders, by the generation of the handle's entry, so that duplicates share one as they share the file
/// object. Thread-safe and lock-free.
/// </summary>
/// <remarks>
/// Native code closes handles without notice, so objects of closed handles are found and disposed of when others are added. Buckets are
/// immutable chains, replaced by compare-exchange.
/// </remarks>
/// <typeparam name="T">The type of the objects. One that lost a race is disposed of at once.</typeparam>
/// <param name="handles">The table that tells which handles are open.</param>
internal sealed class HandleStates<T>(HandleTable handles)
    where T : class, IDisposable, new()
{
    private const int BucketCount = 1024;

    private readonly Node?[] _buckets = new Node?[BucketCount];
    private int _sweep;

    /// <summary>Returns the object of an open folder, and creates it if necessary.</summary>
    public T GetOrAdd(nint handle, in HandleEntry entry)
    {
        ref Node? bucket = ref _buckets[entry.Generation % BucketCount];
        if (Find(Volatile.Read(ref bucket), entry.Generation) is { } known)
            return known;
        // Each addition sweeps two other buckets, so the number of stale objects is bounded by the number of open folders.
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

    /// <summary>Returns the object of an open folder, or null.</summary>
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
            // A duplicate may outlive the first handle.
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

/// <summary>A test whether a handle of this process leads to a real file, whatever its share mode.</summary>
/// <remarks>Wine doesn't replace a file that is open. Rarely used: queries every handle.</remarks>
internal static unsafe class OpenHandles
{
    // Wine assigns the lowest free value.
    private const int LongestGap = 64;

    /// <summary>Determines whether a handle leads to a file. False on Windows, where querying a pipe may block until it is read.</summary>
    /// <param name="real">The file, in NT form.</param>
    /// <param name="except">A handle that doesn't count.</param>
    public static bool AnyLeadsTo(ReadOnlySpan<char> real, nint except)
    {
        if (!NtFunctions.IsWine || !RealFiles.TryGetLinks(real, out _, out long id))
            return false;
        int gap = 0;
        for (nint handle = 4; gap < LongestGap && handle / 4 < HandleTable.Capacity; handle += 4)
        {
            IO_STATUS_BLOCK result;
            long found = 0;
            NtStatus status = RealFiles.Query(handle, &result, &found, sizeof(long), FILE_INFORMATION_CLASS.FileInternalInformation);
            gap = status == NtStatus.STATUS_INVALID_HANDLE ? gap + 1 : 0;
            // Ids may be the same on two volumes.
            if (status.IsSuccess() && found == id && handle != except
                && CaseFolding.Equals(VirtualPath.GetName(RealNames.Of(handle)), VirtualPath.GetName(real)))
                return true;
        }

        return false;
    }
}
