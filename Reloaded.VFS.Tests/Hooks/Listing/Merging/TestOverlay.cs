using Reloaded.VFS.Hooks.Listing.Merging;

namespace Reloaded.VFS.Tests.Hooks.Listing.Merging;

/// <summary>The entries that mods supply in one folder, as a dictionary.</summary>
internal sealed class TestOverlay : IOverlayFolder
{
    public sealed record Entry(string Name, bool IsFolder, string BackingFolder, string BackingName);

    public List<string> Sources { get; } = [];

    public Dictionary<string, Entry> Entries { get; } = new(StringComparer.OrdinalIgnoreCase);

    public int SourceCount => Sources.Count;

    public bool Leads => false;

    public bool LeadsAround => false;

    public bool IsOverwritten(scoped ReadOnlySpan<char> folder) => false;

    public ReadOnlySpan<char> GetSource(int index) => Sources[index];

    public bool TryFind(scoped ReadOnlySpan<char> name, out OverlayEntry entry)
    {
        if (Entries.GetAlternateLookup<ReadOnlySpan<char>>().TryGetValue(name, out Entry? found))
        {
            entry = View(found);
            return true;
        }

        entry = default;
        return false;
    }

    public void Visit<TVisitor>(scoped ref TVisitor visitor)
        where TVisitor : IOverlayVisitor, allows ref struct
    {
        foreach (Entry entry in Entries.Values)
            visitor.OnEntry(View(entry));
    }

    /// <summary>Lays a real folder over this one. The last one wins; a name keeps the letter case of the first.</summary>
    public void Lay(MemoryVolume volume, string path, Func<MemoryFile, bool>? include = null)
    {
        Sources.Insert(0, path);
        foreach (MemoryFile file in volume.Files(path))
        {
            if (file.Name is not "." and not ".." && (include?.Invoke(file) ?? true))
                Lay(file.Name, file.IsFolder, path, file.Name);
        }
    }

    /// <summary>Lays one real file or folder over a name.</summary>
    public void Lay(string name, bool isFolder, string backingFolder, string backingName)
    {
        if (Entries.Remove(name, out Entry? lower) && lower.IsFolder == isFolder)
            name = lower.Name;
        Entries.Add(name, new Entry(name, isFolder, backingFolder, backingName));
    }

    private static OverlayEntry View(Entry entry) => new(entry.Name, entry.IsFolder, entry.BackingFolder, entry.BackingName);
}
