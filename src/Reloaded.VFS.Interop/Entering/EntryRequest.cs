namespace Reloaded.VFS.Interop.Entering;

/// <summary>The progress of an <see cref="EntryRequest"/>: <c>RVFS_ENTRY_*</c> of <c>reloaded_vfs.h</c>.</summary>
public enum EntryState
{
    /// <summary>The process hasn't begun.</summary>
    ToCome,

    /// <summary>The DLL is in the process.</summary>
    Begun,

    /// <summary><see cref="EntryRequest.Status"/> has the result of the start.</summary>
    Done,

    /// <summary>The DLL couldn't be loaded; <see cref="EntryRequest.Status"/> is Windows' error code, or zero if unknown.</summary>
    NotLoaded,
}

/// <summary>The flags of an <see cref="EntryRequest"/>.</summary>
[Flags]
public enum EntryFlags : uint
{
    /// <summary>No flag.</summary>
    None = 0,

    /// <summary>Nothing is redirected until <c>rvfs_enable</c> is called.</summary>
    Disabled = 1,

    /// <summary>The process was started by one that has the DLL, not by a launcher.</summary>
    Child = 2,

    /// <summary>After a failed start the process exits with <see cref="EntryRequest.ExitCode"/> before its program has run.</summary>
    Stop = 4,

    /// <summary>The working folder is a mod's real one and is replaced by the virtual folder that the mod's folder is laid over.</summary>
    InMod = 8,

    /// <summary>The process and its children see what the game has written, but no mods.</summary>
    WithoutMods = 16,

    /// <summary>
    /// The program's imports were withheld: if the DLL can't be loaded, whoever requested the start ends the process with
    /// <see cref="EntryRequest.ExitCode"/>.
    /// </summary>
    Withheld = 32,

    /// <summary>
    /// The process has inherited no handle that leads to a folder or file of mods, except what it was given as its output, input or
    /// errors.
    /// </summary>
    NothingInherited = 64,
}

/// <summary>
/// A section with the trees of the process that has started this one, in the high half of <see cref="EntryFlags"/>:
/// <c>RVFS_ENTRY_AGE_SHIFT</c> and <c>RVFS_ENTRY_SECTION_SHIFT</c> of <c>reloaded_vfs.h</c>.
/// </summary>
/// <param name="Section">The handle of the section, valid in the process that is to start.</param>
/// <param name="Age">The time that had passed, when the process was created, since the trees were known to be those on disk.</param>
public sealed record EntryTrees(nint Section, TimeSpan Age)
{
    /// <summary>The lowest of the eight bits of the age, in tenths of a second.</summary>
    public const int AgeShift = 8;

    /// <summary>The lowest of the sixteen bits of the handle, divided by four.</summary>
    public const int SectionShift = 16;

    private const int HandleUnit = 4;

    private static readonly TimeSpan s_ageUnit = TimeSpan.FromMilliseconds(100);

    /// <summary>Returns the bits of the flags. Returns <see cref="EntryFlags.None"/> if there is no room for the handle or the age.</summary>
    public EntryFlags ToFlags()
    {
        long age = (Age.Ticks + s_ageUnit.Ticks - 1) / s_ageUnit.Ticks;
        return age is >= 0 and <= byte.MaxValue && Section % HandleUnit == 0 && Section / HandleUnit is > 0 and <= ushort.MaxValue
            ? (EntryFlags)(((uint)age << AgeShift) | ((uint)(Section / HandleUnit) << SectionShift))
            : EntryFlags.None;
    }

    /// <summary>Returns what is in flags, or null if there is no section.</summary>
    public static EntryTrees? From(EntryFlags flags) => (uint)flags >> SectionShift is > 0 and var handle
        ? new EntryTrees((nint)handle * HandleUnit, (byte)((uint)flags >> AgeShift) * s_ageUnit)
        : null;
}

/// <summary>
/// A start requested by another process: <c>rvfs_entry</c> of <c>reloaded_vfs.h</c>, in the memory of the process that is to start. 64
/// bytes on 64 bit, 48 on 32 bit.
/// </summary>
/// <remarks>Pointers and handles are valid in that process.</remarks>
[StructLayout(LayoutKind.Sequential)]
public unsafe struct EntryRequest
{
    /// <summary>This structure's size in bytes.</summary>
    public uint Size;

    /// <summary>Out: the progress.</summary>
    public EntryState State;

    /// <summary>Out: an <c>rvfs_status</c>, or Windows' error code, depending on <see cref="State"/>.</summary>
    public int Status;

    /// <summary>Out: the result of <c>rvfs_import</c>.</summary>
    public int Imported;

    /// <summary>The options.</summary>
    public EntryFlags Flags;

    /// <summary>The exit code for <see cref="EntryFlags.Stop"/>.</summary>
    public uint ExitCode;

    /// <summary>The size of <see cref="Configuration"/> in bytes.</summary>
    public uint ConfigurationSize;

    /// <summary>Out: the id of the thread that starts the VFS; zero if none does.</summary>
    public uint Starter;

    /// <summary>The configuration, as in a file: JSON, UTF-8, absolute paths.</summary>
    public byte* Configuration;

    /// <summary>The object that is signalled when results are there: an event, or the semaphore of an <see cref="EntryBlock"/>.</summary>
    public nint Done;

    /// <summary>An event that must be set before the program runs; zero to run at once.</summary>
    public nint Go;

    /// <summary>An <c>rvfs_withheld</c>, or null.</summary>
    public void* Withheld;
}

/// <summary>
/// The block that is written to a new process for the DLL to find: <c>rvfs_entry_block</c> of <c>native.h</c>. 104 bytes on 64 bit, 80 on
/// 32 bit.
/// </summary>
/// <remarks>Pointers and handles are valid in that process.</remarks>
[StructLayout(LayoutKind.Sequential)]
public unsafe struct EntryBlock
{
    /// <summary><see cref="ProcessEntry.Magic"/>.</summary>
    public ulong Magic;

    /// <summary><see cref="ProcessEntry.MagicEnd"/>.</summary>
    public ulong MagicEnd;

    /// <summary>The request. Its <see cref="EntryRequest.Done"/> is a semaphore.</summary>
    public EntryRequest Request;

    /// <summary>An event that stays set: releases threads that wait for the start.</summary>
    public nint Opened;

    /// <summary>A page that a thread reads after it has loaded the DLL, which runs the start.</summary>
    public nint Gate;

    /// <summary>Negative until a thread has loaded the DLL or failed to.</summary>
    public int Returned;

    /// <summary>The destination of the text that such a thread reads.</summary>
    public uint Copied;
}
