using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Handles;

/// <summary>
/// Which completion ports folders' handles are bound to, so that calls which the VFS answers are reported as the I/O manager reports them
/// (Windows Driver Kit, <c>ntifs.h</c>; Microsoft Learn, "I/O Completion Ports", <c>SetFileCompletionNotificationModes</c>).
/// Thread-safe and lock-free.
/// </summary>
/// <param name="handles">The game's handles.</param>
internal sealed unsafe class CompletionPorts(HandleTable handles)
{
    private readonly HandleStates<FolderCompletion> _folders = new(handles);

    /// <summary>
    /// How calls on an open folder are reported, or null where no port was ever bound and no mode set. The object may be kept for as long
    /// as a call pends: it follows what the game does to the handle meanwhile.
    /// </summary>
    public FolderCompletion? TryGet(in HandleEntry folder) => _folders.TryGet(folder);

    /// <summary>Whether a class of <c>NtSetInformationFile</c> is one of those that <see cref="Set"/> is for.</summary>
    public static bool Concerns(FILE_INFORMATION_CLASS informationClass) =>
        informationClass is FILE_INFORMATION_CLASS.FileCompletionInformation
            or FILE_INFORMATION_CLASS.FileIoCompletionNotificationInformation
            or FILE_INFORMATION_CLASS.FileReplaceCompletionInformation;

    /// <summary>The game's call that binds a port or sets a mode: the original, whose success is noted.</summary>
    /// <returns>The original's status.</returns>
    public NtStatus Set(
        nint handle, void* ioStatusBlock, void* information, uint length, FILE_INFORMATION_CLASS informationClass)
    {
        FILE_COMPLETION_INFORMATION given = default;
        int bytes = informationClass == FILE_INFORMATION_CLASS.FileIoCompletionNotificationInformation
            ? sizeof(uint)
            : sizeof(FILE_COMPLETION_INFORMATION);
        bool isRead = length >= bytes && GateTable.Native.TryCopy(&given, information, (nuint)bytes) != 0;
        NtStatus status = RealFiles.Set(handle, ioStatusBlock, information, length, informationClass);
        HandleEntry entry = handles.Get(handle);
        if (!status.IsSuccess() || !isRead || entry.Kind != HandleKind.Folder)
            return status;
        try
        {
            FolderCompletion folder = _folders.GetOrAdd(handle, entry);
            if (informationClass == FILE_INFORMATION_CLASS.FileIoCompletionNotificationInformation)
                folder.AddModes(*(uint*)&given);
            else
                folder.Bind(given.Port == 0 ? null : new CompletionPort(handles, given.Port, given.Key));
        }
        catch (OutOfMemoryException)
        {
            // The port gets no packets of the VFS.
        }

        return status;
    }
}

/// <summary>A port that the game bound to a folder, under the game's own handle.</summary>
/// <remarks>
/// A duplicate of the VFS's own would keep the port alive, and threads that wait on it would never learn that the game closed it. So the
/// game's is used, and the handle table, in which closing clears it, says whether it's still the same.
/// </remarks>
/// <param name="handles">The game's handles.</param>
/// <param name="handle">The game's handle of the port.</param>
/// <param name="key">The key of the packets.</param>
internal sealed unsafe class CompletionPort(HandleTable handles, nint handle, nint key)
{
    private readonly uint _generation = handles.FollowClose(handle);

    /// <summary>The handle that leads to it now, with the generation of its entry and the key; zero where the game closed it.</summary>
    public nint Find(out uint generation, out nint itsKey)
    {
        nint port = handle;
        (generation, itsKey) = (_generation, key);
        return handles.Get(port).Generation == _generation || handles.TryFind(_generation, out port) ? port : 0;
    }

    /// <summary>Queues a packet; false where the game closed the port.</summary>
    public bool Post(void* apcContext, NtStatus status, nuint information)
    {
        nint port = Find(out _, out _);
        return port != 0 && NtSetIoCompletion.Exported.Invoke(port, key, apcContext, status, information).IsSuccess();
    }
}

/// <summary>How calls on one open folder are reported. Thread-safe.</summary>
internal sealed unsafe class FolderCompletion : IDisposable
{
    // FILE_SKIP_SET_EVENT_ON_HANDLE is heeded by the system itself.
    private volatile CompletionPort? _port;
    private uint _modes;

    /// <summary>Whether a port is bound: then a call may not have an APC routine too.</summary>
    public bool HasPort => _port is not null;

    /// <summary>The port, or null.</summary>
    public CompletionPort? Port => _port;

    /// <summary>Binds a port, or none.</summary>
    public void Bind(CompletionPort? port) => _port = port;

    /// <summary>Sets modes, which stay as long as the folder is open.</summary>
    public void AddModes(uint modes) => Interlocked.Or(ref _modes, modes);

    /// <summary>
    /// Reports a call that ended at once, after its status block was written. Nothing is reported without a port, without a
    /// context, or where the game asked not to hear of calls that succeed at once.
    /// </summary>
    /// <param name="apcContext">The call's.</param>
    /// <param name="status">How it ended.</param>
    /// <param name="information">What its status block says.</param>
    public void Report(void* apcContext, NtStatus status, nuint information)
    {
        if (apcContext is null || _port is not { } port)
            return;
        if (status.IsSuccess() && (Volatile.Read(ref _modes) & CompletionModes.FILE_SKIP_COMPLETION_PORT_ON_SUCCESS) != 0)
            return;
        port.Post(apcContext, status, information);
    }

    /// <summary>Nothing of the system's is held.</summary>
    public void Dispose()
    {
    }
}
