using Reloaded.VFS.Lookup;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Deleting;

/// <summary>The backing file or folder of a look-up as a string, for calls rare enough to allocate.</summary>
internal static class BackingPath
{
    /// <summary>Returns the path in NT form; a folder's ends in a backslash. The snapshot has to be alive.</summary>
    public static string Of(in LookupResult found) =>
        string.Create(found.BackingLength, found, static (text, result) => result.CopyBacking(text));

    /// <summary>Returns a folder's path as the folder is opened (<see cref="NtPath.ToOpen"/>). The snapshot has to be alive.</summary>
    public static string OfFolder(in LookupResult found) => NtPath.ToOpen(Of(found)).ToString();
}
