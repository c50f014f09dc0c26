using System.Diagnostics;
using System.IO.MemoryMappedFiles;
using Reloaded.VFS.Hooks.Recording;
using Reloaded.VFS.Layers;
using Reloaded.VFS.Mods.Events;
using Reloaded.VFS.Mods.Removing;

namespace Reloaded.VFS.Dll.Reporting;

/// <summary>This process's event file: created at the first start, mapped until the process ends.</summary>
/// <remarks><see cref="AddLayers"/> is thread-safe; everything else is called under the host's lock.</remarks>
internal static unsafe class EventFile
{
    // Ids of processes are multiples of four.
    private const int ChildrenPerSweep = 16;

    private static readonly Lock s_layersLock = new();
    private static readonly HashSet<int> s_layers = [];
    private static MemoryMappedFile? s_file;
    private static (ulong Stamp, long Ticks) s_first;
    private static int s_layerBytes;

    /// <summary>Gets the file's path; null before it is created, and if it couldn't be.</summary>
    public static string? FilePath { get; private set; }

    /// <summary>Begins to measure the rate of the processor's time stamp. The later <see cref="Open"/>, the more exact it is.</summary>
    public static void Prepare(NativeServices native) => s_first = Now(native);

    /// <summary>Creates the file unless it exists. Returns null, or why no program can monitor the run.</summary>
    /// <param name="configuration">The configuration, which may name the file.</param>
    /// <param name="isChild">True if another process with the DLL started this one.</param>
    public static Diagnostic? Open(VfsConfiguration configuration, NativeServices native, bool isChild)
    {
        if (s_file is not null)
            return null;
        string path = configuration.Events ?? Path.Combine(ReportFolders.Running, $"{Environment.ProcessId}{EventFileLayout.Extension}");
        try
        {
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            // Each sweep costs a call for each running process: only some children sweep, since there may be thousands of them.
            if (configuration.Events is null && (!isChild || Environment.ProcessId % (4 * ChildrenPerSweep) == 0))
                RemoveOld();
            // A file that the launcher has created tells whether to record from the first call on. No program may delete the file while it
            // is in use, which tells it from files of processes that have ended.
            var stream = new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.ReadWrite);
            if (!EventFileLayout.IsFree(stream))
            {
                stream.Dispose();
                return Diagnostic.Notice("rvfs monitor can't show this run: this file isn't an event file, and is left alone") with
                {
                    File = path,
                    Key = "events",
                    Fix = "name another file, or remove the key",
                };
            }

            stream.SetLength(EventFileLayout.FileSize);
            s_file = MemoryMappedFile.CreateFromFile(stream, null, 0, MemoryMappedFileAccess.ReadWrite, HandleInheritability.None,
                leaveOpen: false);
            byte* pointer = null;
            s_file.CreateViewAccessor(0, EventFileLayout.FileSize).SafeMemoryMappedViewHandle.AcquirePointer(ref pointer);
            // The first write to each page of the ring costs more than the record. If every call is recorded, pay that here and not in the
            // game's calls.
            if (((EventHeader*)pointer)->Enabled != 0)
                Touch(pointer + EventFileLayout.Events, pointer + EventFileLayout.FileSize);
            Fill((EventHeader*)pointer, native);
            EventSink.Header = (EventHeader*)pointer;
            FilePath = path;
            return null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            return Diagnostic.Notice(
                $"rvfs monitor can't show this run, and a crash leaves no trace: the event file can't be created: "
                    + $"{ErrorCause.Of(e)}") with
            { File = path };
        }
    }

    /// <summary>Passes the names of new layers to readers.</summary>
    public static void AddLayers(VirtualFileSystem files)
    {
        if (EventSink.Header is null)
            return;
        IReadOnlyList<LayerInfo> layers = files.GetLayers();
        lock (s_layersLock)
        {
            foreach (LayerInfo layer in layers)
            {
                if (s_layers.Add(layer.Handle))
                    EventLayer.TryWrite(EventSink.Header, ref s_layerBytes, layer.Handle, layer.Name, layer.Source, layer.Target);
            }
        }
    }

    private static void Fill(EventHeader* header, NativeServices native)
    {
        (ulong stamp, long ticks) = Now(native);
        header->Format = EventFileLayout.Format;
        header->LayerBytes = 0; // a process that has ended may have left a file of this name
        header->ProcessId = (uint)Environment.ProcessId;
        header->Stamp = stamp;
        header->StampTime = DateTime.UtcNow.ToFileTimeUtc();
        header->StampsPerSecond = (stamp - s_first.Stamp) * (double)Stopwatch.Frequency / Math.Max(1, ticks - s_first.Ticks);
        ImageVersion.Text.AsSpan(0, Math.Min(ImageVersion.Text.Length, 31)).CopyTo(new Span<char>(header->Version, 31));
        string program = OwnProcess.Program;
        program.AsSpan(Math.Max(0, program.Length - 399)).CopyTo(new Span<char>(header->Program, 399));
        Volatile.Write(ref header->Magic, EventFileLayout.Magic);
    }

    private static void Touch(byte* from, byte* to)
    {
        for (byte* page = from; page < to; page += 4096)
            Volatile.Write(ref *page, 0);
    }

    private static (ulong Stamp, long Ticks) Now(NativeServices native)
    {
        uint thread;
        return (native.Stamp(&thread), Stopwatch.GetTimestamp());
    }

    private static void RemoveOld()
    {
        foreach (string file in Directory.GetFiles(ReportFolders.Running, "*" + EventFileLayout.Extension))
        {
            // Fails for the file of a running process.
            DiskRemoval.TryDeleteFile(file);
        }
    }
}
