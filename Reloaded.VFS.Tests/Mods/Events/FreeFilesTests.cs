using Reloaded.VFS.Mods.Events;
using Reloaded.VFS.Mods.Reports;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Mods.Events;

/// <summary>
/// Tests of the keys <c>events</c> and <c>report</c> if they name someone else's file by mistake: the file is never overwritten.
/// </summary>
public sealed class FreeFilesTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    private bool IsFreeForEvents(byte[] content)
    {
        using FileStream file = new(_folder.File("f", content), FileMode.Open, FileAccess.ReadWrite);
        bool isFree = EventFileLayout.IsFree(file);
        Assert.Equal(0, file.Position);
        return isFree;
    }

    [Fact]
    public void OnlyEventFilesAndNewOnesBecomeEventFiles()
    {
        Assert.True(IsFreeForEvents([]));
        Assert.True(IsFreeForEvents(BitConverter.GetBytes(EventFileLayout.Magic)));
        Assert.True(IsFreeForEvents(new byte[EventFileLayout.FileSize]));
        Assert.False(IsFreeForEvents(new byte[EventFileLayout.FileSize - 1]));
        Assert.False(IsFreeForEvents([1]));
        Assert.False(IsFreeForEvents("a save of the player's"u8.ToArray()));
    }

    [Fact]
    public void OnlyReportsAndNewFilesBecomeReports()
    {
        Assert.True(StartReportFile.IsFree(_folder.At("none")));
        Assert.True(StartReportFile.IsFree(_folder.File("empty", "")));
        string report = _folder.At("report");
        StartReportFile.Write(new StartReport { Version = "1" }, report);
        Assert.True(StartReportFile.IsFree(report));
        Assert.False(StartReportFile.IsFree(_folder.File("save", "a save of the player's")));
        Assert.False(StartReportFile.IsFree(_folder.File("json", "{ \"name\": 1 }")));
    }
}
