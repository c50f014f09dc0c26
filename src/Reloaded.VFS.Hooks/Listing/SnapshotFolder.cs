using System.Runtime.InteropServices;
using Reloaded.VFS.Hooks.Saving;
using Reloaded.VFS.Snapshots;

namespace Reloaded.VFS.Hooks.Listing;

/// <summary>A snapshot's folder as a listing sees it. Valid as long as the snapshot is kept alive.</summary>
internal readonly ref struct SnapshotFolder : IOverlayFolder
{
    private readonly FolderView _folder;
    private readonly bool _exists;

    /// <summary>The folder of a snapshot. The default value is a folder in which mods supply nothing.</summary>
    internal SnapshotFolder(FolderView folder)
    {
        _folder = folder;
        _exists = true;
    }

    /// <inheritdoc/>
    public int SourceCount => _exists ? _folder.SourceCount : 0;

    /// <inheritdoc/>
    public ReadOnlySpan<char> GetSource(int index) => _folder.GetSource(index);

    /// <inheritdoc/>
    public bool TryFind(scoped ReadOnlySpan<char> name, out OverlayEntry entry)
    {
        // A folder that only leads to a target isn't found here: the game's own record is the one.
        if (_exists && _folder.TryFind(name, out EntryView view))
        {
            // The spans lead into the snapshot, not into 'name', as the compiler has to suppose.
            entry = VacatedNames.TryUncover(_folder.PathId, view, out string folder, out string real)
                ? new OverlayEntry(Unbound(view.Name), false, folder, real)
                : new OverlayEntry(Unbound(view.Name), view.IsFolder, Unbound(view.TargetFolder), Unbound(view.TargetName));
            return true;
        }
        entry = default;
        return false;
    }

    /// <inheritdoc/>
    public void Visit<TVisitor>(scoped ref TVisitor visitor)
        where TVisitor : IOverlayVisitor, allows ref struct
    {
        if (!_exists)
            return;
        foreach (EntryView view in _folder)
        {
            if (VacatedNames.TryUncover(_folder.PathId, view, out string folder, out string real))
                visitor.OnEntry(new OverlayEntry(view.Name, false, folder, real));
            else
                visitor.OnEntry(new OverlayEntry(view.Name, view.IsFolder, view.TargetFolder, view.TargetName));
        }
    }

    private static ReadOnlySpan<char> Unbound(scoped ReadOnlySpan<char> text) =>
        MemoryMarshal.CreateReadOnlySpan(ref MemoryMarshal.GetReference(text), text.Length);
}
