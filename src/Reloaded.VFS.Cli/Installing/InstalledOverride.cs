using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Cli.Wine;
using Reloaded.VFS.Diagnostics;

namespace Reloaded.VFS.Cli.Installing;

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
            (manifest, damaged) = (null, Diagnostic.Error(e.OwnText.TrimEnd('.')) with { File = file, Fix = e.Cure?.TrimEnd('.') });
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
            ? Diagnostic.Notice(cause) with
            {
                File = program,
                Fix = $"see that the game's launch options in Steam are: {WineSettings.Line(module, "%command%")}",
            }
            : Diagnostic.Warning(cause) with
            {
                File = program,
                Fix = $"start it with {WineSettings.Line(module, $"wine {name}")} (once and for all: rvfs install --registry {name})",
            };
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
        {
            return folder.Files.Where(file => file.Key.EndsWith(".dll", StringComparison.OrdinalIgnoreCase)
                && OtherLoader.Recognise(file.Value) == LoaderKind.UltimateAsiLoader).Select(file => file.Key).FirstOrDefault();
        }

        string name = Path.GetFileNameWithoutExtension(beside.Path);
        return (name.EndsWith(alternate, StringComparison.OrdinalIgnoreCase) ? name[..^alternate.Length] : name) + ".dll";
    }
}
