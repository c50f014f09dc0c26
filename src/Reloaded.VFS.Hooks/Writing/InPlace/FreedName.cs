using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Hooks.Writing.InPlace;

/// <summary>The freed name of a mod's folder that is being deleted, under Wine.</summary>
/// <remarks>
/// Wine keeps the name as long as any process has the folder open, as another process under the VFS does that follows the mods. So the
/// folder gets another name, which is never overlaid; the follower is notified of that, and closes the folder. A folder of the overwrite
/// folder is moved to its temporary folder: the folder around it is empty at once.
/// </remarks>
internal static class FreedName
{
    private const int MostMilliseconds = 500;

    /// <summary>
    /// Renames a folder that is deleted when its handle is closed. Returns the new name; null if the folder keeps its own.
    /// </summary>
    /// <param name="view">What the game sees.</param>
    /// <param name="handle">A handle with <c>DELETE</c> access.</param>
    /// <param name="folder">The folder, in NT form.</param>
    public static string? Free(MergedView view, nint handle, string folder)
    {
        if (!NtFunctions.IsWine)
            return null;
        if (WritePolicy.Of(view).NewNameAside(folder) is { } aside && RealFiles.Rename(handle, aside))
            return aside;
        string beside = TemporaryName.Beside(folder);
        return RealFiles.Rename(handle, beside) ? beside : null;
    }

    /// <summary>
    /// Waits, for a moment at most, until no process has such a folder open any more if its new name is beside the old one: until then the
    /// folder around it isn't empty.
    /// </summary>
    /// <remarks>
    /// The calling thread has closed its handle. No code of the game runs meanwhile. The wait polls: another process closes the folder, and
    /// no event reports that. Windows frees the name at once, so there nothing is waited for.
    /// </remarks>
    /// <param name="name">The name that <see cref="Free"/> returned.</param>
    public static void Await(string? name)
    {
        if (name is null || !DefaultExcludes.IsTemporary(name))
            return;
        var pauses = new ShortPauses(MostMilliseconds);
        while (RealFiles.Exists(name) && pauses.TryPause())
        {
        }
    }
}
