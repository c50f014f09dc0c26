using Reloaded.VFS.Cli.Game;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Diagnostics;

namespace Reloaded.VFS.Cli.Starting.Wrapping;

/// <summary>
/// Copies the files that run inside a game's container to a folder in the user's data folder, one for each version, if Reloaded VFS is
/// installed in a place that the container doesn't show (<c>/usr</c>, <c>/var/lib</c>).
/// </summary>
internal static class LauncherCopy
{
    private static readonly string[] s_files = [OwnNames.Launcher, OwnNames.WindowlessLauncher, OwnNames.Dll];

    /// <summary>Creates the copy, or uses the existing one.</summary>
    /// <param name="launcher">The launcher for Windows, whose folder contains the other files.</param>
    /// <param name="dataFolder">The user's data folder: <c>XDG_DATA_HOME</c>, or <c>~/.local/share</c>.</param>
    /// <returns>The copied launcher.</returns>
    /// <exception cref="CliException">The copy can't be written.</exception>
    public static string Make(string launcher, string dataFolder)
    {
        string from = Path.GetDirectoryName(launcher)!;
        string folder = Path.Combine(dataFolder, "rvfs", CliVersion.Text);
        try
        {
            foreach (string file in s_files.Where(file => File.Exists(Path.Combine(from, file))).Concat(Library32.FilesOf(from)))
            {
                string to = Path.Combine(folder, file);
                Directory.CreateDirectory(Path.GetDirectoryName(to)!);
                Copy(Path.Combine(from, file), to);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new CliException(ExitCodes.Failed,
                $"The game's container doesn't show '{from}', and the files can't be copied to '{folder}': {ErrorCause.Of(e)}",
                "Unpack Reloaded VFS into your home folder.");
        }

        return Path.Combine(folder, Path.GetFileName(launcher));
    }

    /// <summary>Copies a file under a temporary name and renames it into place, because a running game may have the old one open.</summary>
    private static void Copy(string from, string to)
    {
        FileInfo source = new(from), copy = new(to);
        if (copy.Exists && copy.Length == source.Length && copy.LastWriteTimeUtc == source.LastWriteTimeUtc)
            return;
        AtomicFile.Put(to, temporary =>
        {
            File.Copy(from, temporary);
            File.SetLastWriteTimeUtc(temporary, source.LastWriteTimeUtc);
        });
    }
}
