using Microsoft.Win32.SafeHandles;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Originals;

/// <summary>Copies of files.</summary>
internal static class FileCopy
{
    /// <summary>Copies a file with its attributes and times to a new name. Uses block cloning if the volume supports it.</summary>
    /// <param name="from">The file, a Win32 path.</param>
    /// <param name="to">The copy, a Win32 path.</param>
    /// <param name="outlivesPowerCut">True to flush the content to the disk before the call returns.</param>
    /// <exception cref="IOException">The file can't be copied; a part of the copy may exist.</exception>
    /// <exception cref="UnauthorizedAccessException">Access is denied.</exception>
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

    /// <summary>Copies attributes and times from one folder to another, as far as possible. Both are long Win32 paths.</summary>
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
            // The folder keeps its own.
        }
    }

    /// <summary>Copies attributes from one folder to another, as far as possible. Both are long Win32 paths.</summary>
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
            // The folder keeps its own.
        }
    }

    // Wine considers a name that begins with a dot hidden, whatever its attributes.
    private static FileAttributes AttributesOf(FileSystemInfo source) =>
        NtFunctions.IsWine && source.Name.StartsWith('.') ? source.Attributes & ~FileAttributes.Hidden : source.Attributes;

    private static void Flush(string file)
    {
        // A read-only file can't be opened for writing.
        if ((File.GetAttributes(file) & FileAttributes.ReadOnly) != 0)
            File.SetAttributes(file, FileAttributes.Normal);
        using SafeFileHandle opened = File.OpenHandle(file, FileMode.Open, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete);
        RandomAccess.FlushToDisk(opened);
    }
}
