namespace Reloaded.VFS.Hooks.Gates;

/// <summary>
/// The state that every gate reads: <c>struct rvfs_gate</c> of <c>Native/gate.h</c>, field for field. Only the writer's side changes it;
/// each field is a single aligned store.
/// </summary>
[StructLayout(LayoutKind.Sequential)]
public unsafe struct GateState
{
    /// <summary>1 while calls may enter managed code.</summary>
    public int Enabled;

    /// <summary>
    /// 1 from <c>RtlExitUserProcess</c> on: exports refuse, and the thread that ends the process never enters managed code again.
    /// </summary>
    public int ProcessEnding;

    /// <summary>The handle table: one entry for each handle value divided by four.</summary>
    public ulong* Handles;

    /// <summary>The number of entries in <see cref="Handles"/>.</summary>
    public ulong HandleCount;

    /// <summary>The filter that names are compared with (<see cref="PrefixFilter"/>); null lets every name in.</summary>
    public void* Filter;

    /// <summary>1 while child processes are followed, whether or not this process's own files are redirected.</summary>
    public int Children;

    /// <summary>The TLS slot of threads' marks.</summary>
    public uint StateSlot;

    /// <summary>
    /// The number of folders that a close deletes and of real folders that are kept closed until then. While it isn't 0, every close of a
    /// tracked handle enters managed code.
    /// </summary>
    public int Closes;

    /// <summary>
    /// The number of suspended child processes in which the VFS may still have to start. While it isn't 0, every call that creates a thread
    /// in another process or resumes a thread enters managed code.
    /// </summary>
    public int SuspendedChildren;

    /// <summary>A counter that is odd while the gates may answer by <see cref="Names"/>.</summary>
    /// <remarks>
    /// It changes before and after the names are replaced: a read of the names counts only if the counter is the same afterwards. Adding a
    /// name doesn't invalidate a correct answer.
    /// </remarks>
    public uint NamesTurn;

    /// <summary>1 if every call that sets attributes or times by a handle enters managed code.</summary>
    public int GuardsAttributes;

    /// <summary>The names that mods have; null until they are known.</summary>
    public ModNameState* Names;

    /// <summary>The treatment of changes on a thread that can't enter managed code any more.</summary>
    public UndecidedChanges Undecided;

    /// <summary>The folders that contain mods' files (<see cref="SourceRoots"/>); null: anywhere.</summary>
    public void* Sources;

    /// <summary>
    /// The <c>OBJECT_ATTRIBUTES</c> of the file that states that the run's journal is complete; null if there is none or it is deleted.
    /// </summary>
    public void* Whole;
}

/// <summary>The treatment of a change in a target by a thread or process that is ending and can't enter managed code.</summary>
[Flags]
public enum UndecidedChanges
{
    /// <summary>The original makes the change.</summary>
    None = 0,

    /// <summary>The change is refused: the game's writes go to the overwrite folder.</summary>
    Refused = 1,

    /// <summary>The run's journal is incomplete from then on.</summary>
    Journal = 2,
}

/// <summary>The values of a thread's state word; anything but zero sends every call to the original.</summary>
[Flags]
public enum ThreadMark
{
    /// <summary>A thread of the game, outside the VFS.</summary>
    None = 0,

    /// <summary>The thread is inside a handler or an export.</summary>
    Inside = 1,

    /// <summary>A thread of the runtime or of the VFS.</summary>
    Runtime = 2,

    /// <summary>The thread is past <c>LdrShutdownThread</c>: the runtime must not see it again.</summary>
    Ended = 4,

    /// <summary>
    /// With <see cref="Inside"/>, at the start of a handler: the gate has made the call already, and the original returned
    /// <c>STATUS_OBJECT_PATH_NOT_FOUND</c>.
    /// </summary>
    NoPath = 8,
}

/// <summary>The native part of the image, as called by handlers. Set before the first hook goes in.</summary>
internal static unsafe class GateTable
{
    /// <summary>The functions of the native part, and the state that the gates read.</summary>
    public static NativeServices Native;

    /// <summary>The gates' table, by <see cref="GateIndex"/>.</summary>
    public static GateSlots* Gates;

    /// <summary>Gets a value indicating whether calls are let in. Another thread may change it at any time.</summary>
    public static bool IsEnabled => Volatile.Read(ref Native.Gate->Enabled) != 0;

    /// <summary>Gets a value indicating whether closing a handle may have consequences. Wait-free.</summary>
    public static bool AnyCloses
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Volatile.Read(ref Native.Gate->Closes) != 0;
    }

    /// <summary>Returns the address of a hooked function's original.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint Original(GateIndex index) => Gates[(int)index].Original;
}

/// <summary>Checks of the game's memory, which may be inaccessible.</summary>
internal static unsafe class GameMemory
{
    /// <summary>Determines whether a status block is aligned, and all of it can be written.</summary>
    /// <remarks>The kernel checks the block before it does anything, and an error would leave it unwritten.</remarks>
    public static bool CanWriteStatus(void* block)
    {
        IO_STATUS_BLOCK copy;
        return block is not null && ((nuint)block & (nuint)(sizeof(nint) - 1)) == 0
            && GateTable.Native.TryCopy(&copy, block, (nuint)sizeof(IO_STATUS_BLOCK)) != 0
            && GateTable.Native.TryCopy(block, &copy, (nuint)sizeof(IO_STATUS_BLOCK)) != 0;
    }

    /// <summary>Determines whether a buffer for records is aligned, and its first byte can be written.</summary>
    public static bool CanWriteRecords(void* buffer) =>
        buffer is not null && ((nuint)buffer & (sizeof(uint) - 1)) == 0 && CanWrite(buffer);

    public static bool CanWrite(void* pointer)
    {
        byte copy;
        return GateTable.Native.TryCopy(&copy, pointer, 1) != 0 && GateTable.Native.TryCopy(pointer, &copy, 1) != 0;
    }
}

/// <summary>
/// The time that a thread spends in a handler: its own file calls go straight to the originals, and its last error and status are restored
/// at the end.
/// </summary>
/// <remarks>The gate sets the thread's mark before it lets a call in; the handler clears the mark.</remarks>
internal readonly unsafe ref struct HandlerScope
{
    private readonly nint* _mark;
    private readonly ThreadErrors _errors;

    private HandlerScope(nint* mark, ThreadErrors errors, bool isPathMissing)
    {
        _mark = mark;
        _errors = errors;
        IsPathMissing = isPathMissing;
    }

    /// <summary>
    /// Gets a value indicating whether the gate has made the call already, unchanged, and the original returned
    /// <c>STATUS_OBJECT_PATH_NOT_FOUND</c>.
    /// </summary>
    public bool IsPathMissing { get; }

    /// <summary>Enters the scope. A handler's first statement.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    [SkipLocalsInit]
    public static HandlerScope Enter()
    {
        ThreadErrors errors;
        nint* mark = GateTable.Native.Enter(&errors);
        bool isPathMissing = (*mark & (nint)ThreadMark.NoPath) != 0;
        *mark = (nint)ThreadMark.Inside;
        return new HandlerScope(mark, errors, isPathMissing);
    }

    /// <summary>Marks the thread as inside its handler again, after that has called another handler directly.</summary>
    public static void GoOn() => *GateTable.Native.GetThreadState() = (nint)ThreadMark.Inside;

    /// <summary>Leaves the scope. A handler's last action.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Dispose()
    {
        *_errors.LastError = _errors.Error;
        *_errors.LastStatus = _errors.Status;
        *_mark = 0;
    }
}
