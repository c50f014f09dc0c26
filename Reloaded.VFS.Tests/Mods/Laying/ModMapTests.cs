using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Mods.Resolving;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Mods.Laying;

/// <summary>Tests of where each part of a mod goes, as <c>rvfs which</c> and <c>rvfs ls</c> report it.</summary>
public sealed class ModMapTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public ModMapTests()
    {
        foreach (string file in (string[])["game/data/a.dds", "docs/My Games/own.ini", "mods/M/tex/a.dds", "mods/M/tex/own.dds",
            "mods/M/saves/s.sav", "mods/M/rest.txt", "mods/N/data/a.dds", "mods/N/tex/a.dds"])
            _folder.File(file);
    }

    public void Dispose() => _folder.Dispose();

    private ModSet Load(params MapRule[] rules) => ModSet.Load(new VfsConfiguration
    {
        Targets = [_folder.At("game")],
        Mods = _folder.At("mods"),
        Map = rules,
        KnownFolders = known => known == VFS.Mods.Names.KnownFolder.Documents ? _folder.At("docs") : null,
    });

    private static string[] List(ModResolver game, string folder) => [.. game.List(folder).Select(name => $"{name.Mod} {name.Path}")];

    [Fact]
    public void PartsGoWhereTheMapSaysAndNothingElseOfTheModIsLaid()
    {
        _folder.File("mods/M/mod.json",
            """{ "map": [{ "from": "tex", "to": "data" }, { "from": "saves", "to": "%DOCUMENTS%/My Games/G/Saves" }] }""");
        using var game = new ModResolver(Load());
        Assert.Empty(game.Applied.Diagnostics);
        Assert.Equal([" data", "N data\\a.dds", "M data\\own.dds", "N tex", "N tex\\a.dds"], List(game, ""));
        Assert.Equal(["N", "M", null], game.Which("data/a.dds")!.Providers.Select(provider => provider.Mod));
        Assert.Equal([" My Games", "(map) My Games\\G", "M My Games\\G\\Saves", "M My Games\\G\\Saves\\s.sav", " My Games\\own.ini"],
            List(game, "%documents%"));
        Assert.Equal(_folder.At("mods/M/saves/s.sav"), game.Which(@"%DOCUMENTS%\My Games\G\Saves\s.sav")!.Winner.Path);
        Assert.Equal(["data\\a.dds"], game.GetConflicts().Select(conflict => conflict.Path));
        Assert.False(Directory.Exists(_folder.At("mods.rvfs-folders")));
    }

    [Fact]
    public void TheConfigurationSMapGoesBeforeTheModSOwn()
    {
        _folder.File("mods/M/mod.json", """{ "map": [{ "from": "tex", "to": "data" }] }""");
        using var game = new ModResolver(Load(new MapRule(@"m\rest.txt", "data"), new MapRule("N", "inside")));
        Assert.Equal([" data", " data\\a.dds", "M data\\rest.txt", "N inside", "N inside\\data", "N inside\\data\\a.dds", "N inside\\tex",
            "N inside\\tex\\a.dds"], List(game, ""));
    }

    [Fact]
    public void WhatIsNamedInVainIsAnErrorWithItsPlaceAndTheRestGoesOn()
    {
        string file = _folder.File("mods/M/mod.json", """
            {
              "map": [
                { "from": "textures", "to": "data" },
                { "from": "tex", "to": "data" },
                { "from": "saves", "to": "%APPDATA%/G" }
              ],
              "hide": ["data/a.dds", "other/x", "*.txt"]
            }
            """);
        ModSet set = Load(new MapRule(@"Nobody\x", "data") { Location = new ConfigurationLocation("/g/rvfs.json", 4, "map[0]") });
        Assert.Equal(
            [
                $"error: {file}(3): map[0].from: the mod 'M' has no 'textures', which is mapped here.",
                $"error: {file}: hide: 'other/x' isn't hidden: no part of the mod goes to a folder that contains it. "
                    + "Fix: add a part that goes to \".\" to the map.",
                $"error: {file}: hide: '*.txt' isn't hidden: no part of the mod goes to a folder that contains it. "
                    + "Fix: add a part that goes to \".\" to the map.",
                "error: /g/rvfs.json(4): map[0].from: there is no mod 'Nobody', which is mapped here.",
            ], set.Diagnostics.Select(diagnostic => diagnostic.ToString()));
        using var game = new ModResolver(set);
        Assert.Equal(["error: map: nothing is added to %APPDATA%: the system doesn't say where it is."],
            game.Applied.Diagnostics.Select(diagnostic => diagnostic.ToString()));
        // The mod's own file under a hidden name is seen.
        Assert.Equal(["N", "M"], game.Which("data/a.dds")!.Providers.Select(provider => provider.Mod));
        Assert.Equal("M", game.Which("data/own.dds")!.Winner.Mod);
    }

    [Fact]
    public void ATargetMayBeAKnownFolder()
    {
        _folder.File("mods/M/mod.json", """{ "map": [{ "from": "saves", "to": "%DOCUMENTS%" }] }""");
        ModSet set = Load();
        set = ModSet.Load(set.Configuration with { Targets = [_folder.At("game"), _folder.At("docs")] });
        using var game = new ModResolver(set);
        Assert.Equal(2, game.Applied.Targets.Count);
        Assert.Equal("M", game.Which(_folder.At("docs/s.sav"))!.Winner.Mod);
        Assert.Null(game.Which("s.sav"));
        Assert.Equal("N", game.Which(_folder.At("docs/tex/a.dds"))!.Winner.Mod);
    }

    [Fact]
    public void ARuleOfPreferTxtNamesThePathThatAPartGoesTo()
    {
        _folder.File("mods/M/mod.json", """{ "map": [{ "from": "tex", "to": "data" }, { "from": "saves", "to": "%DOCUMENTS%/x" }] }""");
        _folder.File("mods/prefer.txt", "M: data/a.dds\nM: %DOCUMENTS%/x\nM: tex\n");
        ModSet set = Load();
        Assert.Equal(["the mod 'M', which is preferred here, has no 'tex'"], set.Diagnostics.Select(diagnostic => diagnostic.Cause));
        using var game = new ModResolver(set);
        Assert.Equal("M", game.Which("data/a.dds")!.Winner.Mod);
    }
}
