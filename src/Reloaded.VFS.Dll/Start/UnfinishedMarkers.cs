using Reloaded.VFS.Mods.Removing;

namespace Reloaded.VFS.Dll.Start;

/// <summary>Markers of deleted names that a killed process left unfinished. They hide nothing.</summary>
internal static class UnfinishedMarkers
{
    /// <summary>Deletes the markers, except those that another process is just making.</summary>
    /// <param name="markers">The files.</param>
    public static void Remove(IEnumerable<string> markers)
    {
        foreach (string marker in markers)
        {
            try
            {
                // The process that makes a marker has it open until it has its name.
                DiskRemoval.OpenPassing(marker, FileMode.Open, FileShare.None).Dispose();
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                // The marker belongs to another process or can't be deleted. It is never seen, and the next start tries again.
            }
        }
    }
}
