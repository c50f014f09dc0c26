using System.Runtime.InteropServices;
using Reloaded.VFS.Hooks.Listing.State;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Tests.Layout;

namespace Reloaded.VFS.Tests.Hooks.Listing.Merging;

/// <summary>A game's handle of a folder with mods over it: does what the hook does, without the hook.</summary>
internal sealed unsafe class ListingHandle : IDisposable
{
    private const byte Untouched = 0xCC;
    private readonly MemoryVolume _volume;
    private readonly TestOverlay _overlay;
    private readonly string _folder;
    private readonly bool _namesHandleFolder;

    public ListingHandle(MemoryVolume volume, TestOverlay overlay, string folder, bool namesHandleFolder)
    {
        (_volume, _overlay, _folder, _namesHandleFolder) = (volume, overlay, folder, namesHandleFolder);
        volume.Open(folder, out nint handle);
        Handle = handle;
    }

    public nint Handle { get; }

    public DirectoryListingState State { get; } = new();

    /// <summary>
    /// Gets a value indicating whether several threads query; one that is late has already written to its own buffer when it starts over.
    /// </summary>
    public bool IsShared { get; init; }

    public nint Copy { get; set; } = NativeCopy.Works;

    /// <summary>
    /// Makes a query. Returns the status and the bytes that were written, and checks that nothing beyond them was written.
    /// </summary>
    public (NtStatus Status, byte[] Bytes) Query(
        FILE_INFORMATION_CLASS informationClass, int length, QueryFlags flags = 0, string? pattern = null)
    {
        byte* buffer = (byte*)NativeMemory.AlignedAlloc((nuint)length + 64, 8);
        try
        {
            new Span<byte>(buffer, length + 64).Fill(Untouched);
            NtStatus status = QueryInto(informationClass, buffer, length, flags, pattern, out nuint information);
            int written = (int)information;
            Assert.True(written <= length);
            byte[] beyond = new Span<byte>(buffer + written, length + 64 - written).ToArray();
            Assert.True(IsShared || Array.TrueForAll(beyond, b => b == Untouched));
            return (status, new Span<byte>(buffer, written).ToArray());
        }
        finally
        {
            NativeMemory.AlignedFree(buffer);
        }
    }

    public NtStatus QueryInto(FILE_INFORMATION_CLASS informationClass, void* buffer, int length, QueryFlags flags, string? pattern,
        out nuint information)
    {
        var source = new MemorySource(_volume);
        fixed (char* start = pattern)
        {
            DirectoryQuery query = new()
            {
                Handle = Handle,
                HandleFolder = _namesHandleFolder ? _folder : default,
                Class = informationClass,
                Buffer = buffer,
                Length = (uint)length,
                Flags = flags,
                Pattern = start,
                PatternLength = pattern?.Length ?? 0,
                Copy = NativeCopy.Function(Copy),
            };
            return State.Query(ref source, _overlay, query, out information);
        }
    }

    /// <summary>Returns the names of a whole listing, from the current position.</summary>
    public List<string> Names(QueryFlags flags = 0, string? pattern = null, int length = 4096)
    {
        List<string> names = [];
        while (true)
        {
            (NtStatus status, byte[] bytes) = Query(FILE_INFORMATION_CLASS.FileNamesInformation, length, flags, pattern);
            if (status != 0)
                return names;
            names.AddRange(ReadNames(bytes));
            flags &= ~QueryFlags.SL_RESTART_SCAN;
        }
    }

    public static IEnumerable<string> ReadNames(byte[] bytes)
    {
        for (int at = 0; ;)
        {
            int next = BitConverter.ToInt32(bytes, at);
            int nameBytes = BitConverter.ToInt32(bytes, at + 8);
            yield return new string(MemoryMarshal.Cast<byte, char>(bytes.AsSpan(at + 12, nameBytes)));
            if (next == 0)
                yield break;
            at += next;
        }
    }

    public void Dispose()
    {
        State.Dispose();
        _volume.Close(Handle);
    }
}
