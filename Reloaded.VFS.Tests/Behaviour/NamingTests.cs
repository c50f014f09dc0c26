using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of the names and volumes that handles and mappings report: in every call and with every size of buffer they are those of the
/// merged folder, or, if real names are configured, the mod's.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class NamingTests
{
    private static readonly Scenario[] All =
    [
        new("names of files", """
            names | Data\a.txt
            names | Data\only-mod.txt
            names | Data\only-game.txt
            names | ModFolder\inner\x.txt
            names | \\?\<ROOT>\Data\a.txt
            """),
        new("names in the letter case on disk", """
            names | DATA\A.TXT
            names | data\ONLY-MOD.TXT
            names | Data\recased.txt
            names | modfolder\INNER\X.TXT
            names | MODFOLDER\inner
            """),
        new("names of folders", """
            names | .
            names | Data
            names | ModFolder
            names | ModFolder\inner
            names | Data\OnlyMod
            """),
        new("names of a copied handle", """
            dupnames | Data\a.txt
            dupnames | ModFolder
            """),
        new("names after a rename", """
            names | Data\a.txt
            create | Data\new.tmp | text
            rename | Data\new.tmp | Data\a.txt
            names | Data\a.txt
            create | Data\fresh.txt | text
            names | Data\fresh.txt
            create | ModFolder\fresh.txt | text
            names | ModFolder\fresh.txt
            names | ModFolder\y.txt
            """),
        new("names of mapped files", """
            mappedname | Data\a.txt
            mappedname | Data\only-game.txt
            mappedname | ModFolder\inner\x.txt
            mappedname | Data\code.dll
            mappedname | Data\code.dll | image
            """),
        new("names with every size of buffer", """
            namesizes | Data\a.txt | 9
            namesizes | Data\a.txt | 18
            namesizes | Data\a.txt | 48
            namesizes | ModFolder\inner | 9
            namesizes | ModFolder\inner\x.txt | 18
            objectsizes | Data\a.txt
            objectsizes | ModFolder\inner\x.txt
            objectsizes | ModFolder
            """),
        new("volumes", """
            volume | Data\a.txt | .
            volume | ModFolder | .
            volume | ModFolder\inner\x.txt | Data
            """),
    ];

    public static TheoryData<string> Scenarios => [.. All.Select(scenario => scenario.Name)];

    [RealProcessTheory]
    [MemberData(nameof(Scenarios))]
    public void SaysWhatAMergedFolderSays(string name)
    {
        using MergedFolder folder = Build();
        string script = Scenario.ToScript(All.Where(scenario => scenario.Name == name));
        string merged = BackendRunner.Run(folder, Backend.Merged, script);
        Assert.Contains("<ROOT", merged, StringComparison.Ordinal);
        string? difference = Scenario.Compare(merged, BackendRunner.Run(folder, Backend.Vfs, script, tolerant: true));
        Assert.True(difference is null, $"{name}\n{difference}");
    }

    [RealProcessFact]
    public void SaysWhereTheFileReallyIsWhereThatIsConfigured()
    {
        using MergedFolder folder = Build();
        File.WriteAllText(Path.Combine(folder.Game, "rvfs", "rvfs.json"), """{ "names": "real" }""");
        string output = BackendRunner.Run(folder, Backend.Vfs,
            Scenario.ToScript([new("real", "finalpath | Data\\a.txt\nfinalpath | Data\\only-game.txt\nmappedname | Data\\a.txt")]));
        Assert.Contains(@"\\?\<ROOT>\rvfs\mods\mod\Data\a.txt", output, StringComparison.Ordinal);
        Assert.Contains(@"\\?\<ROOT>\Data\only-game.txt", output, StringComparison.Ordinal);
        Assert.Contains(@"mapped=\??\<ROOT>\rvfs\mods\mod\Data\a.txt", output, StringComparison.Ordinal);
    }

    /// <summary>
    /// If a second file system is available: the names and volumes of mods on it are still the game's, and saving works across volumes.
    /// </summary>
    [OtherVolumeFact]
    public void ModsOnAnotherVolumeLookAsIfTheyLayInTheGame()
    {
        using MergedFolder folder = Build();
        string mods = Path.Combine("/dev/shm", "rvfs-" + Guid.NewGuid().ToString("N"));
        try
        {
            MergedFolder.CopyOver(folder.Mods, mods);
            Directory.Delete(folder.Mods, recursive: true);
            File.WriteAllText(Path.Combine(folder.Game, "rvfs", "rvfs.json"), $$"""{ "mods": "{{mods}}" }""");
            string script = Scenario.ToScript([new("other volume", """
                names | Data\a.txt
                names | ModFolder
                create | Data\a.txt.tmp | saved
                rename | Data\a.txt.tmp | Data\a.txt
                read | Data\a.txt
                create | Data\b.tmp | saved too
                replace | Data\only-mod.txt | Data\b.tmp | Data\only-mod.bak
                read | Data\only-mod.txt
                read | Data\only-mod.bak
                move | ModFolder\y.txt | Data\y.txt
                read | Data\y.txt
                attributes | ModFolder\y.txt
                move | Data\y.txt | Data\a.txt
                move | Data\only-game.txt | ModFolder\y.txt
                tree | .
                """)]);
            string? difference = Scenario.Compare(BackendRunner.Run(folder, Backend.Merged, script),
                BackendRunner.Run(folder, Backend.Vfs, script, tolerant: true));
            Assert.True(difference is null, difference);
            Assert.Equal("saved", File.ReadAllText(Path.Combine(mods, "mod", "Data", "a.txt")));
            Assert.Equal("game a", File.ReadAllText(Path.Combine(folder.Game, "Data", "a.txt")));
        }
        finally
        {
            Directory.Delete(mods, recursive: true);
        }
    }

    private static MergedFolder Build() => MergedFolder.Build(
        FixtureTree.Parse("game", """
            Data/a.txt = game a
            Data/only-game.txt = game only
            Data/Recased.TXT = game recased
            """),
        [
            FixtureTree.Parse("mod", """
                Data/a.txt = mod a
                Data/only-mod.txt = mod only
                Data/OnlyMod/z.txt = mod z
                Data/recased.txt = mod recased
                ModFolder/y.txt = mod y
                ModFolder/inner/x.txt = mod x
                """).With("Data/code.dll", File.ReadAllBytes(NativePrograms.Get("payload.dll"))),
        ],
        (NativePrograms.Probe, BackendRunner.GameName));

    /// <summary>A fact that runs only if a second file system is available; otherwise it is skipped with that reason.</summary>
    [AttributeUsage(AttributeTargets.Method)]
    private sealed class OtherVolumeFactAttribute : FactAttribute
    {
        public OtherVolumeFactAttribute() =>
            Skip = OperatingSystem.IsLinux() && Directory.Exists("/dev/shm")
                ? RealProcesses.WhySkip(Needs.Published)!
                : "there is no second volume here";
    }
}
