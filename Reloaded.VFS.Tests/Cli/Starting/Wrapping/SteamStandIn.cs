using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Starting.Wrapping;

/// <summary>
/// Steam for Linux as a launcher sees it: the reaper, the launch wrapper, the container's entry point (with bubblewrap, which shows the
/// folders of <c>STEAM_COMPAT_MOUNTS</c> and no other), Proton's script and its steam.exe (Native/processes/steam.c). Wine is the system's.
/// </summary>
internal sealed class SteamStandIn : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public SteamStandIn()
    {
        Script("steam/ubuntu12_32/reaper", """
            grep ^Sig /proc/self/status > "$RVFS_TEST_OUT/reaper.signals"
            echo $$ > "$RVFS_TEST_OUT/reaper.pid"
            env -0 > "$RVFS_TEST_OUT/reaper.env"
            while [ "$1" != -- ]; do shift; done
            shift
            "$@"
            """);
        Script("steam/ubuntu12_32/steam-launch-wrapper", """
            while [ "$1" != -- ]; do shift; done
            shift
            exec "$@"
            """);
        Script("steam/common/SteamLinuxRuntime_sniper/_v2-entry-point", $$"""
            while [ "$1" != -- ]; do shift; done
            shift
            mounts=()
            IFS=: read -ra more <<< "${STEAM_COMPAT_MOUNTS:-}"
            for folder in "${more[@]}"; do mounts+=(--bind "$folder" "$folder"); done
            exec bwrap --dev /dev --proc /proc --ro-bind /usr /usr --ro-bind /etc /etc --symlink usr/lib /lib --symlink usr/lib64 /lib64 \
                --symlink usr/bin /bin --bind /tmp /tmp \
                --bind '{{WinePrefix.Folder}}' '{{WinePrefix.Folder}}' "${mounts[@]}" --chdir "$PWD" "$@"
            """);
        Script("steam/common/Proton 9.0 (Beta)/proton", $"""
            [ "$1" = waitforexitandrun ] || exit 99
            shift
            export WINEPREFIX="$STEAM_COMPAT_DATA_PATH/pfx"
            exec '{WinePrefix.Command}' "$(dirname "$0")/steam.exe" "$@"
            """);
        NativePrograms.Build("steam.c", _folder.At("steam/common/Proton 9.0 (Beta)/steam.exe"), "-municode", "-lshell32");
        Folder(GameFolder);
        File.Copy(NativePrograms.Get("launched.exe"), Game);
        Folder(_folder.At("compat"));
        File.CreateSymbolicLink(_folder.At("compat/pfx"), WinePrefix.Folder);
        Rvfs = InstallRvfs(_folder.At("home/rvfs"));
    }

    /// <summary>What is published, in the user's home folder.</summary>
    public string Rvfs { get; set; }

    /// <summary>The game's folder, with a blank and letters beyond ASCII in its path.</summary>
    public string GameFolder => _folder.At("steam/common/Ein Spiel für zwei");

    /// <summary>The game's program.</summary>
    public string Game => Path.Combine(GameFolder, "game.exe");

    /// <summary>What Steam gives to the launch options as <c>%command%</c>, with the game's arguments.</summary>
    public string[] Command(params string[] arguments) => CommandFor([Game, .. arguments]);

    /// <summary>Steam's line for something else than the game's program.</summary>
    public string[] CommandFor(params string[] words) =>
    [
        _folder.At("steam/ubuntu12_32/reaper"), "SteamLaunch", "AppId=348550", "--",
        _folder.At("steam/ubuntu12_32/steam-launch-wrapper"), "--",
        _folder.At("steam/common/SteamLinuxRuntime_sniper/_v2-entry-point"), "--verb=waitforexitandrun", "--",
        _folder.At("steam/common/Proton 9.0 (Beta)/proton"), "waitforexitandrun", .. words,
    ];

    /// <summary>The text of a file that the stand-in left.</summary>
    public string Read(string name) => File.ReadAllText(_folder.At(name));

    /// <summary>A file of the user's.</summary>
    public string Write(string path, string text)
    {
        Folder(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, text);
        return path;
    }

    /// <summary>The folder of the user's data.</summary>
    public string DataFolder => _folder.At("home/data");

    /// <summary>
    /// Runs <c>rvfs run</c> and the words as Steam runs launch options: by a shell, which notes its signals and its process.
    /// </summary>
    public GameResult Run(params string[] words) => RunCommand([Rvfs, "run", .. words]);

    /// <summary>Runs a line as Steam does that has no launch options.</summary>
    public GameResult RunCommand(params string[] words)
    {
        // Signals as a desktop has them: a .NET program, as the tests' host is one, has SIGPIPE ignored.
        const string Line =
            """
            grep ^Sig /proc/self/status > "$RVFS_TEST_OUT/shell.signals"
            echo $$ > "$RVFS_TEST_OUT/shell.pid"
            env -0 > "$RVFS_TEST_OUT/shell.env"
            exec "$@"
            """;
        return GameProcess.RunCommand(["/usr/bin/env", "--default-signal", "/bin/sh", "-c", Line, "steam", .. words], new()
        {
            WorkingDirectory = GameFolder,
            Timeout = TimeSpan.FromSeconds(180),
            Environment = new Dictionary<string, string?>
            {
                ["HOME"] = _folder.At("home"),
                ["XDG_DATA_HOME"] = DataFolder,
                ["RVFS_TEST_OUT"] = _folder.Root,
                ["STEAM_COMPAT_DATA_PATH"] = _folder.At("compat"),
                ["STEAM_COMPAT_MOUNTS"] = null,
                ["WINEPREFIX"] = null,
                ["SteamAppId"] = "348550",
            },
        });
    }

    /// <summary>Unpacks what is published.</summary>
    /// <returns>The launcher for Linux.</returns>
    public static string InstallRvfs(string folder)
    {
        Directory.CreateDirectory(folder);
        foreach (string file in Directory.GetFiles(Path.GetDirectoryName(PublishedArtifacts.WindowsLauncher)!)
            .Append(PublishedArtifacts.LinuxLauncher))
            File.Copy(file, Path.Combine(folder, Path.GetFileName(file)));
        return Path.Combine(folder, Path.GetFileName(PublishedArtifacts.LinuxLauncher));
    }

    public void Dispose() => _folder.Dispose();

    private static void Folder(string path) => Directory.CreateDirectory(path);

    private void Script(string relative, string lines)
    {
        string path = _folder.File(relative, "#!/bin/bash\n" + lines + "\n");
        if (OperatingSystem.IsLinux())
            File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
    }
}
