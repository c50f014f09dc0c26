using System.Runtime.CompilerServices;
using Reloaded.VFS.Interop.Win32;

namespace Reloaded.VFS.Hooks.Handles;

/// <summary>
/// Which handles lead to known folders or are mods' files: one entry of eight bytes for each handle value divided by four, in native
/// memory that the gates read by themselves. A process has one of them, until it ends: the gates have the memory.
/// All members are thread-safe and take no lock.
/// </summary>
/// <remarks>
/// An entry is zero, or it has three parts. The low word is one of:
/// <list type="bullet">
/// <item>the path id plus one, of a folder;</item>
/// <item>
/// the path id plus one of the folder that a mod's file is seen in, with <see cref="FileBit"/>: without a generation, but for one whose
/// closing matters;
/// </item>
/// <item>
/// <see cref="Unrelated"/>, <see cref="NoFile"/>, or, without a generation, <see cref="Unresolved"/> or <see cref="DeletePending"/>.
/// </item>
/// </list>
/// The next 31 bits are the generation, which tells two openings of a folder, or of such a copy, apart. The highest bit says that another
/// handle leads to the same file object. The native <c>NtDuplicateObject</c> sets that bit, and <see cref="Unresolved"/> where a handle
/// comes from another process.
/// The native <c>NtClose</c> clears entries.
/// </remarks>
internal sealed unsafe class HandleTable
{
    /// <summary>Handles above four times this are foreign: they work, without redirection relative to them.</summary>
    public const int Capacity = 1 << 20;

    private const uint Unrelated = 0xFFFF_FFFF;
    private const uint NoFile = 0xFFFF_FFFE;
    private const uint Unresolved = 0xFFFF_FFFD;
    private const uint DeletePending = 0xFFFF_FFFC;
    private const uint FileBit = 0x8000_0000;
    private const uint GenerationMask = 0x7FFF_FFFF;
    private const ulong SharedBit = 1ul << 63;

    private readonly ulong* _entries;
    private uint _generation;
    private uint _lastEarlier;
    private int _used;

    /// <summary>A table in memory that is there already.</summary>
    /// <param name="entries">
    /// Zeroes at first, <see cref="Capacity"/> of them; they stay for as long as the table. Null: nothing is noted.
    /// </param>
    /// <param name="closes">
    /// How many closings the gate is to let in besides; stays for as long as the table. Null: no closing is seen.
    /// </param>
    public HandleTable(ulong* entries, int* closes = null)
    {
        _entries = entries;
        Closes = closes;
        Ports = new CompletionPorts(this);
    }

    /// <summary>How many closings the gate is to let in besides those that entries ask for; null where no closing is seen.</summary>
    public int* Closes { get; }

    /// <summary>What the gates read; null where there was no memory.</summary>
    public ulong* Entries => _entries;

    /// <summary>The completion ports that folders' handles are bound to.</summary>
    public CompletionPorts Ports { get; }

    /// <summary>A table in memory of its own: 8 MB of address space, of which pages that no handle uses take no memory.</summary>
    /// <param name="closes">As in the constructor.</param>
    public static HandleTable Allocate(int* closes) => new((ulong*)Kernel32.VirtualAlloc(
        null, Capacity * sizeof(ulong), VirtualMemory.MEM_RESERVE | VirtualMemory.MEM_COMMIT, VirtualMemory.PAGE_READWRITE), closes);

    /// <summary>A table in which nothing is noted.</summary>
    public static HandleTable None() => new(null);

    /// <summary>Notes that <paramref name="handle"/>, just opened, leads to the folder <paramref name="pathId"/>.</summary>
    public void Set(nint handle, int pathId)
    {
        Put(handle, (uint)pathId + 1);
    }

    /// <summary>
    /// Notes that <paramref name="handle"/>, just opened, is a mod's file, which is seen in the folder <paramref name="parentId"/>.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void SetFile(nint handle, int parentId)
    {
        ulong* entry = EntryOf(handle);
        if (entry is null)
            return;
        NoteUse(handle);
        Volatile.Write(ref *entry, ((uint)parentId + 1) | FileBit);
    }

    /// <summary>
    /// Notes that <paramref name="handle"/>, just opened, is a file whose closing matters, which is seen in the folder
    /// <paramref name="parentId"/>: it, and each duplicate, keeps a generation until it's closed. False where its closing won't be seen.
    /// </summary>
    public bool SetFollowed(nint handle, int parentId)
    {
        ulong* entry = EntryOf(handle);
        if (entry is null)
            return false;
        NoteUse(handle);
        Volatile.Write(ref *entry, Make(((uint)parentId + 1) | FileBit));
        return true;
    }

