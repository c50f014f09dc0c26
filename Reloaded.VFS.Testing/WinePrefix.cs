using System.Diagnostics;

namespace Reloaded.VFS.Testing;

/// <summary>
/// The Wine prefix in which the tests' Windows programs run on Linux; created once and kept between runs. Not used on Windows.
/// </summary>
public static class WinePrefix
{
    // Must be raised if the set-up below changes, so that older prefixes are replaced. A prefix that was made without the 32-bit part lacks
    // it for ever, and Debian's command wine then starts nothing in it.
    private static readonly string Version = Loader("wine") is null ? "1" : "1, with 32 bits";

    private const int MostTries = 3;

    // A prefix's Documents and Desktop are links into the home folder, which some tests replace in this process.
    private static readonly string[] HomeVariables = ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"];

    private static readonly Lazy<string> Prefix = new(() => Create(Chosen));

    /// <summary>Gets a value indicating whether Windows programs need Wine here.</summary>
    public static bool IsNeeded => !OperatingSystem.IsWindows();

    /// <summary>Gets the command that starts a 64-bit program, and one of the tests' own in any case (<see cref="Width"/>), or null.</summary>
    /// <remarks>
    /// Debian's <c>wine</c> starts the 32-bit loader if there is one, which then starts the 64-bit one: the tests name the 64-bit one, so that
    /// nothing changes for them if the 32-bit part is installed.
    /// </remarks>
    public static string? Command { get; } = (Width.Is32Bit ? Loader("wine") : null) ?? Executables.Find("wine64") ?? Loader("wine64") ?? Executables.Find("wine");

    /// <summary>Gets the command that starts a 32-bit program, or null if Wine's 32-bit part isn't installed.</summary>
    public static string? Command32 { get; } = Loader("wine");

    /// <summary>Gets the prefix's folder; the first use creates the prefix (about 10 s). Only if <see cref="IsNeeded"/>.</summary>
    public static string Folder => Prefix.Value;

    /// <summary>Gets the environment variables of every Wine program of the tests.</summary>
    public static IReadOnlyDictionary<string, string> Environment => CreateEnvironment(Folder);

    /// <summary>Converts a path of this system to the path for a Windows program: <c>/tmp/a</c> is <c>Z:\tmp\a</c> under Wine.</summary>
    public static string ToWindows(string path)
    {
        path = Path.GetFullPath(path);
        if (!IsNeeded)
            return path;
        string drive = Path.Combine(Folder, "drive_c");
        if (path.StartsWith(drive + "/", StringComparison.Ordinal))
            return "C:" + path[drive.Length..].Replace('/', '\\');
        return "Z:" + path.Replace('/', '\\');
    }

    /// <summary>
    /// Ends every program in the tests' own prefix: the way out of a hang, because the programs aren't children of this process.
    /// </summary>
    public static void EndAllPrograms() => RunTool("wineserver", ["-k"], Folder, tolerant: true);

    private static Dictionary<string, string> CreateEnvironment(string folder)
    {
        var environment = new Dictionary<string, string>
        {
            ["WINEPREFIX"] = folder,
            ["WINEDEBUG"] = "-all",
            // Suppresses the prompts to install Mono or Gecko.
            ["WINEDLLOVERRIDES"] = "mscoree,mshtml=",
            // What rvfs remembers of games that it has started isn't the user's.
            ["XDG_CONFIG_HOME"] = Path.Combine(folder, "rvfs-config"),
        };
        // The wine that rvfs would find starts the 32-bit part first, which a prefix without that part can't run.
        if (Command32 is not null)
            environment["RVFS_WINE"] = Command!;
        return environment;
    }

    /// <summary>Gets the prefix that is asked for: another Wine needs another prefix (build/second-wine.sh).</summary>
    private static string Chosen => System.Environment.GetEnvironmentVariable("RVFS_TEST_PREFIX") is { Length: > 0 } other
        ? other
        : Path.Combine(RepositoryFolders.Cache, "wine-prefix");

    /// <summary>Returns the path of a loader where Debian's packages have it, or null.</summary>
    private static string? Loader(string name) => Path.Combine("/usr/lib/wine", name) is var path && File.Exists(path) ? path : null;

    private static string Create(string folder)
    {
        string stamp = Path.Combine(folder, "rvfs-tests.version");
        using FileLock held = FileLock.Acquire(folder + ".lock", TimeSpan.FromMinutes(3));
        for (int tried = 1; !File.Exists(stamp) || File.ReadAllText(stamp) != Version; tried++)
        {
            try
            {
                Fill(folder);
                File.WriteAllText(stamp, Version);
            }
            catch (InvalidOperationException e) when (tried < MostTries)
            {
                // Wine has failed at one of four prefixes created at once.
                Console.Error.WriteLine($"Once more: {e.Message}");
            }
        }

        // Keeps the server for a while after the last program, so that each start is quicker. The status is 2 if the server is already
        // running.
        RunTool("wineserver", ["-p120"], folder, tolerant: true);
        // The first program after a pause starts Wine's services, which takes seconds.
        RunTool(Command!, ["cmd", "/c", "exit"], folder, tolerant: true);
        return folder;
    }

    private static void Fill(string folder)
    {
        if (Directory.Exists(folder))
        {
            RunTool("wineserver", ["-k"], folder, tolerant: true);
            Directory.Delete(folder, recursive: true);
        }

        Directory.CreateDirectory(folder);
        RunTool("wineboot", ["-i"], folder);
        RunTool("winecfg", ["-v", "win10"], folder);
        RunTool("wineserver", ["-w"], folder);
    }

    private static void RunTool(string name, string[] arguments, string folder, bool tolerant = false)
    {
        string path = Path.IsPathRooted(name) ? name : Executables.Find(name) ?? throw new FileNotFoundException($"{name} isn't installed; build/setup.sh installs Wine.");
        // A shell gives the server files of its own: the server inherits them and would hold a pipe open.
        string said = folder + ".log";
        ProcessStartInfo start = new("/bin/sh") { ArgumentList = { "-c", "exec \"$0\" \"$@\" >\"$RVFS_SAID\" 2>&1 </dev/null", path } };
        foreach (string argument in arguments)
            start.ArgumentList.Add(argument);
        foreach ((string variable, string value) in CreateEnvironment(folder))
            start.Environment[variable] = value;
        start.Environment["RVFS_SAID"] = said;
        start.Environment["WINEDEBUG"] = "fixme-all";
        start.Environment.Remove("DISPLAY");
        foreach (string variable in HomeVariables)
        {
            if (AtStart(variable) is { } value)
                start.Environment[variable] = value;
            else
                start.Environment.Remove(variable);
        }

        using Process process = Process.Start(start)!;
        if (!process.WaitForExit(TimeSpan.FromMinutes(2)))
        {
            process.Kill();
            throw new TimeoutException($"{name} {string.Join(' ', arguments)} has not ended in 2 minutes.");
        }

        if (process.ExitCode != 0 && !tolerant)
            throw new InvalidOperationException(
                $"{name} {string.Join(' ', arguments)} ended with status {process.ExitCode}; the prefix is {folder}; "
                + $"it said: {File.ReadAllText(said).Trim()}");
    }

    /// <summary>Returns the value that a variable had when this process was started, or null.</summary>
    private static string? AtStart(string variable) => File.ReadAllText("/proc/self/environ").Split('\0')
        .FirstOrDefault(line => line.StartsWith(variable + "=", StringComparison.Ordinal))?[(variable.Length + 1)..];
}
