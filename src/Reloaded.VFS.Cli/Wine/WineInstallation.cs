using System.ComponentModel;
using System.Diagnostics;
using Reloaded.VFS.Cli.Processes;

namespace Reloaded.VFS.Cli.Wine;

/// <summary>The user's Wine: the command and the prefix.</summary>
internal sealed class WineInstallation
{
    private WineInstallation(string command, string prefix) => (Command, Prefix) = (command, prefix);

    public string Command { get; }

    /// <summary>Gets the prefix's folder, which may not exist yet.</summary>
    public string Prefix { get; }

    /// <summary>Returns WINEPREFIX, or <c>~/.wine</c> if it isn't set.</summary>
    /// <exception cref="CliException">WINEPREFIX isn't absolute, which Wine refuses.</exception>
    public static string FindPrefix()
    {
        string? given = Environment.GetEnvironmentVariable("WINEPREFIX");
        if (string.IsNullOrEmpty(given))
            return Path.Combine(UserFolders.Home, ".wine");
        if (!Path.IsPathRooted(given))
            throw new CliException($"WINEPREFIX is '{given}', which isn't an absolute path.",
                "Give the whole path: export WINEPREFIX=\"$HOME/prefix\"");
        return Path.TrimEndingDirectorySeparator(given);
    }

    /// <summary>Finds Wine: RVFS_WINE, then <c>wine64</c> and <c>wine</c> on PATH.</summary>
    /// <exception cref="CliException">There is no Wine, or the prefix is a 32-bit one.</exception>
    public static WineInstallation Find()
    {
        WineInstallation wine = new(FindCommand(), FindPrefix());
        wine.ThrowIf32Bit();
        return wine;
    }

    /// <summary>Creates the prefix if it doesn't exist yet, so that its drives are known.</summary>
    /// <exception cref="CliException">Wine couldn't create the prefix.</exception>
    public void EnsurePrefix()
    {
        if (Directory.Exists(Path.Combine(Prefix, "dosdevices")))
            return;
        Messages.Say($"creating the Wine prefix '{Prefix}' (once, takes a moment)");
        try
        {
            // Wine needs the parent folder.
            if (Path.GetDirectoryName(Prefix) is { } parent)
                Directory.CreateDirectory(parent);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new CliException($"The Wine prefix '{Prefix}' can't be created: {ErrorCause.Of(e)}",
                "Set WINEPREFIX to a folder that you may write to.");
        }

        string said = Path.Combine(Path.GetTempPath(), $"rvfs-wineboot-{Guid.NewGuid():N}");
        // This uses a shell because what Wine leaves running in the background must not hold this process's output open.
        string[] words = ["-c", "exec \"$0\" wineboot -u >\"$1\" 2>&1 </dev/null", Command, said];
        ProcessStartInfo start = new("/bin/sh", words) { UseShellExecute = false };
        SetQuiet(start);
        bool noScreen = string.IsNullOrEmpty(Environment.GetEnvironmentVariable("DISPLAY"))
            && string.IsNullOrEmpty(Environment.GetEnvironmentVariable("WAYLAND_DISPLAY"));
        // Without a screen Wine's questions about Mono and Gecko can't be answered.
        if (noScreen && !start.Environment.ContainsKey("WINEDLLOVERRIDES"))
            start.Environment["WINEDLLOVERRIDES"] = "mscoree,mshtml=";
        try
        {
            using Process process = Process.Start(start)!;
            process.WaitForExit();
            if (!Directory.Exists(Path.Combine(Prefix, "dosdevices")))
                throw new CliException(
                    $"Wine couldn't make the prefix '{Prefix}' (wineboot ended with {process.ExitCode}){LastLine(said)}.",
                    $"By hand: '{Command}' wineboot -u");
        }
        finally
        {
            DiskRemoval.TryDeleteFile(said);
        }
    }

    /// <summary>Returns the last line that Wine has written, to be put behind a sentence.</summary>
    private static string LastLine(string file) => FileErrors.Ignore(() =>
    {
        string? line = File.Exists(file) ? File.ReadLines(file).LastOrDefault(line => !string.IsNullOrWhiteSpace(line)) : null;
        return line is null ? "" : $": {line.Trim().TrimEnd('.')}";
    }, "");

    /// <summary>Prepares a program's start in Wine, with UTF-8 and without Wine's debug output, unless the user has set them.</summary>
    /// <param name="words">The program and its arguments.</param>
    public ProcessStartInfo Prepare(IEnumerable<string> words)
    {
        ProcessStartInfo start = new(Command, words) { UseShellExecute = false };
        SetQuiet(start);
        WineLocale.Ensure(start);
        return start;
    }

