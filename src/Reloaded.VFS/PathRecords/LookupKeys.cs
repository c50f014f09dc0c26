using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Reloaded.VFS.Hashing;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.PathRecords;

/// <summary>
/// The table's keys of what is in one folder: the hashes of the whole paths, of which the folder's part is worked out once. Any text, of
/// any length; nothing is allocated. Lives on one thread's stack.
/// </summary>
internal unsafe ref partial struct LookupKeys
{
    /// <summary>Names whose keys are made in a row, before anything is done with them.</summary>
    public const int MostAtOnce = 64;

    /// <summary>
    /// Bytes by which names, and what is listed of them, are fetched ahead: they lie in the order in which they are asked for, but
    /// processors' own prefetching ends at each page.
    /// </summary>
    internal const int NamesAhead = 768, ListedAhead = 512;

    private const int Stripe = PathHash.StripeLength, Half = PathHash.HalfLength;

    // The last stripe of a path with a name behind the folder begins at most so far before the name.
    private const int MaxKept = Stripe - 1;

    private PathRecord* _record;

    // The whole stripes of the folder's path, from the first name on that needs them.
    private PathHash.Stripes _folder;
    private bool _hasFolder;

    // The path's, its backslash included.
    private int _folderLength;

    // How much of its end is in the text, behind which a name is put; none before the first name that needs it.
    private int _kept;
    private fixed char _text[MaxKept + VirtualPath.MaxNameLength];

    /// <summary>The keys of a folder's entries.</summary>
    /// <param name="folder">Its record.</param>
    /// <param name="keys">Where they are made.</param>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Create(PathRecord* folder, out LookupKeys keys)
    {
        Unsafe.SkipInit(out keys);
        keys._record = folder;
        keys._folderLength = folder->Length + 1;
        keys._hasFolder = false;
        keys._kept = 0;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void AddFolder()
    {
        PathRecord* folder = _record;
        PathHash.Stripes path = PathHash.Stripes.Create();
        for (int i = 0; i + Stripe <= _folderLength; i += Stripe)
        {
            ref byte next = ref *PathRecord.GetText(folder, i);
            if (folder->IsWide || !path.TryAdd(Vector128.LoadUnsafe(ref next), Vector128.LoadUnsafe(ref next, Half)))
                AddAny(ref path, folder, i);
        }

        _folder = path;
        _hasFolder = true;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void AddAny(ref PathHash.Stripes path, PathRecord* folder, int start)
    {
        char* text = stackalloc char[Stripe];
        PathRecord.CopyTail(folder, start, new Span<char>(text, Stripe));
        path.Add(ref *(ushort*)text);
    }

    /// <summary>The key of one name: that of its path in any letter case.</summary>
    [SkipLocalsInit]
    public static ulong Of(PathRecord* folder, scoped ReadOnlySpan<char> name)
    {
        Create(folder, out LookupKeys keys);
        return keys.Of(name);
    }

    /// <summary>The key of a name.</summary>
    public ulong Of(scoped ReadOnlySpan<char> name)
    {
        name.CopyTo(MemoryMarshal.CreateSpan(ref BehindFolder(), VirtualPath.MaxNameLength));
        return Finish(name.Length);
    }

    /// <summary>
    /// The keys of several of a listing's names: in a loop of its own the processor begins with the next ones before one is finished.
    /// </summary>
    /// <param name="names">What the offsets count from; in front of each name 31 bytes can be read, whatever they are.</param>
    /// <param name="listed">What the listing has of the names.</param>
    /// <param name="count">How many.</param>
    /// <param name="keys">Room for as many keys.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Of<T>(byte* names, T* listed, int count, ulong* keys)
        where T : unmanaged, IListedName
    {
        if (PathHash.ImageKeysCode == 0 || !TryRunImageCode(PathHash.ImageKeysCode, names, listed, count, keys))
            Make(names, listed, count, keys);
    }

    /// <summary>As <see cref="Of{T}"/>, by the code for each processor.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal void Make<T>(byte* names, T* listed, int count, ulong* keys)
        where T : unmanaged, IListedName
    {
        if (!_hasFolder)
            AddFolder();
        // Locals stay in registers; for all that the compiler knows, the fields might be what is written to.
        PathHash.Stripes folder = _folder;
        int folderLength = _folderLength;
        byte* folderEnd = PathRecord.GetText(_record) + folderLength;
        bool isWide = _record->IsWide;
        for (int i = 0; i < count; i++)
        {
            var name = new PackedText(names + listed[i].NameOffset, listed[i].NameInfo);
            if (Sse.IsSupported)
            {
                Sse.Prefetch0(name.Text + NamesAhead);
                Sse.Prefetch0((byte*)(listed + i) + ListedAhead);
            }

            if (isWide || !TryMake(folder, folderEnd, folderLength, name, out keys[i]))
                keys[i] = OfAny(name);
        }
    }

    /// <summary>The key of any name of a listing.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private ulong OfAny(PackedText name)
    {
        name.CopyTo(ref BehindFolder());
        return Finish(name.Length);
    }

    /// <summary>
    /// The key in registers, where all that is left to add is ASCII: what has just been written couldn't be read at once in other pieces.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryMake(in PathHash.Stripes folder, byte* folderEnd, int folderLength, PackedText packed, out ulong key)
    {
        Unsafe.SkipInit(out key);
        int nameLength = packed.Length, length = folderLength + nameLength;
        if (packed.IsWide || length < Stripe)
            return false;
        byte* name = packed.Text;
        PathHash.Stripes path = folder;
        int left = folderLength & MaxKept, done = folderLength - left;
        if (done + Stripe <= length)
        {
            // The rest of the folder's path and the beginning of the name.
            if (!TryAdd(ref path, folderEnd - left, name - left, left))
                return false;
            for (done += Stripe; done + Stripe <= length; done += Stripe)
            {
                byte* next = name + (done - folderLength);
                if (!path.TryAdd(Vector128.Load(next), Vector128.Load(next + Half)))
                    return false;
            }
        }

        // The last stripe has as much of the folder's path as the name leaves room for.
        int room = Math.Max(Stripe - nameLength, 0);
        if (done != length && !TryAdd(ref path, folderEnd - room, name + nameLength - Stripe, room))
            return false;
        key = path.Finish((uint)length);
        return true;
    }

    /// <summary>Adds the stripe that has <paramref name="count"/> bytes of one, and of the other those behind them.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryAdd(ref PathHash.Stripes path, byte* first, byte* second, int count)
    {
        ref byte counted = ref Unsafe.Add(ref MemoryMarshal.GetReference(FirstBytes), Stripe - count);
        return path.TryAdd(
            Vector128.ConditionalSelect(Vector128.LoadUnsafe(ref counted), Vector128.Load(first), Vector128.Load(second)),
            Vector128.ConditionalSelect(Vector128.LoadUnsafe(ref counted, Half), Vector128.Load(first + Half),
                Vector128.Load(second + Half)));
    }

    private static ReadOnlySpan<byte> FirstBytes =>
    [
        0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    ];

    /// <summary>Where a name is put for <see cref="Finish"/>, behind the end of the folder's path.</summary>
    private ref char BehindFolder()
    {
        if (_kept == 0)
        {
            _kept = Math.Min(_folderLength, MaxKept);
            PathRecord.CopyTail(_record, _folderLength - _kept, MemoryMarshal.CreateSpan(ref _text[0], _kept));
        }

        return ref _text[_kept];
    }

    /// <summary>The key of the name that was put behind the folder's text.</summary>
    private ulong Finish(int nameLength)
    {
        ref ushort text = ref Unsafe.As<char, ushort>(ref Unsafe.AsRef(in _text[0]));
        int length = _folderLength + nameLength;
        if (length < Stripe)
            return PathHash.HashFolded(ref text, (uint)length);
        if (!_hasFolder)
            AddFolder();

        int first = _folderLength - _kept;
        PathHash.Stripes path = _folder;
        int i = _folderLength & ~MaxKept;
        for (; i + Stripe <= length; i += Stripe)
            path.Add(ref Unsafe.Add(ref text, i - first));
        if (i != length)
            path.Add(ref Unsafe.Add(ref text, length - Stripe - first));
        return path.Finish((uint)length);
    }
}
