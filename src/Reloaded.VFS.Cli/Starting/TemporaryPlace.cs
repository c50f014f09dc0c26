using Reloaded.VFS.Cli.Terminal;

namespace Reloaded.VFS.Cli.Starting;

/// <summary>The temporary folder of this system, which each start needs.</summary>
internal static class TemporaryPlace
{
    /// <summary>Its path.</summary>
    /// <exception cref="CliException">It isn't there; the variable that names it is told.</exception>
    public static string Find()
    {
        string folder = Path.TrimEndingDirectorySeparator(Path.GetTempPath()), variable = OperatingSystem.IsWindows() ? "TEMP" : "TMPDIR";
        return Directory.Exists(folder)
            ? folder
            : throw new CliException(ExitCodes.Failed, $"There is no temporary folder '{folder}', which {variable} names.",
                $"Make it, or set {variable} to a folder that you may write to.");
    }
}
