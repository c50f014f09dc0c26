using Reloaded.VFS.Listings;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Removing;

namespace Reloaded.VFS.Cli.Archives;

/// <summary>Brings a mod's files to the depth that the game has them at, as <see cref="DepthCheck"/> finds it out.</summary>
internal static class ModDepth
{
    /// <summary>Cures what is unpacked.</summary>
    /// <param name="staging">With the mod's content.</param>
    /// <param name="listing">What is in it.</param>
    /// <param name="targets">The game's folders.</param>
    /// <returns>The folder whose content is the mod's now, and what was wrong; null where nothing was.</returns>
    public static (string Content, WrongDepth? Cured) Cure(StagingFolder staging, FolderListing listing, IReadOnlyList<string> targets)
    {
        if (new DepthCheck(targets).Find(listing) is not { } wrong)
            return (staging.Content, null);
        if (!wrong.IsTooDeep)
        {
            string around = Path.Combine(staging.Root, "around");
            Directory.CreateDirectory(around);
            DiskRemoval.Rename(staging.Content, Path.Combine(around, wrong.Folder));
            MoveOwn(Path.Combine(around, wrong.Folder), around);
            return (around, wrong);
        }

        string inner = Path.Combine(staging.Content, wrong.Folder);
        for (string? outer = Path.GetDirectoryName(inner); outer is not null && outer.Length >= staging.Content.Length;
            outer = Path.GetDirectoryName(outer))
            MoveOwn(outer, inner);
        return (inner, wrong);
    }

    /// <summary>What tells of the mod itself (<c>mod.json</c>, a readme) stays directly in its folder.</summary>
    private static void MoveOwn(string from, string to)
    {
        foreach (string file in Directory.GetFiles(from))
        {
            string name = Path.GetFileName(file), moved = Path.Combine(to, name);
            if (DefaultExcludes.IsExcluded(name, isFolder: false, atRoot: true) && !Path.Exists(moved))
                DiskRemoval.Rename(file, moved);
        }
    }
}
