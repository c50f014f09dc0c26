using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.View;

/// <summary>
/// The one place that knows which names of the game's own folder are whited out: they are on disk, and gone to the game, because it has itself deleted
/// what it saw under them. A file's whiteout is a <see cref="VacatedNames">vacated name</see>: the game deleted a mod's file that covered its own. A folder's
/// is kept here, where files that are whited out are all that is left in the folder: neither the folder nor anything below it is there, until
/// the game makes the name anew, or a mod brings something there. What is whited out in the folder stays so then. A whiteout lasts until the process ends.
/// Thread-safe without a lock: the list is replaced whole.
/// </summary>
internal static class Whiteouts
{
    /// <summary>Hears of folders that are whited out, or not any more, while a mod has them all the time: canonical path, whether it is gone to the game. Any thread.</summary>
    public static volatile Action<string, bool>? Changed;

    private static volatile Whiteout[] s_folders = [];

    /// <summary>Whether there is any: false in most processes for ever.</summary>
    public static bool Any => s_folders.Length != 0;

    /// <summary>Notes a folder that the game has deleted.</summary>
    /// <param name="snapshot">What mods supply; alive.</param>
    /// <param name="path">Its canonical path.</param>
    /// <param name="deleted">The mods' real folders that were deleted, in target form without a backslash behind them, the highest mod's first; one at least.</param>
    /// <param name="kept">Those that weren't, since something is in them that the game doesn't see.</param>
    /// <param name="layer">The layer of the first of <paramref name="deleted"/>.</param>
    public static void AddFolder(Snapshot snapshot, string path, string[] deleted, string[] kept, int layer)
    {
        LookupResult parent = snapshot.Lookup(VirtualPath.GetParent(path));
        if (parent.Kind != LookupKind.Folder)
            return;
        // What the game makes anew under the name lies in the mod.
        VacatedNames.AddFolder(parent.PathId, VirtualPath.GetName(path), deleted[0], layer);
        var added = new Whiteout(path, deleted, kept);
        Whiteout[] before, after;
        do
        {
            before = s_folders;
            after = [.. before.Where(folder => !CaseFolding.Equals(folder.Path, path)), added];
        }
        while (Interlocked.CompareExchange(ref s_folders, after, before) != before);
        if (kept.Length > 0)
            Changed?.Invoke(path, true);
    }

    /// <summary>Whether a canonical path is a whited-out folder, or lies below one.</summary>
    /// <param name="snapshot">What mods supply; alive.</param>
    /// <param name="path">The path.</param>
    /// <param name="length">The characters of the path up to the end of the outermost such folder.</param>
    public static bool Covers(Snapshot snapshot, ReadOnlySpan<char> path, out int length)
    {
        length = 0;
        while (Any && FindOutermost(path) is { } folder)
        {
            if (!IsBack(snapshot, folder))
            {
                length = folder.Path.Length;
                return true;
            }

            Lift(folder);
        }

        return false;
    }

    /// <summary>Whether a canonical path of the game's own folder is whited out: a file, a folder, or something in such a folder.</summary>
    /// <param name="snapshot">What mods supply; alive.</param>
    /// <param name="path">The path.</param>
    public static bool Hides(Snapshot snapshot, ReadOnlySpan<char> path) =>
        Covers(snapshot, path, out _)
        || (TryGetParent(snapshot, path, out int parentId) && VacatedNames.Covers(parentId, VirtualPath.GetName(path)));

    /// <summary>
    /// The same, also where the game has made the name anew in a mod: then that covers the game's own again, which comes to light neither before nor after.
    /// </summary>
    /// <param name="snapshot">What mods supply; alive.</param>
    /// <param name="path">The path.</param>
    public static bool Outlast(Snapshot snapshot, ReadOnlySpan<char> path) =>
        Covers(snapshot, path, out _)
        || (TryGetParent(snapshot, path, out int parentId) && VacatedNames.Contains(parentId, VirtualPath.GetName(path)));

