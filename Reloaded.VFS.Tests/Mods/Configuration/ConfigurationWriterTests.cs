using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Mods.Configuration;

public sealed class ConfigurationWriterTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void The_reader_reads_what_was_written()
    {
        var written = new VfsConfiguration
        {
            Targets = [@"C:\games\g", @"\\server\share\ü"],
            Mods = @"D:\mods""".TrimEnd('"'),
            Include = ["readme*", ".git/**"],
            Names = NamePolicy.Real,
            Follow = ["*patch*.exe"],
            Leave = [],
            Log = _folder.At("a.log"),
            OnError = ErrorPolicy.Stop,
            Offline = true,
            Autostart = false,
            Report = _folder.At("r.json"),
        };
        string file = _folder.At("new folder/rvfs.json");
        ConfigurationWriter.WriteFile(written, file);
        ConfigurationResult read = ConfigurationReader.ReadFile(file);
        Assert.Empty(read.Diagnostics);
        Assert.Equal(written.Targets, read.Configuration.Targets);
        Assert.Equal(written.Include, read.Configuration.Include);
        Assert.Equal(written.Follow, read.Configuration.Follow);
        Assert.Equal(written.Leave, read.Configuration.Leave);
        Assert.Equal(written with { Targets = [], Include = [], Follow = null, Leave = null },
            read.Configuration with { Targets = [], Include = [], Follow = null, Leave = null });
        Assert.Equal([file], Directory.GetFiles(_folder.At("new folder")));
    }

    [Fact]
    public void The_defaults_survive()
    {
        string file = _folder.At("rvfs.json");
        ConfigurationWriter.WriteFile(new(), file);
        ConfigurationResult read = ConfigurationReader.ReadFile(file);
        Assert.Empty(read.Diagnostics);
        Assert.Empty(read.Configuration.Targets);
        Assert.Null(read.Configuration.Mods);
    }

    [Fact]
    public void A_path_that_JSON_cannot_hold_is_refused_rather_than_changed() =>
        Assert.Throws<ArgumentException>(() => ConfigurationWriter.ToJson(new() { Mods = "C:\\a\ud800" }));
}
