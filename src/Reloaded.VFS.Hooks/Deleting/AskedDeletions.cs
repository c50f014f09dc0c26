using System.Collections.Concurrent;

namespace Reloaded.VFS.Hooks.Deleting;

/// <summary>
/// The deletions behind the marker of a file that still exists: they may be waiting for the file's last handle. Safe from any thread.
/// </summary>
/// <remarks>The marker is needed as long as one of them is left, even if another is withdrawn.</remarks>
internal sealed class AskedDeletions
{
    /// <summary>The requester of a deletion that no disposition withdraws: one by name, or with the closing of a handle.</summary>
    public const uint Nobody = 0;

    private readonly ConcurrentDictionary<string, uint[]> _askers = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>Adds the deletion of a file that has a marker beside it.</summary>
    /// <param name="place">The file, in NT form.</param>
    /// <param name="asker">The generation of the requesting handle's entry; or <see cref="Nobody"/>.</param>
    public void Add(string place, uint asker) =>
        _askers.AddOrUpdate(place, _ => [asker], (_, known) => known.Contains(asker) ? known : [.. known, asker]);

    /// <summary>Determines whether a deletion of a file was requested, and not withdrawn.</summary>
    /// <param name="place">The file, in NT form.</param>
    public bool Contains(string place) => _askers.ContainsKey(place);

    /// <summary>Withdraws a handle's deletion of its file.</summary>
    /// <param name="place">The file, in NT form.</param>
    /// <param name="asker">The generation of the handle's entry.</param>
    /// <param name="ofAny">True to withdraw the requests of all handles; false for this handle's only.</param>
    /// <returns>True if something was withdrawn, and no deletion is left.</returns>
    public bool Withdraw(string place, uint asker, bool ofAny)
    {
        while (_askers.TryGetValue(place, out uint[]? known))
        {
            uint[] rest = Array.FindAll(known, other => other == Nobody || (!ofAny && other != asker));
            if (rest.Length == known.Length)
                return false;
            if (rest.Length == 0 ? _askers.TryRemove(KeyValuePair.Create(place, known)) : _askers.TryUpdate(place, rest, known))
                return rest.Length == 0;
        }

        return false;
    }

    /// <summary>Forgets the deletions of a file whose name another file has now.</summary>
    /// <param name="place">The file, in NT form.</param>
    public void Forget(string place) => _askers.TryRemove(place, out _);

    /// <summary>Forgets everything: while the hooks were removed, files were deleted and created unseen.</summary>
    public void Clear() => _askers.Clear();
}
