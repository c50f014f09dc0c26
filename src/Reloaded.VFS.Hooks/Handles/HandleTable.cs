using Reloaded.VFS.Interop.Win32;

namespace Reloaded.VFS.Hooks.Handles;

/// <summary>
/// The handles that lead to known folders or to mods' files, in native memory that the gates read directly. All members are thread-safe and
/// take no lock.
/// </summary>
/// <remarks>
/// One entry of eight bytes for each handle value divided by four. A process has one table, until it ends. An entry is zero, or
/// has three parts. The low word is one of:
/// <list type="bullet">
/// <item>the path id plus one, of a folder;</item>
/// <item>the path id plus one of the folder in which a mod's file is seen, with <see cref="FileBit"/>: with a generation only if the close
/// of the file matters;</item>
/// <item><see cref="Unrelated"/>, <see cref="NoFile"/>, or, without a generation, <see cref="Unresolved"/> or
/// <see cref="DeletePending"/>.</item>
/// </list>
/// The next 31 bits are the generation, which tells two openings of a folder, or of such a file, apart. The highest bit means that another
/// handle leads to the same file object. The native <c>NtDuplicateObject</c> sets that bit, and <see cref="Unresolved"/> for a handle that
/// comes from another process. The native <c>NtClose</c> clears entries.
/// </remarks>
internal sealed unsafe class HandleTable
{
    /// <summary>The number of entries. Handles above four times this number work, but nothing is redirected relative to them.</summary>
    public const int Capacity = 1 << 20;

    private const uint Unrelated = 0xFFFF_FFFF;
    private const uint NoFile = 0xFFFF_FFFE;
    private const uint Unresolved = 0xFFFF_FFFD;
    private const uint DeletePending = 0xFFFF_FFFC;
    private const uint FileBit = 0x8000_0000;
    private const uint GenerationMask = 0x7FFF_FFFF;
    private const ulong SharedBit = 1ul << 63;

    // More take longer than the new process takes to look for them.
    private const int MostAsked = 16;

    private readonly ulong* _entries;
    private uint _generation;
    private uint _lastEarlier;
    private int _used; // above every entry that isn't zero; may exceed the capacity
    private bool _missesSome;

    /// <summary>Creates a table in existing memory.</summary>
    /// <param name="entries"><see cref="Capacity"/> entries, initially zero, that outlive the table. Null: nothing is recorded.</param>
    /// <param name="closes">The number of closes that the gate is to let in besides; outlives the table. Null: no close is seen.</param>
    public HandleTable(ulong* entries, int* closes = null)
    {
        _entries = entries;
        Closes = closes;
        Ports = new CompletionPorts(this);
    }

    /// <summary>Gets the number of closes that the gate is to let in besides those that entries ask for; null if no close is seen.</summary>
    public int* Closes { get; }

    /// <summary>Gets the memory that the gates read; null if none could be allocated.</summary>
    public ulong* Entries => _entries;

    /// <summary>Gets the completion ports that folders' handles are bound to.</summary>
    public CompletionPorts Ports { get; }

    /// <summary>Creates a table in memory of its own: 8 MB of address space, of which only the pages in use take memory.</summary>
    /// <param name="closes">As in the constructor.</param>
    public static HandleTable Allocate(int* closes) => new((ulong*)Kernel32.VirtualAlloc(
        null, Capacity * sizeof(ulong), VirtualMemory.MEM_RESERVE | VirtualMemory.MEM_COMMIT, VirtualMemory.PAGE_READWRITE), closes);

    /// <summary>Creates a table in which nothing is recorded.</summary>
    public static HandleTable None() => new(null);

    /// <summary>Records that the newly opened <paramref name="handle"/> leads to the folder <paramref name="pathId"/>.</summary>
    public void Set(nint handle, int pathId)
    {
        ulong* entry = Use(handle);
        if (entry is not null)
            Volatile.Write(ref *entry, Make((uint)pathId + 1));
    }

    /// <summary>
    /// Records that the newly opened <paramref name="handle"/> is a mod's file, seen in the folder <paramref name="parentId"/>.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void SetFile(nint handle, int parentId)
    {
        ulong* entry = Use(handle);
        if (entry is not null)
            Volatile.Write(ref *entry, ((uint)parentId + 1) | FileBit);
    }

