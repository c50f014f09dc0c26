using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Saving;

/// <summary>
/// The name of a mod's folder that is being deleted, under Wine. Wine keeps it as long as any process has the folder open, and another one
/// under the VFS does that follows the mods. So the folder gets another name, which is never overlaid;
/// whoever follows the mods is told of that, and closes it.
/// </summary>
internal static class FreedName
{
    private const int MostMilliseconds = 500;

    /// <summary>Gives a folder that its handle's closing deletes another name. That name; null where the folder keeps its own.</summary>
    /// <param name="handle">A handle with <c>DELETE</c> access.</param>
    /// <param name="folder">The folder, in target form.</param>
    public static string? Free(nint handle, string folder)
    {
        string name = TemporaryName.Beside(folder);
        return NtFunctions.IsWine && RealFiles.Rename(handle, name) ? name : null;
    }

    /// <summary>
    /// Waits, for a moment at most, until no process has such a folder open any more: the folder around it isn't empty before. The calling
    /// thread has closed its handle. No code of the game's runs meanwhile.
    /// </summary>
    /// <remarks>
    /// It asks again and again: another process closes the folder, and no event tells this one of that. Windows frees the name at once,
    /// so that nothing is waited for there.
    /// </remarks>
    /// <param name="name">What <see cref="Free"/> gave.</param>
    public static void Await(string? name)
    {
        var pauses = new ShortPauses(MostMilliseconds);
        while (name is not null && RealFiles.Exists(name) && pauses.TryPause())
        {
        }
    }
}
