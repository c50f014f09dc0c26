namespace Reloaded.VFS.ReloadedII;

/// <summary>
/// Whether anything is redirected: not while the loader has the mod suspended, nor while another mod has it disabled. Thread-safe.
/// </summary>
/// <param name="set">Redirects from now on, or not.</param>
internal sealed class Switch(Action<bool> set)
{
    private readonly object _lock = new();
    private bool _isSuspended;
    private bool _isDisabled;

    /// <summary>By the loader.</summary>
    public void Suspend() => Change(ref _isSuspended, true);

    /// <summary>By the loader.</summary>
    public void Resume() => Change(ref _isSuspended, false);

    /// <summary>By a mod.</summary>
    public void Disable() => Change(ref _isDisabled, true);

    /// <summary>By a mod.</summary>
    public void Enable() => Change(ref _isDisabled, false);

    private void Change(ref bool what, bool value)
    {
        lock (_lock)
        {
            what = value;
            set(!_isSuspended && !_isDisabled);
        }
    }
}
