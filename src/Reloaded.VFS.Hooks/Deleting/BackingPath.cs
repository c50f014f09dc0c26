using Reloaded.VFS.Lookup;

namespace Reloaded.VFS.Hooks.Deleting;

/// <summary>The target of a look-up as a string: for what is rare enough to allocate.</summary>
internal static class BackingPath
{
    /// <summary>In target form; a folder's with the backslash behind it. The snapshot has to be alive.</summary>
    public static string Of(in LookupResult found) =>
        string.Create(found.BackingLength, found, static (text, result) => result.CopyBacking(text));
}