    /// <summary>
    /// Records that the newly opened <paramref name="handle"/> is a file whose close matters, seen in the folder
    /// <paramref name="parentId"/>. Returns false if the close won't be seen.
    /// </summary>
    /// <remarks>The handle and all its duplicates have the same generation until they are closed.</remarks>
    public bool SetTracked(nint handle, int parentId)
    {
        ulong* entry = Use(handle);
        if (entry is null)
            return false;
        Volatile.Write(ref *entry, Make(((uint)parentId + 1) | FileBit));
        return true;
    }

    /// <summary>Records that a file of <see cref="SetTracked"/> is now seen in another folder.</summary>
    public void MoveTracked(nint handle, int parentId)
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

    /// <summary>Records the folder that <paramref name="handle"/>, opened past the hooks, was found to lead to.</summary>
    /// <remarks>If another thread was faster, its entry stays: a listing may have begun under its generation.</remarks>
    public void SetFound(nint handle, int pathId)
    {
        ForgetUnrelated(EntryOf(handle));
        PutIfUnknown(handle, (uint)pathId + 1);
    }

    /// <summary>Records that <paramref name="handle"/> was queried and leads to no known one, unless another thread knows more.</summary>
    public void SetUnrelated(nint handle) => PutIfUnknown(handle, Unrelated);

    /// <summary>Records that the newly opened <paramref name="handle"/> has to be queried when its folder matters.</summary>
    public void SetUnresolved(nint handle)
    {
        ulong* entry = Use(handle);
        if (entry is not null)
            Volatile.Write(ref *entry, Unresolved);
    }

    /// <summary>
    /// Records that the file or folder of <paramref name="handle"/> is delete-pending, unless more is known. Watchers are notified before
    /// the close returns.
    /// </summary>
    public void SetDeletePending(nint handle)
    {
        ulong* entry = Use(handle);
        if (entry is not null)
            Interlocked.CompareExchange(ref *entry, DeletePending, 0);
    }

    /// <summary>Determines whether <paramref name="handle"/> still has to be queried.</summary>
    public bool IsUnresolved(nint handle) =>
        EntryOf(handle) is var entry && entry is not null && (uint)Volatile.Read(ref *entry) == Unresolved;

    /// <summary>Records that <paramref name="handle"/> was queried and is to be queried again, unless another thread knows more.</summary>
    public void ForgetUnresolved(nint handle)
    {
        ulong* entry = EntryOf(handle);
        if (entry is not null && Volatile.Read(ref *entry) is var known && (uint)known == Unresolved)
            Interlocked.CompareExchange(ref *entry, 0, known);
    }

