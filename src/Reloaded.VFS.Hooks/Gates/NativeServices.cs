namespace Reloaded.VFS.Hooks.Gates;

/// <summary>
/// The new position of a thread that stands inside replaced code: an instruction of the original and its copy in the trampoline.
/// </summary>
public struct IpMove
{
    /// <summary>The address of an instruction that is about to be replaced.</summary>
    public ulong From;

    /// <summary>The address of its relocated copy.</summary>
    public ulong To;
}

/// <summary>A piece of code to be replaced while other threads run.</summary>
public unsafe struct CodePatch
{
    /// <summary>The first byte to replace.</summary>
    public byte* Address;

    /// <summary>The bytes that must be there.</summary>
    public byte* Expected;

    /// <summary>The new bytes.</summary>
    public byte* Replacement;

    /// <summary>The moves of threads that stand inside the code.</summary>
    public IpMove* Moves;

    /// <summary>The number of bytes: 1 to 16.</summary>
    public uint Count;

    /// <summary>The number of moves.</summary>
    public uint MoveCount;

    /// <summary>Receives the result.</summary>
    public NtStatus Status;
}

/// <summary>
/// The native part of the image, linked from C: functions that must run without the runtime. The addresses are valid as long as the module
/// is loaded.
/// </summary>
public unsafe struct NativeServices
{
    /// <summary>The gates' shared state (<c>struct rvfs_gate</c> in <c>Native/gate.h</c>).</summary>
    public GateState* Gate;

    /// <summary>
    /// Replaces pieces of code while other threads run: stops the threads once for all pieces and moves any that stands inside one.
    /// Arguments: the patches and their number.
    /// </summary>
    public delegate* unmanaged<CodePatch*, uint, void> Patch;

    /// <summary>Returns the address of this thread's state word (<see cref="ThreadMark"/>). Uses no lock and no heap.</summary>
    public delegate* unmanaged[SuppressGCTransition]<nint*> GetThreadState;

    /// <summary>Copies memory that may be inaccessible: destination, source, bytes. Returns 0 if either side faulted.</summary>
    public delegate* unmanaged[SuppressGCTransition]<void*, void*, nuint, int> TryCopy;

    /// <summary>
    /// Replaces eight aligned bytes in one store if they equal what the second argument points to, which receives the bytes found. Returns
    /// 0 on a fault: the page isn't writable now.
    /// </summary>
    public delegate* unmanaged[SuppressGCTransition]<ulong*, ulong*, ulong, int> TryExchange;

    /// <summary>
    /// Reads an <c>OBJECT_ATTRIBUTES</c> and its name safely. Arguments: the attributes, the header's destination, a buffer for the name,
    /// its capacity in characters.
    /// </summary>
    /// <remarks>Returns the name's length in characters, -1 for pointers the VFS doesn't serve, or -2 if the buffer is too small.</remarks>
    public delegate* unmanaged[SuppressGCTransition]<void*, CapturedAttributes*, char*, int, int> CaptureName;

    /// <summary>Returns the processor's time stamp; the argument receives this thread's id.</summary>
    public delegate* unmanaged[SuppressGCTransition]<uint*, ulong> Stamp;

    /// <summary>Returns the slots of a hooked function's gate (its handler and original), by <see cref="GateIndex"/>.</summary>
    public delegate* unmanaged<int, GateSlots*> GetGate;

    /// <summary>The pending calls for change notifications.</summary>
    public NotificationTable* Notifications;

    /// <summary>Saves what a handler restores, and returns the address of this thread's state word. Uses no lock and no heap.</summary>
    public delegate* unmanaged[SuppressGCTransition]<ThreadErrors*, nint*> Enter;

    /// <summary>Closes a handle, tracked or not, with everything that belongs to it, like the gate of <c>NtClose</c>.</summary>
    public delegate* unmanaged<nint, NtStatus> Close;
}

/// <summary>The errors that a thread's last calls left in its thread block. A hooked function preserves both.</summary>
public unsafe struct ThreadErrors
{
    /// <summary>The place that <c>GetLastError</c> reads; valid as long as the thread lives.</summary>
    public uint* LastError;

    /// <summary>The place that <c>RtlGetLastNtStatus</c> reads.</summary>
    public uint* LastStatus;

    /// <summary>The saved last error.</summary>
    public uint Error;

    /// <summary>The saved last status.</summary>
    public uint Status;
}

/// <summary>The header of a captured <c>OBJECT_ATTRIBUTES</c>.</summary>
public struct CapturedAttributes
{
    /// <summary><c>RootDirectory</c>.</summary>
    public nint RootDirectory;

    /// <summary><c>SecurityDescriptor</c>; the pointer isn't followed.</summary>
    public nint SecurityDescriptor;

    /// <summary><c>SecurityQualityOfService</c>; the pointer isn't followed.</summary>
    public nint SecurityQualityOfService;

    /// <summary><c>Attributes</c>.</summary>
    public ObjectAttributeFlags Attributes;

    /// <summary>The name's length in characters; -1 if <c>ObjectName</c> is null, which differs from an empty name.</summary>
    public int NameLength;
}

/// <summary>A gate: its entry and its two exits.</summary>
public struct GateSlots
{
    /// <summary>The machine code that the hooked function's entry jumps to.</summary>
    public nint Entry;

    /// <summary>The managed handler, or zero if the gate needs none.</summary>
    public nint Handler;

    /// <summary>The original function, through the trampoline. Written before the hook goes in.</summary>
    public nint Original;
}
