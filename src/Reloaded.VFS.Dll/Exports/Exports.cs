using System.Runtime.InteropServices;
using Reloaded.VFS.Dll.Host;
using Reloaded.VFS.Dll.Reporting;
using Reloaded.VFS.Interop.Entering;

namespace Reloaded.VFS.Dll.Exports;

/// <summary>The managed side of the exported C functions. Not exported themselves.</summary>
/// <remarks>
/// <c>Native/exports.c</c> calls these after it has checked that this thread may enter managed code. No exception leaves them. Pointers are
/// the caller's, as <c>reloaded_vfs.h</c> requires.
/// </remarks>
internal static unsafe class Exports
{
    [UnmanagedCallersOnly(EntryPoint = "rvfs_managed_start")]
    private static int Start(RvfsOptions* options) =>
        (int)LastError.Guard(() =>
        {
            // First of all: a refused request has changed nothing.
            StartRequest request = StartRequest.FromOptions(options);
            return VfsHost.Start(StartOrigin.Arguments, () => VfsHost.WithPolicy(request));
        });

    [UnmanagedCallersOnly(EntryPoint = "rvfs_managed_start_config")]
    private static int StartConfig(char* path) =>
        (int)LastError.Guard(() =>
        {
            if (path is null)
                return StartBesideGame(StartOrigin.BesideGame, VfsHost.WithPolicy(StartRequest.FromFile(null)));
            string file = CallerPath.Read(path, "path");
            return VfsHost.Start(StartOrigin.Arguments, () => VfsHost.WithPolicy(StartRequest.FromFile(file)));
        });

    [UnmanagedCallersOnly(EntryPoint = "rvfs_managed_start_entry")]
    private static int StartEntry(EntryRequest* entry) =>
        (int)LastError.Guard(() => VfsHost.Start(StartOrigin.Arguments, () => StartRequest.FromEntry(*entry)));

    [UnmanagedCallersOnly(EntryPoint = "rvfs_managed_start_automatic")]
    private static int StartAutomatic() => (int)LastError.Guard(() =>
    {
        StartRequest request = StartRequest.FromFile(null);
        return request.Configuration.Autostart ? StartBesideGame(StartOrigin.Automatic, request) : RvfsStatus.Ok;
    });

    private static RvfsStatus StartBesideGame(StartOrigin origin, StartRequest request) =>
        InstalledMode.Apply(request) is { } applied ? VfsHost.Start(origin, () => applied) : RvfsStatus.Ok;

    [UnmanagedCallersOnly(EntryPoint = "rvfs_managed_add_folder")]
    private static int AddFolder(char* source, char* target, ulong* handle) =>
        Add(() => VfsHost.AddFolder(CallerPath.Read(source, "source"), CallerPath.Read(target, "target")), handle);

    [UnmanagedCallersOnly(EntryPoint = "rvfs_managed_add_file")]
    private static int AddFile(char* source, char* target, ulong* handle) =>
        Add(() => VfsHost.AddFile(CallerPath.Read(source, "source"), CallerPath.Read(target, "target")), handle);

    [UnmanagedCallersOnly(EntryPoint = "rvfs_managed_hide")]
    private static int Hide(char* path, ulong* handle) => Add(() => VfsHost.Hide(CallerPath.Read(path, "path")), handle);

    [UnmanagedCallersOnly(EntryPoint = "rvfs_managed_remove")]
    private static int Remove(ulong handle) => Call(() => VfsHost.Remove(handle));

    [UnmanagedCallersOnly(EntryPoint = "rvfs_managed_set_enabled")]
    private static int SetEnabled(ulong handle, uint enabled) => Call(() => VfsHost.SetEnabled(handle, enabled != 0));

    [UnmanagedCallersOnly(EntryPoint = "rvfs_managed_reorder")]
    private static int Reorder(ulong* handles, uint count) => Call(() =>
    {
        if ((handles is null && count > 0) || count > int.MaxValue)
            throw new RvfsException(RvfsStatus.InvalidArgument, "handles is null, or there are too many of them.");
        VfsHost.Reorder(new ReadOnlySpan<ulong>(handles, (int)count));
    });

