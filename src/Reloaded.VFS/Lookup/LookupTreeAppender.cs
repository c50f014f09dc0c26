using Reloaded.VFS.Layers;
using Reloaded.VFS.Memory;

namespace Reloaded.VFS.Lookup;

/// <summary>
/// Adds files to a lookup tree while readers use it: what an entry needs is written first, its key last, and a segment of the table that
/// must grow is built aside and swapped. One writer at a time.
/// </summary>
internal sealed unsafe class LookupTreeAppender(LookupTree* tree, SingleFiles singles, NativeArena arena)
{
    /// <summary>
    /// Adds a file by the hash of its path. False, with nothing changed, where its folder isn't known or the name is taken.
    /// </summary>
    public bool TryAppend(uint reference, ulong key)
    {
        // The empty tree isn't of the file system that the file is of.
        if (tree->FolderCount == 0)
            return false;
        SingleFile* file = singles[reference];
        if (file->ParentId >= tree->FolderCount)
            return false;
        LookupFolder* folder = tree->Folders + file->ParentId;
        if (!folder->IsLive || !folder->InTarget || LookupTree.TryFind(tree, folder, SingleFile.GetName(file), key, out _))
            return false;

        // Before any reader can see a reference into memory that its chunks don't have yet.
        Volatile.Write(ref *(nint*)&tree->Singles, (nint)singles.Records.Chunks);
        LookupEntry entry = LookupEntry.OfSingle(reference, file, folder);
        if (LookupTable.IsCrowded(&tree->Table, key))
            LookupTable.Grow(&tree->Table, key, arena);
        LookupTable.Insert(&tree->Table, key, entry);

        var listed = (LookupAppended*)arena.Allocate((nuint)sizeof(LookupAppended), sizeof(ulong));
        *listed = new LookupAppended
        {
            Next = folder->Appended,
            Entry = entry,
            Count = (folder->Appended is null ? 0 : folder->Appended->Count) + 1,
        };
        Volatile.Write(ref *(nint*)&folder->Appended, (nint)listed);
        return true;
    }
}
