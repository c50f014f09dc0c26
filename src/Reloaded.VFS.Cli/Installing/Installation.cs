using Reloaded.VFS.Cli.Checking.Facts;

namespace Reloaded.VFS.Cli.Installing;

/// <summary>The implementation of <c>rvfs install</c>, which puts the DLL beside a game so that the game loads it by itself.</summary>
/// <remarks>Existing files are neither overwritten nor renamed. A manifest lists what was added, for <see cref="Removal"/>.</remarks>
/// <param name="published">The folder of rvfs.exe, with the DLL and the proxy.</param>
/// <param name="output">Receives a description of what was done.</param>
internal sealed class Installation(string published, TextWriter output)
{
    /// <summary>Installs the DLL, or updates an installation.</summary>
    /// <param name="game">The program, an absolute path.</param>
    /// <param name="prefix">The environment in which the game runs.</param>
    /// <returns>The placement and the manifest.</returns>
    /// <exception cref="CliException">The game can't have mods, or no placement fits. Nothing has been changed.</exception>
    public (Placement Placement, InstallManifest Manifest) Install(string game, GamePrefix prefix)
    {
        GameFolder folder = GameFolder.Read(game);
        InstallManifest? before = InstallManifest.Read(folder.Own);
        VfsConfiguration configuration = Check(game, Library32.IsIn(published), out bool is64Bit);
        string systemFolder = prefix.SystemFolderOf(is64Bit);
        RunningGame.ThrowIfRunning(game);
        if (new DiskFacts().WhyUnwritable(folder.Path) is { } cause)
            throw new CliException($"'{folder.Path}' can't be written: {cause}.",
                "Give your own user the right to write there, or start the game with 'rvfs run', which needs nothing in its folder.");
        IReadOnlyList<InstalledFile> own = before?.FindOwn(folder.Path, out _) ?? [];
        Placement placement = Placement.Find(folder.Without(own.Select(f => f.Path)), is64Bit, systemFolder, ProxyNames.FindKnown(),
            ModDlls.Find(folder.Path, configuration.WithDefaults(folder.Path)).Names);
        Dictionary<string, byte[]> files = Contents(placement, folder, systemFolder, is64Bit, own);
        InstallManifest manifest = new()
        {
            Game = Path.GetFileName(game),
            Root = GameFolders.Of(folder.Path) is var root && root == folder.Path ? null
                : Path.GetRelativePath(folder.Path, root).Replace('\\', '/'),
            Before = before?.Before ?? FolderFingerprint.Of(folder.Path),
            HadLogs = before?.HadLogs ?? Directory.Exists(Path.Combine(folder.Own, "logs")),
            Files = [.. files.Select(f => new InstalledFile(f.Key, InstalledFile.HashOf(f.Value)))],
            Folders = before?.Folders ?? [],
            Registry = before?.Registry,
        };
        bool isSame = before is not null && own.Count == before.Files.Count && manifest.Files.SequenceEqual(before.Files)
            && manifest.Root == before.Root;
        if (!isSame)
            manifest = Write(folder, manifest, before, own, files);
        output.WriteLine(isSame ? "It is installed already." : $"Installed in '{folder.Path}':");
        foreach (InstalledFile file in manifest.Files)
            output.WriteLine($"  {file.Path}");
        output.WriteLine($"The folder before: {manifest.Before}");
        return (placement, manifest);
    }

    /// <summary>Refuses a game that can't have mods at all.</summary>
    /// <param name="game">The program, an absolute path.</param>
    /// <param name="serves32Bit">True if the DLL for 32-bit games is there.</param>
    /// <param name="is64Bit">True if the program's process is a 64-bit one.</param>
    /// <returns>The game's configuration, which is that of the game's folder if it lies above that of the program.</returns>
    /// <exception cref="CliException">The game can't have mods; the message says why.</exception>
    public static VfsConfiguration Check(string game, bool serves32Bit, out bool is64Bit)
    {
        GameExecutable program = GameExecutable.Read(game);
        is64Bit = program.Is64Bit;
        if (program.WhyNoMods(game, serves32Bit) is { } why)
            throw new CliException(ExitCodes.CannotRun, why.Cause, why.Cure);
        if (NativeMachine.WhyRefused(NativeMachine.Get()) is { } refused)
            throw new CliException(ExitCodes.CannotRun, $"Nothing is installed: {refused.Cause}.", $"{refused.Fix}.");
        string folder = Path.GetDirectoryName(game)!;
        if (File.Exists(game + ".local"))
            throw new CliException(
                $"'{Path.GetFileName(game)}.local' makes Windows load every DLL, even its own, from the game's folder, so no DLL there "
                    + "can stand in for one of Windows'.",
                "Start the game with 'rvfs run'.");
        string root = GameFolders.Of(folder);
        VfsConfiguration configuration = RunConfiguration.ReadFile(null, [root], []);
        if (configuration.Targets.Count == 0)
            configuration = configuration with { Targets = [root] };
        if (!configuration.Offline)
            AntiCheat.ThrowIfFound(folder, configuration.Targets,
                "If you play it offline only: put \"offline\": true into rvfs/rvfs.json (rvfs init writes that file), and install it again.");
        return configuration;
    }

