using System.ComponentModel;
using System.Diagnostics;
using Reloaded.VFS.Cli.Checking.Facts;
using Reloaded.VFS.Cli.Starting.Wine;

namespace Reloaded.VFS.Cli.Checking.Reporting;

/// <summary>The report of a Linux system: what is visible from here, then the output of rvfs.exe under Wine.</summary>
internal static class LinuxReport
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(2);

    public static void Write(StartedProgram? game, StringBuilder text)
    {
        text.AppendLine($"Reloaded VFS {CliVersion.Text}, rvfs for Linux");
        text.AppendLine($"Host: Linux {Environment.OSVersion.Version}, {Distribution()}");
        text.AppendLine($"  {Processor.Name()}: {Processor.Features()}");
        string? why = Try(game?.Path, text);
        if (why is null)
            return;
        text.AppendLine($"What Windows programs see isn't known: {why}");
        if (OwnFilesCheck.FindFolder() is { } folder)
            SystemReport.WriteFiles(folder, text);
        if (game is not null)
            GameReport.Write(SystemFacts.Real, game, text);
        SystemReport.WriteFindings(SystemFacts.Real, text);
    }

    private static string? Try(string? game, StringBuilder text)
    {
        string report = Path.Combine(Path.GetTempPath(), $"rvfs-system-{Guid.NewGuid():N}.txt");
        try
        {
            WineInstallation wine = WineInstallation.Find();
            string launcher = WineRun.FindLauncher();
            text.AppendLine($"Wine: {wine.Command}, {SystemChecks.AskVersion(wine.Command)?.Trim() ?? "no version"}, prefix "
                    + $"{wine.Prefix}{(Directory.Exists(wine.Prefix) ? "" : ", which isn't made yet")}");
            if (!Directory.Exists(Path.Combine(wine.Prefix, "dosdevices")))
                return "the prefix isn't made yet; start a game with 'rvfs run' first";
            WinePaths paths = new(wine.Prefix);
            string[] words = [launcher, "doctor", "--system", "--out", paths.ToWindows(report),
                .. game is null ? (string[])[] : [paths.ToWindows(game)]];
            using Process process = Process.Start(wine.Prepare(words))!;
            if (!process.WaitForExit(s_patience))
            {
                process.Kill();
                return $"rvfs.exe hasn't ended in {s_patience.TotalSeconds:0} s";
            }

            if (!File.Exists(report))
                return $"rvfs.exe wrote no report (status {process.ExitCode})";
            text.AppendLine().Append(File.ReadAllText(report).ReplaceLineEndings("\n"));
            return null;
        }
        catch (Exception e) when (e is CliException or IOException or UnauthorizedAccessException or Win32Exception)
        {
            return ErrorCause.Of(e);
        }
        finally
        {
            DiskRemoval.DeleteFile(report);
        }
    }

    private static string Distribution() =>
        FileErrors.Ignore(() => File.ReadLines("/etc/os-release")
            .FirstOrDefault(l => l.StartsWith("PRETTY_NAME=", StringComparison.Ordinal))?["PRETTY_NAME=".Length..].Trim('"'), null)
        ?? "unknown distribution";
}
