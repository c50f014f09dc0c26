namespace Reloaded.VFS.Cli.Checking.Facts;

/// <summary>
/// A file, folder or link that was found. If <see cref="LinkTarget"/> isn't null it is a link, and nothing behind it was examined.
/// </summary>
/// <param name="Path">The absolute path.</param>
/// <param name="IsFolder">True if it is a folder, or a link to one.</param>
/// <param name="Attributes">The object's own attributes, not those of a link's target.</param>
/// <param name="LinkTarget">The link's target as stored in the link.</param>
internal readonly record struct FoundEntry(string Path, bool IsFolder, FileAttributes Attributes, string? LinkTarget);

/// <summary>Queries of the disk.</summary>
internal interface IFileFacts
{
    /// <summary>Returns everything below a folder. Links aren't followed, and unreadable folders are left out.</summary>
    IEnumerable<FoundEntry> Walk(string folder);

    /// <summary>Returns why a folder isn't writable, tested with a file that is deleted again, or null if it is.</summary>
    string? WhyUnwritable(string folder);

    /// <summary>Returns the NTSTATUS of mapping a file as an image, as for <c>LoadLibrary</c>, or null if this isn't Windows.</summary>
    uint? TryMapImage(string path);
}