    /// <summary>Returns the files to install, except existing ones that rvfs hasn't put there.</summary>
    private Dictionary<string, byte[]> Contents(Placement placement, GameFolder folder, string systemFolder, bool is64Bit,
        IReadOnlyList<InstalledFile> own)
    {
        string source = is64Bit ? published : Library32.FolderIn(published);
        byte[] dll = Read(OwnNames.Dll);
        Dictionary<string, byte[]> files = new(StringComparer.OrdinalIgnoreCase);
        if (placement.Way == InstallWay.AsiLoader)
        {
            files.Add(placement.File, dll);
        }
        else
        {
            string real = CaseInsensitivePath.Find(Path.Combine(systemFolder, placement.Module))!;
            files.Add($"{folder.OwnName}/{OwnNames.Dll}", dll);
            files.Add(placement.File, ProxyImage.Make(Read(ProxyImage.TemplateName), placement.Module, DllExports.Read(real)));
        }

        if (!is64Bit)
        {
            string beside = placement.Way == InstallWay.AsiLoader ? placement.File[..(placement.File.LastIndexOf('/') + 1)] : $"{folder.OwnName}/";
            foreach (string file in Library32.FilesBeside(published))
                files.Add(beside + file, Read(file));
        }

        foreach ((string path, byte[] content) in files.ToArray())
        {
            if (own.Any(f => f.Path == path) || CaseInsensitivePathOf(folder, path) is not { } there)
                continue;
            if (!File.ReadAllBytes(there).AsSpan().SequenceEqual(content))
                throw new CliException($"'{there}' already exists, and rvfs install hasn't put it there.",
                    "Move it away, or delete it if it belongs to an older Reloaded VFS.");
            files.Remove(path);
        }

        return files;

        byte[] Read(string name) => ReadPublished(Path.Combine(source, name));
    }

    private static string? CaseInsensitivePathOf(GameFolder folder, string path)
    {
        string full = Path.Combine(folder.Path, path.Replace('/', Path.DirectorySeparatorChar));
        return OperatingSystem.IsWindows() ? (File.Exists(full) ? full : null) : CaseInsensitivePath.Find(full);
    }

    /// <summary>Writes the files, after a manifest that names all of them, so that nothing is lost if the process ends.</summary>
    private static InstallManifest Write(GameFolder folder, InstallManifest manifest, InstallManifest? before,
        IReadOnlyList<InstalledFile> own, Dictionary<string, byte[]> files)
    {
        FolderChanges changes = new(folder.Path);
        try
        {
            changes.MakeFolder(folder.OwnName);
            foreach (string path in files.Keys.Where(path => path.Contains('/')))
                changes.MakeFolder(path[..path.LastIndexOf('/')]);
            manifest = manifest with { Folders = [.. manifest.Folders.Union(changes.MadeFolders)] };
            (manifest with { Files = [.. manifest.Files.Union(own)] }).Write(folder.Own);
            foreach ((string path, byte[] content) in files)
                changes.Put(path, content, replaces: own.Any(f => f.Path == path));
            foreach (InstalledFile old in own.Where(f => !files.ContainsKey(f.Path)))
                changes.TryDelete(old.Path);
            manifest.Write(folder.Own);
            return manifest;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            if (before is null)
                DiskRemoval.DeleteFile(InstallManifest.FileIn(folder.Own));
            changes.Undo();
            throw new CliException($"'{folder.Path}' can't be written: {ErrorCause.Of(e)}", "Nothing was installed.");
        }
    }

    private static byte[] ReadPublished(string path) => File.Exists(path)
        ? File.ReadAllBytes(path)
        : throw new CliException($"'{path}' is missing; it belongs to rvfs.exe.",
            "Unpack Reloaded VFS again; a virus scanner may have removed the file.");
}

/// <summary>
/// The implementation of <c>rvfs uninstall</c>, which removes what <see cref="Installation"/> has added, according to its manifest, and
/// what the DLL has written beside it since. Changed files stay.
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
