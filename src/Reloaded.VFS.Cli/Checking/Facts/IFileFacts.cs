namespace Reloaded.VFS.Cli.Checking.Facts;

/// <summary>
/// A file, folder or link that was found. Where <see cref="LinkTarget"/> isn't null it is a link, and nothing behind it was looked at.
/// </summary>
/// <param name="Path">Its absolute path.</param>
/// <param name="IsFolder">Whether it is a folder, or a link to one.</param>
/// <param name="Attributes">Its own attributes, not those of what a link leads to.</param>
/// <param name="LinkTarget">Where the link says that it leads, as it stands in it.</param>
internal readonly record struct FoundEntry(string Path, bool IsFolder, FileAttributes Attributes, string? LinkTarget);

/// <summary>What the disk says.</summary>
internal interface IFileFacts
{
    /// <summary>Everything below a folder; links aren't followed, folders that can't be read are left out.</summary>
    IEnumerable<FoundEntry> Walk(string folder);

    /// <summary>Why nothing can be written into a folder, tried with a file that is gone again; null where it can.</summary>
    string? WhyUnwritable(string folder);

    /// <summary>
    /// What Windows says when a file is to become an image in memory, as for <c>LoadLibrary</c>: an NTSTATUS.
    /// Null where this isn't Windows.
    /// </summary>
    uint? TryMapImage(string path);
}
