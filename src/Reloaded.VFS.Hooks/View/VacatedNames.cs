using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.Handles;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.View;

/// <summary>
/// Names whose file in a mod the game itself deleted or renamed away. They stay the mod's: what the game makes anew under such a name goes
/// there, and a file of the game's own or of a lower mod that has the name doesn't come to light, though a mod that is followed on disk doesn't
/// supply it any more, or is just seen not to while the game puts another file in its place. A higher mod's file does. Lock-free: buckets are immutable
/// chains that grow at their head; a name costs its memory until the process ends.
/// </summary>
internal static unsafe class VacatedNames
{
    private const int BucketCount = 256;

    private static readonly Node?[] s_buckets = new Node?[BucketCount];
    private static volatile bool s_any;

    /// <summary>Whether there is any: false in most processes for ever.</summary>
    public static bool Any => s_any;

    /// <summary>Notes a name that a mod supplied.</summary>
    /// <param name="name">The name, as the game gave it or as it is seen.</param>
    /// <param name="found">What it was: a mod's file.</param>
    public static void Add(ReadOnlySpan<char> name, in LookupResult found)
    {
        if (found.Kind != LookupKind.File || TryFind(found.PathId, name, out _))
            return;
        LookupResult kept = found;
        kept.TargetRoot = (char*)Keep(found.TargetRoot, found.TargetRootLength * sizeof(char));
        kept.TargetFolder = (byte*)Keep(found.TargetFolder, found.TargetFolderLength * (found.TargetFolderIsWide ? sizeof(char) : sizeof(byte)));
        kept.TargetName = (byte*)Keep(found.TargetName, found.TargetNameLength * (found.TargetNameIsWide ? sizeof(char) : sizeof(byte)));
        var node = new Node(name.ToString(), kept);
        ref Node? bucket = ref s_buckets[Hash(found.PathId, name)];
        do
            node.Next = Volatile.Read(ref bucket);
        while (Interlocked.CompareExchange(ref bucket, node, node.Next) != node.Next);
        s_any = true;
    }

    /// <summary>Notes the name of a folder that is whited out: what is made under that name goes where a mod had the folder.</summary>
    /// <param name="parentId">The folder that it was seen in.</param>
    /// <param name="name">Its name.</param>
    /// <param name="source">Where the mod had it, in target form without a backslash behind it.</param>
    /// <param name="layer">The mod's layer.</param>
    public static void AddFolder(int parentId, ReadOnlySpan<char> name, string source, int layer)
    {
        int folder = source.LastIndexOf('\\') + 1;
        fixed (char* text = source)
        {
            Add(name, new LookupResult
            {
                Kind = LookupKind.File,
                PathId = parentId,
                TargetRoot = text,
                TargetRootLength = folder,
                TargetName = (byte*)(text + folder),
                TargetNameLength = source.Length - folder,
                TargetNameIsWide = true,
                Layer = layer,
            });
        }
    }

