using Reloaded.VFS.Configuration;

namespace Reloaded.VFS.Hooks;

/// <summary>What the host does with processes that this one starts. Called on the game's threads; may take its time.</summary>
public interface IChildProcesses
{
    /// <summary>What becomes of a program.</summary>
    /// <param name="program">Its path, or its name where nobody knows the path.</param>
    ChildMode ModeOf(string program);

    /// <summary>Puts the VFS into a process of which nothing has run yet. Says itself what goes wrong; the process runs in any case.</summary>
    /// <param name="process">Its handle, with all access.</param>
    /// <param name="program">As above.</param>
    /// <param name="mode"><see cref="ChildMode.Mods"/> or <see cref="ChildMode.Follow"/>.</param>
    void Enter(nint process, string program, ChildMode mode);
}
