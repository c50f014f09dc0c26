using Microsoft.Win32.SafeHandles;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Originals;

/// <summary>Copies of files.</summary>
internal static class FileCopy
{
    /// <summary>
    /// Copies a file, with its attributes and times, to a name that nothing has yet: by the volume's own means where it has some.
    /// </summary>
    /// <param name="from">The file, a Win32 path.</param>
    /// <param name="to">The copy, a Win32 path.</param>
    /// <param name="outlivesPowerCut">Whether the disk has the content before the call returns.</param>
    /// <exception cref="IOException">It can't be copied; a part of it may lie there.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be copied.</exception>
    public static void Make(string from, string to, bool outlivesPowerCut = false)
    {
        if (!BlockCloning.TryCopy(from, to))
            File.Copy(from, to);
        var source = new FileInfo(from);
        if (outlivesPowerCut)
            Flush(to);
        if (FileTimes.TryRead(NtPath.From(from), out DateTime created, out DateTime written))
        {
            File.SetCreationTimeUtc(to, created);
            File.SetLastWriteTimeUtc(to, written);
        }

        File.SetAttributes(to, AttributesOf(source));
    }

    /// <summary>Gives a folder the attributes and times of another one, as far as that can be. Long Win32 paths.</summary>
    public static void SetAsFolder(string from, string to)
    {
        try
        {
            if (FileTimes.TryRead(NtPath.From(from), out DateTime created, out DateTime written))
            {
                Directory.SetCreationTimeUtc(to, created);
                Directory.SetLastWriteTimeUtc(to, written);
            }

            SetAttributesAsFolder(from, to);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // It has its own.
        }
    }

    /// <summary>Gives a folder the attributes of another one, as far as that can be. Long Win32 paths.</summary>
    public static void SetAttributesAsFolder(string from, string to)
    {
        const FileAttributes given = FileAttributes.ReadOnly | FileAttributes.Hidden | FileAttributes.System | FileAttributes.Archive
            | FileAttributes.NotContentIndexed;
        try
        {
            if ((AttributesOf(new DirectoryInfo(from)) & given) is not 0 and var attributes)
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

    private static void Flush(string file)
    {
        // One that may only be read can't be opened for that.
        if ((File.GetAttributes(file) & FileAttributes.ReadOnly) != 0)
            File.SetAttributes(file, FileAttributes.Normal);
        using SafeFileHandle opened = File.OpenHandle(file, FileMode.Open, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete);
        RandomAccess.FlushToDisk(opened);
    }
}
