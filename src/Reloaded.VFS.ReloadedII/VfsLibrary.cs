using System.Text.Json;

namespace Reloaded.VFS.ReloadedII;

/// <summary>The functions of <c>reloaded_vfs.h</c> that the mod calls. Thread-safe.</summary>
/// <remarks>
/// Members return false, or 0 for a handle, on failure; <see cref="LastError"/> has the cause. The DLL stays in the process for good;
/// objects of this class may go.
/// </remarks>
internal sealed unsafe class VfsLibrary
{
    /// <summary>The DLL's name, in the mod's folder.</summary>
    public const string FileName = "reloaded_vfs.dll";

    private const uint StartDisabled = 1;
    private const int AlreadyStarted = 2;

    // The number of bytes by which a description may grow between two calls.
    private const int DescriptionGrows = 4096;

    private readonly nint _module;

    /// <summary>Loads the DLL, which starts nothing.</summary>
    /// <exception cref="DllNotFoundException">The DLL doesn't exist.</exception>
    /// <exception cref="BadImageFormatException">The process is a 32-bit one.</exception>
    public VfsLibrary(string path) => _module = nint.Size == sizeof(long)
        ? NativeLibrary.Load(path)
        : throw new BadImageFormatException("this mod has no DLL for 32-bit games; 'rvfs run' gives such a game its mods.");

    /// <summary>Gets the text of the latest error.</summary>
    public string LastError
    {
        get
        {
            char* text = stackalloc char[1024];
            ((delegate* unmanaged[Cdecl]<char*, uint, uint>)Function("rvfs_last_error"))(text, 1024);
            return new string(text);
        }
    }

    /// <summary>Starts over one folder, without mods; redirects nothing yet.</summary>
    /// <param name="target">The game's folder.</param>
    /// <param name="report">The file for the start report.</param>
    /// <param name="isOurs">False if another caller, such as a launcher, has started the VFS before.</param>
    public bool Start(string target, string report, out bool isOurs)
    {
        fixed (char* folder = target, file = report)
        {
            char** targets = stackalloc char*[] { folder };
            Options options = new()
            {
                Size = (uint)sizeof(Options),
                Flags = StartDisabled,
                Targets = targets,
                TargetCount = 1,
                Report = file,
            };
            int status = ((delegate* unmanaged[Cdecl]<Options*, int>)Function("rvfs_start"))(&options);
            isOurs = status != AlreadyStarted;
            return status >= 0;
        }
    }

    /// <summary>Lays a real folder over a virtual one, above everything else. Returns its handle.</summary>
    public ulong AddFolder(string source, string target) => Add("rvfs_add_folder", source, target);

    /// <summary>Lays a real file over a virtual path, above everything else. Returns its handle.</summary>
    public ulong AddFile(string source, string target) => Add("rvfs_add_file", source, target);

    /// <summary>Removes a folder or file.</summary>
    public bool Remove(ulong handle) => ((delegate* unmanaged[Cdecl]<ulong, int>)Function("rvfs_remove"))(handle) >= 0;

    /// <summary>Reorders redirections, the winner last, in the places that they have.</summary>
    public bool Reorder(ReadOnlySpan<ulong> handles)
    {
        fixed (ulong* first = handles)
            return ((delegate* unmanaged[Cdecl]<ulong*, uint, int>)Function("rvfs_reorder"))(first, (uint)handles.Length) >= 0;
    }

    /// <summary>Turns redirecting on or off. Open files stay as they are.</summary>
    public bool SetEnabled(bool isOn) => ((delegate* unmanaged[Cdecl]<int>)Function(isOn ? "rvfs_enable" : "rvfs_disable"))() >= 0;

    /// <summary>Removes the hooks and all redirections.</summary>
    public bool Stop() => ((delegate* unmanaged[Cdecl]<int>)Function("rvfs_stop"))() >= 0;

    /// <summary>Returns the file through which opens can be monitored, or null if it couldn't be created.</summary>
    public string? FindEventFile()
    {
        var describe = (delegate* unmanaged[Cdecl]<byte*, uint, int>)Function("rvfs_describe");
        byte[] buffer = new byte[Math.Max(0, describe(null, 0)) + DescriptionGrows];
        int size;
        fixed (byte* text = buffer)
            size = describe(text, (uint)buffer.Length);
        if (size <= 0 || size > buffer.Length)
            return null;
        using JsonDocument description = JsonDocument.Parse(buffer.AsMemory(0, size - 1));
        return description.RootElement.TryGetProperty("events", out JsonElement events) ? events.GetString() : null;
    }

    private ulong Add(string function, string source, string target)
    {
        ulong handle = 0;
        fixed (char* from = source, to = target)
            return ((delegate* unmanaged[Cdecl]<char*, char*, ulong*, int>)Function(function))(from, to, &handle) >= 0 ? handle : 0;
    }

    private nint Function(string name) => NativeLibrary.GetExport(_module, name);

    /// <summary>The structure <c>rvfs_options</c>.</summary>
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
