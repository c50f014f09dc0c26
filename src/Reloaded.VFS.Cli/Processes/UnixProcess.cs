using System.Globalization;
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

/// <summary>Programs of Linux, as a shell finds them.</summary>
internal static class CommandPath
{
    /// <summary>Whether there is such a program.</summary>
    public static bool Exists(string name) => Find(name) is not null;

    /// <summary>
    /// The absolute path of a program: a path as it is, a name searched for on PATH. Null where there is none that may be run.
    /// </summary>
    public static string? Find(string name)
    {
        if (name.Contains('/'))
            return IsProgram(name) ? Path.GetFullPath(name) : null;
        foreach (string folder in (Environment.GetEnvironmentVariable("PATH") ?? "").Split(':', StringSplitOptions.RemoveEmptyEntries))
        {
            string path = Path.Combine(folder, name);
            if (IsProgram(path))
                return path;
        }

        return null;
    }

    private static bool IsProgram(string path)
    {
        const UnixFileMode Executable = UnixFileMode.UserExecute | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute;
        return OperatingSystem.IsLinux() && File.Exists(path) && (File.GetUnixFileMode(path) & Executable) != 0;
    }
}

/// <summary>Which files other processes of Linux have in memory; Wine maps the programs and DLLs that it runs.</summary>
internal static class MappedFile
{
    /// <summary>Whether a process other than this one has the file mapped. Those of other users can't be seen.</summary>
    /// <param name="file">An absolute path without links.</param>
    public static bool IsMapped(string file)
    {
        // A line of maps ends with the path.
        byte[] end = Encoding.UTF8.GetBytes(file + "\n");
        foreach (string folder in Directory.GetDirectories("/proc"))
        {
            if (!int.TryParse(Path.GetFileName(folder), CultureInfo.InvariantCulture, out int id) || id == Environment.ProcessId)
                continue;
            try
            {
                if (File.ReadAllBytes(Path.Combine(folder, "maps")).AsSpan().IndexOf(end) >= 0)
                    return true;
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                // Gone, or of another user.
            }
        }

        return false;
    }
}

/// <summary>Files that processes of this user have open, on Linux, where Wine tells no other program of its locks.</summary>
internal static class OpenFiles
{
    /// <summary>
    /// All of them, those of the Wine servers included: a path in /proc that leads to the file, and the name that it was opened by, which
    /// may be one of a container.
    /// </summary>
    public static IEnumerable<(string Handle, string Name)> All()
    {
        foreach (string process in Directory.GetDirectories("/proc").Where(folder => char.IsAsciiDigit(Path.GetFileName(folder)[0])))
        {
            foreach ((string, string) open in Of(process))
                yield return open;
        }
    }

    private static List<(string Handle, string Name)> Of(string process)
    {
        List<(string, string)> found = [];
        try
        {
            foreach (string handle in Directory.GetFiles(Path.Combine(process, "fd")))
            {
                if (new FileInfo(handle).LinkTarget is { } target)
                    found.Add((handle, target));
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Another user's, or one that has ended.
        }

        return found;
    }
}
