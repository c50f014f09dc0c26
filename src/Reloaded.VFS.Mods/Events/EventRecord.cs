using Reloaded.VFS.Lookup;

namespace Reloaded.VFS.Mods.Events;

/// <summary>The fixed part of a record, which the path's characters follow. It has the same size everywhere.</summary>
[StructLayout(LayoutKind.Explicit, Size = Size)]
internal struct EventRecord
{
    /// <summary>The size of the fixed part in bytes.</summary>
    public const int Size = 40;

    /// <summary>
    /// The sequence number, written last, and 0 while the record is being written. In a crash ring it is the record's number, from 1; in
    /// the event ring, one more than <see cref="EventHeader.Written"/> was when the record began.
    /// </summary>
    [FieldOffset(0)] public long Sequence;

    /// <summary>The time at which the call began, in time stamps, or, in a crash ring, at which it ended.</summary>
    [FieldOffset(8)] public ulong Began;

    /// <summary>The duration of the call, in time stamps.</summary>
    [FieldOffset(16)] public uint Duration;

    [FieldOffset(20)] public uint Thread;

    /// <summary>The NTSTATUS of the call.</summary>
    [FieldOffset(24)] public int Status;

    /// <summary>The layer of the file, or 0 if it isn't a mod's.</summary>
    [FieldOffset(28)] public int Layer;

    [FieldOffset(32)] public byte Function;

    /// <summary>The kind of the path, a <see cref="Lookup.LookupKind"/>.</summary>
    [FieldOffset(33)] public byte Kind;

    /// <summary>The number of the path's characters that are here: its end, if the whole is longer.</summary>
    [FieldOffset(34)] public ushort Length;

    /// <summary>The number of characters of the whole path.</summary>
    [FieldOffset(36)] public ushort FullLength;

    /// <summary>1 if the call gives a handle by which a file's content can be written, otherwise 0.</summary>
    [FieldOffset(38)] public byte Writes;
}

/// <summary>The functions whose calls are recorded. The numbers are part of the format.</summary>
internal enum EventFunction : byte
{
    /// <summary>A function that this version has no name for.</summary>
    Other = 0,

    NtCreateFile = 1,
    NtOpenFile = 2,
    NtQueryAttributesFile = 3,
    NtQueryFullAttributesFile = 4,
    NtQueryInformationByName = 5,
    NtDeleteFile = 6,
}

/// <summary>One call of a game, formatted by the reader. Immutable.</summary>
/// <param name="Began">The time since the process's start of the VFS.</param>
/// <param name="Duration">The duration of the call, zero in a crash ring.</param>
/// <param name="Thread">The thread id.</param>
/// <param name="Function">The function.</param>
/// <param name="Status">The NTSTATUS of the call.</param>
/// <param name="Kind">The kind of the path.</param>
/// <param name="Path">The path that the game asked for, or its end after an ellipsis if it was too long for a record.</param>
/// <param name="Layer">The layer of the file, or null if it isn't a mod's.</param>
internal sealed record FileEvent(TimeSpan Began, TimeSpan Duration, uint Thread, EventFunction Function, int Status, LookupKind Kind,
    string Path, EventLayer? Layer)
{
    /// <summary>Gets a value indicating whether the call got a mod's file.</summary>
    public bool IsRedirected => Kind == LookupKind.File && Layer is not null;

    /// <summary>Gets a value indicating whether there was no such file.</summary>
    public bool IsMissing => (uint)Status is 0xC0000034 or 0xC000003A or 0xC000000F;

    /// <summary>Gets a value indicating whether the call asked for a handle by which a file's content can be written.</summary>
    public bool IsWrite { get; init; }

    /// <summary>Gets a value indicating whether a file was opened, as opposed to queried.</summary>
    public bool IsOpen => Function is EventFunction.NtCreateFile or EventFunction.NtOpenFile;

    /// <summary>Gets the real file's path without the NT prefix, or null if it isn't a mod's or isn't fully known.</summary>
    public string? Became
    {
        get
        {
            if (!IsRedirected || Path.StartsWith('…') || Path.Length <= Layer!.Target.Length)
                return null;
            string source = NtPath.ToWin32(Layer.Source);
            return source + Path[(Layer.Target.Length + (Layer.Target.EndsWith('\\') ? 0 : 1))..];
        }
    }
}

