using Reloaded.VFS.Mods.Removing;

namespace Reloaded.VFS.Dll.Start;

/// <summary>Markers of deleted names that a process which was killed has left unfinished. They hide nothing.</summary>
internal static class UnfinishedMarkers
{
    /// <summary>Deletes them, but for those that another process is just making.</summary>
    /// <param name="markers">The files.</param>
    public static void Remove(IEnumerable<string> markers)
    {
        foreach (string marker in markers)
        {
            try
            {
                // Who makes one has it open until it has its name.
                DiskRemoval.OpenPassing(marker, FileMode.Open, FileShare.None).Dispose();
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                // It is another process's, or can't be deleted: it is never seen, and the next start tries again.
            }
        }
    }
}
