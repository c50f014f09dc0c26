using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Originals;

/// <summary>Questions about a real folder.</summary>
internal static class RealFolder
{
    /// <summary>Lists the names in a folder; none if the folder isn't there or can't be listed.</summary>
    /// <param name="folder">The folder, in target form.</param>
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
