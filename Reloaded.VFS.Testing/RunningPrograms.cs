using System.ComponentModel;
using System.Diagnostics;

namespace Reloaded.VFS.Testing;

/// <summary>Running programs, found by their command lines: under Wine, games and their launchers aren't children of the tests.</summary>
public static class RunningPrograms
{
    private static readonly TimeSpan EndLimit = TimeSpan.FromSeconds(10);

    /// <summary>
    /// Kills programs, the last started first, and returns when each has ended. Programs started meanwhile aren't killed.
    /// </summary>
    /// <param name="name">A part of each program's command line; on Windows, of the program's path.</param>
    /// <param name="words">Under Wine: words, at least one of which the command line contains too.</param>
    /// <returns>True if there was such a program.</returns>
    /// <exception cref="TimeoutException">A killed program hasn't ended after 10 s (times <see cref="GameProcess.Patience"/>).</exception>
    public static bool Kill(string name, IReadOnlyList<string> words)
    {
        bool some = false;
        // The game before its launcher: the game's output after the launcher's end isn't read.
        foreach (int id in Ids().OrderDescending())
        {
            try
            {
                if (WinePrefix.IsNeeded && !IsMeant(CommandLine(id), name, words))
                    continue;
                using var process = Process.GetProcessById(id);
                if (!WinePrefix.IsNeeded && !process.MainModule!.FileName.Contains(name, StringComparison.Ordinal))
                    continue;
                process.Kill();
                some = true;
                WaitForEnd(process);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException or InvalidOperationException or ArgumentException
                or Win32Exception)
            {
                // The process has ended, or is another user's.
            }
        }

        return some;
    }

    /// <summary>Returns the process numbers and command lines of all programs of Wine and their launchers, for messages.</summary>
    public static string Describe() => string.Join("\n", Process.GetProcesses()
        .Select(process => (process.Id, Line: CommandLine(process.Id)))
        .Where(program => program.Line.Contains(".exe", StringComparison.OrdinalIgnoreCase))
        .Select(program => $"{program.Id} {program.Line}"));

    /// <summary>Returns process numbers only: on Linux .NET would read more of each process.</summary>
    private static int[] Ids() => WinePrefix.IsNeeded
        ? [.. Directory.EnumerateDirectories("/proc").Select(folder => int.TryParse(Path.GetFileName(folder), out int id) ? id : 0)
            .Where(id => id != 0)]
        : [.. Process.GetProcesses().Select(process => process.Id)];

    private static bool IsMeant(string line, string name, IReadOnlyList<string> words) =>
        line.Contains(name, StringComparison.Ordinal) && words.Any(word => line.Contains(word, StringComparison.Ordinal));

    private static void WaitForEnd(Process process)
    {
        var clock = Stopwatch.StartNew();
        while (!(WinePrefix.IsNeeded ? HasEnded(process.Id) : process.HasExited))
        {
            if (clock.Elapsed > EndLimit * GameProcess.Patience)
                throw new TimeoutException($"process {process.Id} was killed and hasn't ended");
            Thread.Sleep(1);
        }
    }

    // An ended process stays in the list, as a zombie without threads, until its parent asks for the exit code; the first process of a
    // container may take minutes to ask. Process.WaitForExit waits for that.
    private static bool HasEnded(int id)
    {
        try
        {
            string status = File.ReadAllText($"/proc/{id}/stat");
            return status[status.LastIndexOf(')')..].StartsWith(") Z", StringComparison.Ordinal)
                && Directory.GetDirectories($"/proc/{id}/task").Length <= 1;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return true;
        }
    }

    private static string CommandLine(int id)
    {
        try
        {
            return File.ReadAllText($"/proc/{id}/cmdline").Replace('\0', ' ').Trim();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return "";
        }
    }
}
