using System.Runtime.Loader;
using Reloaded.Universal.Redirector.Interfaces;
using Reloaded.VFS.Mods.Events;

namespace Reloaded.VFS.ReloadedII;

/// <summary>
/// Reports to other mods of the files below redirected folders that the game opens, and of those that were replaced by a mod's file.
/// Thread-safe.
/// </summary>
/// <remarks>
/// Calls other mods on a thread of its own, some hundredths of a second after the open: a hooked function must not wait for another mod's
/// code. While no mod listens, there is neither a thread nor a record.
/// </remarks>
/// <param name="findFile">Returns the path of the process's event file, or null.</param>
/// <param name="warn">Writes a sentence to the loader's log. Called on any thread.</param>
internal sealed class OpenTeller(Func<string?> findFile, Action<string> warn)
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);

    // rvfs monitor may be reading the events: only one reader at a time is possible.
    private static readonly TimeSpan UntilFree = TimeSpan.FromSeconds(1);

    private readonly object _lock = new();
    private Redirecting? _redirecting;
    private Loading? _loading;
    private Thread? _thread;
    private bool _isEnding;

    /// <summary>Gets or sets the function that is called for each file that was replaced by another.</summary>
    public Redirecting? Redirecting
    {
        get => _redirecting;
        set => Set(ref _redirecting, value);
    }

    /// <summary>Gets or sets the function that is called for each file that was requested.</summary>
    public Loading? Loading
    {
        get => _loading;
        set => Set(ref _loading, value);
    }

    private bool IsWanted => !_isEnding && (_redirecting is not null || _loading is not null);

    /// <summary>Removes a mod's functions. Otherwise the mod's code would stay in the process.</summary>
    public void Forget(AssemblyLoadContext mod)
    {
        lock (_lock)
        {
            _redirecting = Without(_redirecting, mod);
            _loading = Without(_loading, mod);
        }
    }

    /// <summary>Stops all reports. The thread has ended when this method returns, unless it is the calling thread.</summary>
    public void End()
    {
        Thread? thread;
        lock (_lock)
        {
            _isEnding = true;
            _redirecting = null;
            _loading = null;
            Monitor.PulseAll(_lock);
            thread = _thread;
        }

        if (thread is not null && thread != Thread.CurrentThread)
            thread.Join();
    }

    private void Set<T>(ref T? which, T? value) where T : Delegate
    {
        lock (_lock)
        {
            which = value;
            if (IsWanted && _thread is null)
            {
                _thread = new Thread(Tell) { IsBackground = true, Name = "Reloaded VFS: opened files" };
                _thread.Start();
            }
        }
    }

    private static T? Without<T>(T? all, AssemblyLoadContext mod) where T : Delegate =>
        (T?)Delegate.Combine([.. (all?.GetInvocationList() ?? [])
            .Where(one => AssemblyLoadContext.GetLoadContext(one.Method.Module.Assembly) != mod)]);

    private void Tell()
    {
        try
        {
            if (findFile() is not { } file)
            {
                warn("no mod is told of opened files: the file for it couldn't be made, see the start report");
                return;
            }

            using EventReader reader = EventReader.Open(file, version: null);
            bool isOn = false;
            while (Wait(isOn || !reader.IsEnabled ? Pause : UntilFree))
            {
                if (!isOn && !reader.IsEnabled)
                {
                    reader.TurnOn();
                    isOn = true;
                }

                if (isOn)
                    reader.Read().ForEach(Tell);
            }
        }
        catch (Exception e) when (e is EventFileException or IOException or UnauthorizedAccessException)
        {
            warn($"no mod is told of opened files: {e.Message}");
        }
        finally
        {
            lock (_lock)
                _thread = null;
        }
    }

    // Returns false once no mod listens.
    private bool Wait(TimeSpan time)
    {
        lock (_lock)
        {
            if (IsWanted)
                Monitor.Wait(_lock, time);
            return IsWanted;
        }
    }

    private void Tell(FileEvent opened)
    {
        // A path that was too long for a record is incomplete.
        if (!opened.IsOpen || opened.Path.StartsWith('…'))
            return;
        string path = NtPath.ToWin32(opened.Path);
        try
        {
            _loading?.Invoke(path);
            if (opened.Became is { } became)
                _redirecting?.Invoke(path, became);
        }
        catch (Exception e)
        {
            warn($"a mod that is told of {path} failed: {e.Message}");
        }
    }
}
