namespace Reloaded.VFS.Cli.Importing;

/// <summary>Makes links to what another manager has.</summary>
internal static class FolderLink
{
    /// <summary>Makes a link to a folder or a file.</summary>
    /// <returns>
    /// Whether the link is there. Windows makes links only for users who may, a disk may know none, and Wine says that it has made one even
    /// if it hasn't.
    /// </returns>
    public static bool TryMake(string link, string target)
    {
        try
        {
            if (Directory.Exists(target))
                Directory.CreateSymbolicLink(link, target);
            else
                File.CreateSymbolicLink(link, target);
            return Path.Exists(link);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }
}
