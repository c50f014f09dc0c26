using System.Runtime.InteropServices;
using System.Text;
using System.Text.Json;

namespace Reloaded.VFS.Tests.Programs.ManagedGame;

/// <summary>The DLL's interface for managed code: loaded before the program began, or by <see cref="LoadAndStart"/>.</summary>
internal static unsafe partial class ReloadedVfs
{
    private static nint s_module;

    /// <summary>Finds the DLL that is already in the process. Returns false if there is none.</summary>
    public static bool Find() => (s_module = GetModuleHandle("reloaded_vfs.dll")) != 0;

    /// <summary>Loads the DLL and starts it with one folder of mods.</summary>
    public static void LoadAndStart(string library, string mods)
    {
        s_module = NativeLibrary.Load(library);
        fixed (char* text = mods)
        {
            Options options = new() { Size = (uint)sizeof(Options), Mods = text };
            int status = ((delegate* unmanaged[Cdecl]<Options*, int>)Function("rvfs_start"))(&options);
            if (status != 0)
                throw new InvalidOperationException($"rvfs_start: {status}, {LastError()}");
        }
    }

    /// <summary>Lays a file over a path.</summary>
    public static ulong Add(string source, string target)
    {
        ulong handle = 0;
        fixed (char* from = source, to = target)
        {
            int status = ((delegate* unmanaged[Cdecl]<char*, char*, ulong*, int>)Function("rvfs_add_file"))(from, to, &handle);
            return status == 0 ? handle : throw new InvalidOperationException($"rvfs_add_file: {status}, {LastError()}");
        }
    }

    /// <summary>Removes the file from the path.</summary>
    public static void Remove(ulong handle)
    {
        int status = ((delegate* unmanaged[Cdecl]<ulong, int>)Function("rvfs_remove"))(handle);
        if (status != 0)
            throw new InvalidOperationException($"rvfs_remove: {status}, {LastError()}");
    }

    /// <summary>Returns the DLL's description of itself, for which its runtime allocates.</summary>
    public static JsonElement Describe()
    {
        var describe = (delegate* unmanaged[Cdecl]<byte*, uint, int>)Function("rvfs_describe");
        byte[] buffer = new byte[1 << 18];
        fixed (byte* text = buffer)
        {
            int size = describe(text, (uint)buffer.Length);
            if (size <= 0 || size > buffer.Length)
                throw new InvalidOperationException($"rvfs_describe: {size}, {LastError()}");
            return JsonDocument.Parse(buffer.AsMemory(0, size - 1)).RootElement;
        }
    }

    private static nint Function(string name) => NativeLibrary.GetExport(s_module, name);

    private static string LastError()
    {
        char* text = stackalloc char[1024];
        ((delegate* unmanaged[Cdecl]<char*, uint, uint>)Function("rvfs_last_error"))(text, 1024);
        return new string(text);
    }

    [LibraryImport("kernel32", EntryPoint = "GetModuleHandleW", StringMarshalling = StringMarshalling.Utf16)]
    private static partial nint GetModuleHandle(string name);

    /// <summary>The structure rvfs_options.</summary>
    private struct Options
    {
        public uint Size, Flags;
        public char** Targets;
        public char* Mods;
        public void* Folders;
        public uint TargetCount, FolderCount;
        public char* Log, Report;
    }
}
