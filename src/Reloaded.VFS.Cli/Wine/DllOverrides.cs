using Reloaded.VFS.Cli.Game;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Order;

namespace Reloaded.VFS.Cli.Wine;

/// <summary>
/// Wine prefers its own to a DLL of the same name beside a program, unless <c>WINEDLLOVERRIDES</c> says otherwise: it has to be told so for
/// what mods bring. It reads the variable of the Linux process, which the programs that it runs can't set for each other.
/// </summary>
internal static class DllOverrides
{
    /// <summary>The variable.</summary>
    public const string Variable = "WINEDLLOVERRIDES";

    /// <summary>Adds <c>n,b</c> for each that Wine has one of its own of. What the user has said of a DLL stays.</summary>
    /// <param name="given">The variable as the user has set it.</param>
    /// <param name="dlls">What mods bring beside the program that is started.</param>
    /// <param name="configuration">With its defaults filled in: what mods bring beside other programs.</param>
    /// <param name="order">The load order where it has been read already; null: it is read.</param>
    /// <param name="isWines">Whether Wine has one of its own.</param>
    /// <returns>What has to be added, as it stands in the variable; empty where nothing has to.</returns>
    public static string Missing(string? given, ModDlls dlls, VfsConfiguration configuration, LoadOrder? order,
        Func<string, bool> isWines) =>
        Missing(given ?? "", dlls.Names.Union(LoaderDlls.Find(configuration, order, isWines), StringComparer.OrdinalIgnoreCase), isWines);

    /// <summary>Whether Wine has a DLL of its own, by the folder of a prefix in which Wine's own lie.</summary>
    public static Func<string, bool> In(string systemFolder) =>
        name => File.Exists(Path.Combine(systemFolder, name.ToLowerInvariant()));

    /// <summary>The part that has to be added to <paramref name="given"/>, in order of the names.</summary>
    /// <param name="given">The variable: <c>name,name=order;…</c>.</param>
    /// <param name="dlls">Names with their extension.</param>
    /// <param name="isWines">Whether Wine has one of its own.</param>
    internal static string Missing(string given, IEnumerable<string> dlls, Func<string, bool> isWines)
    {
        HashSet<string> known = new(
            given.Split(';').SelectMany(part => part.Split('=')[0].Split(',')).Select(name => WithoutExtension(name.Trim().TrimStart('*'))),
            StringComparer.OrdinalIgnoreCase);
        return string.Join(';', dlls.Where(name => !known.Contains(WithoutExtension(name)) && isWines(name))
            .Select(name => $"{WithoutExtension(name)}=n,b").Order(StringComparer.OrdinalIgnoreCase));
    }

    /// <summary>The whole variable: what the user has set, and what has to be added. Says what is added.</summary>
    /// <param name="given">The variable as the user has set it.</param>
    /// <param name="added">What <see cref="Missing(string, IEnumerable{string}, Func{string, bool})"/> gave; not empty.</param>
    public static string Join(string? given, string added)
    {
        Messages.Say($"Wine has DLLs of its own where mods bring some; the game gets {Variable}={added}");
        return string.IsNullOrEmpty(given) ? added : $"{given};{added}";
    }

    private static string WithoutExtension(string name) => name.EndsWith(".dll", StringComparison.OrdinalIgnoreCase) ? name[..^4] : name;
}
