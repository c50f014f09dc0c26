using Reloaded.VFS.Mods.Keeping;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Mods.Scanning;

/// <content>Takes what is kept of folders that are as they were, and lists the others.</content>
internal sealed partial class FolderScanner
{
    private delegate void NameAction(ReadOnlySpan<char> name, bool isFolder, bool isLink, int kept);

    private readonly KeptFolders? _kept;

    private Exception? ReadNames(Node node, NameAction action)
    {
        if (node.Kept == KeptLayout.None || !_kept!.Confirm(node.Kept, node.Path, node.IsUnmoved))
            return FolderReader.TryRead(node.Path, (name, isFolder, isLink) => action(name, isFolder, isLink, KeptLayout.None));
        node.IsConfirmed = true;
        Span<char> buffer = stackalloc char[VirtualPath.MaxNameLength];
        (int first, int count) = _kept.GetEntries(node.Kept);
        for (int entry = first; entry < first + count; entry++)
            action(_kept.GetName(entry, buffer), _kept.IsFolder(entry), isLink: false, _kept.GetFolder(entry));
        return null;
    }

    /// <summary>The number of a subfolder among the kept folders.</summary>
    private int FindKept(Node parent, ReadOnlySpan<char> name, Item item) =>
        parent.IsConfirmed || parent.Kept == KeptLayout.None ? item.Kept : _kept!.FindFolder(parent.Kept, name);
}
