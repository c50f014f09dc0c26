using System.Runtime.InteropServices;

namespace Reloaded.VFS.Cli.Starting.Windows;

/// <summary>The game and every process that it starts, held together by a job object. It outlives a launcher that ends first.</summary>
internal sealed unsafe class ProcessTree : IDisposable
{
    // A job's messages may be lost (Microsoft Learn, JOBOBJECT_ASSOCIATE_COMPLETION_PORT), so the job is queried now and then.
    private const uint AskEveryMilliseconds = 2000;

    // Work beside the game begins only after this time, so that it doesn't slow the game's start.
    private const uint SoonMilliseconds = 1000;

    // The time after the game's end until rvfs says what it still waits for.
    private const long SilentMilliseconds = 10_000;
    private const nint Key = 1;

    private const string Ended = "";

    private readonly nint _job;
    private readonly nint _port;
    private readonly nint _game;

    private ProcessTree(nint job, nint port, nint game) => (_job, _port, _game) = (job, port, game);

    /// <summary>Assigns the suspended <paramref name="game"/> to a new job. Returns null if Windows doesn't allow it.</summary>
    /// <remarks>
    /// Until <see cref="Release"/>, the game ends when this process does, however that happens, because no process would ever resume it.
    /// </remarks>
    public static ProcessTree? TryCreate(LaunchedGame game)
    {
        nint job = Kernel32.CreateJobObjectW(null, null);
        nint port = Kernel32.CreateIoCompletionPort(-1, 0, 0, 1);
        if (job == 0 || port == 0)
            return null;
        JOBOBJECT_ASSOCIATE_COMPLETION_PORT associate = new() { CompletionKey = Key, CompletionPort = port };
        ProcessTree tree = new(job, port, game.Handle);
        bool done = Kernel32.SetInformationJobObject(job, JOBOBJECTINFOCLASS.JobObjectAssociateCompletionPortInformation, &associate,
            (uint)sizeof(JOBOBJECT_ASSOCIATE_COMPLETION_PORT))
            && tree.SetLimits(JobObjectLimits.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE)
            && Kernel32.AssignProcessToJobObject(job, game.Handle);
        if (done)
            return tree;
        tree.Dispose();
        return null;
    }

    /// <summary>Lets the game run on if this process ends before it.</summary>
    public void Release() => SetLimits(JobObjectLimits.None);

    /// <summary>Waits, without a limit, until the last process of the tree has ended.</summary>
    /// <remarks>
    /// The desktop (explorer.exe) doesn't count: Wine's starts with the first program that needs it, as that program's child, and stays as
    /// long as any program has a desktop, including this one. Programs that have nothing to do with the game don't count either.
    /// </remarks>
    /// <param name="nowAndThen">Called on this thread every two seconds, unless a process begins or ends meanwhile.</param>
    /// <param name="afterAWhile">Called once, on this thread, if the wait takes longer than a second.</param>
    /// <param name="isLeft">Determines, by its name, whether a program isn't waited for after the game's own end.</param>
    /// <param name="stillWaiting">Receives, once, the names of the programs that still run some time after the game's end.</param>
    public void WaitForAll(Action? nowAndThen, Action? afterAWhile, Predicate<string> isLeft, Action<IReadOnlyList<string>> stillWaiting)
    {
        long began = Environment.TickCount64, ended = 0;
        bool isSaid = false;
        while (true)
        {
            bool got = Kernel32.GetQueuedCompletionStatus(_port, out uint told, out nint key, out _,
                afterAWhile is null ? AskEveryMilliseconds : SoonMilliseconds);
            if (!got)
                nowAndThen?.Invoke();
            if (Environment.TickCount64 - began >= SoonMilliseconds)
            {
                afterAWhile?.Invoke();
                afterAWhile = null;
            }

            var message = (JobObjectMessage)told;
            if (got && key == Key && message == JobObjectMessage.JOB_OBJECT_MSG_ACTIVE_PROCESS_ZERO)
                return;
            if (got && message is not (JobObjectMessage.JOB_OBJECT_MSG_EXIT_PROCESS
                or JobObjectMessage.JOB_OBJECT_MSG_ABNORMAL_EXIT_PROCESS))
                continue;
            bool hasEnded = Kernel32.WaitForSingleObject(_game, 0) == WaitResult.WAIT_OBJECT_0;
            if (hasEnded && ended == 0)
                ended = Environment.TickCount64;
            string?[] alive = [.. GetProcessIds().Select(FindImage).Where(image => image != Ended && !IsDesktop(image))];
            if (Array.TrueForAll(alive, image => hasEnded && image is not null && isLeft(Path.GetFileName(image))))
                return;
            if (!hasEnded || isSaid || Environment.TickCount64 - ended < SilentMilliseconds)
                continue;
            isSaid = true;
            stillWaiting([.. alive.Select(image => Path.GetFileName(image) ?? "an unknown program")
                .Where(name => !isLeft(name)).Distinct()]);
        }
    }

