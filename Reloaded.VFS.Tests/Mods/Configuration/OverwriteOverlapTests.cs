using Reloaded.VFS.Cli.Wine;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Mods.Configuration;

/// <summary>Tests of which places an overwrite folder can have.</summary>
public sealed class OverwriteOverlapTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public OverwriteOverlapTests()
    {
        foreach (string folder in (string[])["g/data", "g/rvfs/mods/red", "g/rvfs/sets/hard", "docs", "elsewhere"])
            Directory.CreateDirectory(_folder.At(folder));
    }

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("g", "is the folder that mods are laid over")]
    [InlineData("", "lies in it")]
    [InlineData("docs", "is the folder that mods are laid over")]
    [InlineData("g/rvfs", "the mods folder")]
    [InlineData("g/rvfs/mods", "lies in the mods folder")]
    [InlineData("g/rvfs/mods/red/new", "lies in the mods folder")]
    [InlineData("g/rvfs/sets", "the folder of all sets")]
    [InlineData("g/rvfs/sets/hard", "where each set has a folder of its own")]
    [InlineData("g/rvfs/sets/hard/overwrite", "where each set has a folder of its own")]
    [InlineData("g/rvfs/cache/x", "the content of archives")]
    [InlineData("g/data", "which mods are laid over")]
    [InlineData("docs/saves/new", "which mods are laid over")]
    [InlineData("g/rvfs/overwrite", null)]
    [InlineData("g/rvfs/my saves", null)]
    [InlineData("elsewhere", null)]
    [InlineData("not there/yet", null)]
    [InlineData("g2", null)]
    public void OnlyAFolderOfItsOwnIsOne(string folder, string? cause) => AssertCause(cause, folder);

    [Fact]
    public void ASetHasTheFolderInIt()
    {
        VfsConfiguration configuration = new VfsConfiguration { Set = "hard" }.WithDefaults(_folder.At("g"));
        Assert.Null(OverwriteOverlap.Find(configuration, HostPlaces.Find));
        // As the launcher passes it on.
        ConfigurationResult read = ConfigurationReader.Parse(ConfigurationWriter.ToJson(configuration), _folder.At("rvfs.json"));
        Assert.Empty(read.Diagnostics);
        Assert.Null(OverwriteOverlap.Find(read.Configuration.WithDefaults(_folder.At("g")), HostPlaces.Find));
    }

    [Fact]
    public void TheKeyIsNamedAlsoWhereTheLauncherHandsItOver()
    {
        string file = _folder.File("g/rvfs/rvfs.json", "{\n  \"overwrite\": \"..\"\n}");
        VfsConfiguration configuration = ConfigurationReader.ReadFile(file).Configuration.WithDefaults(_folder.At("g"));
        VfsConfiguration handed = ConfigurationReader.Parse(ConfigurationWriter.ToJson(configuration), _folder.At("x.json")).Configuration;
        foreach (VfsConfiguration one in (VfsConfiguration[])[configuration, handed.WithDefaults(_folder.At("g"))])
        {
            Diagnostic found = Assert.IsType<Diagnostic>(OverwriteOverlap.Find(one, HostPlaces.Find));
            Assert.Equal((file, 2, "overwrite", true), (found.File, found.Line, found.Key, found.IsError));
        }
    }

    [LinuxTheory]
    [InlineData("link", "g", "is the folder that mods are laid over")]
    [InlineData("link/new", "g/data", "which mods are laid over")]
    [InlineData("link", "g/rvfs/mods", "lies in the mods folder")]
    [InlineData("link/saves", "elsewhere", null)]
    public void ALinkIsWhereItLeads(string folder, string target, string? cause)
    {
        Directory.CreateSymbolicLink(_folder.At("link"), _folder.At(target));
        AssertCause(cause, folder);
    }

    /// <summary>The default place is a link to the game's saves.</summary>
    [LinuxFact]
    public void TheUsualPlaceMayLeadIntoTheGame()
    {
        Directory.CreateSymbolicLink(_folder.At("g/rvfs/overwrite"), _folder.At("g/data"));
        AssertCause("which mods are laid over", null);
    }

    private void AssertCause(string? cause, string? folder)
    {
        VfsConfiguration configuration = new VfsConfiguration
        {
            Targets = [_folder.At("g"), _folder.At("docs")],
            Overwrite = folder is null ? null : _folder.At(folder),
        }.WithDefaults(_folder.At("g"));
        string? found = OverwriteOverlap.Find(configuration, HostPlaces.Find)?.Cause;
        if (cause is null)
            Assert.Null(found);
        else
            Assert.Contains(cause, found, StringComparison.Ordinal);
    }
}