    [UnmanagedCallersOnly(EntryPoint = "rvfs_managed_enable")]
    private static int Enable() => Call(() => VfsHost.SetEnabled(true));

    [UnmanagedCallersOnly(EntryPoint = "rvfs_managed_disable")]
    private static int Disable() => Call(() => VfsHost.SetEnabled(false));

    [UnmanagedCallersOnly(EntryPoint = "rvfs_managed_stop")]
    private static int Stop() => Call(VfsHost.Stop);

    [UnmanagedCallersOnly(EntryPoint = "rvfs_managed_describe")]
    private static int Describe(byte* buffer, uint size) => Answer(StateJson.Write, buffer, size);

    [UnmanagedCallersOnly(EntryPoint = "rvfs_managed_which")]
    private static int Which(char* path, byte* buffer, uint size) =>
        Answer(() => VfsHost.Which(CallerPath.Read(path, "path")), buffer, size);

    /// <summary>
    /// Writes the addresses of these functions, for an image that no linker has joined with them (<c>CoreClr/runtime.c</c>). No native image
    /// has this function.
    /// </summary>
    [UnmanagedCallersOnly]
    internal static void Bind(ManagedFunctions* functions) => *functions = new ManagedFunctions
    {
        Start = &Start,
        StartConfig = &StartConfig,
        StartEntry = &StartEntry,
        StartAutomatic = &StartAutomatic,
        AddFolder = &AddFolder,
        AddFile = &AddFile,
        Remove = &Remove,
        SetEnabled = &SetEnabled,
        Reorder = &Reorder,
        Enable = &Enable,
        Disable = &Disable,
        Stop = &Stop,
        Describe = &Describe,
        Which = &Which,
        Hide = &Hide,
        SetPolicy = &SetPolicy,
        SetLog = &SetLog,
        Stats = &Stats,
        WaitReady = &WaitReady,
        FindFolder = &FindFolder,
        FindSource = &FindSource,
    };

    [UnmanagedCallersOnly(EntryPoint = "rvfs_managed_set_policy")]
    private static int SetPolicy(uint policy, char* overwrite) => Call(() =>
    {
        string? folder = overwrite is null ? null : CallerPath.Read(overwrite, "overwrite");
        VfsHost.SetPolicy(policy switch
        {
            (uint)RvfsWrites.InPlace when folder is null => WritePolicy.Game,
            (uint)RvfsWrites.InPlace =>
                throw new RvfsException(RvfsStatus.InvalidArgument, "An overwrite folder goes with RVFS_WRITES_OVERWRITE only."),
            (uint)RvfsWrites.Overwrite => WritePolicy.Overwrite,
            _ => throw new RvfsException(RvfsStatus.InvalidArgument, $"This version doesn't know the policy {policy}."),
        }, folder);
    });

    [UnmanagedCallersOnly(EntryPoint = "rvfs_managed_wait_ready")]
    private static int WaitReady(uint milliseconds) => Call(() => VfsHost.WaitReady(milliseconds));

    [UnmanagedCallersOnly(EntryPoint = "rvfs_managed_stats")]
    private static int Stats(RvfsStatistics* statistics) => Call(() =>
    {
        uint size = statistics->Size;
        RvfsStatistics known = VfsHost.Statistics;
        known.Size = (uint)sizeof(RvfsStatistics);
        new Span<byte>(statistics, checked((int)size)).Clear();
        *statistics = known;
    });

    [UnmanagedCallersOnly(EntryPoint = "rvfs_managed_set_log")]
    private static int SetLog(uint level, delegate* unmanaged[Cdecl]<uint, char*, void*, void> callback, void* context) => Call(() =>
    {
        if (level > (uint)RvfsLogLevel.Event)
            throw new RvfsException(RvfsStatus.InvalidArgument, $"This version doesn't know the level {level}.");
        LogSink.Set((RvfsLogLevel)level, callback, context);
    });

