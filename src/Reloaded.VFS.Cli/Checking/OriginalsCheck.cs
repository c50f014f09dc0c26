using Reloaded.VFS.Cli.Starting;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Resolving;

namespace Reloaded.VFS.Cli.Checking;

/// <summary>A search for files of the game that an update has changed since a mod replaced them: the mod hides the new version.</summary>
internal static class OriginalsCheck
{
    /// <summary>Runs the check; returns one finding for each mod.</summary>
    public static IEnumerable<Diagnostic> Run(OriginalsRecord record, ModResolver resolver)
    {
        Dictionary<string, ReplacedFile> known = record.Files.DistinctBy(f => f.Path).ToDictionary(f => f.Path);
        List<(string Path, string Mod, string Original)> updated = [];
        foreach ((string path, string mod, string replacement, string original) in OriginalsRecord.Replaced(resolver))
        {
            bool isSameMod = known.TryGetValue(path, out ReplacedFile? before) && before.Mod == mod
                && FileStamp.Of(replacement) == before.Replacement;
            if (isSameMod && FileStamp.Of(original) is { } now && now != before!.Original)
                updated.Add((path, mod, original));
        }

        return updated.GroupBy(u => u.Mod)
            .Select(g =>
                Diagnostic.Warning(
                    $"an update has changed {Count(g.Count())} of the game since the mod '{g.Key}' replaced "
                        + $"{(g.Count() == 1 ? "it" : "them")}; the mod's old version still counts. The first is '{g.First().Path}'") with
                {
                    File = g.First().Original,
                    Mod = g.Key,
                    Fix = "get the mod's newest version, made for the updated game, or switch it off in order.txt",
                });
    }

    private static string Count(int files) => files == 1 ? "a file" : $"{files} files";
}
