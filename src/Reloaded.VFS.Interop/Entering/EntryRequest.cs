using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Entering;

/// <summary>How far an <see cref="EntryRequest"/> has come: <c>RVFS_ENTRY_*</c> of <c>reloaded_vfs.h</c>.</summary>
public enum EntryState
{
    /// <summary>The process hasn't got there.</summary>
    ToCome,

    /// <summary>The DLL is in the process.</summary>
    Begun,

    /// <summary><see cref="EntryRequest.Status"/> has what the start came to.</summary>
    Done,

    /// <summary>
    /// The DLL can't be loaded; <see cref="EntryRequest.Status"/> has Windows' error code, or zero where it isn't known.
    /// </summary>
    NotLoaded,
}

/// <summary>Bits of <see cref="EntryRequest.Flags"/>.</summary>
[Flags]
public enum EntryFlags : uint
{
    /// <summary>The usual.</summary>
    None = 0,

    /// <summary>Nothing is redirected until <c>rvfs_enable</c>.</summary>
    Disabled = 1,

    /// <summary>The process was started by one that has the DLL, not by a launcher.</summary>
    Child = 2,

    /// <summary>Where it fails, the process ends with <see cref="EntryRequest.ExitCode"/> before anything of its program has run.</summary>
    Stop = 4,

    /// <summary>The working folder is a mod's real one, and becomes the virtual one of which that is a part.</summary>
    InMod = 8,

    /// <summary>The process sees what the game has written, and no mods; what it starts does.</summary>
    WithoutMods = 16,

    /// <summary>
    /// What the program imports was withheld: where the DLL can't be loaded, whoever asked for the start ends the process with
    /// <see cref="EntryRequest.ExitCode"/>.
    /// </summary>
    Withheld = 32,
}

/// <summary>
/// <c>rvfs_entry</c> of <c>reloaded_vfs.h</c>: a start that another process asks for, in the memory of the process that is to start. 64
/// bytes on 64 bit, 48 on 32 bit. Pointers and handles are that process's own.
/// </summary>
[StructLayout(LayoutKind.Sequential)]
public unsafe struct EntryRequest
{
    /// <summary>This structure's size in bytes.</summary>
    public uint Size;

    /// <summary>Out: how far it has come.</summary>
    public EntryState State;

    /// <summary>Out: an <c>rvfs_status</c>, or Windows' error code, by <see cref="State"/>.</summary>
    public int Status;

    /// <summary>Out: what <c>rvfs_import</c> came to.</summary>
    public int Imported;

    /// <summary>What is wanted.</summary>
    public EntryFlags Flags;

    /// <summary>See <see cref="EntryFlags.Stop"/>.</summary>
    public uint ExitCode;

    /// <summary>Bytes of <see cref="Configuration"/>.</summary>
    public uint ConfigurationSize;

    /// <summary>Out: the id of the thread that starts; zero while none does.</summary>
    public uint Starter;

    /// <summary>The configuration, as in a file: JSON, UTF-8, absolute paths.</summary>
    public byte* Configuration;

    /// <summary>Set when the results are there: an event, or the semaphore of an <see cref="EntryBlock"/>.</summary>
    public nint Done;

    /// <summary>An event that is waited for before the program runs; zero: it runs at once.</summary>
    public nint Go;

    /// <summary>An <c>rvfs_withheld</c>, or null.</summary>
    public void* Withheld;
}

/// <summary>
/// What is written into a new process for the DLL to find: <c>rvfs_entry_block</c> of <c>native.h</c>. 104 bytes on 64 bit, 80 on 32 bit.
/// Pointers and handles are that process's own.
/// </summary>
[StructLayout(LayoutKind.Sequential)]
public unsafe struct EntryBlock
{
    /// <summary><see cref="ProcessEntry.Magic"/>.</summary>
    public ulong Magic;

    /// <summary><see cref="ProcessEntry.MagicEnd"/>.</summary>
    public ulong MagicEnd;

    /// <summary>The start. Its <see cref="EntryRequest.Done"/> is a semaphore.</summary>
    public EntryRequest Request;

    /// <summary>An event that stays set: threads that wait for the start may go on.</summary>
    public nint Opened;

    /// <summary>A page that a thread reads when it has had the DLL loaded: the start runs then.</summary>
    public nint Gate;

    /// <summary>Below zero until a thread has had the DLL loaded, or couldn't.</summary>
    public int Returned;

    /// <summary>The text that such a thread reads is copied to this field.</summary>
    public uint Copied;
}
