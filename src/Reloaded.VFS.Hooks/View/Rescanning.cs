namespace Reloaded.VFS.Hooks.View;

/// <summary>Who can be asked to look at the mods' folders again.</summary>
internal static class Rescanning
{
    /// <summary>
    /// Who follows what changes in mods on disk; null where nobody does.
    /// Set before the first hook goes in, and at the end; read by any thread.
    /// </summary>
    public static volatile IRescanner? Follower;
}
