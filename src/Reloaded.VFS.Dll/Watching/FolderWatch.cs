using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Interop.Watching;
using Reloaded.VFS.Mods.Tracking;

namespace Reloaded.VFS.Dll.Watching;

/// <summary>One folder of a mod, or the mods folder, that the system tells the changes of. Used by the watcher's thread only.</summary>
internal sealed class FolderWatch(nuint id, LiveRoot? root, string[] names, uint bufferSize, bool subtree,
    CompletionFilter filter) : DirectoryWatch(id, bufferSize, subtree, filter)
{
    /// <summary>What it belongs to; null for the mods folder.</summary>
    public LiveRoot? Root { get; } = root;

    /// <summary>The names that lead to it in the root.</summary>
    public string[] Names { get; } = names;

    /// <summary>Whether it tells of what is written into files only, and not of names.</summary>
    public bool IsOfContents { get; } = filter == DirectoryChanges.Contents;

    /// <summary>Opens the folder under a path of any form: beyond 260 characters it needs the prefix.</summary>
    public new bool TryOpen(string path, nint port) => base.TryOpen(ToLong(path), port);

    /// <summary>Hands a packet's changes on.</summary>
    public void Parse(uint bytes, Action<string, ChangeKind> action) =>
        Parse(bytes, (string name, uint kind) => action(name, (ChangeKind)kind));

    private static string ToLong(string path) =>
        path.StartsWith(@"\\?\", StringComparison.Ordinal)
            ? path
            : path.StartsWith(@"\\", StringComparison.Ordinal) ? @"\\?\UNC\" + path[2..] : @"\\?\" + path;
}
