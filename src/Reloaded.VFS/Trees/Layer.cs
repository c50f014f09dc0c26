using Reloaded.VFS.Paths;
using Reloaded.VFS.Reports;

namespace Reloaded.VFS.Trees;

/// <summary>
/// A file that is no part of a listing: a file layer, or one appended to a folder layer. Its text lies in an arena: the virtual name; where
/// the real name differs, right behind it the real name's length as one character, and the real name.
/// </summary>
internal unsafe struct SingleFile
{
    public char* Name;
    public char* Folder;
    public uint NameHash;
    public int ParentId;
    public ushort NameLength;
    public ushort FolderLength;
    public bool IsAliased;
}

/// <summary>One layer: a listed real folder over a virtual one, or a real file over a virtual path. Guarded by its file system's lock.</summary>
internal sealed unsafe class Layer
{
    public required int Handle { get; init; }

    public string? Name { get; init; }

    public bool Enabled { get; set; }

    public IReadOnlyList<Diagnostic> Diagnostics { get; init; } = [];

    /// <summary>The path id of the virtual folder that it lies over; of a file layer the folder that the file is in.</summary>
    public int RootId { get; init; }

    /// <summary>Null for a file layer.</summary>
    public FolderLayer? Folder { get; set; }

    /// <summary>Only for a file layer.</summary>
    public SingleFile File;
}

/// <summary>
/// What a folder layer has computed once from its listing: each folder's path id and its real path in target form. Rebuilding trees reads
/// only this and the listing, never the disk.
/// </summary>
internal sealed unsafe class FolderLayer
{
    internal struct FolderText
    {
        public char* Text;
        public int Length;
        public int PathId;
    }

    public FolderLayer(FolderListing listing, string root, int rootId, PathTable paths, NativeByteCounter counter)
    {
        Listing = listing;
        Arena = new NativeArena(counter);
        char separator = root.Contains('\\') || !root.StartsWith('/') ? '\\' : '/';
        if (!root.EndsWith(separator))
            root += separator;
        Folders = (FolderText*)Arena.Allocate((nuint)listing.FolderCount * (nuint)sizeof(FolderText));
        Folders[0] = new FolderText { Text = Arena.AddText(root), Length = root.Length, PathId = rootId };

        for (int i = 1; i < listing.FolderCount; i++)
        {
            FolderListing.FolderRecord record = listing.Folders[i];
            FolderText parent = Folders[record.Parent];
            int length = parent.Length + record.NameLength + 1;
            int id = -1;
            if (parent.PathId >= 0 && length <= VirtualPath.MaxLength)
                id = paths.GetOrAddChild(parent.PathId, new ReadOnlySpan<char>(listing.Names + record.NameOffset, record.NameLength));
            if (id < 0)
            {
                Folders[i].PathId = -1;
                Skipped++;
                continue;
            }

            char* text = Arena.AllocateText(length);
            new ReadOnlySpan<char>(parent.Text, parent.Length).CopyTo(new Span<char>(text, length));
            new ReadOnlySpan<char>(listing.Names + record.NameOffset, record.NameLength).CopyTo(new Span<char>(text + parent.Length, record.NameLength));
            text[length - 1] = separator;
            Folders[i] = new FolderText { Text = text, Length = length, PathId = id };
        }
    }

    public FolderListing Listing { get; }

    public NativeArena Arena { get; }

    /// <summary>Per folder of the listing; a path id of -1 where a path would be too long.</summary>
    public FolderText* Folders { get; }

    public int Skipped { get; }

    /// <summary>Files that appeared after the listing was taken; their text lies in <see cref="Arena"/>.</summary>
    public List<SingleFile>? Appended { get; set; }

    /// <summary>The listing's folder for a path id, or -1. Linear: for rare writer's questions only.</summary>
    public int FindFolder(int pathId)
    {
        for (int i = 0; i < Listing.FolderCount; i++)
        {
            if (Folders[i].PathId == pathId)
                return i;
        }

        return -1;
    }

    /// <summary>Whether the listing, or what was appended to it, has a file. Linear: for rare writer's questions only.</summary>
    public bool HasFile(int pathId, ReadOnlySpan<char> name)
    {
        uint hash = NameHash.Of(name);
        for (int f = 0; f < Listing.FolderCount; f++)
        {
            if (Folders[f].PathId != pathId)
                continue;
            (int first, int count) = Listing.GetFiles(f);
            for (int i = first; i < first + count; i++)
            {
                if (Listing.Files[i].Hash == hash && CaseFolding.Equals(name, Listing.GetFileName(i)))
                    return true;
            }
        }

        foreach (SingleFile file in Appended ?? [])
        {
            if (file.ParentId == pathId && file.NameHash == hash && CaseFolding.Equals(name, FileTexts.GetName(file)))
                return true;
        }

        return false;
    }
}
