using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.InteropServices;
using Reloaded.VFS.Cli.Processes;

namespace Reloaded.VFS.Cli.Starting.Wine;

/// <summary>
/// The signals that end <c>rvfs run</c>, from before the game's start until nothing is left to clear away: a closed terminal signals Wine
/// and this process at once, and Wine may be gone before this process has heard of it.
/// </summary>
internal sealed class EndingSignals : IDisposable
{
    private static readonly TimeSpan UntilItIsHeard = TimeSpan.FromSeconds(0.5);
    private readonly PosixSignalRegistration[] _registrations;
    private volatile Process? _process;
    private volatile int _received;

    /// <summary>From now on a signal ends what <see cref="Watch"/> was given, and not this process.</summary>
    public EndingSignals() => _registrations =
    [
        // Ctrl-C reaches the game by the terminal. Ending rvfs ends rvfs.exe, and Windows' job object then ends the game.
        PosixSignalRegistration.Create(PosixSignal.SIGINT, EndUnlessOfTerminal),
        PosixSignalRegistration.Create(PosixSignal.SIGQUIT, context => context.Cancel = true),
        PosixSignalRegistration.Create(PosixSignal.SIGTERM, End),
        PosixSignalRegistration.Create(PosixSignal.SIGHUP, End),
    ];

    /// <summary>The signal that came; null while none has.</summary>
    public PosixSignal? Received => _received == 0 ? null : (PosixSignal)_received;

    /// <summary>What a signal ends; at once where one has come already.</summary>
    public void Watch(Process process)
    {
        _process = process;
        if (_received != 0)
            Kill();
    }

    /// <summary>The signal that ended the process, waited for where its status says that this process must have got it, too.</summary>
    /// <param name="code">The status, as a shell has it.</param>
    public PosixSignal? After(int code)
    {
        _process = null;
        if (code == StatusOf(PosixSignal.SIGHUP))
            SpinWait.SpinUntil(() => _received != 0, UntilItIsHeard);
        return Received;
    }

    /// <summary>The status of a program that a signal has ended, as a shell has it.</summary>
    public static int StatusOf(PosixSignal signal) => 128 + signal switch
    {
        PosixSignal.SIGHUP => 1,
        PosixSignal.SIGINT => 2,
        _ => 15,
    };

    /// <inheritdoc/>
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
            // The command may be a script, whose child Wine is. What Wine starts is no child of it.
            _process?.Kill(entireProcessTree: true);
        }
        catch (Exception e) when (e is InvalidOperationException or Win32Exception or AggregateException)
        {
            // It ended by itself meanwhile.
        }
    }
}
