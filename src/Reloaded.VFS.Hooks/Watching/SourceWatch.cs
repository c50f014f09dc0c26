using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Interop.Watching;
using Reloaded.VFS.Mods.Tracking;

namespace Reloaded.VFS.Hooks.Watching;

/// <summary>A real folder that the system tells the changes of. Its packets come to the notifier's thread.</summary>
internal sealed class SourceWatch(nuint id, VirtualWatch owner, CompletionFilter filter,
    bool tree) : DirectoryWatch(id, Math.Clamp(owner.Capacity, FewestBytes, MostBytes), tree, filter)
{
    // A program with a large buffer expects many changes. Of network folders Windows tells none where it's larger than that
    // (ReadDirectoryChangesW).
    private const uint FewestBytes = 16 * 1024, MostBytes = 64 * 1024;

    /// <summary>Whom its changes are for.</summary>
    public VirtualWatch Owner { get; } = owner;

    /// <summary>The canonical path that what it tells of is relative to.</summary>
    public required string VirtualFolder { get; init; }

    /// <summary>The real folder, in the form of <c>\\?\</c>.</summary>
    public required string Path { get; init; }

    /// <summary>The layer of a mod's folder; 0 for the game's own.</summary>
    public int Layer { get; init; }

    /// <summary>The changes of a packet.</summary>
    public List<Change> Parse(uint bytes)
    {
        var changes = new List<Change>();
        Parse(bytes, (name, action) => changes.Add(new Change((ChangeKind)action, name)));
        return changes;
    }
}
