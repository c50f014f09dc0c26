using Reloaded.VFS.Lookup;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Spelling;

/// <summary>
/// Puts the real names in place of 8.3 names: asked of the game's folder first, then of the mods' that lie over it. Only for paths with a
/// name of that shape that led nowhere; asks the disk, and allocates.
/// </summary>
internal static class LongNames
{
    /// <summary>The path with real names; null where nothing was replaced.</summary>
    /// <param name="path">A canonical path.</param>
    /// <param name="files">Knows the folders that mods have.</param>
    /// <param name="snapshot">What mods supply; alive.</param>
    /// <param name="disk">Knows the names on disk.</param>
    public static string? Expand(ReadOnlySpan<char> path, VirtualFileSystem files, Snapshot snapshot, IDisk disk)
    {
        string result = "";
        bool replaced = false;
        foreach (Range range in path.Split('\\'))
        {
            ReadOnlySpan<char> name = path[range];
            string? real = result.Length > 0 && ShortName.MayBe(name) ? Find(result, name, files, snapshot, disk) : null;
            replaced |= real is not null;
            result = result.Length == 0 ? name.ToString() : string.Concat(result, @"\", real ?? name);
        }

        return replaced ? result : null;
    }

    private static string? Find(string folder, ReadOnlySpan<char> name, VirtualFileSystem files, Snapshot snapshot, IDisk disk)
    {
        if (disk.FindName(string.Concat(NtPath.Prefix, folder, @"\"), name) is { } own)
            return own;
        if (!files.TryGetPathId(folder, out int id) || !snapshot.TryGetFolder(id, out FolderView view))
            return null;
        for (int i = 0; i < view.SourceCount; i++)
        {
            // A name that the mod has but the game doesn't see isn't meant.
            if (disk.FindName(view.GetSource(i), name) is { } found && view.TryFind(found, out EntryView entry))
                return entry.Name.ToString();
        }

        return null;
    }
}
