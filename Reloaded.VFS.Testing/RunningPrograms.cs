using System.ComponentModel;
using System.Diagnostics;

namespace Reloaded.VFS.Testing;

/// <summary>
/// Programs that run, by their command lines: under Wine, games and what starts them aren't children of the tests.
/// </summary>
public static class RunningPrograms
{
    private static readonly TimeSpan EndLimit = TimeSpan.FromSeconds(10);

    /// <summary>
    /// Kills programs, those that were started last first, and returns when each has ended. What is started meanwhile isn't among them.
    /// </summary>
    /// <param name="name">What the command line of each has; on Windows the program's path.</param>
    /// <param name="words">Under Wine: words, one of which the command line has too.</param>
    /// <returns>Whether there was one.</returns>
    /// <exception cref="TimeoutException">A killed program hasn't ended in 10 s (times <see cref="GameProcess.Patience"/>).</exception>
    public static bool Kill(string name, IReadOnlyList<string> words)
    {
        bool some = false;
        // The game before what has started it: what a game prints after its launcher has ended isn't read.
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
                // It has ended, or is another user's.
            }
        }

        return some;
    }

    /// <summary>The command lines of all programs of Wine and of what starts them, with their processes: for messages.</summary>
    public static string Describe() => string.Join("\n", Process.GetProcesses()
        .Select(process => (process.Id, Line: CommandLine(process.Id)))
        .Where(program => program.Line.Contains(".exe", StringComparison.OrdinalIgnoreCase))
        .Select(program => $"{program.Id} {program.Line}"));

    /// <summary>On Linux their numbers alone: .NET would read more of each process.</summary>
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

    // A process that has ended stays in the list until its parent asks for its exit code, and the first process of a container may take
    // minutes to: then it is a zombie without threads. Process.WaitForExit waits for that.
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
