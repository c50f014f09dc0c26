using System.Globalization;
using System.Text;

namespace Reloaded.VFS.Cli.Processes;

/// <summary>Which files other processes of Linux have in memory; Wine maps the programs and DLLs that it runs.</summary>
internal static class MappedFile
{
    /// <summary>Whether a process other than this one has the file mapped. Those of other users can't be seen.</summary>
    /// <param name="file">An absolute path without links.</param>
    public static bool IsMapped(string file)
    {
        // A line of maps ends with the path.
        byte[] end = Encoding.UTF8.GetBytes(file + "\n");
        foreach (string folder in Directory.GetDirectories("/proc"))
        {
            if (!int.TryParse(Path.GetFileName(folder), CultureInfo.InvariantCulture, out int id) || id == Environment.ProcessId)
                continue;
            try
            {
                if (File.ReadAllBytes(Path.Combine(folder, "maps")).AsSpan().IndexOf(end) >= 0)
                    return true;
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                // Gone, or of another user.
            }
        }

        return false;
    }
}
