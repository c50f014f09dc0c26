using Reloaded.Universal.Redirector.Lib;
using Reloaded.Universal.Redirector.Lib.Structures.RedirectionTree;
using Reloaded.VFS.Benchmarks.Table;
using Reloaded.VFS.Lookup;

namespace Reloaded.VFS.Benchmarks.Peer;

/// <summary>Whether both sides answer the same: what doesn't isn't worth a comparison.</summary>
internal static class PeerCheck
{
    /// <summary>Asks both for every path.</summary>
    /// <param name="files">The file system of this project.</param>
    /// <param name="manager">The peer's.</param>
    /// <param name="paths">What is asked.</param>
    /// <param name="others">What is asked, in the form that the peer takes.</param>
    /// <param name="expected">What every path is: a file with the same target on both sides, or else none to the peer.</param>
    /// <exception cref="InvalidOperationException">A path is something else, or has another target on the other side.</exception>
    public static void SameAnswers(VirtualFileSystem files, RedirectionTreeManager manager, PathText paths, PathText others,
        LookupKind expected)
    {
        char[] buffer = new char[1024];
        for (int i = 0; i < paths.Count; i++)
        {
            Snapshot snapshot = files.Current;
            LookupResult found = snapshot.Lookup(paths[i]);
            if (found.Kind != expected)
                throw new InvalidOperationException($"{paths[i]} is {found.Kind} to us, not {expected}.");
            bool isFile = manager.TryGetFile(others[i], out RedirectionTreeTarget target) && !target.IsDirectory;
            if (isFile != (expected == LookupKind.File))
                throw new InvalidOperationException($"{others[i]} is {(isFile ? "a" : "no")} file to the peer.");
            if (isFile)
            {
                found.CopyTarget(buffer);
                SameTarget(buffer.AsSpan(0, found.TargetLength), target.GetFullPath());
            }

            GC.KeepAlive(snapshot);
        }
    }

    /// <summary>Compares two targets whose folders are separated by different characters, and of which one is in upper case.</summary>
    public static void SameTarget(ReadOnlySpan<char> ours, ReadOnlySpan<char> peers)
    {
        if (!Canonical(ours).Equals(Canonical(peers), StringComparison.OrdinalIgnoreCase))
            throw new InvalidOperationException($"The target is {ours} to us and {peers} to the peer.");

        // \??\C:\a, C:/a and /C/a are the same here.
        static string Canonical(ReadOnlySpan<char> target)
        {
            string text = target.ToString().Replace('\\', '/').Replace(":", "", StringComparison.Ordinal);
            return (text.StartsWith("/??/", StringComparison.Ordinal) ? text[4..] : text).TrimStart('/');
        }
    }
}
