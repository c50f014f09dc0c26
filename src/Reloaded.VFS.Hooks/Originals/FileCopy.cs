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
        // Not by .NET's own: that looks for the time zone first, in the registry, by a DLL that it loads.
        if (RealFiles.TryGetTimes(NtPath.From(from), out long created, out long written))
        {
            File.SetCreationTimeUtc(to, DateTime.FromFileTimeUtc(created));
            File.SetLastWriteTimeUtc(to, DateTime.FromFileTimeUtc(written));
        }

        // Wine takes a file for hidden whose name begins with a dot, whatever its attributes.
        bool isHiddenByName = NtFunctions.IsWine && source.Name.StartsWith('.');
        File.SetAttributes(to, isHiddenByName ? source.Attributes & ~FileAttributes.Hidden : source.Attributes);
    }
}
