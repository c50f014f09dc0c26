using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;

namespace Reloaded.VFS.Hooks.Following;

/// <summary>The rescanner that follows changes of mods on disk. Thread-safe.</summary>
public interface IRescanner
{
    /// <summary>Requests that a virtual folder's real folders are listed again, before any other change. Returns at once.</summary>
    /// <param name="folder">The folder's canonical path.</param>
    RescanRequest Rescan(string folder);

    /// <summary>Requests that all changes reported by the system so far are applied. Returns at once.</summary>
    RescanRequest CatchUp();

    /// <summary>Requests that a real folder that is being deleted, and all below it, is no longer kept open. Returns at once.</summary>
    /// <param name="folder">The folder's path, canonical, as in its mod's listing.</param>
    RescanRequest Release(string folder);

    /// <summary>Reports that the deletion of a folder passed to <see cref="Release"/> is complete. Returns at once.</summary>
    /// <param name="folder">The folder's path, as it was passed to <see cref="Release"/>.</param>
    /// <param name="isOpen">
    /// True if the game has another handle of the folder, with whose close the name goes. The deletion is then reported again.
    /// </param>
    void Deleted(string folder, bool isOpen);
}

/// <summary>A wait for a folder to be listed again.</summary>
internal static class RescannerWait
{
    private const int Milliseconds = 5000;

    /// <summary>Has a virtual folder's real folders listed again, and waits for that, five seconds at most.</summary>
    /// <param name="folder">The folder's canonical path.</param>
    public static void LookAgain(this IRescanner follower, string folder)
    {
        using RescanRequest look = follower.Rescan(folder);
        look.Wait(Milliseconds);
    }
}

/// <summary>The kinds of requests.</summary>
public enum RescanKind
{
    /// <summary>List a virtual folder's real folders again.</summary>
    Rescan,

    /// <summary>Apply all changes that the system has reported.</summary>
    CatchUp,

    /// <summary>Don't keep a real folder open any more.</summary>
    Release,

    /// <summary>Examine a folder after <see cref="Release"/>: it is deleted, or still there.</summary>
    Deleted,

    /// <summary>Examine a folder after <see cref="Release"/>, but don't keep it open yet: the game still has a handle of it.</summary>
    DeletedButOpen,
}

/// <summary>A request that a call of the game waits for. One thread handles it, one waits; each disposes of the object.</summary>
public sealed class RescanRequest : IDisposable
{
    private readonly Signal? _done;
    private int _users;

    /// <summary>Creates a request.</summary>
    /// <param name="kind">The kind of request.</param>
    /// <param name="folder">The folder's canonical path, virtual or real; empty for everything.</param>
    public RescanRequest(RescanKind kind, string folder)
    {
        (Kind, Folder) = (kind, folder);
        bool isAwaited = kind is RescanKind.Rescan or RescanKind.CatchUp or RescanKind.Release;
        _users = isAwaited ? 2 : 1;
        _done = isAwaited ? new Signal(isReset: false) : null;
    }

    /// <summary>Gets the folder, virtual or real; empty for everything.</summary>
    public string Folder { get; }

    /// <summary>Gets the kind of request.</summary>
    public RescanKind Kind { get; }

    /// <summary>
    /// Marks the request as done: readers see the result. Called once by the thread that handles the request, which disposes of it, too.
    /// </summary>
    public void Complete()
    {
        _done?.Set();
        Dispose();
    }

    /// <summary>
    /// Waits until the request is done, or the wait times out. No code of the game runs meanwhile. Called by the thread that made the
    /// request.
    /// </summary>
    public void Wait(int milliseconds) => _done?.Wait(milliseconds);

    /// <inheritdoc/>
    public void Dispose()
    {
        if (Interlocked.Decrement(ref _users) == 0)
            _done?.Dispose();
    }
}

/// <summary>The requests of the game's calls to the thread that follows the mods. Thread-safe.</summary>
/// <remarks>After that thread has ended no call waits: new requests are complete at once.</remarks>
public sealed class RescanQueue
{
    private readonly ConcurrentQueue<RescanRequest> _requests = new();
    private volatile bool _hasEnded;

    /// <summary>Gets a value indicating whether there are no requests.</summary>
    public bool IsEmpty => _requests.IsEmpty;

    /// <summary>Adds a request.</summary>
    public void Add(RescanRequest request)
    {
        _requests.Enqueue(request);
        // Checked after the request is queued: whichever thread comes second completes it.
        if (_hasEnded)
            CompleteAll();
    }

    /// <summary>Takes the oldest request; the caller completes it.</summary>
    public bool TryTake([NotNullWhen(true)] out RescanRequest? request) => _requests.TryDequeue(out request);

    /// <summary>Completes all present and future requests unhandled, because the thread has ended.</summary>
    public void End()
    {
        _hasEnded = true;
        // Keeps the read of the queue from moving before the write above.
        Interlocked.MemoryBarrier();
        CompleteAll();
    }

    private void CompleteAll()
    {
        while (_requests.TryDequeue(out RescanRequest? request))
            request.Complete();
    }
}

/// <summary>The folders that programs watch, with notifications from handlers. Thread-safe.</summary>
public interface IFolderWatches
{
    /// <summary>Gets a value indicating whether any program watches a folder now.</summary>
    bool IsWatching { get; }

    /// <summary>
    /// Waits, for some milliseconds at most, until programs are told of this thread's last change, as they are when such a call returns
    /// without the VFS. Costs nothing if no folder is watched.
    /// </summary>
    void WaitUntilReported();

    /// <summary>Reports that a folder of the game's own was created in place of one that only mods had.</summary>
    /// <param name="path">The folder's canonical path.</param>
    void OwnFolderMade(ReadOnlySpan<char> path);

    /// <summary>Reports that a folder created in vain is about to be removed. After that the VFS doesn't have the folder open.</summary>
    /// <param name="path">The folder's canonical path.</param>
    void OwnFolderGoes(ReadOnlySpan<char> path);

    /// <summary>
    /// Reports that a real folder, the game's own or a mod's, is being deleted. When this method returns, the VFS doesn't have the folder
    /// open.
    /// </summary>
    /// <param name="path">The folder's canonical path.</param>
    void PartGoes(ReadOnlySpan<char> path);

    /// <summary>
    /// Reports that a folder's handle is closed. If the handle was the last one of a watch, the VFS no longer has anything of the watch
    /// open.
    /// </summary>
    /// <param name="generation">The handle's generation.</param>
    void HandleClosed(uint generation);

    /// <summary>Ends every watch: programs then list their folders again.</summary>
    void EndAll();

    /// <summary>Stops for good: nothing is reported from now on.</summary>
    void Stop();
}