    /// <summary>Starts a process of Wine's.</summary>
    /// <exception cref="CliException">The program can't be started.</exception>
    public static Process Start(ProcessStartInfo start)
    {
        try
        {
            return Process.Start(start)!;
        }
        catch (Win32Exception e)
        {
            throw new CliException($"'{start.FileName}' couldn't be started: {ErrorCause.Of(e)}");
        }
    }

    /// <summary>Switches Wine's debug output off, unless the user has set it.</summary>
    public static void SetQuiet(ProcessStartInfo start)
    {
        if (string.IsNullOrEmpty(Environment.GetEnvironmentVariable("WINEDEBUG")))
            start.Environment["WINEDEBUG"] = "-all";
    }

    private static string FindCommand()
    {
        const string Cure = "Install it (Debian, Ubuntu: sudo apt install wine; Fedora: sudo dnf install wine; Arch: sudo pacman -S wine), "
            + "or set RVFS_WINE to the path of its 'wine' command.";
        string? given = Environment.GetEnvironmentVariable("RVFS_WINE");
        if (!string.IsNullOrEmpty(given))
            return CommandPath.Find(given)
                ?? throw new CliException($"RVFS_WINE is '{given}', which isn't a program.",
                    "Set it to the path of a 'wine' command, or unset it.");
        return CommandPath.Find("wine64") ?? CommandPath.Find("wine")
            ?? throw new CliException("Wine isn't installed (no 'wine64' or 'wine' on PATH); Windows games need it here.", Cure);
    }

    private void ThrowIf32Bit()
    {
        try
        {
            string registry = Path.Combine(Prefix, "system.reg");
            if (File.Exists(registry) && File.ReadLines(registry).Take(10).Contains("#arch=win32"))
                throw new CliException($"The Wine prefix '{Prefix}' is a 32-bit one; 64-bit games need a 64-bit one.",
                    "Set WINEPREFIX to another folder; rvfs creates a new prefix there.");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new CliException($"The Wine prefix '{Prefix}' can't be read: {ErrorCause.Of(e)}",
                "Wine refuses a prefix that belongs to another user.");
        }
    }
}

/// <summary>
/// The locale that makes Wine use UTF-8. Wine reads and writes file names in the locale's character set; in the C locale of containers and
/// services, files with non-ASCII names are invisible to the game.
/// </summary>
internal static class WineLocale
{
    /// <summary>Sets UTF-8 for Wine if the environment specifies no character set at all. Language and formats stay.</summary>
    public static void Ensure(ProcessStartInfo start)
    {
        if (Missing(Environment.GetEnvironmentVariable, byProton: false) is { } variable)
            start.Environment[variable.Name] = variable.Value;
    }

    /// <summary>Returns the variable that makes Wine use UTF-8, or null if none needs to be set.</summary>
    /// <param name="environment">Reads a variable. Returns null if it isn't set.</param>
    /// <param name="byProton">
    /// True if Proton's script starts Wine. It passes <c>HOST_LC_ALL</c>, which Steam sets to "C", to Wine as <c>LC_ALL</c>, and no
    /// <c>LC_ALL</c> if that is empty. Source: <c>init_wine</c> of the script.
    /// </param>
    public static (string Name, string Value)? Missing(Func<string, string?> environment, bool byProton)
    {
        string all = byProton ? "HOST_LC_ALL" : "LC_ALL";
        string? name = ((string[])[all, "LC_CTYPE", "LANG"]).FirstOrDefault(v => !string.IsNullOrEmpty(environment(v)));
        string value = name is null ? "" : environment(name)!;
        return value is "" or "C" or "POSIX" ? (name == all ? all : "LC_CTYPE", "C.UTF-8") : null;
    }
}

/// <summary>Starts of a program under Wine, which occasionally loses a new process.</summary>
internal static class WineAttempts
{
    private const int Most = 3;

    /// <summary>Starts a program again until it has begun.</summary>
    /// <param name="start">Starts the program, waits for its end, and returns its exit code.</param>
    /// <param name="hasBegun">Determines whether the program has begun, or isn't to be started again.</param>
    /// <param name="failure">Describes for the last exit code that the program hasn't begun, as the beginning of a sentence.</param>
    /// <exception cref="CliException">The program hasn't begun in any attempt.</exception>
    public static int Run(Func<int> start, Func<bool> hasBegun, Func<int, string> failure)
    {
        int code = start();
        for (int attempt = 1; attempt < Most && !hasBegun(); attempt++)
            code = start();
        return hasBegun() ? code : throw new CliException($"{failure(code)}, in each of {Most} attempts.",
            "Check whether another program starts under this Wine; 'rvfs doctor' tells more.");
    }
}
