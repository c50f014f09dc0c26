using System.Runtime.InteropServices;
using Reloaded.VFS.Interop.Entering;
using static Reloaded.VFS.Interop.Win32.Win32Error;

namespace Reloaded.VFS.Cli.Starting.Windows;

/// <summary>The game's process, created suspended. Nothing of its program runs until <see cref="Resume"/>.</summary>
internal sealed unsafe class LaunchedGame : IDisposable
{
    private const int Attempts = 3;

    // MAX_PATH without the NUL (minwindef.h).
    private const int LongestPath = 259;

    private const uint AskEveryMilliseconds = 2000;

    private ProcessEntry? _entry;

    private LaunchedGame(ProcessInformation created)
    {
        Handle = created.Process;
        MainThread = created.Thread;
        Tree = ProcessTree.TryCreate(this);
    }

    /// <summary>Gets the process's handle, with all access.</summary>
    public nint Handle { get; }

    /// <summary>Gets the handle of the process's first thread.</summary>
    public nint MainThread { get; }

    /// <summary>Gets the job with the process and all that it starts, or null if Windows doesn't allow it.</summary>
    public ProcessTree? Tree { get; }

    /// <summary>
    /// Creates the suspended process. It has this process's console and environment, and inherits its standard handles and all inheritable
    /// handles.
    /// </summary>
    /// <param name="path">The program, an absolute path.</param>
    /// <param name="commandLine">The whole command line, the program's name first.</param>
    /// <param name="currentDirectory">The current directory, or null for this process's own.</param>
    /// <exception cref="CliException">Windows refused to start the program; the message says why.</exception>
    public static LaunchedGame CreateSuspended(string path, string commandLine, string? currentDirectory)
    {
        if (commandLine.Length > 32766)
            throw new CliException(ExitCodes.CannotRun,
                $"The game's command line has {commandLine.Length} characters; Windows allows 32766.");
        STARTUPINFOW startup;
        Kernel32.GetStartupInfoW(&startup);
        // What was specified when rvfs was started is meant for the game, except the window's title and position.
        startup.cb = (uint)sizeof(STARTUPINFOW);
        startup.lpReserved = null;
        startup.lpTitle = null;
        startup.dwFlags = (startup.dwFlags & StartupFlags.STARTF_USESHOWWINDOW) | StartupFlags.STARTF_USESTDHANDLES;
        startup.hStdInput = Inheritable(Kernel32.STD_INPUT_HANDLE);
        startup.hStdOutput = Inheritable(Kernel32.STD_OUTPUT_HANDLE);
        startup.hStdError = Inheritable(Kernel32.STD_ERROR_HANDLE);

        for (int attempt = 1; ; attempt++)
        {
            ProcessInformation created;
            bool done;
            // The system may write to the command line.
            fixed (char* line = (char[])[.. commandLine, '\0'])
                done = Kernel32.CreateProcessW(path, line, null, null, true,
                    ProcessCreationFlags.CREATE_SUSPENDED | ProcessCreationFlags.CREATE_UNICODE_ENVIRONMENT, null, currentDirectory,
                    &startup, &created);
            if (done)
                return new(created);
            int error = Marshal.GetLastPInvokeError();
            // Wine occasionally returns this if the new process was gone before it had begun.
            if (error != ERROR_INTERNAL_ERROR || attempt == Attempts)
                throw Refused(path, error);
        }
    }

    /// <summary>
    /// Makes the main thread run what was queued for it. The thread then waits until <see cref="Resume"/>, or runs on if nothing holds it.
    /// </summary>
    /// <param name="entry">The queued entry, which this object owns from now on.</param>
    public void Enter(ProcessEntry entry)
    {
        _entry = entry;
        ResumeMainThread();
    }

    /// <summary>Lets the game run.</summary>
    /// <param name="endWithLauncher">True if the game ends when this process does, however that happens.</param>
    public void Resume(bool endWithLauncher)
    {
        if (!endWithLauncher)
            Tree?.Release();
        if (_entry is null)
            ResumeMainThread();
        else
            _entry.LetGo();
    }

    /// <summary>Terminates a game that hasn't run yet, and waits until it is gone.</summary>
    public void Terminate(uint exitCode = 1)
    {
        Kernel32.TerminateProcess(Handle, exitCode);
        _ = Kernel32.WaitForSingleObject(Handle, 5000);
    }

