using Reloaded.VFS.Cli.Archives.Staging;
using Reloaded.VFS.Cli.Game;
using Reloaded.VFS.Listings;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Removing;

namespace Reloaded.VFS.Cli.Archives;

/// <summary>The shift of a mod's files to the depth of the game's, as determined by <see cref="DepthCheck"/>.</summary>
internal static class ModDepth
{
    /// <summary>Corrects an unpacked mod.</summary>
    /// <param name="content">The folder with the mod's content.</param>
    /// <param name="staging">The staging folder.</param>
    /// <param name="listing">The listing of the content.</param>
    /// <param name="targets">The game's folders.</param>
    /// <param name="notes">Receives what was corrected.</param>
    /// <returns>The folder with the mod's content afterwards.</returns>
    public static string Cure(string content, StagingFolder staging, FolderListing listing, IReadOnlyList<string> targets,
        List<string> notes)
    {
        if (new DepthCheck(targets).Find(listing) is not { } wrong)
        {
            if (DataFolder.Find(content, targets) is not ({ } inner, { } data))
                return content;
            if (inner != content)
            {
                notes.Add($"the mod's files were in '{AddedRecord.PathIn(content, inner)}'");
                content = Raise(content, inner);
            }

            if (data.Length > 0)
            {
                notes.Add($"the mod's files are in '{data}' now, where the game has its plugins");
                content = PutInto(content, staging, data);
            }

            return content;
        }

        if (!wrong.IsTooDeep)
        {
            notes.Add($"the mod's files are in '{wrong.Folder}' now, as '{wrong.Example}' is in the game");
            return PutInto(content, staging, wrong.Folder);
        }

        notes.Add($"the mod's files were in '{wrong.Folder}'; they are directly in the mod now, as '{wrong.Example}' is in the game");
        return Raise(content, Path.Combine(content, wrong.Folder));
    }

    private static string PutInto(string content, StagingFolder staging, string folder)
    {
        string around = Path.Combine(staging.Root, "around");
        Directory.CreateDirectory(around);
        DiskRemoval.Rename(content, Path.Combine(around, folder));
        MoveOwn(Path.Combine(around, folder), around);
        return around;
    }

    private static string Raise(string content, string inner)
    {
        for (string? outer = Path.GetDirectoryName(inner); outer is not null && outer.Length >= content.Length;
            outer = Path.GetDirectoryName(outer))
            MoveOwn(outer, inner);
        return inner;
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
