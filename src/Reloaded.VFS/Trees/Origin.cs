namespace Reloaded.VFS.Trees;

/// <summary>A real folder that entries come from: a folder of a layer's listing, or the folder of a single file.</summary>
internal unsafe struct Origin
{
    /// <summary>What the name offsets of its entries count from.</summary>
    public char* NameBase;

    /// <summary>The real folder in target form, with a trailing separator.</summary>
    public char* Folder;

    /// <summary>The layer's handle.</summary>
    public int Layer;

    public ushort FolderLength;

    /// <summary>Whether it's a layer's root, whose real name has nothing to do with the virtual folder's.</summary>
    public bool IsRoot;
}
