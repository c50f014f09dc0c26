namespace Reloaded.VFS.Hooks.Children;

/// <summary>Who decides about the processes that this one starts.</summary>
internal static class ChildPolicy
{
    /// <summary>What becomes of them; null where they aren't followed. Read by any thread.</summary>
    public static volatile IChildProcesses? Current;
}
