namespace Reloaded.VFS.Lookup;

/// <summary>An index of the current snapshot's names that answers questions without the snapshot.</summary>
/// <remarks>Called under the writers' lock on the thread that publishes. Implementations must not call the file system.</remarks>
internal interface INameFollower
{
    /// <summary>
    /// Announces that another snapshot is about to be published. Until <see cref="Replaced"/> neither the old nor the new names are
    /// certain.
    /// </summary>
    void Replacing();

    /// <summary>Reports that a snapshot has been published.</summary>
    /// <param name="snapshot">The snapshot; its names replace all earlier ones.</param>
    void Replaced(Snapshot snapshot);

    /// <summary>Announces that a name is about to be appended to the current snapshot.</summary>
    /// <param name="key">The <see cref="Hashing.PathHash"/> of the name's path.</param>
    void Adding(ulong key);
}
