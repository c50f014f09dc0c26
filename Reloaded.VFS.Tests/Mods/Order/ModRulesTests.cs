using System.Diagnostics;
using Reloaded.VFS.Cli.OtherManagers.Formats;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Mods.Order;

public sealed class ModRulesTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    private void Mod(string name, string? json = null)
    {
        _folder.File($"mods/{name}/a.txt");
        if (json is not null)
            _folder.File($"mods/{name}/mod.json", json);
    }

    private LoadOrder Read() => LoadOrder.Of(new VfsConfiguration { Mods = _folder.At("mods"), ModJsons = ForeignMetadata.Instance });

    private static string[] Names(LoadOrder order) => [.. order.Mods.Where(mod => mod.IsLoaded).Select(mod => mod.Name)];

    [Fact]
    public void RulesDecideWhereNothingIsListed()
    {
        Mod("A", """{ "after": ["id.c", "nothing"] }""");
        Mod("B");
        Mod("C", """{ "id": "id.c", "before": ["b"] }""");
        LoadOrder order = Read();
        Assert.Equal(["C", "A", "B"], Names(order));
        Assert.Empty(order.Diagnostics);
    }

    [Fact]
    public void AnOrderTxtWinsAndSaysSo()
    {
        Mod("A", """{ "after": ["B"] }""");
        Mod("B");
        Mod("C", """{ "needs": ["D"] }""");
        Mod("D");
        _folder.File("mods/order.txt", "# mine\nA\nB\n");
        LoadOrder order = Read();
        Assert.Equal(["A", "B", "D", "C"], Names(order));
        Diagnostic broken = Assert.Single(order.Diagnostics, d => d.Severity == Severity.Warning);
        Assert.Contains("'A' says that it comes after 'B', but order.txt has them the other way round", broken.Cause,
            StringComparison.Ordinal);
        Assert.Equal((_folder.At("mods/order.txt"), 2), (broken.File, broken.Line));
    }

    [Theory]
    [InlineData("order.txt", "A\n-B\n")]
    [InlineData("nothing", "")]
    public void ANeedThatIsNotThereIsNamedWithWhoNeedsIt(string file, string content)
    {
        Mod("A", """{ "needs": ["B"] }""");
        if (file == "order.txt")
            Mod("B");
        _folder.File("mods/" + file, content);
        Diagnostic missing = Assert.Single(Read().Diagnostics, d => d.IsError);
        Assert.Contains("'A' needs 'B', which isn't there or is switched off", missing.Cause, StringComparison.Ordinal);
        Assert.Equal(_folder.At("mods/A/mod.json"), missing.File);
    }

    [Fact]
    public void WhatAnotherManagersFileNeedsIsANotice()
    {
        Mod("A");
        _folder.File("mods/A/manifest.json", """{ "name": "A", "dependencies": ["BepInEx-BepInExPack-5.4.2", "Team-B-1.0.0"] }""");
        Mod("B");
        LoadOrder order = Read();
        Assert.Equal(["B", "A"], Names(order));
        Diagnostic missing = Assert.Single(order.Diagnostics);
        Assert.Equal(Severity.Notice, missing.Severity);
        Assert.Contains("BepInEx-BepInExPack", missing.Cause, StringComparison.Ordinal);
    }

    [Fact]
    public void ACircleIsShownAsAChainAndDoesNotCount()
    {
        Mod("A", """{ "after": ["C"] }""");
        Mod("B", """{ "after": ["A"] }""");
        Mod("C", """{ "after": ["B"], "before": ["D"] }""");
        Mod("D");
        LoadOrder order = Read();
        Assert.Equal(["A", "B", "C", "D"], Names(order));
        Assert.Contains("'A' before 'B' before 'C' before 'A'", Assert.Single(order.Diagnostics).Cause, StringComparison.Ordinal);
    }

    [Fact]
    public void ModsThatDoNotGoTogetherAreNamed()
    {
        Mod("A", """{ "conflicts": ["B"] }""");
        Mod("B");
        Assert.Contains("'A' says that it conflicts with 'B'", Assert.Single(Read().Diagnostics).Cause, StringComparison.Ordinal);
    }

    [Fact]
    public void DoubledRulesTakeNoTime()
    {
        for (int i = 0; i < 100; i++)
            Mod($"M{i:00}", $$"""{ "after": [{{string.Join(", ", Enumerable.Range(0, i).Select(j => $"\"M{j:00}\""))}}] }""");
        Mod("Last", $$"""{ "before": [{{string.Join(", ", Enumerable.Repeat("\"M00\"", 100_000))}}] }""");
        var clock = Stopwatch.StartNew();
        LoadOrder order = Read();
        Assert.Equal("Last", Names(order)[0]);
        Assert.Empty(order.Diagnostics);
        Assert.InRange(clock.Elapsed, TimeSpan.Zero, TimeSpan.FromSeconds(5) * GameProcess.Patience);
    }

    /// <summary>Each of 200 mods is to come before every other: 19,900 cycles of two.</summary>
    [Fact]
    public void ManyCirclesTakeNoTime()
    {
        string names = string.Join(", ", Enumerable.Range(0, 200).Select(i => $"\"M{i:000}\""));
        for (int i = 0; i < 200; i++)
            Mod($"M{i:000}", $$"""{ "before": [{{names}}] }""");
        var clock = Stopwatch.StartNew();
        LoadOrder order = Read();
        Assert.Equal(200, Names(order).Length);
        Assert.NotEmpty(order.Diagnostics);
        Assert.InRange(clock.Elapsed, TimeSpan.Zero, TimeSpan.FromSeconds(5) * GameProcess.Patience);
    }

    [Fact]
    public void AListThatIsTooLongIsNamed()
    {
        Mod("A", $$"""{ "after": [{{string.Join(", ", Enumerable.Range(0, 1001).Select(i => $"\"x{i}\""))}}] }""");
        Diagnostic told = Assert.Single(Assert.Single(Read().Mods).Metadata.Diagnostics);
        Assert.Equal((_folder.At("mods/A/mod.json"), "after"), (told.File, told.Key));
        Assert.Contains("the list has more than 1,000 entries; those from number 1,001 on are ignored", told.Cause,
            StringComparison.Ordinal);
    }
}
