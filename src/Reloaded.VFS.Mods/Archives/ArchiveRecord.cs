namespace Reloaded.VFS.Mods.Archives;

/// <summary>What became of unpacking an archive.</summary>
internal enum ArchiveOutcome
{
    /// <summary>The archive is in the cache.</summary>
    Unpacked,

    /// <summary>The archive isn't unpacked for what is in it: another attempt would end the same way.</summary>
    Refused,

    /// <summary>The archive couldn't be unpacked this time: the disk was full, the file was being written.</summary>
    Failed,
}

/// <summary>What is known of an archive that had a name, a size and a time of change. Immutable.</summary>
/// <param name="Name">The archive's file name.</param>
/// <param name="Size">Its size in bytes.</param>
/// <param name="Time">Its time of change in ticks, UTC.</param>
/// <param name="Outcome">What became of it.</param>
/// <param name="Key">The name of its content in the cache; empty where it isn't known.</param>
/// <param name="Cause">Why it isn't unpacked; empty where it is.</param>
/// <param name="Fix">What to do about that; empty where nothing is known.</param>
internal sealed record ArchiveRecord(string Name, long Size, long Time, ArchiveOutcome Outcome, string Key, string Cause, string Fix)
{
    /// <summary>Whether it is about the archive as that is on disk.</summary>
    public bool IsOf(ArchiveFile archive) => Size == archive.Size && Time == archive.Time && Name == archive.Name;
}
