namespace Reloaded.VFS.ReloadedII;

/// <summary>The switch of redirecting: off while the loader has the mod suspended, or another mod has it disabled. Thread-safe.</summary>
/// <param name="set">Turns redirecting on or off.</param>
internal sealed class Switch(Action<bool> set)
{
    private readonly object _lock = new();
    private bool _isSuspended;
    private bool _isDisabled;

    /// <summary>Suspends redirecting. Called by the loader.</summary>
    public void Suspend() => Change(ref _isSuspended, true);

    /// <summary>Ends <see cref="Suspend"/>. Called by the loader.</summary>
    public void Resume() => Change(ref _isSuspended, false);

    /// <summary>Disables redirecting. Called by a mod.</summary>
    public void Disable() => Change(ref _isDisabled, true);

    /// <summary>Ends <see cref="Disable"/>. Called by a mod.</summary>
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
