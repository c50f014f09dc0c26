using Reloaded.VFS.Configuration;
using Reloaded.VFS.Hooks;
using Reloaded.VFS.Interop.Kernel32;
using Reloaded.VFS.Reports;

namespace Reloaded.VFS.Loader.Children;

/// <summary>
/// The processes that this one starts: each gets this DLL and the configuration of this process, with the same targets, whatever folder its
/// own program is in; while redirecting is turned off here (<c>rvfs_disable</c>) they are left alone. Thread-safe.
/// </summary>
/// <param name="configuration">Of this process, complete.</param>
/// <param name="report">Takes what the user should know.</param>
internal sealed unsafe class FollowedChildren(VfsConfiguration configuration, Action<Diagnostic> report) : IChildProcesses
{
    private const string Ending = ".child";

    private readonly ChildModes _modes = new(configuration);

    private int _count;

    // A launcher among the children doesn't redirect, and what it starts is followed all the same.
    private bool IsFollower => configuration.Report?.EndsWith(Ending, StringComparison.Ordinal) == true
        && _modes.Of(Path.GetFileName(GameProcess.Program.AsSpan())) == ChildMode.Follow;

    /// <inheritdoc/>
    public ChildMode ModeOf(string program) =>
        HookManager.IsEnabled || IsFollower ? _modes.Of(Path.GetFileName(program.AsSpan())) : ChildMode.Leave;

    /// <inheritdoc/>
    public void Enter(nint process, string program, ChildMode mode)
    {
        int is32Bit = 0;
        if (Processes.IsWow64Process(process, &is32Bit) != 0 && is32Bit != 0)
        {
            report(Diagnostic.Warning($"{program} is a 32-bit program: it runs without mods, and so does what it starts"));
            return;
        }

        if (ImageFile.Path is not { } dll)
            return;
        string file = Path.Combine(Path.GetTempPath(), $"rvfs-{Environment.ProcessId}-{Interlocked.Increment(ref _count)}.json");
        try
        {
            // Beside this process's report, which stays its own, as its event file does; a child isn't stopped for what its parent was started with.
            VfsConfiguration own = configuration with { OnError = ErrorPolicy.Run, Events = null, Report = configuration.Report is { } parent ? parent.EndsWith(Ending, StringComparison.Ordinal) ? parent : parent + Ending : file + Ending };
            ConfigurationWriter.WriteFile(own, file);
            string? cause = new RemoteStart(process, dll).Run(file, mode);
            if (cause != null)
                report(Diagnostic.Warning($"{program} runs without mods: {cause}"));
            if (configuration.Report == null)
                File.Delete(file + Ending);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            report(Diagnostic.Warning($"{program} runs without mods: {e.Message.TrimEnd('.')}"));
        }
        finally
        {
            File.Delete(file);
        }
    }
}
