using Microsoft.Win32.SafeHandles;
using Reloaded.VFS.Interop.Nt;

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
        File.SetCreationTimeUtc(to, source.CreationTimeUtc);
        File.SetLastWriteTimeUtc(to, source.LastWriteTimeUtc);
        // Wine takes a file for hidden whose name begins with a dot, whatever its attributes.
        bool isHiddenByName = NtFunctions.IsWine && source.Name.StartsWith('.');
        File.SetAttributes(to, isHiddenByName ? source.Attributes & ~FileAttributes.Hidden : source.Attributes);
    }

    private static void Flush(string file)
    {
        // One that may only be read can't be opened for that.
        if ((File.GetAttributes(file) & FileAttributes.ReadOnly) != 0)
            File.SetAttributes(file, FileAttributes.Normal);
        using SafeFileHandle opened = File.OpenHandle(file, FileMode.Open, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete);
        RandomAccess.FlushToDisk(opened);
    }
}
