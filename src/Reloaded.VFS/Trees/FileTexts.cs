namespace Reloaded.VFS.Trees;

/// <summary>The text of file layers: names and real folders, in an arena that snapshots share. Guarded by the file system's lock.</summary>
internal sealed unsafe class FileTexts(NativeByteCounter counter)
{
    private const long WorthCompacting = 64 * 1024;

    private string _lastFolder = "";
    private char* _lastFolderText;
    private long _garbage;

    /// <summary>Replaced when compacted; older snapshots keep the old one.</summary>
    public NativeArena Arena { get; private set; } = new(counter);

    /// <summary>Makes the record of a file and copies its text. Files of one folder, added one after another, share the folder's text.</summary>
    public SingleFile Create(int parentId, ReadOnlySpan<char> name, ReadOnlySpan<char> folder, ReadOnlySpan<char> realName)
    {
        if (_lastFolderText == null || !folder.SequenceEqual(_lastFolder))
        {
            _lastFolder = folder.ToString();
            _lastFolderText = Arena.AddText(folder);
        }

        return Create(Arena, parentId, name, _lastFolderText, folder.Length, realName);
    }

    public static SingleFile Create(NativeArena arena, int parentId, ReadOnlySpan<char> name, char* folder, int folderLength, ReadOnlySpan<char> realName)
    {
        bool aliased = !name.SequenceEqual(realName);
        char* text = arena.AllocateText(name.Length + (aliased ? 1 + realName.Length : 0));
        name.CopyTo(new Span<char>(text, name.Length));
        if (aliased)
        {
            text[name.Length] = (char)realName.Length;
            realName.CopyTo(new Span<char>(text + name.Length + 1, realName.Length));
        }

        return new SingleFile
        {
            Name = text,
            Folder = folder,
            NameHash = NameHash.Of(name),
            ParentId = parentId,
            NameLength = (ushort)name.Length,
            FolderLength = (ushort)folderLength,
            IsAliased = aliased,
        };
    }

    public static ReadOnlySpan<char> GetName(in SingleFile file) => new(file.Name, file.NameLength);

    public static ReadOnlySpan<char> GetRealName(in SingleFile file) =>
        file.IsAliased ? new ReadOnlySpan<char>(file.Name + file.NameLength + 1, file.Name[file.NameLength]) : GetName(file);

    public static ReadOnlySpan<char> GetFolder(in SingleFile file) => new(file.Folder, file.FolderLength);

    /// <summary>Notes that a file's text is used no more.</summary>
    public void Release(in SingleFile file) => _garbage += (GetName(file).Length + GetRealName(file).Length) * sizeof(char);

    /// <summary>Where text of removed layers takes most of the memory: copies the rest to a new arena.</summary>
    public void CompactIfWorthwhile(List<Layer> layers)
    {
        if (_garbage < WorthCompacting || _garbage < Arena.Bytes / 2)
            return;
        NativeArena old = Arena;
        Arena = new NativeArena(counter);
        _lastFolderText = null;
        _garbage = 0;
        foreach (Layer layer in layers)
        {
            if (layer.Folder is null)
                layer.File = Create(layer.File.ParentId, GetName(layer.File), GetFolder(layer.File), GetRealName(layer.File));
        }

        GC.KeepAlive(old);
    }
}
