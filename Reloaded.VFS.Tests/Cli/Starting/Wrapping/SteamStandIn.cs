using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Starting.Wrapping;

/// <summary>
/// Steam for Linux as a launcher sees it: the reaper, the launch wrapper, the container's entry point (bubblewrap), Proton's script with
/// its verbs, arguments and environment, and its steam.exe (Native/processes/steam.c). Wine is the system's. The container shows what the
/// real one shows, but of /tmp no more than Wine's sockets: the tests' folders lie there.
/// </summary>
internal sealed class SteamStandIn : IDisposable
{
    private const string AppId = "348550";

    private readonly TemporaryFolder _folder = new();
    private readonly string _library;

    /// <summary>Puts it together, with one game.</summary>
    /// <param name="library">The Steam library that the game lies in; null for the one in the user's home folder.</param>
    public SteamStandIn(string? library = null)
    {
        _library = library ?? At("");
        Script("ubuntu12_32/reaper", """
            grep ^Sig /proc/self/status > "$RVFS_TEST_OUT/reaper.signals"
            echo $$ > "$RVFS_TEST_OUT/reaper.pid"
            env -0 > "$RVFS_TEST_OUT/reaper.env"
            printf '%s\0' "$@" > "$RVFS_TEST_OUT/reaper.words"
            while [ "$1" != -- ]; do shift; done
            shift
            "$@"
            """);
        Script("ubuntu12_32/steam-launch-wrapper", """
            while [ "$1" != -- ]; do shift; done
            shift
            exec "$@"
            """);
        EntryPoint = Script("steamapps/common/SteamLinuxRuntime_sniper/_v2-entry-point", $$"""
            # What stands before the container, Steam's libraries among it, isn't the container's.
            unset LD_PRELOAD LD_LIBRARY_PATH
            while [ "$1" != -- ]; do shift; done
            shift
            shown=()
            # A folder that is reached by a link is shown under its real path, and the link with it.
            show() {
                local real=$(realpath "$1")
                shown+=(--bind "$real" "$real")
                [ "$real" = "${1%/}" ] || shown+=(--symlink "$real" "${1%/}")
            }
            for folder in /tmp/.wine-$UID "${XDG_RUNTIME_DIR:-/nowhere}/wine" /media /mnt /run/media /var/tmp /home /opt /srv; do
                [ -d "$folder" ] && show "$folder"
            done
            for variable in HOME STEAM_COMPAT_INSTALL_PATH STEAM_COMPAT_LIBRARY_PATHS STEAM_COMPAT_MOUNTS STEAM_COMPAT_DATA_PATH \
                STEAM_COMPAT_TOOL_PATHS PRESSURE_VESSEL_FILESYSTEMS_RW PROTON_LOG_DIR PWD; do
                IFS=: read -ra folders <<< "${!variable:-}"
                for folder in "${folders[@]}"; do
                    case "$(realpath -m "$folder")/" in
                        //|/usr/*|/etc/*|/bin/*|/sbin/*|/lib/*|/lib32/*|/lib64/*|/proc/*|/sys/*|/dev/*) ;;
                        /run/[^m]*|/var/cache/*|/var/lib/*|/var/run/*|/boot/*|/overrides/*|/app/*) ;;
                        /*) [ -d "$folder" ] && show "$folder" ;;
                    esac
                done
            done
            exec bwrap --dev /dev --proc /proc --ro-bind /usr /usr --ro-bind /etc /etc --symlink usr/lib /lib --symlink usr/lib64 /lib64 \
                --symlink usr/bin /bin --symlink usr/sbin /sbin --tmpfs /tmp "${shown[@]}" \
                --bind '{{WinePrefix.Folder}}' '{{WinePrefix.Folder}}' --chdir "$PWD" "$@"
            """);
        // "waitforexitandrun" waits for the prefix's last program first, which other tests' programs may be.
        Proton = Script("steamapps/common/Proton 9.0 (Beta)/proton", $$"""
            [ -n "$STEAM_COMPAT_DATA_PATH" ] || { echo 'Proton: No compat data path?' >&2; exit 1; }
            if [ -n "$HOST_LC_ALL" ]; then export LC_ALL="$HOST_LC_ALL"; else unset LC_ALL; fi
            unset WINEARCH
            export ORIG_LD_LIBRARY_PATH="${LD_LIBRARY_PATH:-}" WINEPREFIX="$STEAM_COMPAT_DATA_PATH/pfx/"
            export LD_LIBRARY_PATH="$(dirname "$0")/files/lib64:$(dirname "$0")/files/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
            export WINEDLLOVERRIDES="${WINEDLLOVERRIDES:+$WINEDLLOVERRIDES;}dotnetfx35.exe=b;dotnetfx40.exe=b"
            verb=$1
            shift
            case "$verb" in
                run|waitforexitandrun)
                    # Wine 8 loses about one program in a thousand before its first line, which then ends with 1.
                    began="$(dirname "$0")/began"
                    rm -f "$began"
                    for _ in 1 2 3; do
                        '{{WinePrefix.Command}}' "$(dirname "$0")/steam.exe" "$@"
                        code=$?
                        [ $code = 1 ] && [ ! -e "$began" ] || break
                    done
                    exit $code ;;
                runinprefix) '{{WinePrefix.Command}}' "$@" ;;
                *) echo 'Proton: Need a verb.' >&2; exit 1 ;;
            esac
            """);
        NativePrograms.Build("steam.c", Path.Combine(Path.GetDirectoryName(Proton)!, "steam.exe"), "-municode", "-lshell32");
        Folder(GameFolder);
        File.Copy(NativePrograms.Get("launched.exe"), Game);
        Folder(DataPath);
        File.CreateSymbolicLink(Path.Combine(DataPath, "pfx"), WinePrefix.Folder);
        Rvfs = InstallRvfs(Path.Combine(Home, "rvfs"));
    }

