using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Paths;

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
        if (FileTimes.TryRead(NtPath.From(from), out DateTime created, out DateTime written))
        {
            File.SetCreationTimeUtc(to, created);
            File.SetLastWriteTimeUtc(to, written);
        }

        // Wine takes a file for hidden whose name begins with a dot, whatever its attributes.
        bool isHiddenByName = NtFunctions.IsWine && source.Name.StartsWith('.');
        File.SetAttributes(to, isHiddenByName ? source.Attributes & ~FileAttributes.Hidden : source.Attributes);
    }
}
