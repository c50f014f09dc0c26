using System.Diagnostics;
using System.Globalization;
using System.Text;

namespace Reloaded.VFS.Testing;

/// <summary>How a Windows program is run.</summary>
public sealed record GameOptions
{
    /// <summary>Through <c>rvfs run</c>, or directly.</summary>
    public bool Vfs { get; init; }

    /// <summary>What goes between <c>rvfs run</c> and the program.</summary>
    public IReadOnlyList<string> VfsArguments { get; init; } = [];

    /// <summary>Default: the program's folder.</summary>
    public string? WorkingDirectory { get; init; }

    /// <summary>
    /// After which the program counts as hung and is ended, on a machine that does nothing else: <see cref="GameProcess.Patience"/>.
    /// </summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>Added to the environment; null removes a variable.</summary>
    public IReadOnlyDictionary<string, string?> Environment { get; init; } = new Dictionary<string, string?>();
}

/// <summary>
/// What a program left. <see cref="ExitCode"/> is what the system here gives: under Wine without rvfs its low 8 bits only.
/// </summary>
public sealed record GameResult(int ExitCode, byte[] Output, string Errors, TimeSpan Elapsed)
{
    /// <summary>The output as UTF-8.</summary>
    public string Text => Encoding.UTF8.GetString(Output);

    /// <summary>For assertion messages.</summary>
    public override string ToString() =>
        $"exit code {ExitCode} after {Elapsed.TotalSeconds:0.0} s\n--- output\n{Text}\n--- errors\n{Errors}";
}

/// <summary>Runs Windows programs: directly on Windows, in the tests' prefix under Wine.</summary>
public static class GameProcess
{
    private const int Attempts = 3;

    /// <summary>By how much every time limit is longer than it says (RVFS_PATIENCE): where several runs share the processors.</summary>
    public static double Patience { get; } =
        double.TryParse(Environment.GetEnvironmentVariable("RVFS_PATIENCE"), CultureInfo.InvariantCulture, out double factor)
            ? Math.Max(1, factor)
            : 1;

    /// <summary>
    /// Runs to the end. Throws <see cref="TimeoutException"/> for a program that hangs, with what it had written till then and
    /// where its threads stood.
    /// </summary>
    public static GameResult Run(string program, IEnumerable<string> arguments, GameOptions? options = null)
    {
        options ??= new GameOptions();
        List<string> command = [];
        if (options.Vfs)
        {
            command.Add(PublishedArtifacts.WhyMissing() is string why ? throw new FileNotFoundException(why) : PublishedArtifacts.Launcher);
            command.Add("run");
            command.AddRange(options.VfsArguments);
        }
        else if (WinePrefix.IsNeeded)
        {
            command.Add(WinePrefix.Command ?? throw new FileNotFoundException("no Wine; build/setup.sh installs it"));
        }

        command.Add(program);
        command.AddRange(arguments);
        options = options with { WorkingDirectory = options.WorkingDirectory ?? Path.GetDirectoryName(program) };
        GameResult result = RunCommand(command, options);
        for (int attempt = 1; attempt < Attempts && !options.Vfs && WinePrefix.IsNeeded && IsLost(result); attempt++)
            result = RunCommand(command, options);
        return result;
    }

    /// <summary>
    /// How a program looks that Wine 8 has lost before its first line, as it does about once in a thousand starts on a busy machine.
    /// <c>rvfs run</c> starts such a program again itself.
    /// </summary>
    private static bool IsLost(GameResult result) => result is { ExitCode: 1, Output: [], Errors: "" };

    /// <summary>Runs a command of this system (the launcher itself, say) under the same environment and with the same care.</summary>
    public static GameResult RunCommand(IReadOnlyList<string> command, GameOptions? options = null)
    {
        options ??= new GameOptions();
        string folder = RepositoryFolders.CreateTemporary();
        try
        {
            // Files, not pipes: what a program leaves running in the background would hold a pipe open.
            string output = Path.Combine(folder, "out");
            string errors = Path.Combine(folder, "err");
            using Process process = Start(command, options, output, errors, out Task copying);
            Stopwatch clock = Stopwatch.StartNew();
            if (!process.WaitForExit(options.Timeout * Patience))
            {
                string threads = HungProgram.Describe(command);
                End(process);
                throw new TimeoutException(
                    $"{string.Join(' ', command)} has not ended in {(options.Timeout * Patience).TotalSeconds:0} s.\n--- output\n" +
                    $"{ReadShared(output)}\n--- errors\n{ReadShared(errors)}\n--- threads\n{threads}");
            }

            TimeSpan elapsed = clock.Elapsed;
            copying.Wait(TimeSpan.FromSeconds(5));
            return new GameResult(process.ExitCode, ReadAll(output), Encoding.UTF8.GetString(ReadAll(errors)), elapsed);
        }
        finally
        {
            TryDelete(folder);
        }
    }

    private static Process Start(IReadOnlyList<string> command, GameOptions options, string output, string errors, out Task copying)
    {
        ProcessStartInfo start;
        if (OperatingSystem.IsWindows())
        {
            start = new(command[0]) { RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true };
        }
        else
        {
            start = new("/bin/sh");
            foreach (string argument in (string[])["-c", "out=$1 err=$2; shift 2; exec \"$@\" >\"$out\" 2>\"$err\" </dev/null", "sh",
                output, errors, command[0]])
                start.ArgumentList.Add(argument);
        }

        start.UseShellExecute = false;
        start.WorkingDirectory = options.WorkingDirectory ?? "";
        for (int i = 1; i < command.Count; i++)
            start.ArgumentList.Add(command[i]);
        if (WinePrefix.IsNeeded)
        {
            foreach ((string name, string value) in WinePrefix.Environment)
                start.Environment[name] = value;
            start.Environment.Remove("DISPLAY");
        }

        // Programs that load the DLL themselves say when it starts. What `rvfs run` starts has what players have.
        if (!options.Vfs)
            start.Environment["RVFS_NO_AUTOSTART"] = "1";
        foreach ((string name, string? value) in options.Environment)
            start.Environment[name] = value;
        Process process = Process.Start(start)!;
        copying = Task.CompletedTask;
        if (OperatingSystem.IsWindows())
        {
            process.StandardInput.Close();
            copying = Task.WhenAll(Copy(process.StandardOutput.BaseStream, output), Copy(process.StandardError.BaseStream, errors));
        }

        return process;
    }

    private static async Task Copy(Stream source, string path)
    {
        await using FileStream file = new(path, FileMode.Create, FileAccess.Write, FileShare.ReadWrite);
        await source.CopyToAsync(file);
    }

    private static void End(Process process)
    {
        process.Kill(entireProcessTree: true);
        if (WinePrefix.IsNeeded)
            WinePrefix.EndAllPrograms();
        process.WaitForExit(TimeSpan.FromSeconds(10));
    }

    private static string ReadShared(string path) => Encoding.UTF8.GetString(ReadAll(path));

    private static byte[] ReadAll(string path)
    {
        if (!File.Exists(path))
            return [];
        using FileStream file = new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        byte[] bytes = new byte[file.Length];
        file.ReadExactly(bytes);
        return bytes;
    }

    private static void TryDelete(string folder)
    {
        try
        {
            Directory.Delete(folder, recursive: true);
        }
        catch (IOException)
        {
            // A program that is still ending holds a file; the temporary folder is cleaned by the system.
        }
    }
}
