using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Nt;

/// <content><c>NtCreateSection</c>.</content>
public static unsafe partial class Ntdll
{
    /// <summary>Makes a section of a file. An NTSTATUS (<c>ntifs.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-ntcreatesection"/>
    [LibraryImport("ntdll")]
    public static partial uint NtCreateSection(
        nint* section, uint access, void* attributes, long* size, uint protection, uint kind, nint file);
}
