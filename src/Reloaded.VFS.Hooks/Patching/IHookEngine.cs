namespace Reloaded.VFS.Hooks.Patching;

/// <summary>
/// Leads a function's entry to a gate. Behind an interface, so that a process in which somebody else owns the hooks (a managed mod with
/// Reloaded.Hooks) can bring its own.
/// </summary>
public unsafe interface IHookEngine
{
    /// <summary>
    /// Hooks <paramref name="target"/>: calls go to <paramref name="gate"/>. The way to the original is stored in
    /// <paramref name="original"/> before the first call can arrive. Safe while other threads run the function.
    /// </summary>
    /// <returns>The hook, or null with the reason in <paramref name="detail"/>; nothing is changed then.</returns>
    IInstalledHook? Install(nint target, nint gate, nint* original, out string detail);
}

/// <summary>A hook that is in place.</summary>
public interface IInstalledHook
{
    /// <summary>
    /// Puts the original bytes back, if what stands there is still ours. False: somebody hooked over us, and the gate stays in the way.
    /// The trampoline stays mapped: a thread may be inside it.
    /// </summary>
    bool TryRemove();
}