    private static bool TryGetParent(Snapshot snapshot, ReadOnlySpan<char> path, out int parentId)
    {
        LookupResult parent = VacatedNames.Any ? snapshot.Lookup(VirtualPath.GetParent(path)) : default;
        parentId = parent.PathId;
        return VacatedNames.Any && parent.Kind == LookupKind.Folder;
    }

    /// <summary>Whether a canonical path is itself a whited-out folder.</summary>
    public static bool IsFolder(ReadOnlySpan<char> path)
    {
        foreach (Whiteout folder in s_folders)
        {
            if (CaseFolding.Equals(folder.Path, path))
                return true;
        }

        return false;
    }

    /// <summary>Whether a mod's real folder, in target form with a backslash behind it, went with a folder that is whited out.</summary>
    public static bool HasDeleted(ReadOnlySpan<char> source)
    {
        foreach (Whiteout folder in s_folders)
        {
            foreach (string deleted in folder.Deleted)
            {
                if (source.Length > deleted.Length && source[deleted.Length] == '\\' && CaseFolding.Equals(source[..deleted.Length], deleted))
                    return true;
            }
        }

        return false;
    }

    /// <summary>
    /// A folder is there again, whoever made it. Every mod that had it gets its own again: what is whited out in the folder stays so, and is
    /// made anew in the mod.
    /// </summary>
    /// <param name="path">Its canonical path; nothing happens where it isn't whited out.</param>
    public static void Lift(ReadOnlySpan<char> path)
    {
        foreach (Whiteout folder in s_folders)
        {
            if (CaseFolding.Equals(folder.Path, path))
                Lift(folder);
        }
    }

    private static void Lift(Whiteout lifted)
    {
        foreach (string source in lifted.Deleted)
            RealFiles.MakeFolder(source, out _);
        Whiteout[] before, after;
        do
        {
            before = s_folders;
            after = [.. before.Where(folder => folder != lifted)];
        }
        while (Interlocked.CompareExchange(ref s_folders, after, before) != before);
        // Of several threads that find it back one has taken it out.
        if (lifted.IsKeptByMods && before.Length != after.Length)
            Changed?.Invoke(lifted.Path, false);
    }

    /// <summary>Whether mods have brought something there since.</summary>
    private static bool IsBack(Snapshot snapshot, Whiteout whiteout)
    {
        LookupResult found = snapshot.Lookup(whiteout.Path);
        if (found.Kind != LookupKind.Folder || !snapshot.TryGetFolder(found.PathId, out FolderView folder))
            return false;
        for (int i = 0; i < folder.SourceCount; i++)
        {
            ReadOnlySpan<char> source = folder.GetSource(i).TrimEnd('\\');
            if (!whiteout.IsKept(source) && RealFiles.IsFolder(source))
                return true;
        }

        foreach (EntryView entry in folder)
        {
            if (!entry.IsFolder && VacatedNames.IsThere(folder, entry))
                return true;
        }

        return false;
    }

    private static Whiteout? FindOutermost(ReadOnlySpan<char> path)
    {
        Whiteout? outermost = null;
        foreach (Whiteout folder in s_folders)
        {
            int length = folder.Path.Length;
            bool isCovering = path.Length >= length && (path.Length == length || path[length] == '\\') && CaseFolding.Equals(path[..length], folder.Path);
            if (isCovering && (outermost == null || length < outermost.Path.Length))
                outermost = folder;
        }

        return outermost;
    }

    private sealed class Whiteout(string path, string[] deleted, string[] kept)
    {
        public string Path { get; } = path;

        public string[] Deleted { get; } = deleted;

        /// <summary>Whether mods have the folder all the time.</summary>
        public bool IsKeptByMods => kept.Length > 0;

        public bool IsKept(ReadOnlySpan<char> source)
        {
            foreach (string folder in kept)
            {
                if (CaseFolding.Equals(folder, source))
                    return true;
            }

            return false;
        }
    }
}
