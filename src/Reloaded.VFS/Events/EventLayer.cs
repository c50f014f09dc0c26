namespace Reloaded.VFS.Events;

/// <summary>A layer that records name by its handle.</summary>
/// <param name="Handle">Its handle.</param>
/// <param name="Name">The mod's name.</param>
/// <param name="Source">The real folder, with a trailing backslash, in the form that the game's process uses (<c>\??\C:\mods\a\</c>).</param>
/// <param name="Target">The virtual folder that it lies over.</param>
public sealed record EventLayer(int Handle, string Name, string Source, string Target)
{
    /// <summary>Puts it behind those that are there; false where there is no room.</summary>
    internal static unsafe bool TryWrite(EventHeader* header, int handle, ReadOnlySpan<char> name, ReadOnlySpan<char> source, ReadOnlySpan<char> target)
    {
        int size = 16 + ((name.Length + source.Length + target.Length) * sizeof(char));
        size = (size + 3) & ~3;
        if (header->LayerBytes + size > EventFileLayout.LayersSize)
            return false;
        byte* at = (byte*)header + EventFileLayout.Layers + header->LayerBytes;
        var lengths = (int*)at;
        lengths[0] = handle;
        lengths[1] = name.Length;
        lengths[2] = source.Length;
        lengths[3] = target.Length;
        var text = (char*)(at + 16);
        name.CopyTo(new Span<char>(text, name.Length));
        source.CopyTo(new Span<char>(text + name.Length, source.Length));
        target.CopyTo(new Span<char>(text + name.Length + source.Length, target.Length));
        Volatile.Write(ref header->LayerBytes, header->LayerBytes + size);
        return true;
    }

    /// <summary>Reads those from an offset on, which moves behind them. A length that can't be ends it.</summary>
    internal static unsafe List<EventLayer> Read(EventHeader* header, ref int offset)
    {
        var layers = new List<EventLayer>();
        int end = Math.Min(Volatile.Read(ref header->LayerBytes), EventFileLayout.LayersSize);
        while (offset + 16 <= end)
        {
            byte* at = (byte*)header + EventFileLayout.Layers + offset;
            var lengths = (int*)at;
            long size = (16 + (((long)lengths[1] + lengths[2] + lengths[3]) * sizeof(char)) + 3) & ~3L;
            if (lengths[1] < 0 || lengths[2] < 0 || lengths[3] < 0 || offset + size > end)
                break;
            var text = (char*)(at + 16);
            layers.Add(new EventLayer(lengths[0], new string(text, 0, lengths[1]), new string(text, lengths[1], lengths[2]), new string(text, lengths[1] + lengths[2], lengths[3])));
            offset += (int)size;
        }

        return layers;
    }
}
