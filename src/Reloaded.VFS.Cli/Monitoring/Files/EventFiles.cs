using System.Diagnostics;
using Reloaded.VFS.Cli.Processes;
using Reloaded.VFS.Mods.Events;
using Reloaded.VFS.Mods.Reports;

namespace Reloaded.VFS.Cli.Monitoring.Files;

/// <summary>The event files: those that rvfs creates for a run, and those of processes that have the DLL already.</summary>
internal static class EventFiles
{
    // The offset of EventHeader.Enabled.
    private const int EnabledOffset = 16;

    /// <summary>Creates a file for a process that is about to start.</summary>
    /// <param name="on">True to record every call from the first one on.</param>
    public static string Create(bool on)
    {
        string path = Path.Combine(ReportFolders.Running, $"run-{Environment.ProcessId}-{Guid.NewGuid():N}{EventFileLayout.Extension}");
        Directory.CreateDirectory(ReportFolders.Running);
        using FileStream file = new(path, FileMode.CreateNew, FileAccess.Write, FileShare.ReadWrite);
        file.SetLength(EventFileLayout.FileSize);
        if (on)
        {
            file.Position = EnabledOffset;
            file.WriteByte(1);
        }

        return path;
    }

    /// <summary>Deletes a file that rvfs has created.</summary>
    public static void Delete(string? path)
    {
        if (path is not null)
            DiskRemoval.TryDeleteFile(path);
    }

    /// <summary>Finds the file of a running process by its id or its program's name, or that of any; if several run, the newest.</summary>
    /// <exception cref="CliException">There is none.</exception>
    /// <exception cref="OtherVersionException">There is only one of another version.</exception>
    public static string Find(string? process)
    {
        var found = new List<(string File, DateTime Started)>();
        OtherVersionException? other = null;
        foreach (string file in Folders().Where(Directory.Exists).SelectMany(f => Directory.GetFiles(f, "*" + EventFileLayout.Extension)))
        {
            try
            {
                using EventReader reader = EventReader.Open(file, CliVersion.Text);
                if (IsMeant(process, reader.ProcessId, reader.Program) && IsInUse(file, reader.ProcessId))
                    found.Add((file, reader.Started));
            }
            catch (OtherVersionException e)
            {
                if (IsMeant(process, e.ProcessId, e.Program) && IsInUse(file, e.ProcessId))
                    other = e;
            }
            catch (Exception e) when (e is EventFileException or IOException or UnauthorizedAccessException)
            {
                // The process is still starting or has ended.
            }
        }

        if (found.Count == 0 && other is not null)
            throw other;
        return found.Count > 0
            ? found.MaxBy(f => f.Started).File
            : throw new CliException(ExitCodes.NotFound, process is null
                ? "No running process has Reloaded VFS in it."
                : $"No running process '{process}' has Reloaded VFS in it.",
                "Name a game that runs with its mods: its process id, or its program (game.exe).");
    }

    private static bool IsMeant(string? process, int processId, string program)
    {
        if (process is null)
            return true;
        if (uint.TryParse(process, CultureInfo.InvariantCulture, out uint id))
            return processId == id;
        string name = program.Split('\\')[^1];
        return name.Equals(process, StringComparison.OrdinalIgnoreCase)
            || Path.GetFileNameWithoutExtension(name).Equals(process, StringComparison.OrdinalIgnoreCase);
    }

    /// <summary>Determines whether a file's process still runs.</summary>
    public static bool IsInUse(string file, int processId)
    {
        if (OperatingSystem.IsWindows())
        {
            try
            {
                using Process process = Process.GetProcessById(processId);
                return !process.HasExited;
            }
            catch (ArgumentException)
            {
                return false;
            }
        }

        // The id is Wine's, so check whether another process has the file mapped.
        return MappedFile.IsMapped(new FileInfo(file).FullName);
    }

    private static IEnumerable<string> Folders()
    {
        yield return ReportFolders.Running;
        if (OperatingSystem.IsWindows())
            yield break;
        string users = Path.Combine(WineInstallation.FindPrefix(), "drive_c", "users");
        if (!Directory.Exists(users))
            yield break;
        foreach (string user in Directory.GetDirectories(users))
            yield return Path.Combine(user, "AppData", "Local", "reloaded-vfs", "running");
    }
}
