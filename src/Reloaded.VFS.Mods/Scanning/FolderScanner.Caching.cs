using Reloaded.VFS.Mods.Caching;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Mods.Scanning;

/// <content>Taking what is cached of unchanged folders, and listing the others.</content>
internal sealed partial class FolderScanner
{
    private readonly CachedFolders? _cached;

    private void ReadNames(Node node, FolderContent content)
    {
        if (node.Cached == CachedLayout.None || !_cached!.Confirm(node.Cached, node.Path, node.IsUnmoved))
        {
            content.Complete(_options.Read(node.Path, content.AddListed));
            return;
        }

        node.IsConfirmed = true;
        Span<char> buffer = stackalloc char[VirtualPath.MaxNameLength];
        (int first, int count) = _cached.GetEntries(node.Cached);
        for (int entry = first; entry < first + count; entry++)
            content.Add(_cached.GetName(entry, buffer), _cached.IsFolder(entry), isLink: false, _cached.GetFolder(entry));
        content.Complete(null);
    }

    /// <summary>Returns the number of a subfolder among the cached folders.</summary>
    private int FindCached(Node parent, ReadOnlySpan<char> name, FolderContent.Entry item) =>
        parent.IsConfirmed || parent.Cached == CachedLayout.None ? item.Cached : _cached!.FindFolder(parent.Cached, name);
}
