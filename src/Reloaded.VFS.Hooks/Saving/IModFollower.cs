namespace Reloaded.VFS.Hooks.Saving;

/// <summary>Who follows what changes in mods on disk. Thread-safe.</summary>
public interface IModFollower
{
    /// <summary>Has a virtual folder's real ones listed again, before anything else that has changed. Returns at once.</summary>
    /// <param name="folder">Its canonical path.</param>
    SecondLook LookAgain(string folder);

    /// <summary>Has everything applied that the system has told of mods on disk until now. Returns at once.</summary>
    SecondLook CatchUp();
}

/// <summary>
/// A folder that is to be listed again, because the game itself has just made something in it, or everything that is known to have changed.
/// </summary>
/// <param name="folder">Its canonical path; empty for everything.</param>
public sealed class SecondLook(string folder)
{
    private volatile bool _isDone;

    /// <summary>The virtual folder.</summary>
    public string Folder { get; } = folder;

    /// <summary>Whether readers see what was found; set once.</summary>
    public bool IsDone
    {
        get => _isDone;
        set => _isDone = value;
    }
}
