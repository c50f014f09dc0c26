using System.Numerics;

namespace Reloaded.VFS.Lookup;

// Resolves the references of entries.
internal unsafe partial struct LookupTree
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static PathRecord* GetPath(LookupTree* tree, uint reference) => (PathRecord*)ReferencedMemory.Resolve(tree->Paths, reference);

    /// <summary>Returns the folder that holds a file, or the folder itself.</summary>
    public static PathRecord* GetFolder(LookupTree* tree, scoped in LookupEntry entry) =>
        GetPath(tree, entry.Has(LookupEntryFlags.OwnTail) ? tree->Tails[entry.Value].Record : entry.Value);

    public static SingleFile* GetSingle(LookupTree* tree, scoped in LookupEntry entry) =>
        (SingleFile*)ReferencedMemory.Resolve((byte**)Volatile.Read(ref *(nint*)&tree->Singles), RealNameOf(tree, entry));

    /// <summary>Returns one of a folder's sources, highest priority first.</summary>
    public static LookupSource* GetSource(LookupTree* tree, LookupFolder* folder, int index) =>
        index == 0 ? &folder->Source : tree->OtherSources + folder->FirstOtherSource + (index - 1);

    /// <summary>Returns the handle of the layer that supplies a file.</summary>
    public static int GetLayer(LookupTree* tree, scoped in LookupEntry entry) =>
        entry.Has(LookupEntryFlags.Single) ? GetSingle(tree, entry)->Layer : tree->Layers[entry.Layer].Handle;

    /// <summary>Gets the name that the game sees, if the tree has it as UTF-16. Otherwise it is <see cref="GetPackedName"/>.</summary>
    public static bool TryGetName(LookupTree* tree, scoped in LookupEntry entry, out ReadOnlySpan<char> name)
    {
        if (entry.Has(LookupEntryFlags.Folder))
        {
            PathRecord* folder = GetPath(tree, entry.Value);
            char* seen = tree->Folders[folder->Id].Name;
            name = seen is null ? default : new ReadOnlySpan<char>(seen, folder->NameLength);
        }
        else if (entry.Has(LookupEntryFlags.Recased))
        {
            name = new ReadOnlySpan<char>(tree->Names[entry.Name].Seen, entry.NameLength);
        }
        else
        {
            name = entry.Has(LookupEntryFlags.Single) ? SingleFile.GetName(GetSingle(tree, entry)) : default;
        }

        return !name.IsEmpty;
    }

    /// <summary>Determines whether the name that the game sees equals a name, in any letter case.</summary>
    public static bool HasName(LookupTree* tree, scoped in LookupEntry entry, scoped ReadOnlySpan<char> name) =>
        TryGetName(tree, entry, out ReadOnlySpan<char> seen)
            ? CaseFolding.Equals(name, seen)
            : GetPackedName(tree, entry).EqualsFolded(name);

    /// <summary>Returns the name that the game sees. May use the buffer, which must have room for the longest name.</summary>
    public static ReadOnlySpan<char> UnpackName(LookupTree* tree, scoped in LookupEntry entry, Span<char> buffer) =>
        TryGetName(tree, entry, out ReadOnlySpan<char> name) ? name : GetPackedName(tree, entry).Unpack(buffer);

    /// <summary>Returns the name on disk of a listed file, or the name of a folder in the letter case of its path.</summary>
    public static PackedText GetPackedName(LookupTree* tree, scoped in LookupEntry entry) => entry.Has(LookupEntryFlags.Folder)
        ? PathRecord.GetName(GetPath(tree, entry.Value))
        : new PackedText(tree->Layers[entry.Layer].Names + RealNameOf(tree, entry), (ushort)(entry.Info & (PackedText.Wide | 0xFF)));

    /// <summary>Finds a name in a folder. A name longer than <see cref="VirtualPath.MaxNameLength"/> is never found.</summary>
    public static bool TryFind(LookupTree* tree, LookupFolder* folder, ReadOnlySpan<char> name, out LookupEntry entry)
    {
        entry = default;
        return name.Length <= VirtualPath.MaxNameLength
            && TryFind(tree, folder, name, LookupKeys.Of(GetPath(tree, folder->Record), name), out entry);
    }

    public static bool TryFind(LookupTree* tree, LookupFolder* folder, ReadOnlySpan<char> name, ulong key, out LookupEntry entry)
    {
        int folderId = (int)(folder - tree->Folders);
        uint tag = LookupTable.TagOf(key);
        LookupBucket* bucket = LookupTable.Start(&tree->Table, key, out LookupBucket* first, out LookupBucket* end);
        while (true)
        {
            for (uint lanes = LookupBucket.Find(bucket, tag); lanes != 0; lanes &= lanes - 1)
            {
                entry = LookupBucket.Get(bucket, BitOperations.TrailingZeroCount(lanes));
                if (ParentOf(tree, entry) == folderId && HasName(tree, entry, name))
                    return true;
            }

            if (bucket->Tags[LookupBucket.Lanes - 1] == 0)
            {
                entry = default;
                return false;
            }

            if (++bucket == end)
                bucket = first;
        }
    }

    /// <summary>Returns the offset in bytes of a listed file's real name in its layer's names, or the reference of a single file.</summary>
    public static uint RealNameOf(LookupTree* tree, scoped in LookupEntry entry) =>
        entry.Has(LookupEntryFlags.Recased) ? tree->Names[entry.Name].Name : entry.Name;

    private static int ParentOf(LookupTree* tree, scoped in LookupEntry entry)
    {
        PathRecord* folder = GetFolder(tree, entry);
        return entry.Has(LookupEntryFlags.Folder) ? tree->Folders[folder->Id].Parent : folder->Id;
    }
}
