using System.Runtime.InteropServices;
using System.Text;
using Reloaded.VFS.Cli.Terminal;

namespace Reloaded.VFS.Cli.Processes;

/// <summary>This process on Linux: its words as bytes, its environment, its terminal, and another program in its place.</summary>
internal static unsafe partial class UnixProcess
{
    private const int SIGPIPE = 13;
    private const int ENOENT = 2;
    private const int O_CLOEXEC = 0x80000;
    private const int PRIO_PROCESS = 0;
    private const int IOPRIO_WHO_PROCESS = 1;

    // Its number on x86-64.
    private const long SYS_ioprio_set = 251;

    // IOPRIO_CLASS_BE, level 7. A class below it would get nothing of a disk that is busy with the game.
    private const long LowestBestEffort = (2 << 13) | 7;
    private const int Nice = 10;

    /// <summary>
    /// The words that this process was started with, the program's own name first, byte for byte: a path needn't be UTF-8.
    /// </summary>
    public static byte[][] ReadWords()
    {
        ReadOnlySpan<byte> line = File.ReadAllBytes("/proc/self/cmdline");
        List<byte[]> words = [];
        for (int end; (end = line.IndexOf((byte)0)) >= 0; line = line[(end + 1)..])
            words.Add(line[..end].ToArray());
        return [.. words];
    }

    /// <summary>A word of text as the system takes it.</summary>
    public static byte[] ToWord(string text) => Encoding.UTF8.GetBytes(text);

    /// <summary>
    /// Sets a variable of the environment that <see cref="Replace"/> passes on. The others stay as they are, byte for byte.
    /// </summary>
    public static void SetVariable(string name, string value)
    {
        if (setenv(name, value, 1) != 0)
            throw new CliException(ExitCodes.Failed, $"The variable {name} can't be set.");
    }

    /// <summary>
    /// Puts the program that the first word names, searched for on PATH, in this process's place: same process id, nothing of rvfs stays.
    /// </summary>
    /// <returns>What to throw where it can't be started; otherwise this doesn't come back.</returns>
    public static CliException Replace(IReadOnlyList<byte[]> words)
    {
        nint* pointers = stackalloc nint[words.Count + 1];
        for (int i = 0; i < words.Count; i++)
        {
            pointers[i] = Marshal.AllocHGlobal(words[i].Length + 1);
            words[i].CopyTo(new Span<byte>((void*)pointers[i], words[i].Length));
            ((byte*)pointers[i])[words[i].Length] = 0;
        }

        pointers[words.Count] = 0;
        // The runtime has it ignored, and what is ignored stays so in the next program.
        signal(SIGPIPE, 0);
        execvp(pointers[0], pointers);
        int error = Marshal.GetLastSystemError();
        string program = Encoding.UTF8.GetString(words[0]);
        return error == ENOENT
            ? new CliException(ExitCodes.NotFound, $"There is no program '{program}'.",
                "rvfs run takes the game's .exe, or a launcher's whole command line.")
            : new CliException(ExitCodes.CannotRun, $"'{program}' couldn't be started: {Marshal.GetPInvokeErrorMessage(error)}.");
    }

    /// <summary>
    /// Whether this process is in the foreground of its terminal: what Ctrl-C sends there reaches every process of the same group.
    /// </summary>
    public static bool IsInForeground()
    {
        int terminal = open("/dev/tty", O_CLOEXEC);
        if (terminal < 0)
            return false;
        bool isInForeground = tcgetpgrp(terminal) == getpgrp();
        _ = close(terminal);
        return isInForeground;
    }

    /// <summary>Has this thread, and no other one, wait for the processor and the disk while others want them.</summary>
    public static void LowerThisThread()
    {
        // To Linux a thread is a process, and 0 the one that calls. Where it's refused, nothing changes.
        _ = setpriority(PRIO_PROCESS, 0, Nice);
        _ = syscall(SYS_ioprio_set, IOPRIO_WHO_PROCESS, 0, LowestBestEffort);
    }

    [LibraryImport("libc", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int open(string path, int flags);

    [LibraryImport("libc")]
    private static partial int close(int descriptor);

    [LibraryImport("libc")]
    private static partial int tcgetpgrp(int terminal);

    [LibraryImport("libc")]
    private static partial int getpgrp();

    [LibraryImport("libc", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int setenv(string name, string value, int overwrite);

    [LibraryImport("libc")]
    private static partial nint signal(int signum, nint handler);

    [LibraryImport("libc")]
    private static partial int execvp(nint file, nint* argv);

    [LibraryImport("libc")]
    private static partial int setpriority(int which, int who, int priority);

    [LibraryImport("libc")]
    private static partial long syscall(long number, long first, long second, long third);
}
