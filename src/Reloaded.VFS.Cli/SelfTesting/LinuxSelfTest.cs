using System.Diagnostics;
using Reloaded.VFS.Cli.Checking;
using Reloaded.VFS.Cli.Starting.Wine;

namespace Reloaded.VFS.Cli.SelfTesting;

/// <summary>The self-test on Linux: rvfs.exe runs it under Wine, and writes the result to a file.</summary>
internal static class LinuxSelfTest
{
    /// <summary>Runs the test.</summary>
    /// <param name="options">The command's options, for rvfs.exe.</param>
    /// <param name="place">The folder in which the test makes its own; null for the temporary folder of the prefix.</param>
    /// <param name="output">Receives the output of rvfs.exe.</param>
    /// <returns>The exit code.</returns>
    /// <exception cref="CliException">There is no Wine, or rvfs.exe doesn't run in it.</exception>
    public static int Run(IEnumerable<string> options, string? place, TextWriter output)
    {
        WineInstallation wine = WineInstallation.Find();
        string launcher = WineRun.FindLauncher();
        wine.EnsurePrefix();
        WinePaths paths = new(wine.Prefix);
        string answer = Path.Combine(TemporaryPlace.Find(), $"rvfs-selftest-{Guid.NewGuid():N}.txt");
        string version = SystemChecks.AskVersion(wine.Command)?.Trim() ?? "no version";
        string[] given = place is null ? [] : ["--dir", paths.ToWindows(Path.GetFullPath(place))];
        ProcessStartInfo start = wine.Prepare([launcher, "selftest", .. options, .. given, "--out", paths.ToWindows(answer), "--wine",
            $"{wine.Command}, {version}, prefix {wine.Prefix}"]);
        // The game of the test loads this DLL from its folder, where rvfs install puts it.
        start.Environment[DllOverrides.Variable] =
            DllOverrides.With(Environment.GetEnvironmentVariable(DllOverrides.Variable), "version=n,b");
        try
        {
            int code = WineAttempts.Run(() => StartAndWait(start), () => File.Exists(answer),
                status => $"rvfs.exe said nothing under Wine (status {status})");
            output.Write(File.ReadAllText(answer).ReplaceLineEndings("\n"));
            return code;
        }
        finally
        {
            DiskRemoval.DeleteFile(answer);
        }
    }

    private static int StartAndWait(ProcessStartInfo start)
    {
        using Process process = WineInstallation.Start(start);
        process.WaitForExit();
        return process.ExitCode;
    }
}
