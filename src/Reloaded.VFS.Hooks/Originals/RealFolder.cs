using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Originals;

/// <summary>Queries of a real folder.</summary>
internal static class RealFolder
{
    /// <summary>Returns the names in a folder; none if the folder doesn't exist or can't be listed.</summary>
    /// <param name="folder">The folder, in NT form.</param>
    public static string[] NamesIn(string folder)
    {
        try
        {
            return [
                .. Directory.EnumerateFileSystemEntries(NtPath.ToLongWin32(folder)).Select(entry => VirtualPath.GetName(entry).ToString())];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }
}
