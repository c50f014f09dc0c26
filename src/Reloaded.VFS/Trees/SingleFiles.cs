namespace Reloaded.VFS.Trees;

/// <summary>The single files of a file system, and the text of their real folders, in memory that snapshots share. Guarded by the file system's lock.</summary>
internal sealed unsafe class SingleFiles(NativeByteCounter counter)
{
    private const long WorthCompacting = 64 * 1024;

    private string _lastFolder = "";
    private char* _lastFolderText;
    private long _garbage;

    /// <summary>What references are of. Replaced when compacted; older snapshots keep the old one.</summary>
    public ReferencedMemory Records { get; private set; } = new(counter);

    public SingleFile* this[uint reference] => (SingleFile*)Records.Resolve(reference);

    /// <summary>Adds a file and returns its reference. Files of one folder, added one after another, share the folder's text.</summary>
    public uint Add(int layer, int parentId, ReadOnlySpan<char> name, ReadOnlySpan<char> folder, ReadOnlySpan<char> realName)
    {
        if (_lastFolderText == null || !folder.SequenceEqual(_lastFolder))
        {
            var text = (char*)Records.Allocate((nuint)folder.Length * sizeof(char), out _);
            folder.CopyTo(new Span<char>(text, folder.Length));
            _lastFolderText = text;
            _lastFolder = folder.ToString();
        }

        bool isAliased = !name.SequenceEqual(realName);
        var file = (SingleFile*)Records.Allocate(SingleFile.GetSize(name.Length + (isAliased ? realName.Length : 0)), out uint reference);
        *file = new SingleFile
        {
            Folder = _lastFolderText,
            FolderLength = (ushort)folder.Length,
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

    /// <summary>Notes that a file is used no more.</summary>
    public void Release(uint reference)
    {
        SingleFile* file = this[reference];
        _garbage += (long)SingleFile.GetSize(file->NameLength + file->RealNameLength);
    }

    /// <summary>Where files of removed layers take most of the memory: copies the rest to new memory.</summary>
    public void CompactIfWorthwhile(List<Layer> layers)
    {
        if (_garbage < WorthCompacting || _garbage < Records.NativeBytes / 2)
            return;
        ReferencedMemory old = Records;
        Records = new ReferencedMemory(counter);
        _lastFolderText = null;
        _garbage = 0;
        foreach (Layer layer in layers)
        {
            if (layer.Folder is null)
                layer.File = Copy(old, layer.File);
            if (layer.Folder?.Appended is not { } appended)
                continue;
            for (int i = 0; i < appended.Count; i++)
                appended[i] = Copy(old, appended[i]);
        }

        GC.KeepAlive(old);
    }

    private uint Copy(ReferencedMemory old, uint reference)
    {
        var file = (SingleFile*)old.Resolve(reference);
        return Add(file->Layer, file->ParentId, SingleFile.GetName(file), SingleFile.GetFolder(file), SingleFile.GetRealName(file));
    }
}
