using Reloaded.VFS.Mods.Diagnostics;

namespace Reloaded.VFS.Mods.Order;

/// <summary>
/// Edits an <c>order.txt</c> as a person would: comments and empty lines stay with the line below them, and lines that can't be read stay
/// as they are, byte for byte. Of several lines of a mod only the one that counts stays. Not thread-safe.
/// </summary>
internal sealed class OrderEditor
{
    /// <summary>The line that <c>rvfs init</c> writes at the head of a file. It stays there, whatever is below it.</summary>
    public const string Head = "# One mod a line; a later one wins. A '-' before a name switches the mod off.";

    private sealed class Block(string? listed, bool enabled, List<byte[]> above, byte[] line)
    {
        /// <summary>Gets the name in the file, or null for a line that can't be read.</summary>
        public string? Listed { get; } = listed;

        /// <summary>Gets or sets the name of the mod.</summary>
        public string? Name { get; set; } = listed;

        public bool Enabled { get; set; } = enabled;
        public List<byte[]> Above { get; } = above;
        public byte[] Line { get; } = line;
    }

    private readonly List<Block> _blocks = [];
    private readonly List<byte[]> _start = [], _end = [];

    public static OrderEditor Parse(ReadOnlySpan<byte> content)
    {
        var editor = new OrderEditor();
        var above = new List<byte[]>();
        foreach (byte[] line in TextFile.SplitLines(content))
        {
            OrderEntry? entry = OrderFile.Parse(line, "").Entries.SingleOrDefault();
            if (entry is null && line.AsSpan().TrimStart(" \t"u8) is [] or [(byte)'#', ..])
            {
                above.Add(line);
                continue;
            }

            if (editor._blocks.Count == 0)
                editor.TakeHead(above);
            editor._blocks.Add(new Block(entry?.Name, entry?.Enabled ?? false, above, line));
            above = [];
        }

        // Comments of a file without mods are about the file, and mods come below them.
        (editor._blocks.Count == 0 ? editor._start : editor._end).AddRange(above);
        // If a name is given twice, the last line counts.
        editor.RemoveRepeated(Enumerable.Reverse(editor._blocks));
        return editor;
    }

    private void TakeHead(List<byte[]> above)
    {
        if (above.Count == 0 || !above[0].AsSpan().SequenceEqual(Encoding.UTF8.GetBytes(Head)))
            return;
        _start.Add(above[0]);
        above.RemoveAt(0);
    }

    /// <summary>
    /// Lists those of all mods that are laid over the game, or will be once their archives are unpacked, and aren't listed yet. They come
    /// after the others, in the given order.
    /// </summary>
    public void ListAll(IEnumerable<Mod> mods)
    {
        Mod[] all = [.. mods];
        Recognise(all);
        foreach (Mod mod in all.Where(mod => mod.IsLoaded || mod is { State: ModState.Error, Archive: not null }))
        {
            if (Find(mod.Name) is null && IsReadBack(mod.Name))
                _blocks.Add(new Block(mod.Name, true, [], []));
        }
    }

    /// <summary>Recognises the lines that name an archive's file in place of its mod, as <see cref="LoadOrder"/> does.</summary>
    /// <param name="mods">All mods of the mods folder.</param>
    public void Recognise(IReadOnlyList<Mod> mods)
    {
        var names = new HashSet<string>(mods.Select(mod => mod.Name), NameComparer.Instance);
        Mod[] archived = [.. mods.Where(mod => mod.Archive is not null)];
        foreach (Block block in _blocks)
        {
            if (block.Name is { } name && !names.Contains(name)
                && Array.Find(archived, mod => mod.Archive!.IsListedAs(name)) is { } meant)
                block.Name = meant.Name;
        }

        RemoveRepeated(_blocks);
    }

    /// <summary>Switches a listed mod on or off. Returns false if it isn't listed.</summary>
    public bool SetEnabled(string name, bool enabled)
    {
        if (Find(name) is not { } block)
            return false;
        block.Enabled = enabled;
        return true;
    }

