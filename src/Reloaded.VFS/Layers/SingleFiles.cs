namespace Reloaded.VFS.Layers;

/// <summary>
/// The single files of a file system and the texts of their real folders, in memory shared with snapshots. Guarded by the file system's
/// lock.
/// </summary>
internal sealed unsafe class SingleFiles(NativeByteCounter counter)
{
    private const long WorthCompacting = 64 * 1024;

    private FolderLayer? _lastLayer;
    private int _lastFolder;
    private char* _lastFolderText;
    private long _garbage;

    /// <summary>Gets the memory that references resolve to. Compaction replaces it; older snapshots keep the old one.</summary>
    public ReferencedMemory Records { get; private set; } = new(counter);

    public SingleFile* this[uint reference] => (SingleFile*)Records.Resolve(reference);

    /// <summary>Adds a file in any folder and returns its reference.</summary>
    public uint Add(int layer, int parentId, ReadOnlySpan<char> name, ReadOnlySpan<char> folder, ReadOnlySpan<char> realName)
    {
        char* text = AllocateText(folder.Length);
        folder.CopyTo(new Span<char>(text, folder.Length));
        return Add(layer, parentId, name, text, folder.Length, realName);
    }

    /// <summary>Adds a listed folder's file and returns its reference. Consecutive files of one folder share the folder's text.</summary>
    /// <param name="layer">The layer's handle.</param>
    /// <param name="parent">The virtual folder.</param>
    /// <param name="name">The file's name.</param>
    /// <param name="source">The layer's data.</param>
    /// <param name="folder">The folder's number in the listing.</param>
    /// <param name="hasOwnTail">True if the real path's letter case differs from that of the virtual one.</param>
    public uint Add(int layer, PathRecord* parent, ReadOnlySpan<char> name, FolderLayer source, int folder, bool hasOwnTail)
    {
        int length = source.GetFolderLength(parent);
        if (_lastFolderText is null || _lastLayer != source || _lastFolder != folder)
        {
            char* text = AllocateText(length);
            if (hasOwnTail)
                source.CopyRealPath(folder, new Span<char>(text, length));
            else
                source.CopyRealPath(parent, new Span<char>(text, length));
            _lastLayer = source;
            _lastFolder = folder;
            _lastFolderText = text;
        }

        return Add(layer, parent->Id, name, _lastFolderText, length, name);
    }

    private char* AllocateText(int length) => (char*)Records.Allocate((nuint)length * sizeof(char), out _);

    private uint Add(int layer, int parentId, ReadOnlySpan<char> name, char* folder, int folderLength, ReadOnlySpan<char> realName)
    {
        bool isAliased = !name.SequenceEqual(realName);
        var file = (SingleFile*)Records.Allocate(SingleFile.GetSize(name.Length + (isAliased ? realName.Length : 0)), out uint reference);
        *file = new SingleFile
        {
            Folder = folder,
            FolderLength = (ushort)folderLength,
            NameHash = NameHash.Of(name),
            NameLength = (ushort)name.Length,
            RealNameLength = (ushort)(isAliased ? realName.Length : 0),
            ParentId = parentId,
            Layer = layer,
        };
        name.CopyTo(new Span<char>(SingleFile.GetText(file), name.Length));
        if (isAliased)
            realName.CopyTo(new Span<char>(SingleFile.GetText(file) + name.Length, realName.Length));
        return reference;
    }

    /// <summary>Releases the last layer, which was kept for consecutive files.</summary>
    public void Forget()
    {
        _lastLayer = null;
        _lastFolderText = null;
    }

    /// <summary>Records that a file is no longer used.</summary>
    public void Release(uint reference)
    {
        SingleFile* file = this[reference];
        _garbage += (long)SingleFile.GetSize(file->NameLength + file->RealNameLength);
    }

    /// <summary>Copies the files to new memory if those of removed layers take most of it.</summary>
    public void CompactIfWorthwhile(List<Layer> layers)
    {
        if (_garbage < WorthCompacting || _garbage < Records.NativeBytes / 2)
            return;
        ReferencedMemory old = Records;
        Records = new ReferencedMemory(counter);
        Forget();
        _garbage = 0;
        SingleFile* last = null;
        foreach (Layer layer in layers)
        {
            if (layer.Folder is null)
                layer.File = Copy(old, layer.File, ref last);
            if (layer.Folder?.Appended is not { } appended)
                continue;
            for (int i = 0; i < appended.Count; i++)
                appended[i] = Copy(old, appended[i], ref last);
        }

        GC.KeepAlive(old);
    }

    private uint Copy(ReferencedMemory old, uint reference, ref SingleFile* last)
    {
        var file = (SingleFile*)old.Resolve(reference);
        bool isSameFolder = last is not null && SingleFile.GetFolder(last).SequenceEqual(SingleFile.GetFolder(file));
        uint copy = isSameFolder
            ? Add(file->Layer, file->ParentId, SingleFile.GetName(file), last->Folder, last->FolderLength, SingleFile.GetRealName(file))
            : Add(file->Layer, file->ParentId, SingleFile.GetName(file), SingleFile.GetFolder(file), SingleFile.GetRealName(file));
        last = this[copy];
        return copy;
    }
}

/// <summary>A file that isn't part of a listing: a file layer, or a file appended to a folder layer. Immutable; never moves.</summary>
/// <remarks>The text follows directly: the virtual name and, if different, the real one.</remarks>
internal unsafe struct SingleFile
{
    /// <summary>The real folder in real-path form, with a trailing separator.</summary>
    public char* Folder;

    public uint NameHash;

    /// <summary>The path id of the virtual folder.</summary>
    public int ParentId;

    public int Layer;

    public ushort FolderLength;

    /// <summary>The length of the real name; 0 if it equals the virtual name.</summary>
    public ushort RealNameLength;

    public ushort NameLength;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static char* GetText(SingleFile* file) => (char*)(file + 1);

    public static ReadOnlySpan<char> GetName(SingleFile* file) => new(GetText(file), file->NameLength);

    public static ReadOnlySpan<char> GetRealName(SingleFile* file) =>
        file->RealNameLength == 0 ? GetName(file) : new ReadOnlySpan<char>(GetText(file) + file->NameLength, file->RealNameLength);

    public static ReadOnlySpan<char> GetFolder(SingleFile* file) => new(file->Folder, file->FolderLength);

    /// <summary>Returns the size in bytes of a record with its text.</summary>
    public static nuint GetSize(int textLength) => (nuint)sizeof(SingleFile) + ((nuint)textLength * sizeof(char));
}
