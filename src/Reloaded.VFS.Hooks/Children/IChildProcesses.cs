using Reloaded.VFS.Interop.Win32;
using Reloaded.VFS.Mods.Configuration;

namespace Reloaded.VFS.Hooks.Children;

/// <summary>The host's actions for processes that this one starts. Called on the game's threads.</summary>
public interface IChildProcesses
{
    /// <summary>Returns the mode of a program.</summary>
    /// <param name="program">The program's path, or its name if the path isn't known.</param>
    /// <param name="isOfMod">Determines whether the program's file is a mod's; called only if the mode depends on it.</param>
    ChildMode ModeOf(string program, Func<bool> isOfMod);

    /// <summary>
    /// Gets a value indicating whether this process sees no mods, while programs of the mode <see cref="ChildMode.Mods"/> that it starts
    /// do.
    /// </summary>
    bool SeesLess { get; }

    /// <summary>
    /// Finds the real file or folder that a process with mods sees at a path, if <see cref="SeesLess"/>. Reads the disk, past the hooks.
    /// </summary>
    /// <param name="path">An absolute path.</param>
    /// <param name="isFolder">True for a folder.</param>
    /// <returns>Null if the file or folder is the one on disk, or there is none; an unused name for a file that a mod hides.</returns>
    string? FindWithMods(string path, bool isFolder);

    /// <summary>Notes a process that is left alone because of the call's arguments.</summary>
    /// <param name="program">The program's path or name, as for <see cref="ModeOf"/>.</param>
    /// <param name="cause">The reason, a sentence without its full stop.</param>
    void Leave(string program, string cause);

    /// <summary>
    /// Makes a process that hasn't run any code yet run the VFS first, unless it must be left alone. Reports failures itself; the process
    /// can be resumed in any case.
    /// </summary>
    /// <param name="created">
    /// The process's handles, with all access; the caller's own, who may close them after <see cref="IChildStart.Resumed"/>.
    /// </param>
    /// <param name="program">The program's path or name, as for <see cref="ModeOf"/>.</param>
    /// <param name="mode"><see cref="ChildMode.Mods"/> or <see cref="ChildMode.Follow"/>.</param>
    /// <param name="isInMod">True if the process begins in a mod's real folder, and has to change to the virtual one.</param>
    /// <param name="inherits">True if the process may inherit a handle that leads to a folder or file of mods.</param>
    /// <returns>The start; null if the process runs without the VFS.</returns>
    IChildStart? Begin(in ProcessInformation created, string program, ChildMode mode, bool isInMod, bool inherits);
}

/// <summary>A start of the VFS in a process that hasn't run. Each method is called at most once.</summary>
public interface IChildStart
{
    /// <summary>Prepares for this process to resume the new one next. Not called if the new process stays suspended.</summary>
    void AboutToRun();

    /// <summary>Waits for the outcome of the start, for a limited time, since the process runs.</summary>
    void Resumed();

    /// <summary>Leaves the outcome of the start to be determined later, as the process is suspended until its creator resumes it.</summary>
    void LeftSuspended();
}

/// <summary>The policy for processes that this one starts.</summary>
internal static class ChildPolicy
{
    /// <summary>The current policy; null if such processes aren't followed. Read by any thread.</summary>
    public static volatile IChildProcesses? Current;
}
