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

/// <summary>Names in their letter case on disk.</summary>
internal static class DiskName
{
    /// <summary>Returns the last name of a real path in its letter case on disk; unchanged if nothing is there.</summary>
    /// <param name="real">The path, in NT form.</param>
    public static string Of(string real)
    {
        string name = VirtualPath.GetName(real).ToString();
        string folder = NtPath.ToLongWin32(VirtualPath.GetParent(real));
        try
        {
            string? entry = Directory.EnumerateFileSystemEntries(folder, name).FirstOrDefault();
            return entry is null ? name : VirtualPath.GetName(entry).ToString();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The folder has disappeared meanwhile.
            return name;
        }
    }
}
