using System.Diagnostics;

namespace Reloaded.VFS.Cli.Installing;

/// <summary>
/// The settings that make Wine prefer a DLL beside a program to its own: in the environment, or permanently for one program in the prefix's
/// registry, which Wine's own <c>reg</c> reads and writes.
/// </summary>
internal static class WineSettings
{
    /// <summary>The registry key, relative to HKEY_CURRENT_USER, with the overrides of all programs.</summary>
    public const string CommonKey = @"Software\Wine\DllOverrides";

    private const string NativeFirst = "native,builtin";

    /// <summary>Returns the command line that sets the environment.</summary>
    /// <param name="module">The DLL: <c>version.dll</c>.</param>
    /// <param name="command">The command that starts the game.</param>
    public static string Line(string module, string command) =>
        $"{DllOverrides.Variable}=\"{Path.GetFileNameWithoutExtension(module)}=n,b\" {command}";

    /// <summary>Returns the registry key, relative to HKEY_CURRENT_USER, with the overrides of one program.</summary>
    public static string KeyOf(string game) => $@"Software\Wine\AppDefaults\{Path.GetFileName(game)}\DllOverrides";

    /// <summary>Returns the value to set so that Wine prefers the DLL beside the program. Sets nothing yet.</summary>
    /// <returns>The value; null if the prefix has it already.</returns>
    /// <exception cref="CliException">The prefix has a contradicting setting for the DLL.</exception>
    public static InstalledValue? Plan(string? prefix, string game, string module)
    {
        string key = KeyOf(game);
        InstalledValue value = new(prefix, key, Path.GetFileNameWithoutExtension(module))
        {
            NewKeys = [.. ((string[])[key, key[..key.LastIndexOf('\\')]]).Where(one => Reg(prefix, ["query", FullKey(one)]).Code != 0)],
        };
        (int found, string text) = Reg(prefix, ["query", FullKey(key), "/v", value.Value]);
        if (found == 0)
        {
            if (text.Contains("native", StringComparison.OrdinalIgnoreCase))
                return null;
            throw new CliException($"The Wine prefix already sets how this game loads {module} (HKEY_CURRENT_USER\\{value.Key}), "
                    + "and not from the game's folder.",
                "Change it with winecfg, or start the game with the line above.");
        }

        return value;
    }

    /// <summary>Sets a value of <see cref="Plan"/>.</summary>
    /// <exception cref="CliException">Wine couldn't set the value.</exception>
    public static void Set(InstalledValue value)
    {
        (int code, string output) = Reg(value.Prefix,
            ["add", FullKey(value.Key), "/v", value.Value, "/t", "REG_SZ", "/d", NativeFirst, "/f"]);
        if (code != 0)
            throw new CliException($"Wine's reg couldn't write the registry: {output.Trim()}");
    }

    /// <summary>Removes the value that <see cref="Set"/> has set, and its keys, unless something else has been added to them.</summary>
    /// <returns>True if the value is gone.</returns>
    public static bool Remove(InstalledValue value)
    {
        if (Reg(value.Prefix, ["query", FullKey(value.Key), "/v", value.Value]).Code == 0
            && Reg(value.Prefix, ["delete", FullKey(value.Key), "/v", value.Value, "/f"]).Code != 0)
            return false;
        foreach (string key in value.NewKeys)
        {
            (int code, string text) = Reg(value.Prefix, ["query", FullKey(key), "/s"]);
            // Each value is printed with its type.
            if (code == 0 && !text.Contains("REG_", StringComparison.Ordinal))
                Reg(value.Prefix, ["delete", FullKey(key), "/f"]);
        }

        return true;
    }

    private static string FullKey(string key) => @"HKEY_CURRENT_USER\" + key;

    private static (int Code, string Output) Reg(string? prefix, string[] arguments) =>
        OperatingSystem.IsWindows() ? RegOfSystem(arguments) : RegOfPrefix(prefix, arguments);

    /// <summary>Runs the system's own program by its full path: a game's folder may have one of that name.</summary>
    private static (int Code, string Output) RegOfSystem(string[] arguments)
    {
        ProcessStartInfo start = new(Path.Combine(Environment.SystemDirectory, "reg.exe"), arguments)
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        using Process process = Process.Start(start)!;
        Task<string> errors = process.StandardError.ReadToEndAsync();
        string output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return (process.ExitCode, output + errors.Result);
    }

