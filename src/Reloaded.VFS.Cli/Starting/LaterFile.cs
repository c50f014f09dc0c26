using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Mods.Removing;

namespace Reloaded.VFS.Cli.Starting;

/// <summary>Checks, before a game starts, whether files that are written after its end can be written.</summary>
internal static class LaterFile
{
    /// <summary>Opens a file for writing, and leaves everything as it was.</summary>
    /// <param name="path">The file, a host path. It need not exist.</param>
    /// <param name="option">The option that names the file.</param>
    /// <exception cref="CliException">The file can't be written.</exception>
    public static void Try(string path, string option)
    {
        path = Path.GetFullPath(path);
        if (Directory.Exists(path))
            throw Refusal(path, option, "it is a folder");
        if (Path.GetDirectoryName(path) is { } folder && !Directory.Exists(folder))
            throw Refusal(path, option, $"there is no folder '{folder}'");
        try
        {
            const FileShare share = FileShare.ReadWrite | FileShare.Delete;
            using FileStream file = File.Exists(path)
                ? new(path, FileMode.Open, FileAccess.Write, share)
                : DiskRemoval.OpenPassing(path, FileMode.CreateNew, share);
        }
        catch (UnauthorizedAccessException)
        {
            throw Refusal(path, option, "you may not write there");
        }
        catch (IOException)
        {
            throw Refusal(path, option, "the disk refuses it, or another program has it open");
        }
    }

    private static CliException Refusal(string path, string option, string cause) =>
        new(ExitCodes.Failed, $"{option} '{path}' can't be written: {cause}.", "Nothing was started. Name another file.");
}
