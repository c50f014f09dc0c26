using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using System.Text.Json;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Programs;

/// <summary>
/// Tests of the folder that a user copies to Reloaded-II's mods (build/reloaded-ii.sh): one that is assembled for each test, and the one
/// that build/publish.sh has created, if any.
/// </summary>
[Trait("Bits", "64")]
public sealed class ReloadedFolderTests : IDisposable
{
    private const string Code = "Reloaded.VFS.ReloadedII.dll", Interfaces = "Reloaded.Universal.Redirector.Interfaces.dll";

    // The fields of ModConfig in Reloaded.Mod.Loader.IO 1.30.
    private static readonly string[] KnownFields =
    [
        "CanUnload", "HasExports", "IgnoreRegexes", "IncludeRegexes", "IsLibrary", "IsUniversalMod", "ModAuthor", "ModDependencies",
        "ModDescription", "ModDll", "ModIcon", "ModId", "ModName", "ModNativeDll32", "ModNativeDll64", "ModR2RManagedDll32",
        "ModR2RManagedDll64", "ModVersion", "OptionalDependencies", "PluginData", "ProjectUrl", "ReleaseMetadataFileName", "SupportedAppId",
        "Tags",
    ];

    private readonly TemporaryFolder _folder = new();
    private readonly string[] _made;

    public ReloadedFolderTests()
    {
        string published = Path.Combine(RepositoryFolders.Artifacts, "reloaded-ii", ReloadedMod.Id),
            made = ReloadedMod.PutTogether(_folder.At(ReloadedMod.Id));
        _made = Directory.Exists(published) ? [made, published] : [made];
    }

    public void Dispose() => _folder.Dispose();

    [LinuxFact(Needs.Published)]
    public void ItHoldsTheModAndNothingElse() => Assert.All(_made, folder =>
    {
        Assert.Equal(["GPL-3.txt", "LGPL-3.txt", "LICENSE", "ModConfig.json", "NOTICE.md", Interfaces, Code, "reloaded_vfs.dll"],
            Directory.GetFileSystemEntries(folder).Select(path => Path.GetFileName(path)).Order(StringComparer.Ordinal));
        Assert.Equal(File.ReadAllBytes(PublishedArtifacts.Library), File.ReadAllBytes(Path.Combine(folder, "reloaded_vfs.dll")));
        Assert.Equal(File.ReadAllBytes(Path.Combine(RepositoryFolders.Root, "LICENSE")),
            File.ReadAllBytes(Path.Combine(folder, "LICENSE")));
    });

    /// <summary>The notice names the licence of every file with code, and of no missing file; each licence is there.</summary>
    [LinuxFact(Needs.Published)]
    public void ItsNoticeNamesEachFile() => Assert.All(_made, folder =>
    {
        string[] rows =
        [
            .. File.ReadLines(Path.Combine(folder, "NOTICE.md")).Where(line => line.StartsWith("| `", StringComparison.Ordinal)),
        ];
        Assert.Equal(Directory.GetFiles(folder, "*.dll").Select(Path.GetFileName).Order(StringComparer.Ordinal),
            rows.Select(line => line.Split('`')[1]).Order(StringComparer.Ordinal));
        foreach ((string file, string title, int lines) in ((string, string, int)[])
            [("LICENSE", "MIT License", 10), ("GPL-3.txt", "GNU GENERAL PUBLIC LICENSE", 600),
                ("LGPL-3.txt", "GNU LESSER GENERAL PUBLIC LICENSE", 150)])
        {
            string[] text = File.ReadAllLines(Path.Combine(folder, file));
            Assert.Equal(title, text[0].Trim());
            Assert.True(text.Length > lines, $"{file}: {text.Length} lines");
            Assert.Contains(rows, row => row.Contains(file, StringComparison.Ordinal));
        }
    });

    [LinuxFact(Needs.Published)]
    public void ItsConfigurationTakesTheRedirectorsPlace() => Assert.All(_made, folder =>
    {
        using JsonDocument file = JsonDocument.Parse(File.ReadAllText(Path.Combine(folder, "ModConfig.json")));
        Dictionary<string, JsonElement> fields = file.RootElement.EnumerateObject().ToDictionary(field => field.Name, field => field.Value);
        Assert.Empty(fields.Keys.Except(KnownFields));
        Assert.Equal("reloaded.universal.redirector", fields["ModId"].GetString());
        Assert.True(Version.Parse(fields["ModVersion"].GetString()!) > new Version(1, 2, 8));
        Assert.Equal(Code, fields["ModDll"].GetString());
        // Another field with code comes before ModDll.
        foreach (string field in fields.Keys.Where(name => name.Contains("Dll", StringComparison.Ordinal) && name != "ModDll"))
            Assert.Equal("", fields[field].GetString());
        // The mod shares types, can be unloaded, and is available to every game in which another mod needs it.
        Assert.All(["HasExports", "CanUnload", "IsLibrary"], field => Assert.True(fields[field].GetBoolean()));
        Assert.Equal(0, fields["ModDependencies"].GetArrayLength());
        Assert.Equal(0, fields["SupportedAppId"].GetArrayLength());
    });

    /// <summary>The loader supplies what the code needs: its own interfaces, and the runtime's assemblies.</summary>
    [LinuxFact(Needs.Published)]
    public void ItsCodeNeedsNothingThatIsMissing() => Assert.All(_made, folder =>
    {
        using PEReader image = new(File.OpenRead(Path.Combine(folder, Code)));
        MetadataReader reader = image.GetMetadataReader();
        Assert.Equal(["Reloaded.Mod.Interfaces", Path.GetFileNameWithoutExtension(Interfaces)],
            reader.AssemblyReferences.Select(handle => reader.GetString(reader.GetAssemblyReference(handle).Name))
                .Where(name => !name.StartsWith("System.", StringComparison.Ordinal)).Order(StringComparer.Ordinal));
        // For any processor, so that a 32-bit game shows the loader's message instead of crashing.
        Assert.Equal(CorFlags.ILOnly, image.PEHeaders.CorHeader!.Flags & (CorFlags.ILOnly | CorFlags.Requires32Bit));
        Assert.Equal(Machine.I386, image.PEHeaders.CoffHeader.Machine);
        Assert.Equal(AssemblyName.GetAssemblyName(Path.Combine(ReloadedMod.Published, Interfaces)).FullName,
            AssemblyName.GetAssemblyName(Path.Combine(folder, Interfaces)).FullName);
    });
}
