using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of batch files that only a mod has, or that the game has made: they start as in the merged folder, by <c>CreateProcess</c>, which
/// runs the command interpreter for them, and by <c>ShellExecute</c>.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class BatchFileTests
{
    private const string Batch = @"@echo off\r\necho %~nx0 in %~dp0 got [%~1] [%2]\r\nexit /b ";

    [RealProcessTheory]
    [InlineData(false)]
    [InlineData(true)]
    public void ABatchFileStartsByEverySpelling(bool overwrites)
    {
        using MergedFolder folder = Build();
        using UntouchedFiles? untouched = overwrites ? UntouchedFiles.Overwrite(folder) : null;
        BackendRunner.AssertSame(folder, [new("start", """
            run | - | Data\m.bat one "and two"
            run | Data\m.bat | -
            run | Data\m.bat | anything three
            run | <ROOT>\Data\M.BAT | "<ROOT>\Data\m.bat" four
            run | - | "Data\two words.bat" five
            run | - | Data\two words.bat six
            run | - | .\data\..\Data\m.bat
            run | - | \\?\<ROOT>\Data\m.bat
            run | - | ModFolder\deep\d.cmd
            run | ModFolder\deep\d.cmd | -
            run | - | own.bat
            run | - | Data\m
            run | - | Data\missing.bat
            run | - | Nowhere\missing.bat
            run | - | "<ROOT>\Data\m.bat" seven | <ROOT>\ModFolder\deep
            run | - | "<ROOT>\ModFolder\deep\d.cmd" | <ROOT>\ModFolder\deep
            shellrun | <ROOT>\Data\m.bat | eight
            shellrun | ModFolder\deep\d.cmd | <EMPTY>
            chdir | ModFolder\deep
            run | - | d.cmd nine
            run | - | ..\..\own.bat ten
            """)], "batch files");
    }

    [RealProcessTheory]
    [InlineData(false)]
    [InlineData(true)]
    public void ABatchFileThatTheGameHasMadeStarts(bool overwrites)
    {
        using MergedFolder folder = Build();
        using UntouchedFiles? untouched = overwrites ? UntouchedFiles.Overwrite(folder) : null;
        BackendRunner.AssertSame(folder, [new("make", """
            create | Data\made.bat | @exit /b 5
            run | - | Data\made.bat
            create | ModFolder\made.bat | @exit /b 6
            run | ModFolder\made.bat | -
            create | Data\m.bat | @exit /b 7
            run | - | Data\m.bat
            create | own.bat | @exit /b 8
            run | - | own.bat
            delete | Data\m.bat
            run | - | Data\m.bat
            mkdir | New
            create | New\n.cmd | @exit /b 9
            run | - | New\n.cmd
            """), new("again", """
            run | - | Data\made.bat
            run | - | New\n.cmd
            """)], "made");
    }

    private static MergedFolder Build() => MergedFolder.Build(
        FixtureTree.Parse("game", $"Data/g.txt = game\nown.bat = {Batch}11\n"),
        [
            FixtureTree.Parse("mod", $"""
                Data/m.bat = {Batch}21
                Data/two words.bat = {Batch}22
                ModFolder/deep/d.cmd = {Batch}23
                """),
        ],
        (NativePrograms.Probe, BackendRunner.GameName));
}