    private static (int Code, string Output) RegOfPrefix(string? prefix, string[] arguments)
    {
        string output = Path.GetTempFileName();
        try
        {
            // A file, not a pipe: Wine's background processes would keep a pipe open.
            string[] words = ["-c", "out=$1; shift; exec \"$@\" >\"$out\" 2>&1 </dev/null", "sh", output,
                WineInstallation.Find().Command, "reg", .. arguments];
            ProcessStartInfo start = new("/bin/sh", words) { UseShellExecute = false };
            start.Environment["WINEPREFIX"] = prefix;
            WineInstallation.SetQuiet(start);
            using Process process = Process.Start(start)!;
            process.WaitForExit();
            return (process.ExitCode, File.ReadAllText(output));
        }
        finally
        {
            DiskRemoval.DeleteFile(output);
        }
    }
}

/// <summary>A check for the setting without which Wine ignores what <c>rvfs install</c> has put beside a game.</summary>
internal static class InstalledOverride
{
    /// <summary>Returns a finding if the VFS is installed beside a program and nothing tells Wine to load it.</summary>
    /// <param name="program">The program, an absolute path of Linux.</param>
    /// <param name="overrides">The variable <see cref="DllOverrides.Variable"/>, or null.</param>
    public static IEnumerable<Diagnostic> Find(string program, string? overrides)
    {
        InstallManifest? manifest;
        GameFolder folder = GameFolder.Read(program);
        string file = InstallManifest.FileIn(folder.Own);
        Diagnostic? damaged = null;
        try
        {
            manifest = InstallManifest.Read(folder.Own);
        }
        catch (CliException e)
        {
            (manifest, damaged) = (null, Diagnostic.Error(e.OwnText.TrimEnd('.'), file: file, fix: e.Cure?.TrimEnd('.')));
        }

        if (damaged is not null)
            yield return damaged;
        if (manifest is null || !manifest.Game.Equals(Path.GetFileName(program), StringComparison.OrdinalIgnoreCase)
            || ModuleOf(manifest, folder) is not { } module || DllOverrides.Missing(overrides ?? "", [module], _ => true).Length == 0)
            yield break;
        GamePrefix prefix = GamePrefix.Where(program);
        if (IsSet(prefix.Prefix!, WineSettings.KeyOf(program), module) || IsSet(prefix.Prefix!, WineSettings.CommonKey, module))
            yield break;
        string name = Path.GetFileName(program);
        name = name.Contains(' ') ? $"\"{name}\"" : name;
        string cause = $"'rvfs install' has put {module} beside the game, and without rvfs run Wine loads its own {module} in its place: "
            + "the game has no mods then";
        // Steam's launch options, which nothing here can read while Steam runs, may have it.
        yield return prefix.Steam is not null
            ? Diagnostic.Notice(cause,
                file: program, fix: $"see that the game's launch options in Steam are: {WineSettings.Line(module, "%command%")}")
            : Diagnostic.Warning(cause,
                file: program,
                fix: $"start it with {WineSettings.Line(module, $"wine {name}")} (once and for all: rvfs install --registry {name})");
    }

    private static bool IsSet(string prefix, string key, string module)
    {
        IReadOnlyDictionary<string, string> values = PrefixRegistry.Read(prefix, key);
        string name = Path.GetFileNameWithoutExtension(module);
        return (values.GetValueOrDefault(name) ?? values.GetValueOrDefault("*" + name))?
            .StartsWith("native", StringComparison.OrdinalIgnoreCase) == true;
    }

    /// <summary>Returns the DLL of Windows by whose name the game loads the VFS (<see cref="Placement.Module"/>), or null.</summary>
    private static string? ModuleOf(InstallManifest manifest, GameFolder folder)
    {
        const string alternate = "_alt";
        if (manifest.Files.FirstOrDefault(file => !file.Path.Contains('/')) is not { } beside)
            return folder.Files.Where(file => file.Key.EndsWith(".dll", StringComparison.OrdinalIgnoreCase)
                && OtherLoader.Recognise(file.Value) == LoaderKind.UltimateAsiLoader).Select(file => file.Key).FirstOrDefault();
        string name = Path.GetFileNameWithoutExtension(beside.Path);
        return (name.EndsWith(alternate, StringComparison.OrdinalIgnoreCase) ? name[..^alternate.Length] : name) + ".dll";
    }
}
