using Reloaded.VFS.Cli.Game;
using Reloaded.VFS.Cli.Starting;
using Reloaded.VFS.Cli.Wine;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Interop.Entering;
using Reloaded.VFS.Mods.Configuration;

namespace Reloaded.VFS.Cli.Checking;

/// <summary>Checks of the DLLs that mods have beside the game's program.</summary>
internal static class DllChecks
{
    // Names of sets of functions, which Windows and Wine resolve by themselves.
    private static readonly string[] s_virtual = ["api-ms-", "ext-ms-"];

    /// <summary>Runs the checks, with the folder of Windows' own DLLs, of the Wine prefix on Linux.</summary>
    public static IEnumerable<Diagnostic> Run(StartedProgram program, string folder, VfsConfiguration configuration)
    {
        string system = OperatingSystem.IsWindows()
            ? Environment.SystemDirectory
            : Path.Combine(WineInstallation.FindPrefix(), "drive_c", "windows", "system32");
        return Directory.Exists(system) ? Run(program, folder, configuration, system) : [];
    }

    /// <summary>Runs the checks.</summary>
    /// <param name="program">The game's program.</param>
    /// <param name="folder">The folder of the program.</param>
    /// <param name="configuration">The configuration, with its defaults.</param>
    /// <param name="system">The folder of Windows' own DLLs.</param>
    internal static IEnumerable<Diagnostic> Run(StartedProgram program, string folder, VfsConfiguration configuration, string system)
    {
        ModDlls dlls = ModDlls.Find(folder, configuration);
        HashSet<string> there = new(Names(system).Concat(Names(folder)).Concat(dlls.Names), StringComparer.OrdinalIgnoreCase);
        foreach ((string name, string file, string mod) in dlls.Files.OrderBy(dll => dll.Name, StringComparer.OrdinalIgnoreCase))
        {
            string[] lacking = [.. ImportedDlls.Read(file).Where(need => !there.Contains(need)
                && !s_virtual.Any(start => need.StartsWith(start, StringComparison.OrdinalIgnoreCase)))];
            if (lacking.Length > 0)
                yield return Diagnostic.Warning(
                    $"'{name}' of the mod '{mod}' needs {string.Join(" and ", lacking.Select(need => $"'{need}'"))}, which neither the game nor a mod "
                        + $"nor {(OperatingSystem.IsWindows() ? "Windows" : "the Wine prefix")} has: it won't be loaded") with
                {
                    File = file,
                    Mod = mod,
                    Fix = OperatingSystem.IsWindows()
                        ? "install what the mod's page names, for example Microsoft's Visual C++ Redistributable"
                        : "install it into the prefix, for example: winetricks vcrun2022",
                };
        }

        // rvfs run sets them itself.
        if (OperatingSystem.IsWindows() || configuration.Targets.Prepend(folder).FirstOrDefault(one => InstalledGame.Find(one) is not null) is null)
            yield break;
        string missing = DllOverrides.Missing(
            Environment.GetEnvironmentVariable(DllOverrides.Variable), dlls, configuration, null, DllOverrides.In(system));
        if (missing.Length > 0)
            yield return Diagnostic.Notice($"without rvfs run, Wine takes DLLs of its own in the place of mods' unless {DllOverrides.Variable} has {missing}") with
            {
                File = program.File,
                Fix = $"set it in the launcher: {DllOverrides.Variable}=\"{missing}\" (rvfs install --registry sets that of its own DLL)",
            };
    }

    private static IEnumerable<string> Names(string folder) =>
        Directory.Exists(folder) ? Directory.EnumerateFiles(folder).Select(file => Path.GetFileName(file)) : [];
}
