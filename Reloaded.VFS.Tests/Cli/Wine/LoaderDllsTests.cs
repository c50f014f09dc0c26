using Reloaded.VFS.Cli.Wine;
using Reloaded.VFS.Mods.Caching;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Wine;

/// <summary>Tests of which mods' DLLs Wine is told about in addition to those beside the started program.</summary>
public sealed class LoaderDllsTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void ThoseOfMods()
    {
        _folder.File("g/Bin/X64/Game.exe");
        _folder.File("g/rvfs/mods/deep/some/where/below/dxgi.dll");
        _folder.File("g/rvfs/mods/beside/bin/x64/WINES.dll");
        _folder.File("g/rvfs/mods/beside/bin/x64/none-of-wines.dll");
        _folder.File("g/rvfs/mods/tool/tools/tool.exe");
        _folder.File("g/rvfs/mods/other/Tools/riched20.dll");
        _folder.File("g/rvfs/mods/other/Data/scripts/plugin.dll");
        _folder.File("g/rvfs/mods/off/bin/x64/winmm.dll");
        _folder.File("g/rvfs/mods/order.txt", "-off\n");
        string[] ofWine = ["dxgi.dll", "wines.dll", "riched20.dll", "plugin.dll", "winmm.dll", "version.dll"];
        VfsConfiguration configuration = new VfsConfiguration().WithDefaults(_folder.At("g"));
        Assert.Equal(["dxgi.dll", "riched20.dll", "WINES.dll"], Find());

        // A file that the game, or an updater, has written under the policy "overwrite".
        _folder.File("g/rvfs/overwrite/bin/x64/version.dll");
        Assert.Equal(3, Find().Length);
        configuration = configuration with { Writes = WritePolicy.Overwrite };
        Assert.Equal(["dxgi.dll", "riched20.dll", "version.dll", "WINES.dll"], Find());

        // From the kept listings of the mods' folders, except one that has changed since; another mod's map says where its parts go.
        if (OperatingSystem.IsLinux())
        {
            string mods = configuration.Mods!;
            Assert.True(FolderCacheWriter.Run(mods, LinuxFolders.Instance, fewest: 0, margin: TimeSpan.Zero));
            _folder.File("g/rvfs/mods/beside/bin/x64/winmm.dll");
            ofWine = [.. ofWine, "dsound.dll"];
            _folder.File("g/rvfs/mods/mapped/x/dsound.dll");
            _folder.File("g/rvfs/mods/mapped/mod.json", """{ "map": { "x": "somewhere" } }""");
            using CachedMods kept = new(mods, LinuxFolders.Instance);
            LoadOrder order = LoadOrder.Of(new VfsConfiguration { Mods = mods }, kept) with { Cached = kept };
            Assert.Equal(["dsound.dll", "dxgi.dll", "riched20.dll", "version.dll", "WINES.dll", "winmm.dll"], Find(order));
            Assert.True(kept.Confirmed > 0 && kept.Changed > 0, $"{kept.Confirmed} folders were as they were, {kept.Changed} weren't");
        }

        string[] Find(LoadOrder? order = null) => [.. LoaderDlls.Find(configuration, order, name => ofWine.Contains(name.ToLowerInvariant()))
            .Order(StringComparer.OrdinalIgnoreCase)];
    }
}
