using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Originals;

/// <summary>Names as the disk has them.</summary>
internal static class DiskName
{
    /// <summary>The last name of a real path in the letter case that the disk has; as it is given where nothing is there.</summary>
    /// <param name="real">The path, in target form.</param>
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
            // The folder has gone meanwhile.
            return name;
        }
    }
}
