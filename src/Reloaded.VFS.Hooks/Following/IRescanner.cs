using Reloaded.VFS.Hooks.Originals;

namespace Reloaded.VFS.Hooks.Following;

/// <summary>Who follows what changes in mods on disk. Thread-safe.</summary>
public interface IRescanner
{
    /// <summary>Has a virtual folder's real ones listed again, before anything else that has changed. Returns at once.</summary>
    /// <param name="folder">Its canonical path.</param>
    RescanRequest Rescan(string folder);

    /// <summary>Has everything applied that the system has told of mods on disk until now. Returns at once.</summary>
    RescanRequest CatchUp();

    /// <summary>Has a real folder, which is being deleted, and what is below it no longer kept open. Returns at once.</summary>
    /// <param name="folder">Its path, canonical, as its mod's listing has it.</param>
    RescanRequest Release(string folder);

    /// <summary>The deletion of a folder that was let go of has come to its end. Returns at once, and waits for nothing.</summary>
    /// <param name="folder">Its path, as it was given to <see cref="Release"/>.</param>
    /// <param name="isOpen">Whether the game has another handle of it, with which its name goes: told once more then.</param>
    void Deleted(string folder, bool isOpen);
}

/// <summary>What is to be done.</summary>
public enum RescanKind
{
    /// <summary>A virtual folder's real ones are to be listed again.</summary>
    Rescan,

    /// <summary>Everything that the system has told of is to be applied.</summary>
    CatchUp,

    /// <summary>A real folder isn't to be kept open any more.</summary>
    Release,

    /// <summary>Such a folder is deleted, or there still: it is to be looked at.</summary>
    Deleted,

    /// <summary>
    /// A folder that was let go is to be looked at, deleted or not, and isn't to be kept open yet: the game has a handle of it still.
    /// </summary>
    DeletedButOpen,
}

/// <summary>Something that a call of the game waits for. One thread does it, one waits; each disposes of it when it's through.</summary>
public sealed class RescanRequest : IDisposable
{
    private readonly Signal? _done;
    private int _users;

    /// <summary>What is to be done with a folder.</summary>
    /// <param name="kind">What is to be done.</param>
    /// <param name="folder">The folder's canonical path, virtual or real; empty for everything.</param>
    public RescanRequest(RescanKind kind, string folder)
    {
        (Kind, Folder) = (kind, folder);
        bool isAwaited = kind is RescanKind.Rescan or RescanKind.CatchUp or RescanKind.Release;
        _users = isAwaited ? 2 : 1;
        _done = isAwaited ? new Signal(isReset: false) : null;
    }

    /// <summary>The folder, virtual or real; empty for everything.</summary>
    public string Folder { get; }

    /// <summary>What is to be done with it.</summary>
    public RescanKind Kind { get; }

    /// <summary>It is done: readers see what came of it. Of the thread that does it, which is through with it then.</summary>
    public void Complete()
    {
        _done?.Set();
        Dispose();
    }

    /// <summary>Waits until it is done, so long at most. No code of the game's runs meanwhile. Of the thread that asked.</summary>
    public void Wait(int milliseconds) => _done?.Wait(milliseconds);

    /// <inheritdoc/>
    public void Dispose()
    {
        if (Interlocked.Decrement(ref _users) == 0)
            _done?.Dispose();
    }
}
