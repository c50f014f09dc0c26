using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Reloaded.VFS.Hashing;

namespace Reloaded.VFS.Dll.Reporting;

/// <summary>The writer of a start's report and log. A failure never stops the game.</summary>
internal static class ReportWriter
{
    /// <summary>
    /// Writes the report to the requested file, otherwise to <c>rvfs\logs</c> of the first target, otherwise to the user's local data.
    /// </summary>
    /// <returns>The file, or null if none could be written.</returns>
    public static string? Write(StartReport report, VfsConfiguration configuration)
    {
        string? written = null;
        foreach (string file in Candidates(report, configuration))
        {
            try
            {
                StartReportFile.Write(report, file);
                written = file;
                break;
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
            {
            }
        }

        WriteLog(report, configuration.Log);
        return written;
    }

    /// <summary>Appends a line with the time to the log, if there is one.</summary>
    public static void AppendLog(string? file, string line)
    {
        if (file is not null)
            FileErrors.Ignore(() => File.AppendAllText(file, $"{DateTime.Now:HH:mm:ss.fff} {line}\n"));
    }

    private static IEnumerable<string> Candidates(StartReport report, VfsConfiguration configuration)
    {
        if (configuration.Report is not null && StartReportFile.IsFree(configuration.Report))
        {
            yield return configuration.Report;
            yield break;
        }

        string first = configuration.Targets.Count > 0 ? configuration.Targets[0] : OwnProcess.Folder;
        // A target that doesn't exist isn't created: the next start, which should report it missing, would find it.
        if (Directory.Exists(first))
            yield return StartReportFile.NameFor(ReportFolders.OfGame(first), report.Time, Environment.ProcessId);
        yield return StartReportFile.NameFor(ReportFolders.LocalOfGame(first), report.Time, Environment.ProcessId);
    }

    private static void WriteLog(StartReport report, string? file)
    {
        if (file is null)
            return;
        try
        {
            if (Path.GetDirectoryName(file) is { Length: > 0 } folder)
                Directory.CreateDirectory(folder);
            File.AppendAllText(file, StartReportText.Render(report));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
        }
    }
}

internal static class ImageVersion
{
    /// <summary>Gets the version, <c>0.1.0</c>, as in <c>rvfs_version_string</c>.</summary>
    public static unsafe string Text { get; } = new(NativeImports.rvfs_version_string());
}

/// <summary>The instruction set that this image's code uses.</summary>
internal static class InstructionSet
{
    /// <summary>Gets the widest instruction set of the vector code: <c>SSE4.2</c>, <c>AVX2</c>, <c>AVX-512</c>.</summary>
    public static string Name =>
        Vector512.IsHardwareAccelerated ? "AVX-512"
        : Avx2.IsSupported || PathHash.HasImageCode ? "AVX2"
        : Sse42.IsSupported ? "SSE4.2"
        : Vector128.IsHardwareAccelerated ? "SSE2"
        : "none";
}

/// <summary>The system's name for reports.</summary>
internal static unsafe class SystemName
{
    /// <summary>Returns the name: <c>Windows 10.0.19045</c>, and <c>, Wine 8.0</c> under Wine.</summary>
    public static string Get()
    {
        string windows = $"Windows {Environment.OSVersion.Version.ToString(3)}";
        return NtFunctions.IsWine ? $"{windows}, Wine {Marshal.PtrToStringUTF8((nint)WineGetVersion.Exported.Invoke())}" : windows;
    }
}
