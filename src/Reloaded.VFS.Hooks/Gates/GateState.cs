using System.Runtime.InteropServices;

namespace Reloaded.VFS.Hooks.Gates;

/// <summary>
/// What every gate reads: <c>struct rvfs_gate</c> of <c>Native/gate.h</c>, field for field. Written by the writer's side only; each field
/// is a single aligned store.
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

    /// <summary>Entries in <see cref="Handles"/>.</summary>
    public ulong HandleCount;

    /// <summary>What the gates compare names with (<see cref="PrefixFilter"/>); null lets every name in.</summary>
    public void* Filter;

    /// <summary>1 while the processes that this one starts are followed, whether or not its own files are redirected.</summary>
    public int Children;

    /// <summary>Where a thread's mark is: a slot of the DLL's.</summary>
    public uint StateSlot;

    /// <summary>
    /// Folders that a closing deletes, and real folders that are kept closed until then:
    /// while it isn't 0, each closing of a tracked handle goes to managed code.
    /// </summary>
    public int Closes;

    /// <summary>
    /// How many processes wait that this one started suspended, and in which the VFS may still have to start: while it isn't 0, each call
    /// that makes a thread in another process, or resumes a thread, goes to managed code.
    /// </summary>
    public int SuspendedChildren;

    /// <summary>
    /// Odd while the gates may answer by <see cref="Names"/>. Changes before and after these are replaced: what was read of them counts
    /// only where it's the same afterwards. A name that is added changes no answer that was right.
    /// </summary>
    public uint NamesTurn;

    /// <summary>1 where each call that sets attributes or times by a handle goes to managed code.</summary>
    public int GuardsAttributes;

    /// <summary>The names that mods have; null until they are known.</summary>
    public ModNameState* Names;

    /// <summary>What becomes of a change on a thread that can't enter managed code any more.</summary>
    public KeptFiles Keeps;

    /// <summary>Where mods' files are (<see cref="SourceRoots"/>); null: anywhere.</summary>
    public void* Sources;

    /// <summary>
    /// An <c>OBJECT_ATTRIBUTES</c> of the file that says that the journal of the run is whole. Null where there is none, or where it is
    /// deleted.
    /// </summary>
    public void* Whole;
}

/// <summary>What becomes of a change in a target where nobody can be asked about it: the thread, or its process, ends.</summary>
[Flags]
public enum KeptFiles
{
    /// <summary>The original makes it.</summary>
    None = 0,

    /// <summary>It is refused: what the game writes goes elsewhere.</summary>
    Others = 1,

    /// <summary>The journal of the run isn't whole from then on.</summary>
    Journal = 2,
}

/// <summary>The values of a thread's state word; anything but zero sends every call to the original.</summary>
[Flags]
public enum ThreadMark
{
    /// <summary>A thread of the game, outside the VFS.</summary>
    None = 0,

    /// <summary>Inside a handler or an export.</summary>
    Inside = 1,

    /// <summary>A thread of the runtime or of the VFS.</summary>
    Runtime = 2,

    /// <summary>The thread is past <c>LdrShutdownThread</c>: the runtime must not see it again.</summary>
    Ended = 4,

    /// <summary>
    /// With <see cref="Inside"/>, at a handler's beginning: the gate has made the call already, and the original has said
    /// <c>STATUS_OBJECT_PATH_NOT_FOUND</c>.
    /// </summary>
    NoPath = 8,
}
