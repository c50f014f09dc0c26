using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.InteropServices;
using Reloaded.VFS.Cli.Processes;

namespace Reloaded.VFS.Cli.Starting.Wine;

/// <summary>
/// The handling of the signals that end <c>rvfs run</c>, from before the game's start until nothing is left to clean up. A closed terminal
/// signals Wine and this process at once, and Wine may be gone before this process has received the signal.
/// </summary>
internal sealed class EndingSignals : IDisposable
{
    private static readonly TimeSpan UntilItIsHeard = TimeSpan.FromSeconds(0.5);
    private readonly PosixSignalRegistration[] _registrations;
    private volatile Process? _process;
    private volatile int _received;

    /// <summary>Registers handlers, so that a signal ends the process passed to <see cref="Watch"/> and not this one.</summary>
    public EndingSignals() => _registrations =
    [
        // Ctrl-C reaches the game through the terminal. Ending rvfs ends rvfs.exe, and Windows' job object then ends the game.
        PosixSignalRegistration.Create(PosixSignal.SIGINT, EndUnlessOfTerminal),
        PosixSignalRegistration.Create(PosixSignal.SIGQUIT, context => context.Cancel = true),
        PosixSignalRegistration.Create(PosixSignal.SIGTERM, End),
        PosixSignalRegistration.Create(PosixSignal.SIGHUP, End),
    ];

    public PosixSignal? Received => _received == 0 ? null : (PosixSignal)_received;

    /// <summary>Sets the process that a signal ends, and ends it at once if a signal has already been received.</summary>
    public void Watch(Process process)
    {
        _process = process;
        if (_received != 0)
            Kill();
    }

    /// <summary>
    /// Returns the signal that ended the process, waiting for it if the process's status says that this process must have received it, too.
    /// </summary>
    /// <param name="code">The status in the shell's form.</param>
    public PosixSignal? After(int code)
    {
        _process = null;
        if (code == StatusOf(PosixSignal.SIGHUP))
            SpinWait.SpinUntil(() => _received != 0, UntilItIsHeard);
        return Received;
    }

    /// <summary>Returns the status, in the shell's form, of a program that a signal has ended.</summary>
    public static int StatusOf(PosixSignal signal) => 128 + signal switch
    {
        PosixSignal.SIGHUP => 1,
        PosixSignal.SIGINT => 2,
        _ => 15,
    };

    public void Dispose()
    {
        foreach (PosixSignalRegistration registration in _registrations)
            registration.Dispose();
    }

    private void EndUnlessOfTerminal(PosixSignalContext context)
    {
        context.Cancel = true;
        if (!UnixProcess.IsInForeground())
            End(context);
    }

    private void End(PosixSignalContext context)
    {
        context.Cancel = true;
        _received = (int)context.Signal;
        Kill();
    }

    private void Kill()
    {
        try
        {
            // The command may be a script, with Wine as its child. What Wine starts isn't a child of it.
            _process?.Kill(entireProcessTree: true);
        }
        catch (Exception e) when (e is InvalidOperationException or Win32Exception or AggregateException)
        {
            // The process ended by itself meanwhile.
        }
    }
}
