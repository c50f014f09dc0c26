using System.Runtime.InteropServices;

namespace Reloaded.VFS.Cli.Wine;

/// <summary>Paths of Linux with every link on the way followed.</summary>
internal static unsafe partial class RealPath
{
    /// <summary>The real path of a file or folder; null where it isn't there.</summary>
    public static string? Of(string path)
    {
        byte* found = realpath(path, null);
        if (found is null)
            return null;
        try
        {
            return Marshal.PtrToStringUTF8((nint)found);
        }
        finally
        {
            free(found);
        }
    }

    [LibraryImport("libc", StringMarshalling = StringMarshalling.Utf8)]
    private static partial byte* realpath(string path, byte* resolved);

    [LibraryImport("libc")]
    private static partial void free(void* memory);
}
