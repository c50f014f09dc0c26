using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>SHGetKnownFolderPath</c>.</content>
public static partial class Shell32
{
    /// <summary>The folder need not be there.</summary>
    public const uint KF_FLAG_DONT_VERIFY = 0x4000;

    /// <summary>Where a known folder lies (<c>shlobj_core.h</c>). The text is freed with <see cref="Marshal.FreeCoTaskMem"/>.</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/shlobj_core/nf-shlobj_core-shgetknownfolderpath"/>
    [LibraryImport("shell32")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    public static unsafe partial int SHGetKnownFolderPath(Guid* rfid, uint dwFlags, nint hToken, char** ppszPath);
}
