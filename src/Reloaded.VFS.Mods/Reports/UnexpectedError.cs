using System.ComponentModel;
using System.Globalization;
using System.Security;

namespace Reloaded.VFS.Mods.Reports;

/// <summary>Describes errors that no code foresees. A user gets one clause; a programmer's details go to a file. Thread-safe.</summary>
internal static class UnexpectedError
{
    private const long LargestFile = 1 << 20;

    private static readonly Lock s_lock = new();

    /// <summary>Gets the file that receives what a bug report needs.</summary>
    public static string FilePath => Path.Combine(ReportFolders.Local, "errors.txt");

    /// <summary>
    /// Returns the cause, a clause without a full stop. An error that isn't of the system or the disk is also written to the file.
    /// </summary>
    public static string Describe(Exception e)
    {
        if (e is IOwnText or IOException or UnauthorizedAccessException or SecurityException or OutOfMemoryException or Win32Exception)
            return ErrorCause.Of(e);
        return "a fault of Reloaded VFS itself" + (TryLog(e) ? $"; '{FilePath}' has what a bug report needs" : "");
    }

    private static bool TryLog(Exception e)
    {
        try
        {
            lock (s_lock)
            {
                Directory.CreateDirectory(ReportFolders.Local);
                var file = new FileInfo(FilePath);
                // The first errors tell the most.
                if (file is { Exists: true, Length: > LargestFile })
                    return true;
                File.AppendAllText(FilePath,
                    string.Create(CultureInfo.InvariantCulture, $"{DateTime.UtcNow:u} process {Environment.ProcessId}\n{e}\n\n"));
                return true;
            }
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException
            or InvalidOperationException)
        {
            return false;
        }
    }
}