    /// <summary>Moves a listed mod to a position among the listed ones, counted without it. A position beyond the end is the last one.</summary>
    /// <returns>False if the mod isn't listed.</returns>
    public bool Move(string name, int position)
    {
        if (Find(name) is not { } block)
            return false;
        _blocks.Remove(block);
        _blocks.Insert(Math.Clamp(position, 0, _blocks.Count), block);
        return true;
    }

    /// <summary>Removes a listed mod. Comments above its line stay, above the line below it.</summary>
    /// <returns>The mod's position among the listed ones and whether it was switched on, or null if it isn't listed.</returns>
    public (int Position, bool Enabled)? Remove(string name)
    {
        if (Find(name) is not { } block)
            return null;
        int position = _blocks.IndexOf(block);
        RemoveBlocks([block]);
        return (position, block.Enabled);
    }

    /// <summary>Lists a mod at a position among the listed ones. If it is listed, it is moved there.</summary>
    public void Insert(string name, int position, bool enabled)
    {
        if (Find(name) is null && IsReadBack(name))
            _blocks.Add(new Block(name, enabled, [], []));
        SetEnabled(name, enabled);
        Move(name, position);
    }

    /// <summary>Returns the position of a listed mod among the listed ones, not counting another one, or -1 if it isn't listed.</summary>
    public int PositionOf(string name, string without) =>
        _blocks.Where(block => block.Name is null || !NameComparer.Instance.Equals(block.Name, without)).ToList()
            .FindIndex(block => block.Name is not null && NameComparer.Instance.Equals(block.Name, name));

    /// <summary>Puts listed mods in a given order, using the positions that they already occupy.</summary>
    public void Arrange(IReadOnlyList<string> names)
    {
        Block[] sorted = [.. names.Select(Find).OfType<Block>()];
        var moved = new HashSet<Block>(sorted);
        int next = 0;
        for (int i = 0; i < _blocks.Count; i++)
        {
            if (moved.Contains(_blocks[i]))
                _blocks[i] = sorted[next++];
        }
    }

    public override string ToString() => Encoding.UTF8.GetString(ToBytes());

    /// <summary>Writes the file atomically.</summary>
    public void Save(string file) => AtomicFile.Write(file, ToBytes());

    private byte[] ToBytes() => TextFile.JoinLines(_start.Concat(_blocks
        .SelectMany(block => block.Above.Append(
            block.Listed is null ? block.Line : Encoding.UTF8.GetBytes(Write(block.Listed, block.Enabled)))))
        .Concat(_end));

    /// <summary>
    /// Determines whether a name survives being written and read. Half a surrogate pair, which a name on Windows may have, can't be written
    /// in UTF-8.
    /// </summary>
    private static bool IsReadBack(string name) =>
        OrderFile.Parse(Encoding.UTF8.GetBytes(Write(name, true)), "").Entries is [{ } entry] && entry.Name == name;

    private static string Write(string name, bool enabled) =>
        (enabled ? "" : "-") + (name[0] is '-' or '#' || name is ['\\', '-' or '#', ..] ? "\\" : "") + name;

    private Block? Find(string name) => _blocks.Find(block => block.Name is not null && NameComparer.Instance.Equals(block.Name, name));

    /// <summary>Removes all lines of a mod but one.</summary>
    /// <param name="blocks">All blocks, in an order in which the one that stays comes before the others of its mod.</param>
    private void RemoveRepeated(IEnumerable<Block> blocks)
    {
        var names = new HashSet<string>(NameComparer.Instance);
        RemoveBlocks([.. blocks.Where(block => block.Name is { } name && !names.Add(name))]);
    }

    private void RemoveBlocks(HashSet<Block> removed)
    {
        List<byte[]> above = [];
        foreach (Block block in _blocks)
        {
            if (removed.Contains(block))
            {
                above.AddRange(block.Above);
            }
            else
            {
                block.Above.InsertRange(0, above);
                above.Clear();
            }
        }

        _end.InsertRange(0, above);
        _blocks.RemoveAll(removed.Contains);
    }
}