    /// <summary>Returns the ids of the processes that are alive, at most 256 of them.</summary>
    public uint[] GetProcessIds()
    {
        // A JOBOBJECT_BASIC_PROCESS_ID_LIST has two counts, then ids of pointer size.
        const int Capacity = 256;
        byte* buffer = stackalloc byte[8 + (Capacity * sizeof(nint))];
        *(long*)buffer = 0;
        Kernel32.QueryInformationJobObject(_job, JOBOBJECTINFOCLASS.JobObjectBasicProcessIdList, buffer,
            (uint)(8 + (Capacity * sizeof(nint))), null);
        uint[] ids = new uint[Math.Min(Capacity, ((uint*)buffer)[1])];
        for (int i = 0; i < ids.Length; i++)
            ids[i] = (uint)((nint*)(buffer + 8))[i];
        return ids;
    }

    public void Dispose()
    {
        Kernel32.CloseHandle(_port);
        Kernel32.CloseHandle(_job);
    }

    private bool SetLimits(JobObjectLimits limits)
    {
        // Breaking away stays allowed, because a program that asks for it would fail otherwise.
        JOBOBJECT_EXTENDED_LIMIT_INFORMATION information = new() { LimitFlags = limits | JobObjectLimits.JOB_OBJECT_LIMIT_BREAKAWAY_OK };
        return Kernel32.SetInformationJobObject(_job, JOBOBJECTINFOCLASS.JobObjectExtendedLimitInformation, &information,
            (uint)sizeof(JOBOBJECT_EXTENDED_LIMIT_INFORMATION));
    }

    /// <summary>Returns the program of a process, null if it can't be queried, or <see cref="Ended"/> if the process has ended.</summary>
    private static string? FindImage(uint id)
    {
        nint process = Kernel32.OpenProcess(ProcessAccess.PROCESS_QUERY_LIMITED_INFORMATION, false, id);
        if (process == 0)
            return Marshal.GetLastPInvokeError() == Win32Error.ERROR_INVALID_PARAMETER ? Ended : null;
        char* path = stackalloc char[512];
        uint length = 512;
        bool known = Kernel32.QueryFullProcessImageNameW(process, 0, path, ref length);
        Kernel32.CloseHandle(process);
        return known ? new(path, 0, (int)length) : null;
    }

    private static bool IsDesktop(string? image)
    {
        string windows = SystemFolders.Windows;
        return image is not null && (image.Equals(Path.Combine(windows, "explorer.exe"), StringComparison.OrdinalIgnoreCase)
            || image.Equals(Path.Combine(windows, "system32", "explorer.exe"), StringComparison.OrdinalIgnoreCase));
    }
}

/// <summary>
/// The handling of Ctrl-C while the game runs. A console game gets it from the console itself, so rvfs only has to wait; a game without a
/// console doesn't, so its windows are asked to close, as Alt-F4 does.
/// </summary>
internal static unsafe class CtrlC
{
    private static ProcessTree? s_askToClose;

    /// <summary>
    /// Leaves Ctrl-C and Ctrl-Break to the game from now on, by a handler of this process. If this process ignored them, the game would
    /// inherit that.
    /// </summary>
    public static void LeaveToGame(ProcessTree? askToClose)
    {
        s_askToClose = askToClose;
        Kernel32.SetConsoleCtrlHandler(&OnEvent, true);
    }

    [UnmanagedCallersOnly]
    private static int OnEvent(uint type)
    {
        if (type is not (Kernel32.CTRL_C_EVENT or Kernel32.CTRL_BREAK_EVENT))
            return 0;
        if (s_askToClose is { } tree)
        {
            foreach (uint id in tree.GetProcessIds())
                User32.EnumWindows(&CloseIfOf, (nint)id);
        }

        return 1;
    }

    [UnmanagedCallersOnly]
    private static int CloseIfOf(nint window, nint processId)
    {
        _ = User32.GetWindowThreadProcessId(window, out uint owner);
        if (owner == (uint)processId && User32.IsWindowVisible(window))
            User32.PostMessageW(window, User32.WM_CLOSE, 0, 0);
        return 1;
    }
}
