using System.Buffers.Binary;
using System.Reflection.PortableExecutable;
using Reloaded.VFS.Mods.Reports;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Starting;

/// <summary>
/// Tests of a program in C++/CLI, which imports DLLs like any other but has a .NET header, so that its imports can't be withheld until the
/// mods are in place. On Windows such a program needs .NET Framework's runtime, so the test runs under Wine only.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class ImportedModDllTests : IDisposable
{
    private const int NetDirectory = 14;

    private readonly TemporaryFolder _folder = new();

    public ImportedModDllTests()
    {
        _folder.File("game/data.txt", "plain");
        _folder.File("game/rvfs/mods/Parts/data.txt", "modded");
        NativePrograms.Build("proxied_part.c", _folder.At("game/part.dll"), "-shared", "-lversion", "-DANSWER=1");
        NativePrograms.Build("proxied_part.c", _folder.At("game/rvfs/mods/Parts/part.dll"), "-shared", "-lversion", "-DANSWER=2");
        NativePrograms.Build("proxied.c", Game, "-DPART", "-DMIXED", _folder.At("game/part.dll"));
    }

    private string Game => _folder.At("game/game.exe");

    public void Dispose() => _folder.Dispose();

    [LinuxFact(Needs.Published)]
    [Trait("Bits", "64")]
    public void WhatCantBeHeldBackIsToldAndTheGameHasItsOwn()
    {
        Assert.Equal("first: modded\nanswer: 2\n", Run(out _));
        PointAtNetHeader();
        Assert.Equal("first: modded\nanswer: 1\n", Run(out string errors));
        Assert.Contains("part.dll isn't used: game.exe imports it, and a .NET program loads its DLLs in its own way", errors,
            StringComparison.Ordinal);
        Assert.Contains("copy it beside game.exe", errors, StringComparison.Ordinal);
        StartReport report = StartReportFile.Read(Directory.GetFiles(_folder.At("game/rvfs/logs"), "start-*.json").Max()!);
        Assert.Equal("Parts", Assert.Single(report.Diagnostics).Mod);
        // The message's remedy helps.
        File.Copy(_folder.At("game/rvfs/mods/Parts/part.dll"), _folder.At("game/part.dll"), overwrite: true);
        Assert.Equal("first: modded\nanswer: 2\n", Run(out _));
    }

    [LinuxFact(Needs.Published)]
    [Trait("Bits", "64")]
    public void WhatCantBeHeldBackIsToldWhereAModHidesIt()
    {
        File.Delete(_folder.At("game/rvfs/mods/Parts/part.dll"));
        _folder.File("game/rvfs/mods/Parts/part.dll.rvfshide", "");
        PointAtNetHeader();
        Assert.Equal("first: modded\nanswer: 1\n", Run(out string errors));
        Assert.Contains(
            "part.dll is loaded, though the mod hides it: game.exe imports it, and a .NET program loads its DLLs in its own way", errors,
            StringComparison.Ordinal);
        StartReport report = StartReportFile.Read(Directory.GetFiles(_folder.At("game/rvfs/logs"), "start-*.json").Max()!);
        Assert.Equal("Parts", Assert.Single(report.Diagnostics).Mod);
    }

    [LinuxFact(Needs.Published)]
    [Trait("Bits", "64")]
    public void WhatTheSystemDoesNotLetBeHeldBackIsTold()
    {
        GameResult result = RefusedStartTests.Run(_folder.At("game"), "NtWriteVirtualMemory", 0xC0000022, 1, WinePrefix.ToWindows(Game));
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Equal("first: modded\nanswer: 1\n", result.Text.Replace("\r", "", StringComparison.Ordinal));
        Assert.Contains("part.dll isn't used: game.exe imports it, and its TLS callbacks can't be held back", result.Errors,
            StringComparison.Ordinal);
    }

    private string Run(out string errors)
    {
        GameResult result = GameProcess.Run(Game, [], new GameOptions { Vfs = true });
        Assert.True(result.ExitCode == 0, result.ToString());
        errors = result.Errors;
        return result.Text.Replace("\r", "", StringComparison.Ordinal);
    }

    private void PointAtNetHeader()
    {
        byte[] image = File.ReadAllBytes(Game);
        PEHeaders headers = new(new MemoryStream(image));
        SectionHeader section = headers.SectionHeaders.Single(section => section.Name == ".cormeta");
        // The metadata's header itself; nothing else of it is read.
        foreach (int directory in (int[])[headers.PEHeaderStartOffset + 112 + (NetDirectory * 8), section.PointerToRawData + 8])
        {
            BinaryPrimitives.WriteInt32LittleEndian(image.AsSpan(directory), section.VirtualAddress);
            BinaryPrimitives.WriteInt32LittleEndian(image.AsSpan(directory + 4), section.VirtualSize);
        }

        File.WriteAllBytes(Game, image);
    }
}
