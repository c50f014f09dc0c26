using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Interop.Watching;
using Reloaded.VFS.Mods.Tracking;

namespace Reloaded.VFS.Dll.Watching;

/// <summary>A watch of one folder of a mod, or of the mods folder. Used only by the watcher's thread.</summary>
internal sealed class FolderWatch(nuint id, LiveRoot? root, string[] names, uint bufferSize, bool subtree,
    CompletionFilter filter) : DirectoryWatch(id, bufferSize, subtree, filter)
{
    /// <summary>Gets the root that contains the folder; null for the mods folder.</summary>
    public LiveRoot? Root { get; } = root;

    /// <summary>Gets the names that lead to the folder from the root.</summary>
    public string[] Names { get; } = names;

    /// <summary>Gets a value indicating whether only writes to files are reported, not changes of names.</summary>
    public bool IsOfContents { get; } = filter == DirectoryChanges.Contents;

    /// <summary>Opens the folder. Takes a path of any form: beyond 260 characters the prefix is needed.</summary>
    public new bool TryOpen(string path, nint port) => base.TryOpen(ToLong(path), port);

    /// <summary>Passes on a packet's changes.</summary>
    public void Parse(uint bytes, Action<string, ChangeKind> action) =>
        Parse(bytes, (string name, uint kind) => action(name, (ChangeKind)kind));

    private static string ToLong(string path) =>
        path.StartsWith(@"\\?\", StringComparison.Ordinal)
            ? path
            : path.StartsWith(@"\\", StringComparison.Ordinal) ? @"\\?\UNC\" + path[2..] : @"\\?\" + path;
}
