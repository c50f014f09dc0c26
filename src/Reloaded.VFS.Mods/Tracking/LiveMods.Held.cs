namespace Reloaded.VFS.Mods.Tracking;

/// <content>Folders that are just being deleted.</content>
public sealed partial class LiveMods
{
    private readonly List<LiveFolder> _held = [];
    private readonly Dictionary<(LiveRoot Root, string Path), PendingFolder> _heldBack = [];

    /// <summary>
    /// A folder is being deleted, and its name goes with the last handle: until <see cref="Resume"/> nothing here opens it or what is below it. What is
    /// told of it, or of the folder that it is in, waits so long.
    /// </summary>
    /// <param name="folder">The folder; <see cref="Resume"/> takes this object.</param>
    public void Hold(LiveFolder folder)
    {
        if (!_held.Contains(folder))
            _held.Add(folder);
        Move(_pending, _heldBack, held: true);
    }

    /// <summary>The handle that deletes a folder is closed: the folder around it is listed again.</summary>
    public void Resume(LiveFolder folder)
    {
        _held.Remove(folder);
        Move(_heldBack, _pending, held: false);
        Changed(folder.Root, folder.Names[..^1], folder.Names[^1], ChangeKind.Removed);
    }

    private void Move(Dictionary<(LiveRoot Root, string Path), PendingFolder> from, Dictionary<(LiveRoot Root, string Path), PendingFolder> to, bool held)
    {
        foreach (((LiveRoot Root, string Path) key, PendingFolder pending) in from.ToList())
        {
            if (WaitsForHeld(key.Root, pending.Names) != held)
                continue;
            from.Remove(key);
            if (!to.TryAdd(key, pending))
                to[key].Merge(pending);
        }
    }

    /// <summary>Whether a folder is held, or below one that is.</summary>
    private bool IsHeld(LiveFolder folder) => _held.Exists(held => held.Root == folder.Root && IsWithin(folder.Names, held.Names));

    /// <summary>Whether a folder is one that is held, lies below one, or has one directly in it.</summary>
    private bool WaitsForHeld(LiveRoot root, string[] names) => _held.Exists(held => held.Root == root
        && (IsWithin(names, held.Names) || (names.Length == held.Names.Length - 1 && IsWithin(held.Names, names))));

    private static bool IsWithin(string[] names, string[] outer) =>
        names.Length >= outer.Length && names.AsSpan(0, outer.Length).SequenceEqual(outer);
}
