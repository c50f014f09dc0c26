namespace Reloaded.VFS.Mods.Events;

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
