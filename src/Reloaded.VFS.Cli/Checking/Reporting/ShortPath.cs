using Reloaded.VFS.Interop.Win32;

namespace Reloaded.VFS.Cli.Checking.Reporting;

/// <summary>The 8.3 spelling of a path, which TEMP often has.</summary>
internal static unsafe class ShortPath
{
    /// <summary>Returns the spelling, or the path itself if there is none.</summary>
    public static string Of(string path)
    {
        char[] buffer = new char[32768];
        fixed (char* p = buffer)
        {
            uint length = Kernel32.GetShortPathNameW(path, p, (uint)buffer.Length);
            return length == 0 || length >= buffer.Length ? path : new string(p, 0, (int)length);
        }
    }
}