    /// <summary>
    /// Tracks the close of a handle that leads to no file. Returns the generation that the handle and its duplicates have until they are
    /// closed.
    /// </summary>
    public uint TrackClose(nint handle)
    {
        ulong* entry = Use(handle);
        if (entry is null)
            return 0;
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
    /// Marks all entries so far as opened before the hooks: what the game did to those handles until now is unknown
    /// (<see cref="HandleEntry.IsEarlier"/>).
    /// </summary>
    public void EndEarlier() => _lastEarlier = Volatile.Read(ref _generation);

    /// <summary>Finds any handle with this generation, by a search of the used part of the table.</summary>
    public bool TryFind(uint generation, out nint handle)
    {
        int used = Used;
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

    /// <summary>Clears the entry that an earlier handle of the same value may have left if it was closed past the hooks.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Forget(nint handle)
    {
        if (EntryOf(handle) is var entry && entry is not null && Volatile.Read(ref *entry) != 0)
            Volatile.Write(ref *entry, 0);
    }

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

    /// <summary>Notes that from now on handles are opened unseen, until the table is cleared and filled anew.</summary>
    public void MissSome() => Volatile.Write(ref _missesSome, true);

    /// <summary>Clears the table: while the hooks were out, handles were opened and closed unseen.</summary>
    public void Clear()
    {
        Volatile.Write(ref _missesSome, false);
        for (int i = 0; _entries is not null && i < Used; i++)
            Volatile.Write(ref _entries[i], 0);
    }

    /// <summary>Clears every <see cref="Unrelated"/> entry: a target was added and may contain the handle's folder.</summary>
    public void ForgetUnrelated()
    {
        if (_entries is null)
            return;
        int used = Used;
        for (int i = 0; i < used; i++)
            ForgetUnrelated(_entries + i);
    }

    private void ForgetUnrelated(ulong* entry)
    {
        if (entry is not null && Volatile.Read(ref *entry) is var value && (uint)value == Unrelated)
            Interlocked.CompareExchange(ref *entry, 0, value);
    }

    private void PutIfUnknown(nint handle, uint id)
    {
        ulong* entry = Use(handle);
        if (entry is null)
            return;
        ulong known = Volatile.Read(ref *entry);
        if (known == 0 || (uint)known is Unresolved or DeletePending)
            Interlocked.CompareExchange(ref *entry, Make(id), known);
    }

    /// <summary>Returns the entry of a handle, which from now on lies in the used part of the table; null if there is none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ulong* Use(nint handle)
    {
        ulong* entry = EntryOf(handle);
        if (entry is null)
            return null;
        // Duplicates aren't recorded here: the mark stays well above the highest value seen.
        int needed = (int)((nuint)handle / 4) + 4096;
        for (int used = Volatile.Read(ref _used); used < needed; used = Volatile.Read(ref _used))
            Interlocked.CompareExchange(ref _used, needed, used);
        return entry;
    }

    public bool IsInUse(uint generation) => TryFind(generation, out _);

    public bool IsOnly(nint handle, uint generation)
    {
        int used = Used;
        for (int i = 0; i < used; i++)
        {
            if (i != handle / 4 && ((uint)(Volatile.Read(ref _entries[i]) >> 32) & GenerationMask) == generation)
                return false;
        }

        return true;
    }

    /// <summary>Determines whether any handle leads to a known folder.</summary>
    /// <param name="pathId">The folder's stable id. A negative id matches no handle.</param>
    /// <param name="except">A handle that doesn't count; zero for none.</param>
    public bool IsPathInUse(int pathId, nint except = 0)
    {
        int used = pathId < 0 ? 0 : Used;
        for (int i = 0; i < used; i++)
        {
            if ((uint)Volatile.Read(ref _entries[i]) == (uint)pathId + 1 && i != except / 4)
                return true;
        }

        return false;
    }

    /// <summary>Determines whether a new process may inherit a handle that leads to a known folder or a mod's file.</summary>
    public bool MayPassOn()
    {
        int used = _entries is null ? 0 : Used, asked = 0;
        for (int i = 0; i < used; i++)
        {
            uint flags;
            if ((uint)Volatile.Read(ref _entries[i]) is 0 or Unrelated or NoFile)
                continue;
            if (++asked > MostAsked || !Kernel32.GetHandleInformation((nint)i * 4, &flags) || (flags & Kernel32.HANDLE_FLAG_INHERIT) != 0)
                return true;
        }

        return _entries is null || Volatile.Read(ref _missesSome);
    }

    private int Used => Math.Min(Capacity, Volatile.Read(ref _used));

    private ulong Make(uint id) => ((ulong)(Interlocked.Increment(ref _generation) & GenerationMask) << 32) | id;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ulong* EntryOf(nint handle)
    {
        // The kernel ignores the two lowest bits.
        nuint index = (nuint)handle / 4;
        return index >= Capacity || _entries is null ? null : _entries + index;
    }
}

internal enum HandleKind
{
    /// <summary>Nothing is known: opened before the hooks, or past them.</summary>
    Unknown,

    /// <summary>The handle was queried and leads to no known folder.</summary>
    Unrelated,

    /// <summary>The handle leads to a known folder.</summary>
    Folder,

    /// <summary>The handle is a mod's file, seen in a known folder.</summary>
    File,
}

/// <summary>A handle's entry, read once.</summary>
/// <param name="Kind">The kind of the entry.</param>
/// <param name="PathId">The stable id of the folder, or of the folder in which the file is seen.</param>
/// <param name="Generation">A number that differs between two openings of one handle value and is the same for duplicates.</param>
/// <param name="IsShared">True if a duplicate was made.</param>
/// <param name="IsEarlier">True if the handle was opened before the hooks.</param>
internal readonly record struct HandleEntry(HandleKind Kind, int PathId, uint Generation, bool IsShared, bool IsEarlier);
