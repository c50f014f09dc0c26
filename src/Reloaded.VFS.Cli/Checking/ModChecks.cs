using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Resolving;

namespace Reloaded.VFS.Cli.Checking;

/// <summary>Checks of the mods: findings from reading them, and those that only show when they are laid over the game.</summary>
internal static class ModChecks
{
    /// <summary>
    /// The longest path that a program can open without support for longer ones: MAX_PATH without the NUL (<c>minwindef.h</c>).
    /// </summary>
    private const int LongestUsual = 259;

    /// <summary>Runs the checks.</summary>
    public static IEnumerable<Diagnostic> Run(ModSet set, ModResolver resolver)
    {
        foreach (Diagnostic found in set.Diagnostics.Concat(resolver.Applied.Diagnostics))
            yield return found;
        foreach (ResolvedName clash in resolver.GetConflicts().Where(c => c.IsClash))
            yield return Clash(clash);
        foreach (AppliedTarget target in resolver.Applied.Targets)
        {
            foreach (Diagnostic found in FindLongPaths(resolver, target))
                yield return found;
        }
    }

    private static Diagnostic Clash(ResolvedName clash)
    {
        Provider winner = clash.Winner, loser = clash.Losers.First(l => l.IsFolder != clash.IsFolder);
        string name = Who(loser);
        return Diagnostic.Warning(
            $"'{clash.Path}' is a {Kind(winner)} of {Who(winner)} and a {Kind(loser)} of {name}: "
                + $"the game doesn't see what {name} has there") with
        {
            File = winner.Path,
            Mod = winner.Mod ?? loser.Mod,
            Fix = "rename one of the two, or switch one of the mods off in order.txt",
        };
    }

    private static IEnumerable<Diagnostic> FindLongPaths(ModResolver resolver, AppliedTarget target) =>
        resolver.List(target.Folder, onlyMods: true)
            .Where(n => n is { IsFolder: false, Mod: not null } && target.VirtualFolder.Length + 1 + n.Path.Length > LongestUsual)
            .GroupBy(n => n.Mod!)
            .Select(g =>
                Diagnostic.Warning(
                    $"the mod '{g.Key}' has {g.Count()} "
                        + $"{(g.Count() == 1 ? "file whose path in the game is" : "files whose paths in the game are")} longer than "
                        + $"{LongestUsual} characters, which many games can't open; the first is '{g.First().Path}'") with
                {
                    File = g.First().Source,
                    Mod = g.Key,
                    Fix = "move the game to a folder with a shorter path, or shorten the names of the mod's folders",
                });

    private static string Who(Provider provider) => provider.Mod is { } mod ? $"the mod '{mod}'" : "the game";

    private static string Kind(Provider provider) => provider.IsFolder ? "folder" : "file";
}
