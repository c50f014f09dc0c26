using Reloaded.VFS.Hooks.Spelling;

namespace Reloaded.VFS.Tests.Hooks.Spelling;

public sealed class DeviceNamesTests
{
    /// <summary>
    /// Under Wine no volume can be mounted in a folder, and the kernel's names begin with a drive letter, so the table is tested by itself.
    /// </summary>
    [Theory]
    [InlineData(@"\Device\HarddiskVolume77\Game", @"D:\Games\Game")]
    [InlineData(@"\device\HARDDISKVOLUME77\game\Data\a.dds", @"D:\Games\Game\Data\a.dds")]
    [InlineData(@"\Device\HarddiskVolume77\Game\", @"D:\Games\Game")]
    [InlineData(@"\Device\HarddiskVolume77\Games", "")]
    [InlineData(@"\Device\HarddiskVolume777\Game", "")]
    [InlineData(@"\Device\HarddiskVolume77", "")]
    [InlineData(@"\Device\HarddiskVolume3\windows", @"C:\windows")]
    [InlineData(@"\Device\Mup\server\share\g", @"UNC\server\share\g")]
    public void ATargetOnAVolumeWithoutALetterIsFoundByTheKernelsName(string name, string expected)
    {
        var devices = new DeviceNames([(@"\Device\HarddiskVolume3", "C:")]);
        devices.Add(@"\Device\HarddiskVolume77\Game", @"D:\Games\Game");
        Span<char> canonical = stackalloc char[100];
        Assert.Equal(expected, canonical[..devices.ToCanonical(name, canonical)].ToString());
    }
}
