namespace Reloaded.VFS.Hooks.Handles;

/// <summary>
/// The completion ports that folders' handles are bound to, so that calls answered by the VFS are reported like the I/O manager's own.
/// Thread-safe and lock-free.
/// </summary>
/// <remarks>
/// See Windows Driver Kit, <c>ntifs.h</c>; Microsoft Learn, "I/O Completion Ports" and <c>SetFileCompletionNotificationModes</c>.
/// </remarks>
internal sealed unsafe class CompletionPorts(HandleTable handles)
{
    private readonly HandleStates<FolderCompletion> _folders = new(handles);

    /// <summary>
    /// Returns the reporting state of an open folder, or null if no port was ever bound and no mode set. The object may be kept while a
    /// call is pending: it reflects what the game does to the handle meanwhile.
    /// </summary>
    public FolderCompletion? TryGet(in HandleEntry folder) => _folders.TryGet(folder);

    /// <summary>Determines whether <see cref="Set"/> handles a class of <c>NtSetInformationFile</c>.</summary>
    public static bool Concerns(FILE_INFORMATION_CLASS informationClass) =>
        informationClass is FILE_INFORMATION_CLASS.FileCompletionInformation
            or FILE_INFORMATION_CLASS.FileIoCompletionNotificationInformation
            or FILE_INFORMATION_CLASS.FileReplaceCompletionInformation;

    /// <summary>Calls the original to bind a port or set a mode, and records its success.</summary>
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
            // The VFS posts no packets to the port.
        }

        return status;
    }
}

/// <summary>A port that the game bound to a folder, by the game's own handle.</summary>
/// <remarks>
/// A duplicate handle would keep the port alive, and threads that wait on it would never learn that the game closed it. The game's own
/// handle is used instead. The handle table, whose entry is cleared at the close, tells whether the handle is still the same.
/// </remarks>
/// <param name="handle">The game's handle of the port.</param>
/// <param name="key">The completion key of the packets.</param>
internal sealed unsafe class CompletionPort(HandleTable handles, nint handle, nint key)
{
    private readonly uint _generation = handles.TrackClose(handle);

    /// <summary>Returns a handle of the port, with its entry's generation and the key; zero if the game closed the port.</summary>
    public nint Find(out uint generation, out nint itsKey)
    {
        nint port = handle;
        (generation, itsKey) = (_generation, key);
        return handles.Get(port).Generation == _generation || handles.TryFind(_generation, out port) ? port : 0;
    }

    /// <summary>Queues a packet. Returns false if the game closed the port.</summary>
    public bool Post(void* apcContext, NtStatus status, nuint information)
    {
        nint port = Find(out _, out _);
        return port != 0 && NtSetIoCompletion.Exported.Invoke(port, key, apcContext, status, information).IsSuccess();
    }
}

/// <summary>The reporting state of one open folder. Thread-safe.</summary>
internal sealed unsafe class FolderCompletion : IDisposable
{
    // The system itself handles FILE_SKIP_SET_EVENT_ON_HANDLE.
    private volatile CompletionPort? _port;
    private uint _modes;

    /// <summary>Gets a value indicating whether a port is bound. A call can't have an APC routine then.</summary>
    public bool HasPort => _port is not null;

    public CompletionPort? Port => _port;

    public void Bind(CompletionPort? port) => _port = port;

    /// <summary>Adds modes, which stay while the folder is open.</summary>
    public void AddModes(uint modes) => Interlocked.Or(ref _modes, modes);

    /// <summary>Reports a call that completed at once, after its status block was written.</summary>
    /// <remarks>Reports nothing without a port or context, or if the game asked to skip calls that succeed at once.</remarks>
    /// <param name="apcContext">The call's APC context.</param>
    /// <param name="status">The call's status.</param>
    /// <param name="information">The information field of the call's status block.</param>
    public void Report(void* apcContext, NtStatus status, nuint information)
    {
        if (apcContext is null || _port is not { } port)
            return;
        if (status.IsSuccess() && (Volatile.Read(ref _modes) & CompletionModes.FILE_SKIP_COMPLETION_PORT_ON_SUCCESS) != 0)
            return;
        port.Post(apcContext, status, information);
    }

    /// <summary>Does nothing: the object holds no system resource.</summary>
    public void Dispose()
    {
    }
}

/// <summary>The signal of a file object, set as the I/O manager does when a call without an event completes.</summary>
/// <remarks>
/// Only the I/O manager can signal a file object, so it is sent a request that every file system completes at once and that changes
/// nothing.
/// </remarks>
internal static unsafe class FileSignal
{
    // Never freed or read: if the request pends after all, it may complete at any time.
    private static readonly IO_STATUS_BLOCK* s_result = (IO_STATUS_BLOCK*)NativeMemory.AllocZeroed((nuint)sizeof(IO_STATUS_BLOCK));

    /// <summary>
    /// Signals the file object of a handle that was opened for overlapped calls, unless the object is signalled already or can't be waited
    /// for.
    /// </summary>
    public static void Set(nint handle)
    {
        long now = 0;
        if (NtWaitForSingleObject.Exported.Invoke(handle, 0, &now) == NtStatus.STATUS_TIMEOUT)
            NtFsControlFile.Exported.Invoke(handle, 0, null, null, s_result, FsControlCode.FSCTL_IS_VOLUME_MOUNTED, null, 0, null, 0);
    }
}