    /// <summary>Notes that such a file is seen in another folder now.</summary>
    public void MoveFollowed(nint handle, int parentId)
    {
        ulong* entry = EntryOf(handle);
        if (entry is null)
            return;
        for (ulong known = Volatile.Read(ref *entry); known != 0;)
        {
            ulong seen = Interlocked.CompareExchange(ref *entry, (known & ~(ulong)uint.MaxValue) | ((uint)parentId + 1) | FileBit, known);
            if (seen == known)
                return;
            known = seen;
        }
    }

    /// <summary>
    /// Notes what <paramref name="handle"/>, opened past the hooks, was found to lead to. Where another thread was faster its entry
    /// stays: a listing may have begun under its generation.
    /// </summary>
    public void SetFound(nint handle, int pathId)
    {
        ForgetUnrelated(EntryOf(handle));
        PutIfUnknown(handle, (uint)pathId + 1);
    }

    /// <summary>
    /// Notes that <paramref name="handle"/> was asked about and leads to no known folder, unless another thread knows more.
    /// </summary>
    public void SetUnrelated(nint handle) => PutIfUnknown(handle, Unrelated);

    /// <summary>Notes that <paramref name="handle"/>, just opened, has to be asked what it leads to once that matters.</summary>
    public void SetUnresolved(nint handle)
    {
        ulong* entry = EntryOf(handle);
        if (entry is null)
            return;
        NoteUse(handle);
        Volatile.Write(ref *entry, Unresolved);
    }

    /// <summary>
    /// Notes that what <paramref name="handle"/> leads to goes when it's closed, which those who watch are told of before the close
    /// returns; unless more is known of it.
    /// </summary>
    public void SetDeletePending(nint handle)
    {
        ulong* entry = EntryOf(handle);
        if (entry is null)
            return;
        NoteUse(handle);
        Interlocked.CompareExchange(ref *entry, DeletePending, 0);
    }

    /// <summary>Whether <paramref name="handle"/> still has to be asked what it leads to.</summary>
    public bool IsUnresolved(nint handle) =>
        EntryOf(handle) is var entry && entry is not null && (uint)Volatile.Read(ref *entry) == Unresolved;

    /// <summary>
    /// Notes that <paramref name="handle"/> was asked about and is to be asked about again, unless another thread knows more.
    /// </summary>
    public void ForgetUnresolved(nint handle)
    {
        ulong* entry = EntryOf(handle);
        if (entry is not null && Volatile.Read(ref *entry) is var known && (uint)known == Unresolved)
            Interlocked.CompareExchange(ref *entry, 0, known);
    }

    /// <summary>
    /// Follows a handle that leads to no file, whose closing matters; the generation that it, and each duplicate, keeps until it's closed.
    /// </summary>
    public uint FollowClose(nint handle)
    {
        ulong* entry = EntryOf(handle);
        if (entry is null)
            return 0;
        NoteUse(handle);
        ulong made = Make(NoFile);
        for (ulong known = Volatile.Read(ref *entry); ;)
        {
            if ((uint)known == NoFile)
                return (uint)(known >> 32) & GenerationMask;
            ulong seen = Interlocked.CompareExchange(ref *entry, made, known);
            if (seen == known)
                return (uint)(made >> 32);
            known = seen;
        }
    }

    /// <summary>
    /// What is in the table by now was opened before the hooks: what the game has done to those handles until then isn't known
    /// (<see cref="HandleEntry.IsEarlier"/>).
    /// </summary>
    public void EndEarlier() => _lastEarlier = Volatile.Read(ref _generation);

    /// <summary>Any handle that has this generation: a look at the part of the table that was ever used.</summary>
    public bool TryFind(uint generation, out nint handle)
    {
        int used = Math.Min(Capacity, Volatile.Read(ref _used));
        for (int i = 0; generation != 0 && i < used; i++)
        {
            ulong value = Volatile.Read(ref _entries[i]);
            if (value != 0 && ((uint)(value >> 32) & GenerationMask) == generation)
            {
                handle = (nint)i * 4;
                return true;
            }
        }

        handle = 0;
        return false;
    }

    /// <summary>
    /// Drops what an earlier handle of the same value left behind, should it have been closed past the hooks.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Forget(nint handle)
    {
        if (EntryOf(handle) is var entry && entry is not null && Volatile.Read(ref *entry) != 0)
            Volatile.Write(ref *entry, 0);
    }

