using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of hidden, read-only, linked, compressed and sparse files, and of access rights: reading and changing them through the VFS has the
/// same results as in the merged folder.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class AttributeTests
{
    private static readonly Scenario[] All =
    [
        new("hidden files", """
            attributes | Data\hidden.txt
            find | Data\*
            setattributes | Data\a.txt | 2
            setattributes | ModFolder\y.txt | 26
            attributes | Data\a.txt
            attributesex | ModFolder\y.txt
            ntfullattributes | Data\a.txt
            info | Data\a.txt
            find | Data\*
            find | ModFolder\*
            read | Data\a.txt
            append | Data\a.txt | and more
            create | Data\a.txt | anew
            setattributes | Data\a.txt | 80
            attributes | Data\a.txt
            create | Data\a.txt | anew
            read | Data\a.txt
            find | Data\a.txt
            """),
        new("read-only files", """
            attributes | Data\readonly.txt
            read | Data\readonly.txt
            append | Data\readonly.txt | no
            create | Data\readonly.txt | no
            truncate | Data\readonly.txt | no
            delete | Data\readonly.txt
            access | Data\readonly.txt
            setattributes | ModFolder\y.txt | 1
            append | ModFolder\y.txt | no
            delete | ModFolder\y.txt
            attributes | ModFolder\y.txt
            find | ModFolder\*
            setattributes | ModFolder\y.txt | 80
            append | ModFolder\y.txt | yes
            read | ModFolder\y.txt
            setattributes | Data\readonly.txt | 80
            append | Data\readonly.txt | yes
            read | Data\readonly.txt
            setattributes | ModFolder | 1
            attributes | ModFolder
            create | ModFolder\new.txt | new
            find | ModFolder\*
            """),
        new("hard links", """
            info | Data\only-mod.txt
            link | Data\linked.txt | Data\only-mod.txt
            info | Data\only-mod.txt
            info | Data\linked.txt
            append | Data\linked.txt | by its second name
            read | Data\only-mod.txt
            attributesex | Data\linked.txt
            find | Data\*
            delete | Data\only-mod.txt
            read | Data\linked.txt
            info | Data\linked.txt
            """),
        new("compressed files", """
            compressed | Data\big.bin
            compress | Data\big.bin | 0
            compress | Data\big.bin | 1
            attributes | Data\big.bin
            compressed | Data\big.bin
            find | Data\big.bin
            compress | ModFolder\y.txt | 2
            compress | ModFolder | 1
            compress | ModFolder\missing.txt | 1
            compress | Data\only-game.txt | 1
            attributesex | ModFolder\y.txt
            read | ModFolder\y.txt
            compress | Data\big.bin | 0
            read | Data\big.bin
            """),
        new("sparse files", """
            sparse | Data\big.bin | 65536 | 196608
            attributes | Data\big.bin
            compressed | Data\big.bin
            read | Data\big.bin
            sparse | ModFolder\y.txt | 0 | 4
            read | ModFolder\y.txt
            """),
        new("access", """
            access | Data\a.txt
            access | ModFolder\y.txt
            access | ModFolder
            access | Data\only-game.txt
            access | Data\big.bin
            access | ModFolder\missing.txt
            """),
        new("security", """
            security | Data\a.txt
            security | ModFolder\y.txt
            security | Data\only-game.txt
            security | ModFolder\missing.txt
            setsecurity | Data\a.txt | D:P(A;;FR;;;WD)
            security | Data\a.txt
            access | Data\a.txt
            setsecurity | ModFolder\y.txt | D:P
            security | ModFolder\y.txt
            access | ModFolder\y.txt
            read | ModFolder\y.txt
            attributes | ModFolder\y.txt
            find | ModFolder\*
            setsecurity | ModFolder\y.txt | D:(A;;FA;;;WD)
            read | ModFolder\y.txt
            """),
    ];

    public static TheoryData<string> Names => [.. All.Select(scenario => scenario.Name)];

    [RealProcessTheory]
    [MemberData(nameof(Names))]
    public void AreThoseOfTheMergedFolder(string name)
    {
        using MergedFolder folder = Build();
        string script = Scenario.ToScript([All.Single(scenario => scenario.Name == name)]);
        string merged = BackendRunner.Run(folder, Backend.Merged, script), plain = BackendRunner.Run(folder, Backend.Plain, script);
        string? difference = Scenario.Compare(merged, BackendRunner.Run(folder, Backend.Vfs, script));
        Assert.True(difference is null, difference);
        Assert.DoesNotContain("no such command", merged, StringComparison.Ordinal);
        Assert.NotNull(Scenario.Compare(merged, plain));
        // The game's own files are unchanged.
        Assert.Equal("game a", File.ReadAllText(Path.Combine(folder.Game, "Data", "a.txt")));
    }

    private static MergedFolder Build()
        => MergedFolder.Build(
            FixtureTree.Parse("game", """
                Data/a.txt = game a
                Data/only-game.txt = game only
                Data/big.bin : 1000
                Data/readonly.txt = game readonly
                """),
            [
                FixtureTree.Parse("mod", """
                    Data/a.txt = mod a
                    Data/only-mod.txt = mod only
                    Data/big.bin : 300000
                    [readonly] Data/readonly.txt = mod readonly
                    [hidden] Data/hidden.txt = mod hidden
                    ModFolder/y.txt = mod y
                    """),
            ],
            (NativePrograms.Probe, BackendRunner.GameName));
}
