using Reloaded.VFS.Layers;
using Reloaded.VFS.Memory;

namespace Reloaded.VFS.Lookup;

/// <summary>Appends files to a lookup tree while readers use it. One writer at a time.</summary>
/// <remarks>
/// An entry's data is written first and its key last. A segment of the table that has to grow is built aside and swapped.
/// </remarks>
internal sealed unsafe class LookupTreeAppender(LookupTree* tree, SingleFiles singles, NativeArena arena)
{
    /// <summary>
    /// Appends a file by the hash of its path. Returns false, with nothing changed, if its folder is unknown or the name is taken.
    /// </summary>
    public bool TryAppend(uint reference, ulong key)
    {
        // The empty tree belongs to no file system.
        if (tree->FolderCount == 0)
            return false;
        SingleFile* file = singles[reference];
        if (file->ParentId >= tree->FolderCount)
            return false;
        LookupFolder* folder = tree->Folders + file->ParentId;
        if (!folder->IsLive || !folder->InTarget || LookupTree.TryFind(tree, folder, SingleFile.GetName(file), key, out _))
            return false;

        // Must precede any reference into memory that the readers' chunks don't have yet.
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
