using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics.X86;

namespace Reloaded.VFS.Trees;

// The names, lowest layer first.
internal sealed unsafe partial class LookupTreeBuilder
{
    /// <summary>Names whose buckets are fetched while those before them are put in place.</summary>
    private const int Ahead = 32;

    /// <summary>The entry of a file that is no part of a listing.</summary>
    public static LookupEntry CreateEntry(uint reference, SingleFile* file, LookupFolder* folder) => new()
    {
        Name = reference,
        Value = folder->Record,
        Info = LookupEntry.MakeInfo(file->NameLength, LookupEntryFlags.Single),
    };

    private bool TryInsertAll(uint entries, bool uneven)
    {
        _tree->Table = LookupTable.Create(entries, uneven, _arena);
        if (!TryInsertFolders())
            return false;
        // As if copied: a higher layer's file takes the place of a lower one's, whose name stays as it is cased.
        for (int i = 0; i < _layers.Count; i++)
        {
            if (_layers[i].Enabled && !TryInsertLayer(i))
                return false;
        }

        return true;
    }

    /// <summary>Back to how <see cref="LayOut"/> left it.</summary>
    private void Reset()
    {
        FileCount = 0;
        _names.Clear();
        for (int id = 0; id < _tree->FolderCount; id++)
            _tree->Folders[id].EntryCount = 0;
    }

    private bool TryInsertFolders()
    {
        for (int id = 0; id < _tree->FolderCount; id++)
        {
            LookupFolder* folder = _tree->Folders + id;
            if (!folder->IsLive || folder->Parent < 0)
                continue;
            LookupFolder* parent = _tree->Folders + folder->Parent;
            bool listed = folder->SourceCount > 0 && parent->InTarget;
            var entry = new LookupEntry
            {
                Value = folder->Record,
                Info = LookupEntry.MakeInfo(0, LookupEntryFlags.Folder | (listed ? 0 : LookupEntryFlags.Hidden)),
            };
            ulong key = LookupTable.KeyOf(LookupTree.GetPath(_tree, parent->Record)->Hash, LookupTree.GetPath(_tree, folder->Record)->NameHash);
            if (!LookupTable.TryInsert(&_tree->Table, key, entry, out uint place))
                return false;
            if (listed)
                _tree->Lists[parent->FirstEntry + parent->EntryCount++] = place;
        }

        return true;
    }

    private bool TryInsertLayer(int index)
    {
        Layer layer = _layers[index];
        if (layer.Folder is not { } source)
            return TryInsertSingle(layer.File);

        // Appended names aren't in the listing, so their order doesn't matter.
        foreach (uint file in source.Appended ?? [])
        {
            if (!TryInsertSingle(file))
                return false;
        }

        FolderListing listing = source.Listing;
        for (int f = 0; f < listing.FolderCount; f++)
        {
            int id = source.Folders[f].PathId;
            if (id < 0 || !_tree->Folders[id].IsLive || listing.Folders[f].FileCount == 0)
                continue;
            LookupFolder* folder = _tree->Folders + id;
            var entry = new LookupEntry { Value = folder->Record };
            LookupEntryFlags flags = LookupEntryFlags.None;
            if (source.Folders[f].OwnTail != 0)
            {
                entry.Value = FindTail(folder, index, f);
                flags = LookupEntryFlags.OwnTail;
            }

            uint info = LookupEntry.MakeInfo(0, flags, _layerIndexes[index]);
            if (!TryInsertFiles(folder, new ReadOnlySpan<FolderListing.FileRecord>(listing.Files + listing.Folders[f].FirstFile, listing.Folders[f].FileCount), listing.Names, entry, info))
                return false;
        }

        return true;
    }

    private bool TryInsertFiles(LookupFolder* folder, ReadOnlySpan<FolderListing.FileRecord> files, char* names, LookupEntry entry, uint info)
    {
        ulong hash = LookupTree.GetPath(_tree, folder->Record)->Hash;
        for (int first = 0; first < files.Length; first += Ahead)
        {
            ReadOnlySpan<FolderListing.FileRecord> some = files.Slice(first, Math.Min(Ahead, files.Length - first));
            if (Sse.IsSupported)
            {
                foreach (ref readonly FolderListing.FileRecord file in some)
                    Sse.Prefetch0(LookupTable.Start(&_tree->Table, LookupTable.KeyOf(hash, file.Hash), out _, out _));
            }

            foreach (ref readonly FolderListing.FileRecord file in some)
            {
                entry.Name = file.NameOffset;
                entry.Info = info | file.NameLength;
                if (!TryInsert(folder, LookupTable.KeyOf(hash, file.Hash), new ReadOnlySpan<char>(names + file.NameOffset, file.NameLength), entry))
                    return false;
            }
        }

        return true;
    }

    private bool TryInsertSingle(uint reference)
    {
        SingleFile* file = _singles[reference];
        LookupFolder* parent = _tree->Folders + file->ParentId;
        if (!parent->IsLive)
            return true;
        ulong key = LookupTable.KeyOf(LookupTree.GetPath(_tree, parent->Record)->Hash, file->NameHash);
        return TryInsert(parent, key, SingleFile.GetName(file), CreateEntry(reference, file, parent));
    }

    private uint FindTail(LookupFolder* folder, int layer, int listingFolder)
    {
        int i = folder->FirstSource;
        while (_source.Sources[i].Layer != layer || _source.Sources[i].Folder != listingFolder)
            i++;
        return (uint)_tree->Sources[i].Tail;
    }

    private bool TryInsert(LookupFolder* folder, ulong key, ReadOnlySpan<char> name, in LookupEntry entry)
    {
        LookupBucket* bucket = LookupTree.Find(_tree, folder, key, name, out LookupEntry taken, out int lane);
        if (bucket != null)
        {
            if (TryReplace(taken, name, entry, out LookupEntry replacement))
                LookupBucket.Set(bucket, lane, replacement);
            return true;
        }

        if (!LookupTable.TryInsert(&_tree->Table, key, entry, out uint place))
            return false;
        _tree->Lists[folder->FirstEntry + folder->EntryCount++] = place;
        FileCount++;
        return true;
    }

    /// <summary>Lets a file win the name that a lower layer's file has. A folder keeps it, and so does the first of the same layer.</summary>
    private bool TryReplace(in LookupEntry taken, ReadOnlySpan<char> name, LookupEntry entry, out LookupEntry replacement)
    {
        replacement = entry;
        if (taken.Has(LookupEntryFlags.Folder) || LookupTree.GetLayer(_tree, taken) == LookupTree.GetLayer(_tree, entry))
            return false;
        ReadOnlySpan<char> seen = LookupTree.GetName(_tree, taken);
        if (seen.SequenceEqual(name))
            return true;
        uint index = taken.Name;
        if (!taken.Has(LookupEntryFlags.Recased))
        {
            index = (uint)_names.Count;
            _names.Add(new LookupName { Seen = (char*)Unsafe.AsPointer(ref Unsafe.AsRef(in seen[0])) });
            _tree->Names = _names.Items;
        }

        _names[(int)index].Name = entry.Name;
        replacement.Name = index;
        replacement.Info |= (uint)LookupEntryFlags.Recased;
        return true;
    }
}
