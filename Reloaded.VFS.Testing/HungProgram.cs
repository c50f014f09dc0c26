using System.Diagnostics;
using System.Text;
using System.Text.RegularExpressions;

namespace Reloaded.VFS.Testing;

/// <summary>A description of the threads of a program that hangs, as Wine's debugger sees them.</summary>
internal static partial class HungProgram
{
    private const int MostLines = 400;
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(2);

    /// <summary>
    /// Returns the calls of every thread of the command's Windows programs, innermost first, or the reason why there are none. The debugger
    /// stops the programs.
    /// </summary>
    public static string Describe(IReadOnlyList<string> command)
    {
        if (!WinePrefix.IsNeeded || Executables.Find("winedbg") is not string debugger)
            return "no winedbg here";
        string path = Path.GetTempFileName();
        try
        {
            // Writes to a file: a debugger that hangs with the program would hold a pipe open.
            ProcessStartInfo start = new("/bin/sh")
            {
                ArgumentList = { "-c", "exec \"$0\" --command 'bt all' >\"$1\" 2>&1 </dev/null", debugger, path },
            };
            foreach ((string variable, string value) in WinePrefix.Environment)
                start.Environment[variable] = value;
            start.Environment.Remove("DISPLAY");
            using Process process = Process.Start(start)!;
            if (!process.WaitForExit(Limit))
                process.Kill(entireProcessTree: true);
            return Shorten(File.ReadAllText(path), command);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or System.ComponentModel.Win32Exception)
        {
            return $"winedbg: {e.Message}";
        }
        finally
        {
            File.Delete(path);
        }
    }

    /// <summary>
    /// Reduces the debugger's output to the threads of the command's programs, and each frame to its number, module and function.
    /// </summary>
    internal static string Shorten(string output, IReadOnlyList<string> command)
    {
        string[] programs = [.. command.Select(word => word.Split('/', '\\')[^1]).Where(word => word.EndsWith(".exe", Ignored))];
        StringBuilder text = new();
        int lines = 0;
        bool isAsked = false;
        foreach (string line in output.Split('\n'))
        {
            Match thread = Thread().Match(line);
            if (thread.Success)
                isAsked = programs.Any(program => thread.Groups["path"].Value.EndsWith("\\" + program, Ignored));
            if (!isAsked)
                continue;
            Match frame = Frame().Match(line);
            string? told = thread.Success ? $"thread {thread.Groups["id"].Value} of {thread.Groups["path"].Value}"
                : frame.Success ? $"  {frame.Groups["number"].Value} {frame.Groups["module"].Value} {frame.Groups["place"].Value}"
                : null;
            if (told is null)
                continue;
            if (++lines > MostLines)
                return text.Append("...\n").ToString();
            text.Append(told).Append('\n');
        }

        return lines == 0 ? $"winedbg names no thread of {string.Join(", ", programs)}" : text.ToString();
    }

    private const StringComparison Ignored = StringComparison.OrdinalIgnoreCase;

    [GeneratedRegex(@"^Backtracing for thread (?<id>\w+) in process \w+ \((?<path>.*)\):")]
    private static partial Regex Thread();

    // "  1 0x0000007b075550 WaitForMultipleObjectsEx+0xc8(count=0x1) [sync.c:343] in kernelbase (0x0000000000)",
    // "  2 0x000000017c9d07 in coreclr (+0x1c9d07) (0x000000002d0f00)"
    [GeneratedRegex(@"^(=>|\s+)(?<number>\d+) 0x\w+ (?<place>[^\s(]+)?.*\bin (?<module>\S+)(?: \((?<place>\+0x\w+)\))? \(")]
    private static partial Regex Frame();
}
