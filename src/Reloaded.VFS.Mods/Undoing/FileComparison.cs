namespace Reloaded.VFS.Mods.Undoing;

/// <summary>Whether a copy is still what it was made of.</summary>
internal static class FileComparison
{
    private const int BufferBytes = 64 * 1024;

    /// <summary>Whether two files have the same size, time of writing, attributes and content.</summary>
    /// <exception cref="IOException">One of them can't be read.</exception>
    /// <exception cref="UnauthorizedAccessException">One of them may not be read.</exception>
    public static bool IsSame(FileInfo one, FileInfo other)
    {
        if (!one.Exists || !other.Exists || one.Length != other.Length || one.LastWriteTimeUtc != other.LastWriteTimeUtc
            || one.Attributes != other.Attributes)
            return false;
        using FileStream left = Open(one), right = Open(other);
        byte[] a = new byte[BufferBytes], b = new byte[BufferBytes];
        while (true)
        {
            int read = left.ReadAtLeast(a, a.Length, throwOnEndOfStream: false);
            if (read != right.ReadAtLeast(b, b.Length, throwOnEndOfStream: false) || !a.AsSpan(0, read).SequenceEqual(b.AsSpan(0, read)))
                return false;
            if (read < a.Length)
                return true;
        }
    }

    private static FileStream Open(FileInfo file) =>
        new(file.FullName, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, bufferSize: 1);
}
