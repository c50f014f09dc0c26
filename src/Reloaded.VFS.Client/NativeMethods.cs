using System.Runtime.InteropServices;

namespace Reloaded.VFS.Client;

/// <summary>The functions of <c>reloaded_vfs.h</c>. All parameters are blittable: no runtime marshals a text by rules of its own.</summary>
internal static unsafe class NativeMethods
{
    /// <summary>The DLL's name.</summary>
    public const string Library = "reloaded_vfs.dll";

    // The project's default, the system's folder alone, doesn't hold the DLL.
    private const DllImportSearchPath Places = DllImportSearchPath.AssemblyDirectory | DllImportSearchPath.SafeDirectories;

    [DllImport(Library, EntryPoint = "rvfs_start", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    [DefaultDllImportSearchPaths(Places)]
    public static extern int Start(Options* options);

    [DllImport(Library, EntryPoint = "rvfs_start_config", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    [DefaultDllImportSearchPaths(Places)]
    public static extern int StartConfiguration(char* path);

    [DllImport(Library, EntryPoint = "rvfs_add_folder", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    [DefaultDllImportSearchPaths(Places)]
    public static extern int AddFolder(char* source, char* target, ulong* handle);

    [DllImport(Library, EntryPoint = "rvfs_add_file", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    [DefaultDllImportSearchPaths(Places)]
    public static extern int AddFile(char* source, char* target, ulong* handle);

    [DllImport(Library, EntryPoint = "rvfs_remove", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    [DefaultDllImportSearchPaths(Places)]
    public static extern int Remove(ulong handle);

    [DllImport(Library, EntryPoint = "rvfs_set_enabled", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    [DefaultDllImportSearchPaths(Places)]
    public static extern int SetEnabled(ulong handle, uint enabled);

    [DllImport(Library, EntryPoint = "rvfs_reorder", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    [DefaultDllImportSearchPaths(Places)]
    public static extern int Reorder(ulong* handles, uint count);

    [DllImport(Library, EntryPoint = "rvfs_enable", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    [DefaultDllImportSearchPaths(Places)]
    public static extern int Enable();

    [DllImport(Library, EntryPoint = "rvfs_disable", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    [DefaultDllImportSearchPaths(Places)]
    public static extern int Disable();

    [DllImport(Library, EntryPoint = "rvfs_stop", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    [DefaultDllImportSearchPaths(Places)]
    public static extern int Stop();

    [DllImport(Library, EntryPoint = "rvfs_version", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    [DefaultDllImportSearchPaths(Places)]
    public static extern uint Version();

    [DllImport(Library, EntryPoint = "rvfs_last_error", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    [DefaultDllImportSearchPaths(Places)]
    public static extern uint LastError(char* buffer, uint chars);

    [DllImport(Library, EntryPoint = "rvfs_describe", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    [DefaultDllImportSearchPaths(Places)]
    public static extern int Describe(byte* buffer, uint size);

    [DllImport(Library, EntryPoint = "rvfs_which", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    [DefaultDllImportSearchPaths(Places)]
    public static extern int Which(char* path, byte* buffer, uint size);

    [DllImport(Library, EntryPoint = "rvfs_hide", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    [DefaultDllImportSearchPaths(Places)]
    public static extern int Hide(char* path, ulong* handle);

    [DllImport(Library, EntryPoint = "rvfs_enumerate", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    [DefaultDllImportSearchPaths(Places)]
    public static extern int Enumerate(char* folder, IntPtr callback, void* context);

    [DllImport(Library, EntryPoint = "rvfs_stats", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    [DefaultDllImportSearchPaths(Places)]
    public static extern int GetStatistics(Statistics* statistics);

    [DllImport(Library, EntryPoint = "rvfs_wait_ready", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    [DefaultDllImportSearchPaths(Places)]
    public static extern int WaitReady(uint milliseconds);

    [DllImport(Library, EntryPoint = "rvfs_set_policy", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    [DefaultDllImportSearchPaths(Places)]
    public static extern int SetPolicy(uint policy, char* overwrite);

    [DllImport(Library, EntryPoint = "rvfs_set_log", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
    [DefaultDllImportSearchPaths(Places)]
    public static extern int SetLog(uint level, IntPtr callback, void* context);

    /// <summary>Loads a DLL by its full path.</summary>
    [DllImport("kernel32", EntryPoint = "LoadLibraryW", ExactSpelling = true, SetLastError = true)]
    public static extern void* LoadLibrary(char* path);

    /// <summary>The structure <c>rvfs_options</c>.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Options
    {
        public uint Size, Flags;
        public char** Targets;
        public char* Mods;
        public Folder* Folders;
        public uint TargetCount, FolderCount;
        public char* Log, Report;
    }

    /// <summary>The callback <c>rvfs_item_callback</c>.</summary>
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate int ItemCallback(Item* item, IntPtr context);

    /// <summary>The callback <c>rvfs_log_callback</c>.</summary>
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate void LogCallback(uint level, char* text, IntPtr context);

    /// <summary>The structure <c>rvfs_item</c>.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Item
    {
        public uint Size, IsFolder;
        public char* Path, Source, Mod;
    }

    /// <summary>The structure <c>rvfs_statistics</c>.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Statistics
    {
        public uint Size, Enabled;
        public ulong Mods, Layers, Folders, Files, Hooks, NativeBytes, HeapBytes, FollowedFolders, Changes, StartMicroseconds;
    }

    /// <summary>The structure <c>rvfs_folder</c>.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Folder
    {
        public char* Source, Target;
    }
}
