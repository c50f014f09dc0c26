using Reloaded.VFS.Mods.Keeping;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Mods.Scanning;

/// <content>Taking what is kept of unchanged folders, and listing the others.</content>
internal sealed partial class FolderScanner
{
    private readonly KeptFolders? _kept;

    private void ReadNames(Node node, FolderContent content)
    {
        if (node.Kept == KeptLayout.None || !_kept!.Confirm(node.Kept, node.Path, node.IsUnmoved))
        {
            content.Complete(_options.Read(node.Path, content.AddListed));
            return;
        }

        node.IsConfirmed = true;
        Span<char> buffer = stackalloc char[VirtualPath.MaxNameLength];
        (int first, int count) = _kept.GetEntries(node.Kept);
        for (int entry = first; entry < first + count; entry++)
            content.Add(_kept.GetName(entry, buffer), _kept.IsFolder(entry), isLink: false, _kept.GetFolder(entry));
        content.Complete(null);
    }

    /// <summary>Returns the number of a subfolder among the kept folders.</summary>
    private int FindKept(Node parent, ReadOnlySpan<char> name, FolderContent.Entry item) =>
        parent.IsConfirmed || parent.Kept == KeptLayout.None ? item.Kept : _kept!.FindFolder(parent.Kept, name);
}
