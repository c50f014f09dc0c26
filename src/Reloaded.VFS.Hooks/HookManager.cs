using Reloaded.VFS.Hooks.Engine;

namespace Reloaded.VFS.Hooks;

/// <summary>The state of one hook, for the start report.</summary>
/// <param name="Function">The hooked function of ntdll.</param>
/// <param name="Installed">Whether calls go through us.</param>
/// <param name="Detail">How it was installed, or why not; null where there is nothing to say.</param>
/// <param name="Required">Whether the game would see wrong files without it.</param>
public sealed record HookState(string Function, bool Installed, string? Detail, bool Required);

/// <summary>Installs the hooks, and turns them on and off. Not thread-safe: the host calls it under its own lock.</summary>
public static class HookManager
{
    /// <summary>
    /// Installs every hook, turned off: the calls pass the gates and go on to the original. Call it once, on a thread whose state is
    /// <see cref="ThreadMark.Inside"/>, after the warm-up.
    /// </summary>
    public static IReadOnlyList<HookState> Install(VirtualFileSystem files, NativeServices native) => throw new NotImplementedException();

    /// <summary>Calls go through the handlers from now on.</summary>
    public static void Enable() => throw new NotImplementedException();

    /// <summary>Calls go to the originals from now on; handlers that are running finish.</summary>
    public static void Disable() => throw new NotImplementedException();

    /// <summary>Tells the gates which names may lie under a target. Call it whenever a target was added.</summary>
    public static void UpdatePrefixes(IEnumerable<string> targets) => throw new NotImplementedException();
}
