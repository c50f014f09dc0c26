using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Hooks.Writing.InPlace;

/// <summary>
/// The name of a mod's folder that is being deleted, under Wine. Wine keeps it as long as any process has the folder open, and another one
/// under the VFS does that follows the mods. So the folder gets another name, which is never overlaid; whoever follows the mods is told of
/// that, and closes it. A folder of the overwrite folder goes to its temporary one: the folder around it is empty at once.
/// </summary>
internal static class FreedName
{
    private const int MostMilliseconds = 500;

    /// <summary>Gives a folder that its handle's closing deletes another name. That name; null where the folder keeps its own.</summary>
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
    /// Waits, for a moment at most, until no process has such a folder open any more where its new name is beside the old one: the folder
    /// around it isn't empty before. The calling thread has closed its handle. No code of the game's runs meanwhile.
    /// </summary>
    /// <remarks>
    /// It asks again and again: another process closes the folder, and no event tells this one of that. Windows frees the name at once,
    /// so that nothing is waited for there.
    /// </remarks>
    /// <param name="name">What <see cref="Free"/> gave.</param>
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
