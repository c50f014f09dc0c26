using Reloaded.VFS.Cli.Checking;
using Reloaded.VFS.Cli.Starting;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Resolving;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Checking;

/// <summary>What <c>rvfs doctor</c> says of mods and settings that a start takes without a word.</summary>
public sealed class ModHealthTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void ModsWithOneIdAreNamed()
    {
        _folder.File("g/rvfs/mods/Hero 1/mod.json", """{ "id": "hero" }""");
        _folder.File("g/rvfs/mods/Hero 2/mod.json", """{ "id": "Hero" }""");
        _folder.File("g/rvfs/mods/Hero 1/a.txt");
        _folder.File("g/rvfs/mods/Hero 2/a.txt");
        Assert.Contains("'Hero 1', 'Hero 2'", Assert.Single(Find()).Cause, StringComparison.Ordinal);
        _folder.File("g/rvfs/mods/order.txt", "-Hero 1\nHero 2\n");
        Assert.Empty(Find());
    }

    [Fact]
    public void PatternsThatMatchNothingAreNamed()
    {
        _folder.File("g/data/there.txt");
        _folder.File("g/rvfs/mods/Red/mod.json", """{ "hide": ["data/there.txt", "data/their.txt"], "exclude": ["*.psd", "*.bak"] }""");
        _folder.File("g/rvfs/mods/Red/a.psd");
        _folder.File("g/rvfs/mods/Red/b.txt");
        Diagnostic[] found = Find(inPlace: ["b.*", "saves/**"]);
        Assert.Equal(["saves/**", "*.bak", "data/their.txt"], found.Select(one => one.Cause.Split('\'')[3]));
        Assert.Equal([Severity.Notice, Severity.Warning, Severity.Warning], found.Select(one => one.Severity));
    }

    [Fact]
    public void WhatAToolHasLeftIsNamed()
    {
        _folder.File("g/rvfs/mods/Red/a.txt");
        _folder.File("g/rvfs/write-to/Output/a.txt");
        _folder.Folder("g/rvfs/write-to/Output.rvfs-tmp");
        Assert.Contains("for the mod 'Output'", Assert.Single(Find()).Cause, StringComparison.Ordinal);
    }

    [RealProcessFact(Needs.Published)]
    public void ADllThatLacksAnotherIsNamed()
    {
        string program = _folder.File("g/game.exe");
        _folder.Folder("g/rvfs/mods/Red");
        File.Copy(PublishedArtifacts.Library, _folder.At("g/rvfs/mods/Red/plugin.dll"));
        string[] needs = [.. Reloaded.VFS.Interop.Entering.ImportedDlls.Read(PublishedArtifacts.Library)
            .Where(name => !name.StartsWith("api-ms-", StringComparison.OrdinalIgnoreCase))];
        Assert.NotEmpty(needs);
        _folder.Folder("system");
        foreach (string name in needs[1..])
            _folder.File("system/" + name.ToLowerInvariant());
        Diagnostic found = Assert.Single(Check());
        Assert.Contains($"'plugin.dll' of the mod 'Red' needs '{needs[0]}'", found.Cause, StringComparison.Ordinal);
        _folder.File("g/" + needs[0]);
        Assert.Empty(Check());

        Diagnostic[] Check() => [.. DllChecks.Run(new StartedProgram(program, program, null), _folder.At("g"), Configuration([]), _folder.At("system"))];
    }

    private VfsConfiguration Configuration(IReadOnlyList<string> inPlace) =>
        (new VfsConfiguration { Targets = [_folder.At("g")], InPlace = inPlace }).WithDefaults(_folder.At("g"));

    private Diagnostic[] Find(params string[] inPlace)
    {
        VfsConfiguration configuration = Configuration(inPlace);
        ModSet set = ModSet.Load(configuration);
        using ModResolver resolver = new(set);
        return [.. ModHealth.Run(set, resolver, configuration)];
    }
}
