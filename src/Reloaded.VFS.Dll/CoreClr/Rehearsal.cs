using Reloaded.VFS.Dll.Reporting;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.Recording;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Mods.Events;
using Reloaded.VFS.Mods.Laying;

namespace Reloaded.VFS.Dll.CoreClr;

/// <summary>
/// A rehearsal of the calls that games make most, by their handlers, before any call of the game's is let in. CoreCLR binds a method at its
/// first call, and loads types, and compiles what no image has: it takes locks and time that a call of the game's shouldn't wait for.
/// </summary>
/// <remarks>The rehearsed calls only read. Nothing is recorded of them.</remarks>
internal static unsafe class Rehearsal
{
    private const int BufferSize = 4096, MostFolders = 64;

    private static readonly FILE_INFORMATION_CLASS[] s_listed =
    [
        FILE_INFORMATION_CLASS.FileDirectoryInformation, FILE_INFORMATION_CLASS.FileFullDirectoryInformation,
        FILE_INFORMATION_CLASS.FileBothDirectoryInformation, FILE_INFORMATION_CLASS.FileNamesInformation,
        FILE_INFORMATION_CLASS.FileIdBothDirectoryInformation,
    ];

    private static Thread? s_ahead;

    /// <summary>
    /// Starts a thread that writes an empty report, so that what the end of a start needs is bound while the mods are read.
    /// </summary>
    public static void BeginAhead()
    {
        var thread = new Thread(WriteReport, maxStackSize: 256 * 1024) { IsBackground = true };
        try
        {
            thread.Start();
            s_ahead = thread;
        }
        catch (OutOfMemoryException)
        {
            // The system creates no thread. The start then binds everything itself.
        }
    }

    /// <summary>Waits for that thread. Call before hooks go in, which stops other threads.</summary>
    public static void EndAhead()
    {
        s_ahead?.Join();
        s_ahead = null;
    }

    private static void WriteReport() => StartReportFile.ToJson(new StartReport
    {
        Version = ImageVersion.Text,
        Time = DateTimeOffset.UnixEpoch,
        Milliseconds = 0.5,
        Targets = [""],
        Mods = [new ModReport { Name = "" }],
        Hooks = [new HookReport { Function = "" }],
    });

    /// <summary>
    /// Rehearses calls in a target. Call it with the hooks installed and turned off, on a thread whose mark is
    /// <see cref="ThreadMark.Inside"/>.
    /// </summary>
    /// <param name="files">The file system.</param>
    /// <param name="root">The target, as a canonical path.</param>
    public static void Run(VirtualFileSystem files, string root)
    {
        EventHeader* events = EventSink.Header;
        nint* mark = GateTable.Native.GetThreadState();
        EventSink.Header = null;
        try
        {
            string folder = NtPath.FromCanonicalFolder(root);
            string file = FindFile(files, root) is { } found ? NtPath.FromCanonical(found) : folder + @"\rvfs";
            foreach (string path in (string[])[file, folder + @"\rvfs-rehearsal.tmp", folder])
                Query(path, mark);
            Open(file, mark);
            List(folder, mark);
        }
        finally
        {
            EventSink.Header = events;
            *mark = (nint)ThreadMark.Inside;
        }
    }