    /// <summary>The user's home folder.</summary>
    public string Home => _folder.At("home");

    /// <summary>The container's entry point.</summary>
    public string EntryPoint { get; }

    /// <summary>Proton's script.</summary>
    public string Proton { get; }

    /// <summary>What Proton keeps of the game, with its prefix.</summary>
    public string DataPath => Path.Combine(_library, "steamapps/compatdata", AppId);

    /// <summary>What is published, in the user's home folder.</summary>
    public string Rvfs { get; set; }

    /// <summary>The game's folder, with a blank and letters beyond ASCII in its path.</summary>
    public string GameFolder => Path.Combine(_library, "steamapps/common/Ein Spiel für zwei");

    /// <summary>The game's program.</summary>
    public string Game => Path.Combine(GameFolder, "game.exe");

    /// <summary>Makes the game one with windows: Proton gives a program for the console a new one, and with that other streams.</summary>
    public SteamStandIn WithWindows()
    {
        byte[] image = File.ReadAllBytes(Game);
        image[BitConverter.ToInt32(image, 0x3C) + 0x5C] = 2; // IMAGE_SUBSYSTEM_WINDOWS_GUI
        File.WriteAllBytes(Game, image);
        return this;
    }

    /// <summary>What Steam gives to the launch options as <c>%command%</c>, with the game's arguments.</summary>
    public string[] Command(params string[] arguments) => CommandFor([Game, .. arguments]);

    /// <summary>Steam's line for something else than the game's program.</summary>
    public string[] CommandFor(params string[] words) => CommandOf("waitforexitandrun", words);

    /// <summary>Steam's line with another verb for Proton.</summary>
    public string[] CommandOf(string verb, params string[] words) =>
    [
        At("ubuntu12_32/reaper"), "SteamLaunch", "AppId=" + AppId, "--", At("ubuntu12_32/steam-launch-wrapper"), "--",
        EntryPoint, "--verb=" + verb, "--", Proton, verb, .. words,
    ];

    /// <summary>Where the stand-in itself writes; the container doesn't show it.</summary>
    public string Hidden => _folder.Root;

    /// <summary>Where the line is run; null for the game's folder.</summary>
    public string? WorkingFolder { get; set; }

    /// <summary>Added to the environment of what is run; null removes a variable.</summary>
    public Dictionary<string, string?> Variables { get; } = [];

    /// <summary>The text of a file that the stand-in left.</summary>
    public string Read(string name) => File.ReadAllText(_folder.At(name));

    /// <summary>The bytes of such a file.</summary>
    public byte[] ReadBytes(string name) => File.ReadAllBytes(_folder.At(name));

    /// <summary>A file of the user's.</summary>
    public string Write(string path, string text)
    {
        Folder(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, text);
        return path;
    }

    /// <summary>After which a line counts as hung.</summary>
    public TimeSpan Limit { get; set; } = TimeSpan.FromSeconds(180);

    /// <summary>The folder of the user's data.</summary>
    public string DataFolder => Path.Combine(Home, "data");

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
            WorkingDirectory = WorkingFolder ?? GameFolder,
            Timeout = Limit,
            Environment = new Dictionary<string, string?>(Environment().Concat(Variables).GroupBy(pair => pair.Key)
                .Select(group => group.Last())),
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

    /// <summary>What Steam sets for a game, as far as a launcher, the container and Proton have to do with it.</summary>
    private Dictionary<string, string?> Environment() => new()
    {
        ["HOME"] = Home,
        ["XDG_DATA_HOME"] = DataFolder,
        ["RVFS_TEST_OUT"] = _folder.Root,
        ["STEAM_COMPAT_APP_ID"] = AppId,
        ["STEAM_COMPAT_CLIENT_INSTALL_PATH"] = At(""),
        ["STEAM_COMPAT_DATA_PATH"] = DataPath,
        ["STEAM_COMPAT_INSTALL_PATH"] = GameFolder,
        ["STEAM_COMPAT_LIBRARY_PATHS"] = Path.Combine(_library, "steamapps"),
        ["STEAM_COMPAT_TOOL_PATHS"] = Tools,
        ["STEAM_COMPAT_MOUNTS"] = Tools,
        ["WINEPREFIX"] = null,
        ["SteamEnv"] = "1",
        ["SteamAppId"] = AppId,
        ["SteamGameId"] = AppId,
        ["SteamOverlayGameId"] = AppId,
    };

    /// <summary>Takes away what Steam sets: another launcher starts the game.</summary>
    public void LeaveSteam()
    {
        foreach (string name in Environment().Keys.Where(name => name.StartsWith("STEAM_", StringComparison.Ordinal)
            || name.StartsWith("Steam", StringComparison.Ordinal)))
            Variables[name] = null;
    }

    /// <summary>Proton's folder and the container's, as they stand in <c>STEAM_COMPAT_MOUNTS</c>.</summary>
    public string Tools => Path.GetDirectoryName(Proton) + ":" + Path.GetDirectoryName(EntryPoint);

    private string At(string relative) => Path.Combine(Home, ".local/share/Steam", relative);

    private string Script(string relative, string lines) => WriteScript(At(relative), lines);

    /// <summary>Writes a program of the user's: lines of bash.</summary>
    public string WriteScript(string path, string lines)
    {
        Write(path, "#!/bin/bash\n" + lines + "\n");
        if (OperatingSystem.IsLinux())
            File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        return path;
    }
}
