using System.IO.Hashing;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Mods.Laying;

namespace Reloaded.VFS.Mods.Resolving;

/// <content>What the game sees, folder by folder.</content>
public sealed partial class ModResolver
{
    /// <summary>Returns the content of each folder of a target that the game sees, a folder before those in it.</summary>
    /// <param name="target">The target.</param>
    /// <param name="known">
    /// Returns the names of the subfolders of a folder that hasn't changed, which isn't read then, or null for any other folder. Null if
    /// nothing is known.
    /// </param>
    internal IEnumerable<SeenFolder> ListFolders(AppliedTarget target, Func<FolderOrigin, IReadOnlyList<string>?>? known = null)
    {
        var pending = new Stack<(string Folder, bool IsInKnown)>();
        pending.Push(("", false));
        while (pending.TryPop(out (string Folder, bool IsInKnown) next))
        {
            FolderOrigin? origin = known is null ? null : OriginOf(target, next.Folder, next.IsInKnown);
            if (origin is not null && known!(origin) is { } folders)
            {
                foreach (string name in folders)
                    pending.Push((next.Folder.Length == 0 ? name : $"{next.Folder}\\{name}", true));
                yield return new SeenFolder(next.Folder, []) { Origin = origin, IsKnown = true };
                continue;
            }

            List<SeenName> names = [.. ReadFolder(target, next.Folder, onlyMods: false).Select(line => line.Line)];
            foreach (SeenName below in names.Where(name => name is { IsFolder: true, LeadsBack: false }))
                pending.Push((below.Path, false));
            string? own = OwnFolder(target, next.Folder);
            yield return new SeenFolder(next.Folder, names)
            {
                Origin = origin is null ? null : origin with { Own = own, IsOwnKnown = true },
                HasLinks = own is not null && _game.Read(own).Values.Any(name => name.IsFolderLink),
            };
        }
    }

    private FolderOrigin OriginOf(AppliedTarget target, string relative, bool isInKnown)
    {
        string path = target.PathOf(relative);
        Snapshot snapshot = _files.Snapshot;
        ulong content = 0;
        List<string> sources = [];
        LookupResult found = snapshot.Lookup(path);
        if (found.Kind == LookupKind.Folder && snapshot.TryGetFolder(found.PathId, out FolderView folder))
        {
            for (int i = 0; i < folder.SourceCount; i++)
                sources.Add(HostPath(folder.GetSource(i).ToString()));
            ReadOnlySpan<char> last = default;
            // The order of the entries doesn't matter.
            foreach (EntryView entry in folder)
            {
                content += Sum(entry.Name) + (entry.IsFolder ? 1UL : 0);
                ReadOnlySpan<char> backing = entry.IsFolder ? default : entry.BackingFolder;
                content += 3 * Sum(backing);
                if (!backing.SequenceEqual(last) && HostPath(backing.ToString()) is { Length: > 0 } source && !sources.Contains(source))
                    sources.Add(source);
                last = backing;
            }
        }

        if (snapshot.Hidden is { } hidden && snapshot.Paths.TryGet(path, out int id))
        {
            foreach (string name in hidden.NamesIn(id))
                content += 5 * Sum(name);
        }

        GC.KeepAlive(snapshot);
        return isInKnown
            ? new FolderOrigin(relative, content, sources, null, IsOwnKnown: false)
            : new FolderOrigin(relative, content, sources, OwnFolder(target, relative), IsOwnKnown: true);
    }

    /// <summary>Returns the game's own folder, or null if there is none, mods hide it, or its content is known from elsewhere.</summary>
    private string? OwnFolder(AppliedTarget target, string relative) =>
        FindOwn(target, relative) is { IsFolder: true } own && !IsInCircle(target, relative) ? own.Path : null;

    private static ulong Sum(ReadOnlySpan<char> text) => XxHash3.HashToUInt64(MemoryMarshal.AsBytes(text));
}

/// <summary>The sources of a folder that the game sees. Immutable.</summary>
/// <param name="Path">The path below the target, with backslashes; empty for the target itself.</param>
/// <param name="Content">A hash of the names that mods supply and hide there, and of where each file is.</param>
/// <param name="Sources">The real folders of mods.</param>
/// <param name="Own">The game's own folder, or null if there is none or it isn't known.</param>
/// <param name="IsOwnKnown">True if <paramref name="Own"/> is known; otherwise the folder lies in one that is as it was before.</param>
internal sealed record FolderOrigin(string Path, ulong Content, IReadOnlyList<string> Sources, string? Own, bool IsOwnKnown);

/// <summary>The content of one folder, as the game sees it. Immutable.</summary>
/// <param name="Path">The path below the target, with backslashes; empty for the target itself.</param>
/// <param name="Names">The files and folders in it, without those in its folders; none if the folder is as it was before.</param>
internal sealed record SeenFolder(string Path, IReadOnlyList<SeenName> Names)
{
    /// <summary>Gets what the content comes from, or null if that wasn't requested.</summary>
    public FolderOrigin? Origin { get; init; }

    /// <summary>Gets a value indicating whether the folder is as it was before, so that it wasn't read.</summary>
    public bool IsKnown { get; init; }

    /// <summary>Gets a value indicating whether the game has links to folders there, which may change while the folder doesn't.</summary>
    public bool HasLinks { get; init; }
}
