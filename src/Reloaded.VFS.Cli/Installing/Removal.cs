using Reloaded.VFS.Cli.Starting;
using Reloaded.VFS.Cli.Terminal;

namespace Reloaded.VFS.Cli.Installing;

/// <summary>
/// Implements <c>rvfs uninstall</c>: removes what <see cref="Installation"/> has added, according to its manifest, and what the DLL has
/// written beside it since. Changed files stay.
/// </summary>
/// <param name="output">Receives a description of what was done.</param>
internal sealed class Removal(TextWriter output)
{
    // Files written by the proxy and by starts: src/Reloaded.VFS.Dll/Proxy/start.c, StartReportFile, OriginalsRecord.
    private const string ErrorFile = "install-error.txt";
    private static readonly string[] s_reports = ["start-*.json", "originals.json"];

    /// <summary>Removes everything.</summary>
    /// <param name="game">The program, an absolute path; it may no longer exist.</param>
    /// <returns>True if nothing of the installation is left.</returns>
    /// <exception cref="CliException">Nothing is installed, or the game is running.</exception>
    public bool Uninstall(string game)
    {
        GameFolder folder = GameFolder.Read(game);
        InstallManifest manifest = InstallManifest.Read(folder.Own)
            ?? throw new CliException(ExitCodes.NothingFound, $"rvfs isn't installed in '{folder.Path}'.");
        RunningGame.ThrowIfRunning(game);
        FolderChanges changes = new(folder.Path);
        IReadOnlyList<InstalledFile> own = manifest.FindOwn(folder.Path, out bool hasChanged);
        bool isGone = !hasChanged;
        foreach (InstalledFile file in own)
            isGone &= changes.TryDelete(file.Path);
        if (manifest.Registry is { } value && !WineSettings.Remove(value))
        {
            Messages.Warn($"the value '{value.Value}' in HKEY_CURRENT_USER\\{value.Key} of the Wine prefix can't be removed.");
            isGone = false;
        }

        if (isGone)
            RemoveOwn(folder, manifest, changes);

        string now = FolderFingerprint.Of(folder.Path);
        output.WriteLine($"The folder before: {manifest.Before}");
        output.WriteLine($"The folder now:    {now}");
        output.WriteLine(!isGone ? "Not everything could be removed."
            : now == manifest.Before ? "The folder is as it was before rvfs install."
            : "Nothing of rvfs install is left. Other files have changed since.");
        return isGone;
    }

    private static void RemoveOwn(GameFolder folder, InstallManifest manifest, FolderChanges changes)
    {
        List<string> folders = [.. manifest.Folders];
        string logs = Path.Combine(folder.Own, "logs");
        if (!manifest.HadLogs && Directory.Exists(logs))
        {
            foreach (string report in s_reports.SelectMany(pattern => Directory.GetFiles(logs, pattern)))
                changes.TryDelete(Path.GetRelativePath(folder.Path, report));
            folders.Add($"{folder.OwnName}/logs");
        }

        if (File.Exists(Path.Combine(folder.Own, ErrorFile)))
            changes.TryDelete($"{folder.OwnName}/{ErrorFile}");
        changes.TryDelete(Path.GetRelativePath(folder.Path, InstallManifest.FileIn(folder.Own)));
        changes.RemoveEmpty(folders);
    }
}
