using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Overlay;

/// <summary>The functions of reloaded_vfs.h that a small loader needs. Thread-safe.</summary>
internal static unsafe partial class ReloadedVfs
{
    private const string Library = "reloaded_vfs.dll";

    private static Action<string>? s_log;

    /// <summary>Sets what receives messages, on a thread of the DLL's own.</summary>
    /// <param name="level">RVFS_LOG_ERROR (1) to RVFS_LOG_EVENT (4).</param>
    /// <param name="log">The receiver.</param>
    public static void SetLog(uint level, Action<string> log)
    {
        s_log = log;
        Check(NativeSetLog(level, &Receive, null));
    }

    /// <summary>Sets where what the process writes goes, for the starts after this call.</summary>
    /// <param name="overwrites">Whether it goes to the overwrite folder, and not to the files that the process sees.</param>
    public static void SetPolicy(bool overwrites) => Check(NativeSetPolicy(overwrites ? 1U : 0, null));

    /// <summary>Waits until the process sees every change that was made on disk before this call.</summary>
    public static void WaitReady(TimeSpan longest) => Check(NativeWaitReady((uint)longest.TotalMilliseconds));

    /// <summary>Hides a path, and returns a handle for <see cref="Remove"/>.</summary>
    public static ulong Hide(string path)
    {
        ulong handle;
        Check(NativeHide(path, &handle));
        return handle;
    }

    /// <summary>Returns what the process sees in a folder: each path, and the mod or folder that has it, or null for the game itself.</summary>
    public static IReadOnlyList<(string Path, string? Mod)> Enumerate(string folder)
    {
        List<(string, string?)> items = [];
        var context = GCHandle.Alloc(items);
        try
        {
            Check(NativeEnumerate(folder, &Add, (void*)GCHandle.ToIntPtr(context)));
        }
        finally
        {
            context.Free();
        }

        return items;
    }

    /// <summary>Returns the number of redirections and mods.</summary>
    public static ulong CountLayers()
    {
        var numbers = new Statistics { Size = (uint)sizeof(Statistics) };
        Check(NativeStats(&numbers));
        return numbers.Layers;
    }

    /// <summary>Hooks the process, so that files below <paramref name="target"/> can be redirected.</summary>
    /// <param name="target">The game's folder, an absolute path.</param>
    /// <exception cref="InvalidOperationException">The start failed; the message gives the reason.</exception>
    public static void Start(string target)
    {
        fixed (char* text = target)
        {
            char** targets = stackalloc char*[] { text };
            var options = new Options { Size = (uint)sizeof(Options), Targets = targets, TargetCount = 1 };
            Check(NativeStart(&options));
        }
    }

    /// <summary>Mounts a real folder over a virtual one at once, and returns a handle for <see cref="Remove"/>.</summary>
    public static ulong AddFolder(string source, string target)
    {
        ulong handle;
        Check(NativeAddFolder(source, target, &handle));
        return handle;
    }

    /// <summary>Removes a folder or file.</summary>
    public static void Remove(ulong handle) => Check(NativeRemove(handle));

    [UnmanagedCallersOnly(CallConvs = [typeof(CallConvCdecl)])]
    private static void Receive(uint level, char* text, void* context) => s_log?.Invoke($"message of level {level}: {new string(text)}");

    [UnmanagedCallersOnly(CallConvs = [typeof(CallConvCdecl)])]
    private static int Add(Item* item, void* context)
    {
        var items = (List<(string, string?)>)GCHandle.FromIntPtr((nint)context).Target!;
        items.Add((new string(item->Path), item->Mod is null ? null : new string(item->Mod)));
        return 0;
    }

    private static void Check(int status)
    {
        if (status >= 0)
            return;
        char* text = stackalloc char[1024];
        NativeLastError(text, 1024);
        throw new InvalidOperationException($"{status}: {new string(text)}");
    }

    /// <summary>The structure rvfs_options.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private struct Options
    {
        public uint Size, Flags;
        public char** Targets;
        public char* Mods;
        public void* Folders;
        public uint TargetCount, FolderCount;
        public char* Log, Report;
    }

    /// <summary>The structure rvfs_item.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private struct Item
    {
        public uint Size, IsFolder;
        public char* Path, Source, Mod;
    }

    /// <summary>The structure rvfs_statistics.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private struct Statistics
    {
        public uint Size, Enabled;
        public ulong Mods, Layers, Folders, Files, Hooks, NativeBytes, HeapBytes, FollowedFolders, Changes, StartMicroseconds;
    }

    [LibraryImport(Library, EntryPoint = "rvfs_set_log")]
    private static partial int NativeSetLog(uint level, delegate* unmanaged[Cdecl]<uint, char*, void*, void> callback, void* context);

    [LibraryImport(Library, EntryPoint = "rvfs_set_policy", StringMarshalling = StringMarshalling.Utf16)]
    private static partial int NativeSetPolicy(uint policy, string? overwrite);

    [LibraryImport(Library, EntryPoint = "rvfs_wait_ready")]
    private static partial int NativeWaitReady(uint milliseconds);

    [LibraryImport(Library, EntryPoint = "rvfs_hide", StringMarshalling = StringMarshalling.Utf16)]
    private static partial int NativeHide(string path, ulong* handle);

    [LibraryImport(Library, EntryPoint = "rvfs_enumerate", StringMarshalling = StringMarshalling.Utf16)]
    private static partial int NativeEnumerate(string folder, delegate* unmanaged[Cdecl]<Item*, void*, int> callback, void* context);

    [LibraryImport(Library, EntryPoint = "rvfs_stats")]
    private static partial int NativeStats(Statistics* statistics);

    [LibraryImport(Library, EntryPoint = "rvfs_start")]
    private static partial int NativeStart(Options* options);

    [LibraryImport(Library, EntryPoint = "rvfs_add_folder", StringMarshalling = StringMarshalling.Utf16)]
    private static partial int NativeAddFolder(string source, string target, ulong* handle);

    [LibraryImport(Library, EntryPoint = "rvfs_remove")]
    private static partial int NativeRemove(ulong handle);

    [LibraryImport(Library, EntryPoint = "rvfs_last_error")]
    private static partial uint NativeLastError(char* text, uint length);
}
