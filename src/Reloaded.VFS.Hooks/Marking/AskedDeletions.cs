using System.Collections.Concurrent;

namespace Reloaded.VFS.Hooks.Marking;

/// <summary>
/// The deletions that the marker of a file stands for which is still there: they may be waiting for the file's last handle. The marker is
/// needed as long as there is one of them, though another one is taken back. Safe from any thread.
/// </summary>
internal static class AskedDeletions
{
    /// <summary>The asker of a deletion that no disposition takes back: one by name, or with the closing of a handle.</summary>
    public const uint Nobody = 0;

    private static readonly ConcurrentDictionary<string, uint[]> s_askers = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>A file that has a marker beside it is to be deleted.</summary>
    /// <param name="place">The file, in NT form.</param>
    /// <param name="asker">The generation of the handle's entry that asks for it; or <see cref="Nobody"/>.</param>
    public static void Add(string place, uint asker) =>
        s_askers.AddOrUpdate(place, _ => [asker], (_, known) => known.Contains(asker) ? known : [.. known, asker]);

    /// <summary>Whether a deletion of a file was asked for, and not taken back.</summary>
    /// <param name="place">The file, in NT form.</param>
    public static bool Contains(string place) => s_askers.ContainsKey(place);

    /// <summary>A handle says that its file isn't to be deleted after all.</summary>
    /// <param name="place">The file, in NT form.</param>
    /// <param name="asker">The generation of the handle's entry.</param>
    /// <param name="ofAny">Whether it takes back what any handle has asked for; else what this one has.</param>
    /// <returns>Whether something was taken back, and nothing asks for the deletion any more.</returns>
    public static bool TakeBack(string place, uint asker, bool ofAny)
    {
        while (s_askers.TryGetValue(place, out uint[]? known))
        {
            uint[] rest = Array.FindAll(known, other => other == Nobody || (!ofAny && other != asker));
            if (rest.Length == known.Length)
                return false;
            if (rest.Length == 0 ? s_askers.TryRemove(KeyValuePair.Create(place, known)) : s_askers.TryUpdate(place, rest, known))
                return rest.Length == 0;
        }

        return false;
    }

    /// <summary>Another file has the name now: what was asked for is done.</summary>
    /// <param name="place">The file, in NT form.</param>
    public static void Forget(string place) => s_askers.TryRemove(place, out _);
}