    /// <summary>Returns a mod's file in a target or in a folder below, as a canonical path, or null.</summary>
    private static string? FindFile(VirtualFileSystem files, string root)
    {
        if (!files.TryGetPathId(root, out int id) || !files.Snapshot.TryGetFolder(id, out FolderView view))
            return null;
        for (int depth = 0; depth < MostFolders; depth++)
        {
            int next = -1;
            foreach (EntryView entry in view)
            {
                if (!entry.IsFolder)
                    return string.Concat(view.Path, @"\", entry.Name);
                next = next < 0 ? entry.PathId : next;
            }

            if (next < 0 || !files.Snapshot.TryGetFolder(next, out view))
                return null;
        }

        return null;
    }

    private static nint HandlerOf(GateIndex index, nint* mark)
    {
        // As the gate leaves it.
        *mark = (nint)ThreadMark.Inside;
        return GateTable.Gates[(int)index].Handler;
    }

    private static void Query(string path, nint* mark)
    {
        byte* information = stackalloc byte[BufferSize];
        fixed (char* text = path)
        {
            UNICODE_STRING name;
            OBJECT_ATTRIBUTES attributes = RealFiles.Name(text, path.Length, &name);
            new NtQueryAttributesFile(HandlerOf(GateIndex.NtQueryAttributesFile, mark)).Invoke(&attributes, information);
            new NtQueryFullAttributesFile(HandlerOf(GateIndex.NtQueryFullAttributesFile, mark)).Invoke(&attributes, information);
        }
    }

    private static void Open(string path, nint* mark)
    {
        const AccessMask access = AccessMask.GENERIC_READ | AccessMask.SYNCHRONIZE | AccessMask.FILE_READ_ATTRIBUTES;
        const CreateOptions options = CreateOptions.FILE_NON_DIRECTORY_FILE | CreateOptions.FILE_SYNCHRONOUS_IO_NONALERT;
        byte* information = stackalloc byte[BufferSize];
        fixed (char* text = path)
        {
            UNICODE_STRING name;
            OBJECT_ATTRIBUTES attributes = RealFiles.Name(text, path.Length, &name);
            IO_STATUS_BLOCK result;
            nint handle;
            NtStatus status = new NtOpenFile(HandlerOf(GateIndex.NtOpenFile, mark)).Invoke(
                &handle, access, &attributes, &result, ShareAccess.All, options);
            if (status.IsSuccess())
                Close(handle, mark);
            status = new NtCreateFile(HandlerOf(GateIndex.NtCreateFile, mark)).Invoke(&handle, access, &attributes, &result, null, 0,
                ShareAccess.All, CreateDisposition.FILE_OPEN, options, null, 0);
            if (!status.IsSuccess())
                return;
            foreach (FILE_INFORMATION_CLASS asked in (ReadOnlySpan<FILE_INFORMATION_CLASS>)
                [FILE_INFORMATION_CLASS.FileNameInformation, FILE_INFORMATION_CLASS.FileAllInformation])
            {
                new NtQueryInformationFile(HandlerOf(GateIndex.NtQueryInformationFile, mark)).Invoke(
                    handle, &result, information, BufferSize, asked);
            }

            uint needed;
            new NtQueryObject(HandlerOf(GateIndex.NtQueryObject, mark)).Invoke(
                handle, OBJECT_INFORMATION_CLASS.ObjectNameInformation, information, BufferSize, &needed);
            new NtQueryVolumeInformationFile(HandlerOf(GateIndex.NtQueryVolumeInformationFile, mark)).Invoke(
                handle, &result, information, BufferSize, FS_INFORMATION_CLASS.FileFsVolumeInformation);
            Close(handle, mark);
        }
    }

    private static void List(string path, nint* mark)
    {
        byte* information = stackalloc byte[BufferSize];
        fixed (char* text = path)
        {
            UNICODE_STRING name;
            OBJECT_ATTRIBUTES attributes = RealFiles.Name(text, path.Length, &name);
            IO_STATUS_BLOCK result;
            nint handle;
            NtStatus status = new NtOpenFile(HandlerOf(GateIndex.NtOpenFile, mark)).Invoke(&handle,
                AccessMask.FILE_LIST_DIRECTORY | AccessMask.SYNCHRONIZE, &attributes, &result, ShareAccess.All,
                CreateOptions.FILE_DIRECTORY_FILE | CreateOptions.FILE_SYNCHRONOUS_IO_NONALERT);
            if (!status.IsSuccess())
                return;
            foreach (FILE_INFORMATION_CLASS listed in s_listed)
            {
                new NtQueryDirectoryFile(HandlerOf(GateIndex.NtQueryDirectoryFile, mark)).Invoke(
                    handle, 0, null, null, &result, information, BufferSize, listed, 0, null, 1);
            }

            if (GateTable.Gates[(int)GateIndex.NtQueryDirectoryFileEx].Original != 0)
            {
                new NtQueryDirectoryFileEx(HandlerOf(GateIndex.NtQueryDirectoryFileEx, mark)).Invoke(handle, 0, null, null, &result,
                    information, BufferSize, FILE_INFORMATION_CLASS.FileFullDirectoryInformation, QueryFlags.SL_RESTART_SCAN, null);
            }

            Close(handle, mark);
        }
    }

    private static void Close(nint handle, nint* mark)
    {
        *mark = (nint)ThreadMark.Inside;
        GateTable.Native.Close(handle);
    }
}
