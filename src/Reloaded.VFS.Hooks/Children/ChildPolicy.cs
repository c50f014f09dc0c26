namespace Reloaded.VFS.Hooks.Children;

/// <summary>The policy for processes that this one starts.</summary>
internal static class ChildPolicy
{
    /// <summary>The current policy; null if such processes aren't followed. Read by any thread.</summary>
    public static volatile IChildProcesses? Current;
}
