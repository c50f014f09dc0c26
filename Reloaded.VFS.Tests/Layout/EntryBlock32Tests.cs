using Reloaded.VFS.Interop.Entering;

namespace Reloaded.VFS.Tests.Layout;

/// <summary>Tests of the offsets by which a 64-bit process writes the block of a 32-bit one, against the documented layout.</summary>
public sealed class EntryBlock32Tests
{
    [Fact]
    public void TheOffsetsAreThoseOfThe32BitLayout()
    {
        DocumentedStructure block = Find(nameof(EntryBlock)), request = Find(nameof(EntryRequest));
        Assert.Equal((EntryBlock32.Size, EntryBlock32.RequestSize), (block.Size(4), request.Size(4)));
        Assert.Equal(
            [EntryBlock32.Magic, EntryBlock32.MagicEnd, EntryBlock32.Request, EntryBlock32.Gate, EntryBlock32.Returned],
            Offsets(block, "Magic", "MagicEnd", "Request", "Gate", "Returned"));
        Assert.Equal(
            [EntryBlock32.State, EntryBlock32.Status, EntryBlock32.Imported, EntryBlock32.Flags, EntryBlock32.ExitCode,
                EntryBlock32.ConfigurationSize, EntryBlock32.Starter, EntryBlock32.Configuration, EntryBlock32.Done, EntryBlock32.Go],
            Offsets(request, "State", "Status", "Imported", "Flags", "ExitCode", "ConfigurationSize", "Starter", "Configuration", "Done",
                "Go").Select(offset => EntryBlock32.Request + offset));
    }

    private static DocumentedStructure Find(string name) => DocumentedLayouts.All.Single(structure => structure.Name == name);

    private static IEnumerable<int> Offsets(DocumentedStructure structure, params string[] names) =>
        names.Select(name => structure.Fields.Single(field => field.Name == name).On32);
}
