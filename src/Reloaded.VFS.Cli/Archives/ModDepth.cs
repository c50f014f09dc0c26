using Reloaded.VFS.Listings;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Removing;

namespace Reloaded.VFS.Cli.Archives;

/// <summary>The shift of a mod's files to the depth of the game's, as determined by <see cref="DepthCheck"/>.</summary>
internal static class ModDepth
{
    /// <summary>Corrects an unpacked mod.</summary>
    /// <param name="staging">The staging folder with the mod's content.</param>
    /// <param name="listing">The listing of the content.</param>
    /// <param name="targets">The game's folders.</param>
    /// <returns>The folder with the mod's content afterwards, and the corrected error, or null.</returns>
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

    /// <summary>Keeps files about the mod itself (<c>mod.json</c>, a readme) directly in its folder.</summary>
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
