using System.Runtime.InteropServices;

namespace Reloaded.VFS.Loader;

/// <summary>
/// What the exported C functions (<c>Native/exports.c</c>) call once they have seen that this thread may enter managed code. Not exported
/// themselves. None lets an exception out.
/// </summary>
internal static unsafe class Exports
{
    [UnmanagedCallersOnly(EntryPoint = "rvfs_managed_start")]
    private static int Start(void* options) => -13;

    [UnmanagedCallersOnly(EntryPoint = "rvfs_managed_start_config")]
    private static int StartConfig(char* path) => -13;

    [UnmanagedCallersOnly(EntryPoint = "rvfs_managed_add_folder")]
    private static int AddFolder(char* source, char* target, ulong* handle) => -13;

    [UnmanagedCallersOnly(EntryPoint = "rvfs_managed_add_file")]
    private static int AddFile(char* source, char* target, ulong* handle) => -13;

    [UnmanagedCallersOnly(EntryPoint = "rvfs_managed_remove")]
    private static int Remove(ulong handle) => -13;

    [UnmanagedCallersOnly(EntryPoint = "rvfs_managed_enable")]
    private static int Enable() => -13;

    [UnmanagedCallersOnly(EntryPoint = "rvfs_managed_disable")]
    private static int Disable() => -13;

    [UnmanagedCallersOnly(EntryPoint = "rvfs_managed_describe")]
    private static int Describe(byte* buffer, uint size) => -13;
}
