using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Gates;

/// <summary>
/// Where a thread that stands inside replaced code has to go: an instruction of the original, and its copy in the trampoline.
/// </summary>
public struct IpMove
{
    /// <summary>The address of an instruction that is about to be replaced.</summary>
    public ulong From;

    /// <summary>The address of its relocated copy.</summary>
    public ulong To;
}

/// <summary>One piece of code to be replaced while other threads run.</summary>
public unsafe struct CodePatch
{
    /// <summary>The first byte that is replaced.</summary>
    public byte* Address;

    /// <summary>The bytes that must be there.</summary>
    public byte* Expected;

    /// <summary>The bytes that come there.</summary>
    public byte* Replacement;

    /// <summary>Where threads go that stand inside.</summary>
    public IpMove* Moves;

    /// <summary>How many bytes: 1 to 16.</summary>
    public uint Count;

    /// <summary>How many moves.</summary>
    public uint MoveCount;

    /// <summary>Gets what came of it.</summary>
    public NtStatus Status;
}

/// <summary>
/// The native part of the image, linked in from C: what must run without the runtime. The addresses live as long as the module.
/// </summary>
public unsafe struct NativeServices
{
    /// <summary>The gates' shared state (<c>struct rvfs_gate</c> in <c>Native/gate.h</c>).</summary>
    public GateState* Gate;

    /// <summary>
    /// Replaces pieces of code while other threads run, which are stopped once for all of them; moves a thread that stands inside one.
    /// Arguments: the patches, and how many.
    /// </summary>
    public delegate* unmanaged<CodePatch*, uint, void> Patch;

    /// <summary>The address of this thread's state word (<see cref="ThreadMark"/>). Touches no lock and no heap.</summary>
    public delegate* unmanaged[SuppressGCTransition]<nint*> GetThreadState;

    /// <summary>Copies memory that may not be there: destination, source, bytes. 0 where either side faulted.</summary>
    public delegate* unmanaged[SuppressGCTransition]<void*, void*, nuint, int> TryCopy;

    /// <summary>
    /// Replaces eight aligned bytes, in one store, if they are what the second argument points to; what was found goes there. 0 where that
    /// faulted: the page can't be written now.
    /// </summary>
    public delegate* unmanaged[SuppressGCTransition]<ulong*, ulong*, ulong, int> TryExchange;

    /// <summary>
    /// Reads an <c>OBJECT_ATTRIBUTES</c> and its name, safely: attributes, where to put the header, buffer for the name, its capacity in
    /// characters. The name's characters; -1 where the pointers are none that the VFS would serve; -2 where the buffer is too small.
    /// </summary>
    public delegate* unmanaged[SuppressGCTransition]<void*, CapturedAttributes*, char*, int, int> CaptureName;

    /// <summary>The processor's time stamp; the argument gets this thread's id.</summary>
    public delegate* unmanaged[SuppressGCTransition]<uint*, ulong> Stamp;

    /// <summary>
    /// The gate of each hooked function, and where the gate keeps its handler and its original: by <see cref="GateIndex"/>.
    /// </summary>
    public delegate* unmanaged<int, GateSlots*> GetGate;

    /// <summary>The calls for change notifications that are pending.</summary>
    public NotificationTable* Notifications;

    /// <summary>
    /// Notes what a handler leaves as it is, and gives the address of this thread's state word. Touches no lock and no heap.
    /// </summary>
    public delegate* unmanaged[SuppressGCTransition]<ThreadErrors*, nint*> Enter;

    /// <summary>
    /// Closes a handle, which may be a tracked one, with everything that belongs to that: what the gate of <c>NtClose</c> does.
    /// </summary>
    public delegate* unmanaged<nint, NtStatus> Close;
}

/// <summary>The errors that a thread's last calls have left in its block: a hooked function changes neither.</summary>
public unsafe struct ThreadErrors
{
    /// <summary>Where <c>GetLastError</c> reads: valid as long as the thread lives.</summary>
    public uint* LastError;

    /// <summary>Where <c>RtlGetLastNtStatus</c> reads.</summary>
    public uint* LastStatus;

    /// <summary>What was there.</summary>
    public uint Error;

    /// <summary>What was there.</summary>
    public uint Status;
}

/// <summary>The header of a captured <c>OBJECT_ATTRIBUTES</c>.</summary>
public struct CapturedAttributes
{
    /// <summary><c>RootDirectory</c>.</summary>
    public nint RootDirectory;

    /// <summary><c>SecurityDescriptor</c>, not followed.</summary>
    public nint SecurityDescriptor;

    /// <summary><c>SecurityQualityOfService</c>, not followed.</summary>
    public nint SecurityQualityOfService;

    /// <summary><c>Attributes</c>.</summary>
    public ObjectAttributeFlags Attributes;

    /// <summary>Characters in the name; -1 if <c>ObjectName</c> is null, which isn't an empty name.</summary>
    public int NameLength;
}

/// <summary>One gate: its entry, and the two ways out of it.</summary>
public struct GateSlots
{
    /// <summary>The machine code that the hooked function's entry jumps to.</summary>
    public nint Entry;

    /// <summary>The managed handler, or zero where the gate does all by itself.</summary>
    public nint Handler;

    /// <summary>The original function, through the trampoline. Written before the hook goes in.</summary>
    public nint Original;
}
