using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Interop.Win32;

namespace Reloaded.VFS.Interop.Entering;

/// <summary>A start of the VFS in a new process that this one has asked for, and whose outcome is to come. Thread-safe.</summary>
public interface IPendingEntry : IDisposable
{
    /// <summary>
    /// Gets an object that is signalled when there may be an outcome (<see cref="TryFinish"/>). Valid until
    /// <see cref="IDisposable.Dispose"/>.
    /// </summary>
    nint Done { get; }

    /// <summary>Prepares the process for a thread that is about to be resumed. Callable on any thread, any number of times.</summary>
    void AboutToRun();

    /// <summary>
    /// Determines whether there is an outcome, or nothing to wait for any more. Releases a program that waits for this process.
    /// </summary>
    /// <param name="said">
    /// Receives the reason why the process runs without mods, or isn't allowed to run: a sentence without a full stop, and true in the
    /// second case.
    /// </param>
    bool TryFinish(Action<string, bool> said);
}

/// <content>The outcome of an entry into a process that its creator doesn't hold.</content>
public sealed unsafe partial class ProcessEntry : IPendingEntry
{
    private const uint EndMilliseconds = 1000;

    /// <inheritdoc/>
    public bool TryFinish(Action<string, bool> said)
    {
        if (TryRead(out EntryRequest request))
        {
            bool stops = request.Flags.HasFlag(EntryFlags.Stop);
            switch (request.State)
            {
                case EntryState.NotLoaded:
                    // Without the DLL nothing would restore its imports.
                    bool ends = stops || request.Flags.HasFlag(EntryFlags.Withheld);
                    // Before the process that waits for the child can end this one.
                    said($"the DLL couldn't be loaded into it{CauseOf(request.Status)}", ends);
                    if (ends)
                        _ = Kernel32.TerminateProcess(_process, request.ExitCode);
                    else
                        LetGo();
                    return true;
                case EntryState.Done when request.Imported < 0:
                    said(WhyNotImported(request.Imported), true);
                    return true;
                case EntryState.Done when request.Status < 0:
                    said($"the VFS didn't start in it (status {request.Status})", stops);
                    return true;
                case EntryState.Done:
                    return true;
                default:
                    return HasEnded();
            }
        }

        // A process's memory disappears before the process counts as ended.
        bool hasEnded = Kernel32.WaitForSingleObject(_process, EndMilliseconds) == WaitResult.WAIT_OBJECT_0;
        if (hasEnded && Kernel32.GetExitCodeProcess(_process, out uint code))
        {
            if (code == _exitCode && code != 0)
                said("its mods couldn't be loaded", true);
            else if (_is32Bit && code == unchecked((uint)NtStatus.STATUS_DLL_NOT_FOUND))
                said($"Windows didn't load '{_dll}', or a DLL that the program itself imports", true);
        }

        return hasEnded;
    }

    private static string CauseOf(int error) =>
        error == 0 ? "" : $": {Marshal.GetPInvokeErrorMessage(error).TrimEnd('.')} (error {error})";

    private string WhyNotImported(int result) => WithheldImports.FindMissing(this, result) is { } missing
        ? $"it needs {missing}"
        : $"its DLLs weren't loaded ({WithheldImports.Export} returned {result})";

    private bool HasEnded() => Kernel32.WaitForSingleObject(_process, 0) == WaitResult.WAIT_OBJECT_0;
}
