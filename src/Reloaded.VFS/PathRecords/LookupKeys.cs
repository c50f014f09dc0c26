using System.Runtime.Intrinsics.X86;
using Reloaded.VFS.Hashing;

namespace Reloaded.VFS.PathRecords;

/// <summary>The lookup table's keys of the names in one folder: hashes of whole paths, with the folder's part computed once.</summary>
/// <remarks>Takes text of any length and allocates nothing. Used on one thread's stack.</remarks>
internal unsafe ref struct LookupKeys
{
    /// <summary>The number of names whose keys are made in one run.</summary>
    public const int MostAtOnce = 64;

    /// <summary>
    /// The distance in bytes at which names and their records are prefetched: they are read in order of memory, but the processor's own
    /// prefetching ends at each page.
    /// </summary>
    internal const int NamesAhead = 768, ListedAhead = 512;

    private const int Stripe = PathHash.StripeLength, Half = PathHash.HalfLength;

    // The last stripe of a path begins at most this many units before the name.
    private const int MaxTail = Stripe - 1;

    private PathRecord* _record;

    // The whole stripes of the folder's path; made for the first name that needs them.
    private PathHash.Stripes _folder;
    private bool _hasFolder;

    // The length of the folder's path, its backslash included.
    private int _folderLength;

    // The length of the end of the folder's path in _text, followed by a name; 0 before the first name that needs it.
    private int _tail;
    private fixed char _text[MaxTail + VirtualPath.MaxNameLength];

    /// <summary>Prepares the keys of a folder's entries. An out parameter, so that the buffer isn't cleared or copied.</summary>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Create(PathRecord* folder, out LookupKeys keys)
    {
#if NET9_0_OR_GREATER
        Unsafe.SkipInit(out keys);
#else
        keys = default;
#endif
        keys._record = folder;
        keys._folderLength = folder->Length + 1;
        keys._hasFolder = false;
        keys._tail = 0;
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

    /// <summary>Returns the key of one name: the hash of its path in any letter case.</summary>
    [SkipLocalsInit]
    public static ulong Of(PathRecord* folder, scoped ReadOnlySpan<char> name)
    {
        Create(folder, out LookupKeys keys);
        return keys.Of(name);
    }

    public ulong Of(scoped ReadOnlySpan<char> name)
    {
        name.CopyTo(MemoryMarshal.CreateSpan(ref BehindFolder(), VirtualPath.MaxNameLength));
        return Finish(name.Length);
    }

    /// <summary>Computes the keys of several listed names. A separate loop lets the processor overlap them.</summary>
    /// <param name="names">The base of the offsets; the 31 bytes before each name are readable, with undefined content.</param>
    /// <param name="listed">The listing's records of the names.</param>
    /// <param name="count">The number of names.</param>
    /// <param name="keys">Receives the keys, <paramref name="count"/> of them.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Of<T>(byte* names, T* listed, int count, ulong* keys)
        where T : unmanaged, IListedName
    {
        if (PathHash.ImageKeysCode == 0 || !TryRunImageCode(PathHash.ImageKeysCode, names, listed, count, keys))
            Make(names, listed, count, keys);
    }

    /// <summary>Computes keys like <see cref="Of{T}"/>, with the portable code.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal void Make<T>(byte* names, T* listed, int count, ulong* keys)
        where T : unmanaged, IListedName
    {
        if (!_hasFolder)
            AddFolder();
        // Locals stay in registers; fields could alias the memory that is written.
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

    /// <summary>Returns the key of any listed name.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private ulong OfAny(PackedText name)
    {
        name.CopyTo(ref BehindFolder());
        return Finish(name.Length);
    }

    /// <summary>
    /// Computes the key in registers if the rest of the path is ASCII. Through memory, loads would stall on the stores just made.
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
        int left = folderLength & MaxTail, done = folderLength - left;
        if (done + Stripe <= length)
        {
            // The rest of the folder's path and the start of the name.
            if (!TryAdd(ref path, folderEnd - left, name - left, left))
                return false;
            for (done += Stripe; done + Stripe <= length; done += Stripe)
            {
                byte* next = name + (done - folderLength);
                if (!path.TryAdd(Vector128.Load(next), Vector128.Load(next + Half)))
                    return false;
            }
        }

        // The last stripe contains as much of the folder's path as the name leaves room for.
        int room = Math.Max(Stripe - nameLength, 0);
        if (done != length && !TryAdd(ref path, folderEnd - room, name + nameLength - Stripe, room))
            return false;
        key = path.Finish((uint)length);
        return true;
    }

    /// <summary>Adds a stripe made of the first <paramref name="count"/> bytes of one text and the remaining bytes of another.</summary>
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

    /// <summary>Returns the place after the end of the folder's path that takes a name for <see cref="Finish"/>.</summary>
    private ref char BehindFolder()
    {
        if (_tail == 0)
        {
            _tail = Math.Min(_folderLength, MaxTail);
            PathRecord.CopyTail(_record, _folderLength - _tail, MemoryMarshal.CreateSpan(ref _text[0], _tail));
        }

        return ref _text[_tail];
    }

    /// <summary>Returns the key of the name that was put after the folder's path.</summary>
    private ulong Finish(int nameLength)
    {
        ref ushort text = ref Unsafe.As<char, ushort>(ref Unsafe.AsRef(in _text[0]));
        int length = _folderLength + nameLength;
        if (length < Stripe)
            return PathHash.HashFolded(ref text, (uint)length);
        if (!_hasFolder)
            AddFolder();

        int first = _folderLength - _tail;
        PathHash.Stripes path = _folder;
        int i = _folderLength & ~MaxTail;
        for (; i + Stripe <= length; i += Stripe)
            path.Add(ref Unsafe.Add(ref text, i - first));
        if (i != length)
            path.Add(ref Unsafe.Add(ref text, length - Stripe - first));
        return path.Finish((uint)length);
    }

    /// <summary>Computes keys like <see cref="Of{T}"/>. False, without keys, if the folder's path is too long or not ASCII.</summary>
    /// <param name="function">The function of <see cref="PathHash.UseImageCode"/>; not null.</param>
    /// <param name="names">The base of the offsets; the 31 bytes before each name are readable, with undefined content.</param>
    /// <param name="listed">The listing's records of the names.</param>
    /// <param name="count">The number of names.</param>
    /// <param name="keys">Receives the keys, <paramref name="count"/> of them.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal bool TryRunImageCode<T>(nint function, byte* names, T* listed, int count, ulong* keys)
        where T : unmanaged, IListedName
    {
        var code = (delegate* unmanaged[SuppressGCTransition]<byte*, nuint, byte*, T*, nuint, nuint, ulong*, byte*, nuint>)function;
        if (_record->IsWide || code(PathRecord.GetText(_record), (uint)_folderLength, names, listed, (uint)sizeof(T), (uint)count, keys,
            (byte*)Unsafe.AsPointer(ref MemoryMarshal.GetReference(PathHash.KeyBytes))) == 0)
            return false;
        // Keys that the code left out, or that are 0 by chance.
        for (int i = 0; i < count; i++)
        {
            if (keys[i] == 0)
                keys[i] = OfAny(new PackedText(names + listed[i].NameOffset, listed[i].NameInfo));
        }

        return true;
    }
}

/// <summary>A file in a listing: 10 bytes of native memory. Its name is a <see cref="PackedText"/> among the listing's names.</summary>
[StructLayout(LayoutKind.Sequential, Pack = 2)]
internal struct ListedFile : IListedName
{
    /// <inheritdoc cref="IListedName.NameOffset"/>
    public uint NameOffset;

    /// <summary>The <see cref="PathRecords.NameHash"/> of the name.</summary>
    public uint Hash;

    /// <inheritdoc cref="IListedName.NameInfo"/>
    public ushort NameInfo;

    readonly uint IListedName.NameOffset => NameOffset;
    readonly ushort IListedName.NameInfo => NameInfo;
}

/// <summary>The name of a file or folder in a listing.</summary>
/// <remarks>Implementations have the offset first and the information eight bytes after it, as <c>path_keys_avx2.c</c> expects.</remarks>
internal interface IListedName
{
    /// <summary>Gets the offset of the name in the listing's names, in bytes.</summary>
    uint NameOffset { get; }

    /// <summary>Gets the length of the name, and <see cref="PackedText.Wide"/>.</summary>
    ushort NameInfo { get; }
}

/// <summary>The 32-bit hash of a name in any letter case. Stored with each file to find clashes without reading names. Never 0.</summary>
internal static class NameHash
{
    /// <summary>Folds and hashes in one pass, for any length, without a buffer.</summary>
    public static uint Of(ReadOnlySpan<char> text)
    {
        uint hash = (uint)PathHash.HashFolded(text);
        return hash == 0 ? 1 : hash;
    }
}
