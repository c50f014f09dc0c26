using Reloaded.VFS.Mods.Configuration;

namespace Reloaded.VFS.Tests.Mods.Configuration;

/// <summary>
/// Tests of child programs' modes by their names: the default lists match what they should, and no list matches other names by accident.
/// </summary>
public sealed class ChildModesTests
{
    private static readonly ChildModes Usual = new(new VfsConfiguration());

    [Theory]
    [InlineData("CrashBandicoot4.exe", ChildMode.Mods)]
    [InlineData("CrashGame-Win64-Shipping.exe", ChildMode.Mods)]
    [InlineData("Dispatch-Win64-Shipping.exe", ChildMode.Mods)]
    [InlineData("Dispatch.exe", ChildMode.Mods)]
    [InlineData("UpdateGame-WinGDK-Shipping.exe", ChildMode.Mods)]
    [InlineData("PGPatcher.exe", ChildMode.Mods)]
    [InlineData("SynthesisPatcher.exe", ChildMode.Mods)]
    [InlineData("Galaxy on Fire.exe", ChildMode.Mods)]
    [InlineData("Sentry.exe", ChildMode.Mods)]
    [InlineData("discordia.exe", ChildMode.Mods)]
    [InlineData("xEdit.exe", ChildMode.Mods)]
    [InlineData("skse64_loader.exe", ChildMode.Mods)]
    [InlineData("UnityCrashHandler64.exe", ChildMode.Leave)]
    [InlineData("crashpad_handler.exe", ChildMode.Leave)]
    [InlineData("CrashReportClient.exe", ChildMode.Leave)]
    [InlineData("CrashReporter.exe", ChildMode.Leave)]
    [InlineData("CrashSender1403.exe", ChildMode.Leave)]
    [InlineData("REDEngineErrorReporter.exe", ChildMode.Leave)]
    [InlineData("BsSndRpt64.exe", ChildMode.Leave)]
    [InlineData("GalaxyClient Helper.exe", ChildMode.Leave)]
    [InlineData("EpicWebHelper.exe", ChildMode.Leave)]
    [InlineData("patcher.exe", ChildMode.Follow)]
    [InlineData("Patch.exe", ChildMode.Follow)]
    [InlineData("GamePatcher64.exe", ChildMode.Follow)]
    [InlineData("AutoUpdate.exe", ChildMode.Follow)]
    [InlineData("REDprelauncher.exe", ChildMode.Follow)]
    [InlineData("unins000.exe", ChildMode.Follow)]
    public void TheUsualLists(string name, ChildMode mode) => Assert.Equal(mode, Usual.Of(name));

    [Fact]
    public void WhatLiesInAModIsAModsTool()
    {
        Assert.Equal(ChildMode.Mods, Usual.Of("LoadOrderUpdater.exe", () => true, out string? rule));
        Assert.Null(rule);
        Assert.Equal(ChildMode.Follow, Usual.Of("LoadOrderUpdater.exe", () => false, out rule));
        Assert.Equal("*updat*", rule);
        // A browser's helper is sandboxed wherever it lies.
        Assert.Equal(ChildMode.Leave, Usual.Of("CefSubprocess.exe", () => true, out rule));
        Assert.Equal("*cefsubprocess*.exe", rule);
    }

    /// <summary>A list of the user's own applies exactly as written.</summary>
    [Fact]
    public void AListOfOnesOwnCountsAsItIsWritten()
    {
        ChildModes own = new(new VfsConfiguration { Follow = ["*tool*"], Leave = ["*-shipping.exe"] });
        Assert.Equal(ChildMode.Follow, own.Of("tool.exe", () => true, out string? rule));
        Assert.Equal("*tool*", rule);
        Assert.Equal(ChildMode.Leave, own.Of("Game-Win64-Shipping.exe"));
        Assert.Equal(ChildMode.Mods, own.Of("patcher.exe"));
    }
}
