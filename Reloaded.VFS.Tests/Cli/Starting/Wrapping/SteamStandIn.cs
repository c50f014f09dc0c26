using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Cli.Starting.Wrapping;

/// <summary>
/// A stand-in for Steam for Linux as a launcher sees it: the reaper, the launch wrapper, the container's entry point (bubblewrap), Proton's
/// script with its verbs, arguments and environment, and its steam.exe (Native/processes/steam.c). Wine is the system's. The container
/// shows what the real one shows, but of /tmp only Wine's sockets, because the tests' folders are there.
/// </summary>
internal sealed class SteamStandIn : IDisposable
{
    private const string AppId = "348550";

    private readonly TemporaryFolder _folder = new();
    private readonly string _library;

    /// <summary>Assembles the stand-in, with one game.</summary>
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
        // "waitforexitandrun" first waits for the prefix's last program, which may be one of another test.
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

    /// <summary>Gets the user's home folder.</summary>
    public string Home => _folder.At("home");

    /// <summary>Gets the container's entry point.</summary>
    public string EntryPoint { get; }

    /// <summary>Gets Proton's script.</summary>
    public string Proton { get; }

    /// <summary>Gets the folder in which Proton keeps the game's data and prefix.</summary>
    public string DataPath => Path.Combine(_library, "steamapps/compatdata", AppId);

    /// <summary>Gets or sets the published launcher, in the user's home folder.</summary>
    public string Rvfs { get; set; }

    /// <summary>Gets the game's folder, whose path contains a space and letters beyond ASCII.</summary>
    public string GameFolder => Path.Combine(_library, "steamapps/common/Ein Spiel für zwei");

    /// <summary>Gets the game's program.</summary>
    public string Game => Path.Combine(GameFolder, "game.exe");

    /// <summary>Makes the game a windowed program: Proton gives a console program a new console, and thereby other streams.</summary>
    public SteamStandIn WithWindows()
    {
        byte[] image = File.ReadAllBytes(Game);
        image[BitConverter.ToInt32(image, 0x3C) + 0x5C] = 2; // IMAGE_SUBSYSTEM_WINDOWS_GUI
        File.WriteAllBytes(Game, image);
        return this;
    }

    /// <summary>Returns the words that Steam inserts for <c>%command%</c> in the launch options, with the game's arguments.</summary>
    public string[] Command(params string[] arguments) => CommandFor([Game, .. arguments]);

    /// <summary>Returns Steam's line for something other than the game's program.</summary>
    public string[] CommandFor(params string[] words) => CommandOf("waitforexitandrun", words);

    /// <summary>Returns Steam's line with another verb for Proton.</summary>
    public string[] CommandOf(string verb, params string[] words) =>
    [
        At("ubuntu12_32/reaper"), "SteamLaunch", "AppId=" + AppId, "--", At("ubuntu12_32/steam-launch-wrapper"), "--",
        EntryPoint, "--verb=" + verb, "--", Proton, verb, .. words,
    ];

    /// <summary>Gets the folder to which the stand-in itself writes; the container doesn't show it.</summary>
    public string Hidden => _folder.Root;

    /// <summary>Gets or sets the working folder of the line; null for the game's folder.</summary>
    public string? WorkingFolder { get; set; }

    /// <summary>Gets variables for the environment of the line; null removes a variable.</summary>
    public Dictionary<string, string?> Variables { get; } = [];

    /// <summary>Returns the text of a file that the stand-in has written.</summary>
    public string Read(string name) => File.ReadAllText(_folder.At(name));

    /// <summary>Returns the bytes of a file that the stand-in has written.</summary>
    public byte[] ReadBytes(string name) => File.ReadAllBytes(_folder.At(name));

    /// <summary>Writes a file of the user, and returns its path.</summary>
    public string Write(string path, string text)
    {
        Folder(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, text);
        return path;
    }

    /// <summary>Gets or sets the time after which a line counts as hung.</summary>
    public TimeSpan Limit { get; set; } = TimeSpan.FromSeconds(180);

    /// <summary>Gets the folder of the user's data.</summary>
    public string DataFolder => Path.Combine(Home, "data");

    /// <summary>
    /// Runs <c>rvfs run</c> with the words, as Steam runs launch options: by a shell, which records its signals and its process id.
    /// </summary>
    public GameResult Run(params string[] words) => RunCommand([Rvfs, "run", .. words]);

    /// <summary>Runs a line as Steam does without launch options.</summary>
    public GameResult RunCommand(params string[] words)
    {
        // Restores the signals of a desktop: a .NET program, like the tests' host, ignores SIGPIPE.
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

    /// <summary>Unpacks the published launcher.</summary>
    /// <returns>The launcher for Linux.</returns>
    public static string InstallRvfs(string folder)
    {
        MergedFolder.CopyOver(Path.GetDirectoryName(PublishedArtifacts.WindowsLauncher)!, folder);
        string launcher = Path.Combine(folder, Path.GetFileName(PublishedArtifacts.LinuxLauncher));
        File.Copy(PublishedArtifacts.LinuxLauncher, launcher);
        return launcher;
    }

    public void Dispose() => _folder.Dispose();

    private static void Folder(string path) => Directory.CreateDirectory(path);

    /// <summary>Returns the variables that Steam sets for a game, as far as they concern a launcher, the container or Proton.</summary>
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

    /// <summary>Removes the variables that Steam sets, as if another launcher started the game.</summary>
    public void LeaveSteam()
    {
        foreach (string name in Environment().Keys.Where(name => name.StartsWith("STEAM_", StringComparison.Ordinal)
            || name.StartsWith("Steam", StringComparison.Ordinal)))
            Variables[name] = null;
    }

    /// <summary>Gets the folders of Proton and of the container, in the form of <c>STEAM_COMPAT_MOUNTS</c>.</summary>
    public string Tools => Path.GetDirectoryName(Proton) + ":" + Path.GetDirectoryName(EntryPoint);

    private string At(string relative) => Path.Combine(Home, ".local/share/Steam", relative);

    private string Script(string relative, string lines) => WriteScript(At(relative), lines);

    /// <summary>Writes a bash script of the user, and returns its path.</summary>
    public string WriteScript(string path, string lines)
    {
        Write(path, "#!/bin/bash\n" + lines + "\n");
        if (OperatingSystem.IsLinux())
            File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        return path;
    }
}