    /// <summary>Waits, without a limit, until the process and all that it started have ended.</summary>
    /// <param name="nowAndThen">Called on this thread every two seconds, unless a process begins or ends meanwhile.</param>
    /// <param name="afterAWhile">Called once, on this thread, unless the wait ends at once.</param>
    /// <param name="isLeft">Determines, by its name, whether a program isn't waited for after the game's own end.</param>
    /// <param name="stillWaiting">Receives, once, the names of the programs that still run some time after the game's end.</param>
    public void WaitForAll(Action? nowAndThen, Action? afterAWhile, Predicate<string> isLeft, Action<IReadOnlyList<string>> stillWaiting)
    {
        if (Tree is null)
        {
            afterAWhile?.Invoke();
            while (Kernel32.WaitForSingleObject(Handle, AskEveryMilliseconds) == WaitResult.WAIT_TIMEOUT)
                nowAndThen?.Invoke();
            return;
        }

        Tree.WaitForAll(nowAndThen, afterAWhile, isLeft, stillWaiting);
        // The desktop that may be left also belongs to other programs.
        Tree.Release();
    }

    /// <summary>Gets the exit code if the process has ended.</summary>
    public bool TryGetExitCode(out uint code) =>
        Kernel32.GetExitCodeProcess(Handle, out code)
            && (code != Kernel32.STILL_ACTIVE || Kernel32.WaitForSingleObject(Handle, 0) == WaitResult.WAIT_OBJECT_0);

    public void Dispose()
    {
        Tree?.Dispose();
        _entry?.Dispose();
        Kernel32.CloseHandle(MainThread);
        Kernel32.CloseHandle(Handle);
    }

    private void ResumeMainThread()
    {
        if (Kernel32.ResumeThread(MainThread) == uint.MaxValue)
            throw new CliException($"The game couldn't be resumed: {ErrorCause.OfWin32(Marshal.GetLastPInvokeError())}");
    }

    private static nint Inheritable(uint which)
    {
        nint handle = Kernel32.GetStdHandle(which);
        if (handle is 0 or -1)
            return 0;
        // A console's handle before Windows 8 refuses this, and is inherited anyway.
        Kernel32.SetHandleInformation(handle, Kernel32.HANDLE_FLAG_INHERIT, Kernel32.HANDLE_FLAG_INHERIT);
        return handle;
    }

    /// <summary>Returns the exception for a program that Windows doesn't start.</summary>
    internal static CliException Refused(string path, int error) => error switch
    {
        ERROR_ELEVATION_REQUIRED => new(ExitCodes.CannotRun, $"'{path}' wants to run as administrator, and rvfs doesn't (error 740).",
            "Start rvfs from a console that runs as administrator, or clear \"Run this program as an administrator\" in the game's "
                + "Properties, Compatibility."),
        ERROR_FILE_NOT_FOUND or ERROR_PATH_NOT_FOUND or ERROR_INVALID_NAME or ERROR_FILENAME_EXCED_RANGE or ERROR_DIRECTORY
            when path.Length > LongestPath =>
            new(ExitCodes.CannotRun,
                $"'{path}' can't be started: its path has {path.Length} characters, and Windows starts no program with more than {LongestPath}.",
                "Move the game into a folder with a shorter path."),
        ERROR_FILE_NOT_FOUND => new(ExitCodes.NotFound, $"There is no '{path}'."),
        ERROR_ACCESS_DENIED => new(ExitCodes.CannotRun, $"Windows refuses to run '{path}' (access denied).",
            "Check the file's permissions, and whether a virus scanner blocks it."),
        ERROR_BAD_EXE_FORMAT => new(ExitCodes.CannotRun, $"Windows says that '{path}' isn't a program it can run here (error 193).",
            "It may be damaged: verify the game's files."),
        _ when BlockedFile.Find((uint)error) is { } known =>
            new(ExitCodes.CannotRun, $"Windows refuses to start '{path}': {known.Cause} (error {error}).", $"What to do: {known.Cure}."),
        _ => new(ExitCodes.CannotRun, $"'{path}' couldn't be started: {ErrorCause.OfWin32(error)} (error {error})."),
    };
}