/// <summary>A layer that records refer to by its handle.</summary>
/// <param name="Handle">The layer's handle.</param>
/// <param name="Name">The mod's name.</param>
/// <param name="Source">The real folder, with a trailing backslash, in the form that the game's process uses
/// (<c>\??\C:\mods\a\</c>).</param>
/// <param name="Target">The virtual folder over which the layer lies.</param>
internal sealed record EventLayer(int Handle, string Name, string Source, string Target)
{
    /// <summary>Gets a value indicating whether the layer is a mod's. One without a name has its folder as its name.</summary>
    public bool IsOfMod => Name != Source;

    /// <summary>Writes a layer after those that are there. Returns false if there is no room.</summary>
    /// <remarks>
    /// The writer itself keeps the position at which the room begins: any process that has the file mapped can change its content, and must
    /// not choose where the writer writes.
    /// </remarks>
    /// <param name="header">The mapped event file.</param>
    /// <param name="written">
    /// The number of bytes that this writer has written so far, kept in its own memory; advanced past the new layer. There must be one
    /// writer at a time.
    /// </param>
    /// <param name="handle">The layer's handle.</param>
    /// <param name="name">The mod's name.</param>
    /// <param name="source">The real folder.</param>
    /// <param name="target">The virtual folder.</param>
    internal static unsafe bool TryWrite(EventHeader* header, ref int written, int handle, ReadOnlySpan<char> name,
        ReadOnlySpan<char> source, ReadOnlySpan<char> target)
    {
        int room = EventFileLayout.LayersSize - written;
        long size = SizeOf(name.Length, source.Length, target.Length);
        if (size > room)
            return false;
        byte* at = (byte*)header + EventFileLayout.Layers + written;
        var lengths = (int*)at;
        lengths[0] = handle;
        lengths[1] = name.Length;
        lengths[2] = source.Length;
        lengths[3] = target.Length;
        var text = (char*)(at + LengthsSize);
        name.CopyTo(new Span<char>(text, name.Length));
        source.CopyTo(new Span<char>(text + name.Length, source.Length));
        target.CopyTo(new Span<char>(text + name.Length + source.Length, target.Length));
        written += (int)size;
        Volatile.Write(ref header->LayerBytes, written);
        return true;
    }

    /// <summary>
    /// Reads the layers from an offset on, which is advanced past them. An invalid length ends reading. Each number is read once, because
    /// it may change meanwhile.
    /// </summary>
    internal static unsafe List<EventLayer> Read(EventHeader* header, ref int offset)
    {
        var layers = new List<EventLayer>();
        int end = Math.Min(Volatile.Read(ref header->LayerBytes), EventFileLayout.LayersSize);
        while (offset + LengthsSize <= end)
        {
            byte* at = (byte*)header + EventFileLayout.Layers + offset;
            var lengths = (int*)at;
            int handle = Volatile.Read(ref lengths[0]), name = Volatile.Read(ref lengths[1]), source = Volatile.Read(ref lengths[2]),
                target = Volatile.Read(ref lengths[3]);
            long size = SizeOf(name, source, target);
            if (name < 0 || source < 0 || target < 0 || offset + size > end)
                break;
            var text = (char*)(at + LengthsSize);
            layers.Add(
                new EventLayer(handle, new string(text, 0, name), new string(text, name, source), new string(text, name + source, target)));
            offset += (int)size;
        }

        return layers;
    }

    // The handle and three lengths, four bytes each.
    private const int LengthsSize = 16;

    private static long SizeOf(int name, int source, int target) =>
        (LengthsSize + (((long)name + source + target) * sizeof(char)) + 3) & ~3L;
}
