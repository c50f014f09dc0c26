using System.Runtime.InteropServices;

namespace Reloaded.VFS.Cli.Processes;

/// <summary>This process on Linux: its arguments as bytes, its environment, its terminal, and its replacement by another program.</summary>
internal static unsafe partial class UnixProcess
{
    private const int SIGPIPE = 13;
    private const int ENOENT = 2;
    private const int O_CLOEXEC = 0x80000;

    /// <summary>
    /// Returns the words with which this process was started, beginning with the program's own name, byte for byte, because a path needn't
    /// be UTF-8.
    /// </summary>
    public static byte[][] ReadWords()
    {
        ReadOnlySpan<byte> line = File.ReadAllBytes("/proc/self/cmdline");
        List<byte[]> words = [];
        for (int end; (end = line.IndexOf((byte)0)) >= 0; line = line[(end + 1)..])
            words.Add(line[..end].ToArray());
        return [.. words];
    }

    /// <summary>Encodes a text as a word of a command line.</summary>
    public static byte[] ToWord(string text) => Encoding.UTF8.GetBytes(text);

    /// <summary>Sets an environment variable that <see cref="Replace"/> passes on. The others stay as they are, byte for byte.</summary>
    public static void SetVariable(string name, string value)
    {
        if (setenv(name, value, 1) != 0)
            throw new CliException($"The variable {name} can't be set.");
    }

    /// <summary>
    /// Replaces this process by the program that the first word names, which is searched for on PATH. The process id stays the same, and
    /// nothing of rvfs remains.
    /// </summary>
    /// <returns>The exception to throw if the program can't be started; otherwise this method doesn't return.</returns>
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
        // The runtime ignores the signal, and an ignored signal stays ignored in the next program.
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
    /// Determines whether this process is in the foreground of its terminal, in which case Ctrl-C there reaches every process of its group.
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
}

/// <summary>A search for Linux programs, as a shell makes it.</summary>
internal static class CommandPath
{
    public static bool Exists(string name) => Find(name) is not null;

    /// <summary>
    /// Returns the absolute path of a program: a path as it is, a name searched for on PATH. Returns null if there is none that may be run.
    /// </summary>
    public static string? Find(string name)
    {
        if (name.Contains('/'))
            return IsProgram(name) ? Path.GetFullPath(name) : null;
        return (Environment.GetEnvironmentVariable("PATH") ?? "").Split(':', StringSplitOptions.RemoveEmptyEntries)
            .Select(folder => Path.Combine(folder, name)).FirstOrDefault(IsProgram);
    }

    private static bool IsProgram(string path)
    {
        const UnixFileMode Executable = UnixFileMode.UserExecute | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute;
        return OperatingSystem.IsLinux() && File.Exists(path) && (File.GetUnixFileMode(path) & Executable) != 0;
    }
}

/// <summary>The files that other Linux processes have mapped. Wine maps the programs and DLLs that it runs.</summary>
internal static class MappedFile
{
    /// <summary>Determines whether a process other than this one has a file mapped. Processes of other users can't be seen.</summary>
    /// <param name="file">An absolute path without links.</param>
    public static bool IsMapped(string file)
    {
        // A line of maps ends with the path.
        byte[] end = Encoding.UTF8.GetBytes(file + "\n");
        // A process whose maps can't be read is gone, or another user's.
        return Directory.GetDirectories("/proc").Any(folder =>
            int.TryParse(Path.GetFileName(folder), CultureInfo.InvariantCulture, out int id) && id != Environment.ProcessId
                && FileErrors.Ignore(() => File.ReadAllBytes(Path.Combine(folder, "maps")).AsSpan().IndexOf(end) >= 0, false));
    }
}

/// <summary>The files that this user's processes have open on Linux, where Wine doesn't tell other programs of its locks.</summary>
internal static class OpenFiles
{
    /// <summary>
    /// Returns all open files, including those of Wine servers: a path in /proc that leads to the file, and the name by which it was
    /// opened, which may be one of a container.
    /// </summary>
    public static IEnumerable<(string Handle, string Name)> All() =>
        Directory.GetDirectories("/proc").Where(folder => char.IsAsciiDigit(Path.GetFileName(folder)[0])).SelectMany(Of);

    private static List<(string Handle, string Name)> Of(string process)
    {
        List<(string, string)> found = [];
        // A process of another user, or one that has ended, shows none.
        FileErrors.Ignore(() =>
        {
            foreach (string handle in Directory.GetFiles(Path.Combine(process, "fd")))
            {
                if (new FileInfo(handle).LinkTarget is { } target)
                    found.Add((handle, target));
            }
        });

        return found;
    }
}
