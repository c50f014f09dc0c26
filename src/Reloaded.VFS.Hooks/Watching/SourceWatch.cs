using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Interop.Watching;
using Reloaded.VFS.Mods.Tracking;

namespace Reloaded.VFS.Hooks.Watching;

/// <summary>A real folder whose changes the system reports. Its packets come to the notifier's thread.</summary>
internal sealed class SourceWatch(nuint id, VirtualWatch owner, CompletionFilter filter,
    bool tree) : DirectoryWatch(id, Math.Clamp(owner.Capacity, FewestBytes, MostBytes), tree, filter)
{
    // A program with a large buffer expects many changes. For network folders Windows reports none if the buffer is larger than the maximum
    // (ReadDirectoryChangesW).
    private const uint FewestBytes = 16 * 1024, MostBytes = 64 * 1024;

    /// <summary>Gets the watch that receives the changes.</summary>
    public VirtualWatch Owner { get; } = owner;

    /// <summary>Gets the canonical path to which the reported names are relative.</summary>
    public required string VirtualFolder { get; init; }

    /// <summary>Gets the real folder, in the form of <c>\\?\</c>.</summary>
    public required string Path { get; init; }

    /// <summary>Gets the layer of a mod's folder; 0 for the game's own.</summary>
    public int Layer { get; init; }

    /// <summary>Returns the changes of a packet.</summary>
    public List<Change> Parse(uint bytes)
    {
        var changes = new List<Change>();
        Parse(bytes, (name, action) => changes.Add(new Change((ChangeKind)action, name)));
        return changes;
    }
}
