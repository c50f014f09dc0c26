namespace Reloaded.VFS.Lookup;

/// <summary>
/// Keeps the names of the snapshot in force, so that a question can be answered without the snapshot. Called under the writers' lock by
/// the thread that publishes: it must not ask anything of the file system.
/// </summary>
internal interface INameFollower
{
    /// <summary>
    /// Another snapshot is about to be in force: until <see cref="Replaced"/> the names are neither the old nor the new ones.
    /// </summary>
    void Replacing();

    /// <summary>A snapshot is in force.</summary>
    /// <param name="snapshot">Its names are all that there are now.</param>
    void Replaced(Snapshot snapshot);

    /// <summary>A name is about to go into the snapshot in force.</summary>
    /// <param name="key">The <see cref="Hashing.PathHash"/> of its path.</param>
    void Adding(ulong key);
}
