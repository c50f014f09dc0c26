using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Originals;

/// <summary>Copies of files.</summary>
internal static class FileCopy
{
    /// <summary>
    /// Copies a file, with its attributes and times, to a name that nothing has yet: by the volume's own means where it has some.
    /// </summary>
    /// <exception cref="IOException">It can't be copied; a part of it may lie there.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be copied.</exception>
    public static void Make(string from, string to)
    {
        if (!BlockCloning.TryCopy(from, to))
            File.Copy(from, to);
        var source = new FileInfo(from);
        File.SetCreationTimeUtc(to, source.CreationTimeUtc);
        File.SetLastWriteTimeUtc(to, source.LastWriteTimeUtc);
        File.SetAttributes(to, AttributesOf(source));
    }

    /// <summary>Gives a folder the attributes and times of another one, as far as that can be. Long Win32 paths.</summary>
    public static void SetAsFolder(string from, string to)
    {
        const FileAttributes given = FileAttributes.ReadOnly | FileAttributes.Hidden | FileAttributes.System | FileAttributes.Archive
            | FileAttributes.NotContentIndexed;
        try
        {
            var source = new DirectoryInfo(from);
            Directory.SetCreationTimeUtc(to, source.CreationTimeUtc);
            Directory.SetLastWriteTimeUtc(to, source.LastWriteTimeUtc);
            if ((AttributesOf(source) & given) is not 0 and var attributes)
                File.SetAttributes(to, attributes);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // It has its own.
        }
    }

    // Wine takes what has a name that begins with a dot for hidden, whatever its attributes.
    private static FileAttributes AttributesOf(FileSystemInfo source) =>
        NtFunctions.IsWine && source.Name.StartsWith('.') ? source.Attributes & ~FileAttributes.Hidden : source.Attributes;
}
