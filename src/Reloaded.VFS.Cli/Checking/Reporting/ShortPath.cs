using System.Runtime.InteropServices;

namespace Reloaded.VFS.Cli.Checking.Reporting;

/// <summary>The 8.3 spelling of a path, which TEMP often has.</summary>
internal static unsafe partial class ShortPath
{
    /// <summary>The spelling; the path itself where there is none.</summary>
    public static string Of(string path)
    {
        char[] buffer = new char[32768];
        fixed (char* p = buffer)
        {
            uint length = GetShortPathNameW(path, p, (uint)buffer.Length);
            return length == 0 || length >= buffer.Length ? path : new string(p, 0, (int)length);
        }
    }

    [LibraryImport("kernel32", StringMarshalling = StringMarshalling.Utf16)]
    private static partial uint GetShortPathNameW(string path, char* buffer, uint size);
}