    /// <summary>What is known of a handle.</summary>
    public HandleEntry Get(nint handle)
    {
        ulong* entry = EntryOf(handle);
        ulong value = entry is null ? 0 : Volatile.Read(ref *entry);
        uint id = (uint)value;
        HandleKind kind = id switch
        {
            0 or Unresolved or DeletePending => HandleKind.Unknown,
            Unrelated or NoFile => HandleKind.Unrelated,
            _ => (id & FileBit) != 0 ? HandleKind.File : HandleKind.Folder,
        };
        return new HandleEntry(
            kind,
            (int)(id & ~FileBit) - 1,
            (uint)(value >> 32) & GenerationMask,
            (value & SharedBit) != 0,
            value != 0 && ((uint)(value >> 32) & GenerationMask) <= _lastEarlier);
    }

    /// <summary>Forgets everything: while the hooks were out, handles were closed and opened unseen.</summary>
    public void Clear()
    {
        for (int i = 0; _entries is not null && i < Math.Min(Capacity, Volatile.Read(ref _used)); i++)
            Volatile.Write(ref _entries[i], 0);
    }

    /// <summary>Forgets every 'unrelated': a target was added, and the answer may differ now.</summary>
    public void ForgetUnrelated()
    {
        if (_entries is null)
            return;
        int used = Math.Min(Capacity, Volatile.Read(ref _used));
        for (int i = 0; i < used; i++)
            ForgetUnrelated(_entries + i);
    }

    private void ForgetUnrelated(ulong* entry)
    {
        if (entry is not null && Volatile.Read(ref *entry) is var value && (uint)value == Unrelated)
            Interlocked.CompareExchange(ref *entry, 0, value);
    }

    private void Put(nint handle, uint id)
    {
        ulong* entry = EntryOf(handle);
        if (entry is null)
            return;
        NoteUse(handle);
        Volatile.Write(ref *entry, Make(id));
    }

    private void PutIfUnknown(nint handle, uint id)
    {
        ulong* entry = EntryOf(handle);
        if (entry is null)
            return;
        NoteUse(handle);
        ulong known = Volatile.Read(ref *entry);
        if (known == 0 || (uint)known is Unresolved or DeletePending)
            Interlocked.CompareExchange(ref *entry, Make(id), known);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void NoteUse(nint handle)
    {
        // Duplicates get values that are not noted here: the mark stays well above the highest value seen.
        int needed = (int)((nuint)handle / 4) + 4096;
        for (int used = Volatile.Read(ref _used); used < needed; used = Volatile.Read(ref _used))
            Interlocked.CompareExchange(ref _used, needed, used);
    }

    /// <summary>Whether any handle still has this generation.</summary>
    public bool IsInUse(uint generation) => TryFind(generation, out _);

    /// <summary>Whether a handle is the only one that has its generation.</summary>
    public bool IsOnly(nint handle, uint generation)
    {
        int used = Math.Min(Capacity, Volatile.Read(ref _used));
        for (int i = 0; i < used; i++)
        {
            if (i != handle / 4 && ((uint)(Volatile.Read(ref _entries[i]) >> 32) & GenerationMask) == generation)
                return false;
        }

        return true;
    }

    /// <summary>Whether any handle leads to a known folder.</summary>
    /// <param name="pathId">The folder's stable id; no handle leads to none.</param>
    /// <param name="except">A handle that doesn't count; zero is none.</param>
    public bool IsPathInUse(int pathId, nint except = 0)
    {
        int used = pathId < 0 ? 0 : Math.Min(Capacity, Volatile.Read(ref _used));
        for (int i = 0; i < used; i++)
        {
            if ((uint)Volatile.Read(ref _entries[i]) == (uint)pathId + 1 && i != except / 4)
                return true;
        }

        return false;
    }

    private ulong Make(uint id) => ((ulong)(Interlocked.Increment(ref _generation) & GenerationMask) << 32) | id;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ulong* EntryOf(nint handle)
    {
        // The kernel ignores the two lowest bits.
        nuint index = (nuint)handle / 4;
        return index >= Capacity || _entries is null ? null : _entries + index;
    }
}

/// <summary>What the table knows of a handle.</summary>
internal enum HandleKind
{
    /// <summary>Nothing: opened before the hooks, or past them.</summary>
    Unknown,

    /// <summary>It was asked about.</summary>
    Unrelated,

    /// <summary>It leads to a known folder.</summary>
    Folder,

    /// <summary>It is a mod's file, seen in a known folder.</summary>
    File,
}

/// <summary>A handle's entry, read once.</summary>
/// <param name="Kind">What is known.</param>
/// <param name="PathId">The stable id of the folder, or of the folder that the file is seen in.</param>
/// <param name="Generation">Differs between two openings of one handle value; the same for duplicates.</param>
/// <param name="IsShared">Whether a duplicate was made.</param>
/// <param name="IsEarlier">Whether it was opened before the hooks.</param>
internal readonly record struct HandleEntry(HandleKind Kind, int PathId, uint Generation, bool IsShared, bool IsEarlier);