    /// <summary>The same for what a handle of a mod's file is seen as, before it is deleted through the handle.</summary>
    public static void AddOfHandle(nint handle)
    {
        HandleEntry entry = HandleTable.Get(handle);
        if (entry.Kind != HandleKind.File)
            return;
        string real = RealNames.Of(handle);
        Snapshot snapshot = HookContext.Files.Current;
        if (snapshot.TryGetFolder(entry.PathId, out FolderView folder) && RealPlaces.TryFindFile(folder, real, out EntryView found))
        {
            string path = string.Concat(folder.Path, @"\", found.Name);
            LookupResult seen = snapshot.Lookup(path);
            // What belongs to another file stays beside that one by itself.
            if (!CompanionNames.TryFindOwner(snapshot, path, in seen, out _, out _))
                Add(found.Name, seen);
        }

        GC.KeepAlive(snapshot);
    }

    /// <summary>Finds what a name was, in any letter case; the disk is asked whether its folder is still there. The pointers stay valid.</summary>
    private static bool TryFind(int parentId, ReadOnlySpan<char> name, out LookupResult found)
    {
        for (Node? node = Volatile.Read(ref s_buckets[Hash(parentId, name)]); node != null; node = node.Next)
        {
            if (node.Found.PathId == parentId && CaseFolding.Equals(node.Name, name))
            {
                found = node.Found;
                // Without its folder there's nothing that could be made again, unless the game itself has deleted the folder, too.
                string folder = Split(found).Folder;
                return RealFiles.Exists(folder) || Whiteouts.HasDeleted(folder);
            }
        }

        found = default;
        return false;
    }

    /// <summary>Puts what the game itself deleted or renamed away in the place of what came to light then: nothing, or a lower mod's file.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Uncover(Snapshot snapshot, ReadOnlySpan<char> name, ref LookupResult found)
    {
        if (found.Kind == LookupKind.Folder && (found.HasTarget || Whiteouts.Any))
            UncoverFolder(snapshot, name, ref found);
        else if (found.Kind is LookupKind.Miss or LookupKind.File && TryFind(found.PathId, name, out LookupResult vacated)
            && (found.Kind == LookupKind.Miss || (snapshot.TryGetFolder(found.PathId, out FolderView folder) && !Outranks(folder, found.Layer, vacated.Layer))))
            found = vacated;
    }

    /// <summary>A folder that the game made there, and removed again, may be known still.</summary>
    private static void UncoverFolder(Snapshot snapshot, ReadOnlySpan<char> name, ref LookupResult found)
    {
        ReadOnlySpan<char> path = HookContext.Files.GetPath(found.PathId);
        LookupResult parent = snapshot.Lookup(VirtualPath.GetParent(path));
        if (parent.Kind != LookupKind.Folder || !TryFind(parent.PathId, name, out LookupResult vacated))
            return;
        bool isThere = (found.HasTarget && RealFiles.Exists(TargetText.Of(found))) || RealFiles.IsFolder(NtPath.FromCanonical(path));
        if (Whiteouts.IsFolder(path) || !isThere)
            found = vacated;
    }

    /// <summary>The same for a listed file: the real folder, in target form, and the name there. False where the entry is right as it is.</summary>
    public static bool TryUncover(in FolderView parent, in EntryView entry, out string folder, out string name)
    {
        (folder, name) = ("", "");
        if (!s_any || !TryFind(parent.PathId, entry.Name, out LookupResult vacated))
            return false;
        bool isRight = entry.IsFolder
            ? !Whiteouts.IsFolder(string.Concat(parent.Path, @"\", entry.Name))
                && (entry.TargetFolder.IsEmpty || RealFiles.Exists(string.Concat(entry.TargetFolder, entry.TargetName))
                    || RealFiles.IsFolder(string.Concat(NtPath.Prefix, parent.Path, @"\", entry.Name)))
            : Outranks(parent, entry.Layer, vacated.Layer);
        if (isRight)
            return false;
        (folder, name) = Split(vacated);
        return true;
    }

    /// <summary>Whether what the game sees as an entry of a folder is on disk: a lower mod's file under a vacated name isn't what it sees.</summary>
    public static bool IsThere(in FolderView parent, in EntryView entry) => TryUncover(parent, entry, out string folder, out string name)
        ? RealFiles.Exists(folder + name)
        : RealFiles.Exists(string.Concat(entry.TargetFolder, entry.TargetName));

    /// <summary>The same for a name that isn't listed at all, and as what it is seen. The disk knows whether the file is there.</summary>
    public static bool TryUncover(int parentId, ReadOnlySpan<char> name, out string seen, out string folder, out string real)
    {
        (seen, folder, real) = ("", "", "");
        if (!s_any || !TryFind(parentId, name, out LookupResult vacated))
            return false;
        (folder, real) = Split(vacated);
        // A single file that is laid over a name has another name of its own.
        seen = CaseFolding.Equals(real, name) ? real : name.ToString();
        return true;
    }

    /// <summary>Whether the game itself deleted a name, or renamed it away, and the mod still is there.</summary>
    public static bool Contains(int parentId, ReadOnlySpan<char> name) => s_any && TryFind(parentId, name, out _);

    /// <summary>
    /// Whether the game sees a mod's file under a name: a lower mod's isn't seen where the game deleted a higher one's, or renamed it away.
    /// </summary>
    /// <param name="parent">The folder, in the snapshot that has the file.</param>
    /// <param name="name">The name, in any letter case.</param>
    /// <param name="layer">The layer of the file.</param>
    public static bool Shows(in FolderView parent, ReadOnlySpan<char> name, int layer) =>
        !s_any || !TryFind(parent.PathId, name, out LookupResult vacated) || Outranks(parent, layer, vacated.Layer);

    /// <summary>All names that were vacated in a folder.</summary>
    public static List<string> In(int parentId)
    {
        List<string> names = [];
        foreach (Node? first in s_any ? s_buckets : [])
        {
            for (Node? node = first; node != null; node = node.Next)
            {
                if (node.Found.PathId == parentId)
                    names.Add(node.Name);
            }
        }

        return names;
    }

    /// <summary>Whether a name of the game's own is covered by one that the game deleted in a mod and hasn't made again.</summary>
    public static bool Covers(int parentId, ReadOnlySpan<char> name) =>
        s_any && TryFind(parentId, name, out LookupResult found)
        && !RealFiles.Exists(TargetText.Of(found));

    /// <summary>
    /// Whether what one layer has in a folder is right beside what was vacated in another: it is the same layer, or a higher one. A mod whose folder the game has
    /// deleted has its rank in a folder above that.
    /// </summary>
    private static bool Outranks(in FolderView folder, int layer, int vacated)
    {
        if (layer == vacated)
            return true;
        Snapshot snapshot = HookContext.Files.Current;
        FolderView at = folder;
        int rank = -1, other = -1;
        while (rank < 0 || other < 0)
        {
            (rank, other) = (RankOf(at, layer), RankOf(at, vacated));
            ReadOnlySpan<char> above = VirtualPath.GetParent(at.Path);
            if ((rank < 0 || other < 0) && (above.IsEmpty || !HookContext.Files.TryGetPathId(above, out int id) || !snapshot.TryGetFolder(id, out at)))
                break;
        }

        GC.KeepAlive(snapshot);
        // Highest first.
        return rank >= 0 && other >= 0 && rank < other;
    }

    private static int RankOf(in FolderView folder, int layer)
    {
        for (int i = 0; i < folder.SourceCount; i++)
        {
            if (folder.GetSourceLayer(i) == layer)
                return i;
        }

        return -1;
    }

    private static (string Folder, string Name) Split(in LookupResult vacated)
    {
        string target = TargetText.Of(vacated);
        int length = target.Length - vacated.TargetNameLength;
        return (target[..length], target[length..]);
    }

    private static void* Keep(void* text, int bytes)
    {
        void* copy = NativeMemory.Alloc((nuint)Math.Max(1, bytes));
        NativeMemory.Copy(text, copy, (nuint)bytes);
        return copy;
    }

    private static int Hash(int parentId, ReadOnlySpan<char> name)
    {
        // Both cases of a letter share these bits.
        uint hash = (uint)parentId;
        foreach (char c in name)
            hash = (hash * 31) + (c < 0x80 ? (uint)c & 31 : 0);
        return (int)(hash % BucketCount);
    }

    private sealed class Node(string name, LookupResult found)
    {
        public string Name { get; } = name;

        public LookupResult Found { get; } = found;

        public Node? Next { get; set; }
    }
}
