using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Listings;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Mods.Order;

/// <summary>
/// A rule of <c>prefer.txt</c> and the mod that it prefers. It becomes a layer above all mods, of those files of the mod that it names: as
/// if they were copied over the game once more, after every mod. Immutable.
/// </summary>
/// <param name="Rule">The rule.</param>
/// <param name="Mod">The mod's index among the mods.</param>
internal sealed record Preference(PreferenceRule Rule, int Mod)
{
    /// <summary>The rules whose mods are to be laid over the game.</summary>
    /// <param name="order">The rules and the mods.</param>
    public static List<Preference> Of(LoadOrder order)
    {
        var found = new List<Preference>();
        foreach (PreferenceRule rule in order.Preferences)
        {
            int mod = order.Mods.ToList().FindIndex(mod => NameComparer.Instance.Equals(mod.Name, rule.Mod));
            if (mod >= 0 && order.Mods[mod].IsLoaded)
                found.Add(new Preference(rule, mod));
        }

        return found;
    }

    /// <summary>What a rule has to be told of: its mod isn't there, or has no such file.</summary>
    /// <param name="order">The rules and the mods.</param>
    /// <param name="listingOf">What is in a mod's folder, by its index; null where that isn't known.</param>
    public static IEnumerable<Diagnostic> FindGone(LoadOrder order, Func<int, FolderListing?> listingOf)
    {
        foreach (PreferenceRule rule in order.Preferences)
        {
            int mod = order.Mods.ToList().FindIndex(mod => NameComparer.Instance.Equals(mod.Name, rule.Mod));
            string? cause = mod < 0 || order.Mods[mod].State == ModState.Missing
                ? $"there is no mod '{rule.Mod}', which is preferred here"
                : listingOf(mod) is { } listing && Select(listing, rule.Pattern).FileCount == 0
                    ? $"the mod '{order.Mods[mod].Name}', which is preferred here, has no '{rule.Pattern.Text}'"
                    : null;
            if (cause is not null)
                yield return Diagnostic.Warning(cause) with
                {
                    File = order.PreferenceFile,
                    Line = rule.Line,
                    Mod = rule.Mod,
                    Fix = $"remove the line: rvfs prefer --remove \"{rule.Pattern.Text}\"",
                };
        }
    }

    /// <summary>The files of a listing that a pattern names, or that lie in a folder which it names.</summary>
    public static FolderListing Select(FolderListing listing, PathPattern pattern)
    {
        using var builder = new FolderListingBuilder(listing.Root);
        var paths = new string[listing.FolderCount];
        var isWhole = new bool[listing.FolderCount];
        int[] made = [.. Enumerable.Repeat(-1, listing.FolderCount)];
        (paths[0], made[0]) = ("", 0);
        for (int i = 0; i < listing.FolderCount; i++)
        {
            if (i > 0)
            {
                int parent = listing.GetParent(i);
                paths[i] = Join(paths[parent], listing.GetFolderName(i));
                isWhole[i] = isWhole[parent] || pattern.Matches(paths[i]);
            }

            (int first, int count) = listing.GetFiles(i);
            for (int file = first; file < first + count; file++)
            {
                string name = listing.GetFileName(file);
                if (isWhole[i] || pattern.Matches(Join(paths[i], name)))
                    builder.AddFile(Enter(i), name);
            }
        }

        return builder.Build();

        int Enter(int folder) => made[folder] >= 0 ? made[folder]
            : made[folder] = builder.AddFolder(Enter(listing.GetParent(folder)), listing.GetFolderName(folder));
    }

    private static string Join(string folder, string name) => folder.Length == 0 ? name : $@"{folder}\{name}";
}
