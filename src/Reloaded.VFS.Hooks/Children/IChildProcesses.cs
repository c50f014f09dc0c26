using Reloaded.VFS.Interop.Win32;
using Reloaded.VFS.Mods.Configuration;

namespace Reloaded.VFS.Hooks.Children;

/// <summary>What the host does with processes that this one starts. Called on the game's threads.</summary>
public interface IChildProcesses
{
    /// <summary>What becomes of a program.</summary>
    /// <param name="program">Its path, or its name where the path isn't known.</param>
    /// <param name="isOfMod">Whether its file is a mod's; asked where it decides.</param>
    ChildMode ModeOf(string program, Func<bool> isOfMod);

    /// <summary>Whether this process sees no mods, while programs of the mode <see cref="ChildMode.Mods"/> that it starts do.</summary>
    bool SeesLess { get; }

    /// <summary>
    /// The real file or folder that a process with mods sees at a path, where <see cref="SeesLess"/>. Reads the disk, past the hooks.
    /// </summary>
    /// <param name="path">An absolute path.</param>
    /// <param name="isFolder">Whether a folder is meant.</param>
    /// <returns>Null where it is the one on disk, or there is none; for a file that a mod hides a name that nothing has.</returns>
    string? FindWithMods(string path, bool isFolder);

    /// <summary>Takes note of a process that is left alone for what the call says of it.</summary>
    /// <param name="program">As above.</param>
    /// <param name="cause">Why, a sentence without its full stop.</param>
    void Leave(string program, string cause);

    /// <summary>
    /// Has the VFS run first in a process of which nothing has run yet, unless that one must be left alone. Says itself what goes wrong;
    /// the process can be resumed in any case.
    /// </summary>
    /// <param name="created">Its handles, with all access; the caller's own, who may close them after
    /// <see cref="IChildStart.Resumed"/>.</param>
    /// <param name="program">As above.</param>
    /// <param name="mode"><see cref="ChildMode.Mods"/> or <see cref="ChildMode.Follow"/>.</param>
    /// <param name="isInMod">Whether it begins in a mod's real folder, and is to go to the virtual one.</param>
    /// <returns>Null: it runs without the VFS.</returns>
    IChildStart? Begin(in ProcessInformation created, string program, ChildMode mode, bool isInMod);
}

/// <summary>A start of the VFS in a process that hasn't run. To be called once.</summary>
public interface IChildStart
{
    /// <summary>The process is resumed next by this one. Not called where it stays suspended.</summary>
    void AboutToRun();

    /// <summary>The process runs: waits for what the start comes to, for a limited time.</summary>
    void Resumed();

    /// <summary>The process stays suspended until its creator resumes it: what the start comes to is found out later.</summary>
    void LeftSuspended();
}
