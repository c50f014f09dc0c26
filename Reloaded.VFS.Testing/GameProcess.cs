using System.Diagnostics;
using System.Globalization;
using System.Text;

namespace Reloaded.VFS.Testing;

/// <summary>Options for the run of a Windows program.</summary>
public sealed record GameOptions
{
    /// <summary>Gets a value indicating whether the program runs through <c>rvfs run</c>.</summary>
    public bool Vfs { get; init; }

    /// <summary>Gets the arguments between <c>rvfs run</c> and the program.</summary>
    public IReadOnlyList<string> VfsArguments { get; init; } = [];

    /// <summary>Gets a value indicating whether the program is a 32-bit one; in the lane of 32 bits all are.</summary>
    public bool Is32Bit { get; init; }

    /// <summary>Gets the working directory; null for the program's folder.</summary>
    public string? WorkingDirectory { get; init; }

    /// <summary>
    /// Gets the time after which the program counts as hung and is ended, on an idle machine: see <see cref="GameProcess.Patience"/>.
    /// </summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>Gets the variables that are added to the environment; null removes a variable.</summary>
    public IReadOnlyDictionary<string, string?> Environment { get; init; } = new Dictionary<string, string?>();
}

/// <summary>The result of a program's run.</summary>
/// <remarks><see cref="ExitCode"/> is the exit code on this system: under Wine without rvfs, its low 8 bits only.</remarks>
public sealed record GameResult(int ExitCode, byte[] Output, string Errors, TimeSpan Elapsed)
{
    /// <summary>Gets the output as UTF-8.</summary>
    public string Text => Encoding.UTF8.GetString(Output);

    /// <summary>Returns the result for an assertion's message.</summary>
    public override string ToString() =>
        $"exit code {ExitCode} after {Elapsed.TotalSeconds:0.0} s\n--- output\n{Text}\n--- errors\n{Errors}";
}

/// <summary>A runner of Windows programs: directly on Windows, elsewhere by Wine in the tests' prefix.</summary>
public static class GameProcess
{
    private const int Attempts = 3;

    /// <summary>Gets the factor of every time limit (RVFS_PATIENCE), for machines on which several runs share the processors.</summary>
    public static double Patience { get; } =
        double.TryParse(Environment.GetEnvironmentVariable("RVFS_PATIENCE"), CultureInfo.InvariantCulture, out double factor)
            ? Math.Max(1, factor)
            : 1;

    /// <summary>
    /// Runs a program to its end. Throws <see cref="TimeoutException"/> if the program hangs, with its output and the calls of its threads.
    /// </summary>
    public static GameResult Run(string program, IEnumerable<string> arguments, GameOptions? options = null)
    {
        options ??= new GameOptions();
        List<string> command = [];
        if (options.Vfs)
        {
            command.Add(PublishedArtifacts.WhyMissing() is string why ? throw new FileNotFoundException(why)
                : options.Is32Bit ? WholeRelease.Launcher : PublishedArtifacts.Launcher);
            command.Add("run");
            command.AddRange(options.VfsArguments);
        }
        else if (WinePrefix.IsNeeded)
        {
            command.Add((options.Is32Bit ? WinePrefix.Command32 : WinePrefix.Command)
                ?? throw new FileNotFoundException("no Wine; build/setup.sh installs it"));
        }

        command.Add(program);
        command.AddRange(arguments);
        options = options with { WorkingDirectory = options.WorkingDirectory ?? Path.GetDirectoryName(program) };
        return RunCommand(command, options);
    }

    /// <summary>
    /// Determines whether Wine 8 has lost a program before its first line, as happens about once in a thousand starts on a busy machine.
    /// <c>rvfs run</c> restarts such a program itself.
    /// </summary>
    private static bool IsLost(GameResult result) => result is { ExitCode: 1, Output: [], Errors: "" };

    /// <summary>
    /// Runs a command of this system, such as the launcher or Wine with one of its tools, in the same environment and with the same time limits.
    /// </summary>
    public static GameResult RunCommand(IReadOnlyList<string> command, GameOptions? options = null)
    {
        GameResult result = RunOnce(command, options ?? new GameOptions());
        for (int attempt = 1; attempt < Attempts && (command[0] == WinePrefix.Command || command[0] == WinePrefix.Command32) && IsLost(result); attempt++)
            result = RunOnce(command, options ?? new GameOptions());
        return result;
    }

    private static GameResult RunOnce(IReadOnlyList<string> command, GameOptions options)
    {
        string folder = RepositoryFolders.CreateTemporary();
        try
        {
            // Files, not pipes: a program left running in the background would hold a pipe open.
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

        // Programs that load the DLL themselves choose when it starts. Programs that `rvfs run` starts run as players' do.
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
            // A program that is still ending holds a file; the system cleans the temporary folder.
        }
    }
}
