using Reloaded.Universal.Redirector.Lib;
using Reloaded.Universal.Redirector.Lib.Structures.RedirectionTree;
using Reloaded.VFS.Benchmarks.Table;
using Reloaded.VFS.Lookup;

namespace Reloaded.VFS.Benchmarks.Peer;

/// <summary>A check that both sides give the same answers: otherwise a comparison would mean nothing.</summary>
internal static class PeerCheck
{
    /// <summary>Looks every path up on both sides.</summary>
    /// <param name="files">The file system of this project.</param>
    /// <param name="manager">The peer's manager.</param>
    /// <param name="paths">The paths.</param>
    /// <param name="others">The paths in the peer's form.</param>
    /// <param name="expected">
    /// The expected kind of every path: a file with the same target on both sides; for any other kind, the peer must have no file.
    /// </param>
    /// <exception cref="InvalidOperationException">A path has another kind, or its target differs between the sides.</exception>
    public static void SameAnswers(VirtualFileSystem files, RedirectionTreeManager manager, PathText paths, PathText others,
        LookupKind expected)
    {
        char[] buffer = new char[1024];
        for (int i = 0; i < paths.Count; i++)
        {
            Snapshot snapshot = files.Snapshot;
            LookupResult found = snapshot.Lookup(paths[i]);
            if (found.Kind != expected)
                throw new InvalidOperationException($"{paths[i]} is {found.Kind} to us, not {expected}.");
            bool isFile = manager.TryGetFile(others[i], out RedirectionTreeTarget target) && !target.IsDirectory;
            if (isFile != (expected == LookupKind.File))
                throw new InvalidOperationException($"{others[i]} is {(isFile ? "a" : "no")} file to the peer.");
            if (isFile)
            {
                found.CopyBacking(buffer);
                SameTarget(buffer.AsSpan(0, found.BackingLength), target.GetFullPath());
            }

            GC.KeepAlive(snapshot);
        }
    }

    /// <summary>Compares two targets that use different separators, and of which one is in upper case.</summary>
    public static void SameTarget(ReadOnlySpan<char> ours, ReadOnlySpan<char> peers)
    {
        if (!Canonical(ours).Equals(Canonical(peers), StringComparison.OrdinalIgnoreCase))
            throw new InvalidOperationException($"The target is {ours} to us and {peers} to the peer.");

        // Treats \??\C:\a, C:/a and /C/a as equal.
        static string Canonical(ReadOnlySpan<char> target)
        {
            string text = target.ToString().Replace('\\', '/').Replace(":", "", StringComparison.Ordinal);
            return (text.StartsWith("/??/", StringComparison.Ordinal) ? text[4..] : text).TrimStart('/');
        }
    }
}
