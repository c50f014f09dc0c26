using System.Runtime.InteropServices;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Interop.Win32;

namespace Reloaded.VFS.Cli.Game;

/// <summary>
/// Creates an image section of a file, as the loader does for a program or a DLL, and closes it, so that nothing of the file runs.
/// </summary>
/// <remarks>
/// At that time Windows checks the signature, and virus scanners intervene. LoadLibrary in another process doesn't report why it failed.
/// </remarks>
internal static unsafe class ImageMapping
{
    private const uint OpenExisting = 3;
    private const uint SectionMapReadAndExecute = 0xC;
    private const uint PageExecute = 0x10;
    private const uint SecImage = 0x100_0000;

    /// <summary>Returns the NTSTATUS or, for a file that can't even be opened, the Win32 error as an HRESULT (<c>0x8007....</c>).</summary>
    public static uint Try(string path)
    {
        nint file = Kernel32.CreateFileW(path, AccessMask.GENERIC_READ | AccessMask.GENERIC_EXECUTE,
            ShareAccess.FILE_SHARE_READ | ShareAccess.FILE_SHARE_DELETE, null, OpenExisting, 0, 0);
        if (file == -1)
            return 0x8007_0000 | (uint)Marshal.GetLastPInvokeError();
        nint section = 0;
        uint status = Ntdll.NtCreateSection(&section, SectionMapReadAndExecute, null, null, PageExecute, SecImage, file);
        if (section != 0)
            Kernel32.CloseHandle(section);
        Kernel32.CloseHandle(file);
        return status;
    }
}