    /// <summary>Checks the folder of an enumeration, and writes its path for Windows' own functions: <c>\\?\C:\game\data</c>.</summary>
    [UnmanagedCallersOnly(EntryPoint = "rvfs_managed_find_folder")]
    private static int FindFolder(char* folder, char* path, uint capacity) =>
        Call(() => Write(VfsHost.FolderToList(CallerPath.Read(folder, "folder")), path, capacity));

    /// <summary>Writes what is really behind a name that an enumeration has found.</summary>
    /// <param name="path">The path in the form of <see cref="FindFolder"/>.</param>
    /// <param name="source">Receives the real path.</param>
    /// <param name="sourceCapacity">The size of <paramref name="source"/> in characters.</param>
    /// <param name="mod">Receives the mod's name; empty for the game itself.</param>
    /// <param name="modCapacity">The size of <paramref name="mod"/> in characters.</param>
    [UnmanagedCallersOnly(EntryPoint = "rvfs_managed_find_source")]
    private static int FindSource(char* path, char* source, uint sourceCapacity, char* mod, uint modCapacity) => Call(() =>
    {
        (string real, string? name) = VfsHost.FindSource(new string(path));
        Write(real, source, sourceCapacity);
        Write(name ?? "", mod, modCapacity);
    });

    // Names and paths of Windows fit. Nothing is written behind the end in any case.
    private static void Write(string text, char* buffer, uint capacity)
    {
        int length = (int)Math.Min((uint)text.Length, capacity - 1);
        text.AsSpan(0, length).CopyTo(new Span<char>(buffer, length));
        buffer[length] = '\0';
    }

    private static int Answer(Func<byte[]> write, byte* buffer, uint size)
    {
        byte[] json = [];
        RvfsStatus status = LastError.Guard(() =>
        {
            json = write();
            return RvfsStatus.Ok;
        });
        if (status != RvfsStatus.Ok)
            return (int)status;
        if (buffer is not null && size > json.Length)
        {
            json.CopyTo(new Span<byte>(buffer, json.Length));
            buffer[json.Length] = 0;
        }

        return json.Length + 1;
    }

    private static int Add(Func<ulong> add, ulong* handle) => Call(() =>
    {
        ulong added = add();
        if (handle is not null)
            *handle = added;
    });

    private static int Call(Action call) => (int)LastError.Guard(() =>
    {
        call();
        return RvfsStatus.Ok;
    });
}

/// <summary>The addresses of the functions of <see cref="Exports"/>, as <c>CoreClr/runtime.c</c> calls them.</summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct ManagedFunctions
{
    public delegate* unmanaged<RvfsOptions*, int> Start;
    public delegate* unmanaged<char*, int> StartConfig;
    public delegate* unmanaged<EntryRequest*, int> StartEntry;
    public delegate* unmanaged<int> StartAutomatic;
    public delegate* unmanaged<char*, char*, ulong*, int> AddFolder;
    public delegate* unmanaged<char*, char*, ulong*, int> AddFile;
    public delegate* unmanaged<ulong, int> Remove;
    public delegate* unmanaged<ulong, uint, int> SetEnabled;
    public delegate* unmanaged<ulong*, uint, int> Reorder;
    public delegate* unmanaged<int> Enable;
    public delegate* unmanaged<int> Disable;
    public delegate* unmanaged<int> Stop;
    public delegate* unmanaged<byte*, uint, int> Describe;
    public delegate* unmanaged<char*, byte*, uint, int> Which;
    public delegate* unmanaged<char*, ulong*, int> Hide;
    public delegate* unmanaged<uint, char*, int> SetPolicy;
    public delegate* unmanaged<uint, delegate* unmanaged[Cdecl]<uint, char*, void*, void>, void*, int> SetLog;
    public delegate* unmanaged<RvfsStatistics*, int> Stats;
    public delegate* unmanaged<uint, int> WaitReady;
    public delegate* unmanaged<char*, char*, uint, int> FindFolder;
    public delegate* unmanaged<char*, char*, uint, char*, uint, int> FindSource;
}
