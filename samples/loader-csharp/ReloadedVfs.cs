using System.Runtime.InteropServices;

namespace Overlay;

/// <summary>The functions of reloaded_vfs.h that a small loader needs. Thread-safe.</summary>
internal static unsafe partial class ReloadedVfs
{
    private const string Library = "reloaded_vfs.dll";

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

    [LibraryImport(Library, EntryPoint = "rvfs_start")]
    private static partial int NativeStart(Options* options);

    [LibraryImport(Library, EntryPoint = "rvfs_add_folder", StringMarshalling = StringMarshalling.Utf16)]
    private static partial int NativeAddFolder(string source, string target, ulong* handle);

    [LibraryImport(Library, EntryPoint = "rvfs_remove")]
    private static partial int NativeRemove(ulong handle);

    [LibraryImport(Library, EntryPoint = "rvfs_last_error")]
    private static partial uint NativeLastError(char* text, uint length);
}
