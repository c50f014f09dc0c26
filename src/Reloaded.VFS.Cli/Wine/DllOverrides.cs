using Reloaded.VFS.Cli.Game;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Order;

namespace Reloaded.VFS.Cli.Wine;

/// <summary>The overrides that Wine needs to prefer mods' DLLs to its own of the same names.</summary>
/// <remarks>
/// Beside a program, Wine prefers its own DLL unless <c>WINEDLLOVERRIDES</c> says otherwise. It reads the variable of the Linux process,
/// which the programs that it runs can't set for each other.
/// </remarks>
internal static class DllOverrides
{
    /// <summary>The name of the variable.</summary>
    public const string Variable = "WINEDLLOVERRIDES";

    /// <summary>Returns <c>n,b</c> overrides for each DLL that Wine also has. What the user has set for a DLL stays.</summary>
    /// <param name="given">The variable as the user has set it.</param>
    /// <param name="dlls">The DLLs that mods bring beside the program that is started.</param>
    /// <param name="configuration">The configuration, with its defaults filled in, for what mods bring beside other programs.</param>
    /// <param name="order">The load order if it has been read already; null to read it.</param>
    /// <param name="isWines">Determines whether Wine has a DLL of that name.</param>
    /// <returns>The addition, in the variable's format, empty if none is needed.</returns>
    public static string Missing(string? given, ModDlls dlls, VfsConfiguration configuration, LoadOrder? order,
        Func<string, bool> isWines) =>
        Missing(given ?? "", dlls.Names.Union(LoaderDlls.Find(configuration, order, isWines), StringComparer.OrdinalIgnoreCase), isWines);

    /// <summary>Returns a function that determines whether Wine has a DLL, by the folder of a prefix that contains Wine's own.</summary>
    public static Func<string, bool> In(string systemFolder) =>
        name => File.Exists(Path.Combine(systemFolder, name.ToLowerInvariant()));

    /// <summary>Returns the addition to <paramref name="given"/> that is needed, in order of the names.</summary>
    /// <param name="given">The variable: <c>name,name=order;…</c>.</param>
    /// <param name="dlls">Names with their extension.</param>
    /// <param name="isWines">Determines whether Wine has a DLL of that name.</param>
    internal static string Missing(string given, IEnumerable<string> dlls, Func<string, bool> isWines)
    {
        HashSet<string> known = new(
            given.Split(';').SelectMany(part => part.Split('=')[0].Split(',')).Select(name => WithoutExtension(name.Trim().TrimStart('*'))),
            StringComparer.OrdinalIgnoreCase);
        return string.Join(';', dlls.Where(name => !known.Contains(WithoutExtension(name)) && isWines(name))
            .Select(name => $"{WithoutExtension(name)}=n,b").Order(StringComparer.OrdinalIgnoreCase));
    }

    /// <summary>Returns the whole variable, which consists of what the user has set and the addition, and reports the addition.</summary>
    /// <param name="given">The variable as the user has set it.</param>
    /// <param name="added">The result of <see cref="Missing(string, IEnumerable{string}, Func{string, bool})"/>, not empty.</param>
    public static string Join(string? given, string added)
    {
        Messages.Say($"mods bring DLLs that Wine has, too; so that Wine uses theirs, the game gets {Variable}={added}");
        return With(given, added);
    }

    /// <summary>Returns the whole variable, without a report.</summary>
    /// <inheritdoc cref="Join"/>
    public static string With(string? given, string added) => string.IsNullOrEmpty(given) ? added : $"{given};{added}";

    private static string WithoutExtension(string name) => name.EndsWith(".dll", StringComparison.OrdinalIgnoreCase) ? name[..^4] : name;
}
