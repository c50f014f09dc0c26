using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Mods.Reports;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Mods.Reports;

public sealed class StartReportTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    private static StartReport Sample() => new()
    {
        Version = "0.1.0",
        System = "Windows 10.0.19045",
        Time = new DateTimeOffset(2026, 1, 31, 18, 45, 0, TimeSpan.FromHours(1)),
        Game = @"C:\games\g\g.exe",
        ProcessId = 4711,
        Milliseconds = 41.6,
        InstructionSet = "AVX2",
        Running = true,
        Targets = [@"C:\games\g"],
        ModsFolder = @"C:\games\g\rvfs\mods",
        Mods =
        [
            new() { Name = "Textures", State = ModState.Active, Files = 400, Replaces = 37, Wins = 399 },
            new() { Name = "Größer", State = ModState.New, Files = 12, Wins = 12 },
            new() { Name = "Old", State = ModState.Disabled },
            new() { Name = "Gone", State = ModState.Missing },
            new() { Name = "Broken", State = ModState.Error },
        ],
        Files = 411,
        Replaces = 37,
        Hooks =
        [
            new() { Function = "NtCreateFile", State = HookState.Installed, IsBehindOthers = true, OtherModule = "other.dll" },
            new() { Function = "NtQueryDirectoryFileEx", State = HookState.Absent },
            new() { Function = "NtOpenFile", State = HookState.Failed, Detail = "no memory near ntdll" },
        ],
        Diagnostics =
        [
            Diagnostic.Notice("the archive isn't unpacked yet") with { File = "a.zip", Fix = "rvfs refresh" },
            Diagnostic.Error("unknown key") with { File = "rvfs.json", Line = 3, Key = "mod", Fix = "did you mean mods?" },
        ],
        Exit = new()
        {
            Time = new DateTimeOffset(2026, 1, 31, 19, 0, 0, TimeSpan.FromHours(1)),
            Code = 0xC0000005,
            Status = "STATUS_ACCESS_VIOLATION",
            FilesOpened = 1
        },
    };

    [Fact]
    public void SurvivesItsFile()
    {
        string file = StartReportFile.NameFor(_folder.At("logs"), Sample().Time, 4711);
        Assert.Matches("^start-20260131-174500-4711-[0-9a-f]{8}[.]json$", Path.GetFileName(file));
        // Processes in two Wine prefixes may have the same id.
        Assert.NotEqual(file, StartReportFile.NameFor(_folder.At("logs"), Sample().Time, 4711));
        StartReportFile.Write(Sample(), file);
        StartReportFile.Write(Sample(), file);
        Assert.Equal([file], Directory.GetFiles(_folder.At("logs")));
        StartReport read = StartReportFile.Read(file);
        Assert.Equal(Sample().Mods, read.Mods);
        Assert.Equal(Sample().Hooks, read.Hooks);
        Assert.Equal(Sample().Diagnostics, read.Diagnostics);
        Assert.Equal(StartReportText.Render(Sample()), StartReportText.Render(read));
        Assert.True(read.HasErrors);
    }

    [Fact]
    public void ItsJSONHasTheDocumentedKeys()
    {
        using JsonDocument json = JsonDocument.Parse(StartReportFile.ToJson(Sample()));
        Assert.Equal(
            ["version", "system", "time", "game", "processId", "milliseconds", "instructionSet", "running", "targets", "modsFolder", "mods",
                "files", "replaces", "hooks", "diagnostics", "exit"],
            json.RootElement.EnumerateObject().Select(p => p.Name));
        Assert.Equal("new", json.RootElement.GetProperty("mods")[1].GetProperty("state").GetString());
        Assert.Equal("error", json.RootElement.GetProperty("diagnostics")[1].GetProperty("severity").GetString());
        Assert.Contains("Größer", Encoding.UTF8.GetString(StartReportFile.ToJson(Sample())));
    }

    /// <summary>The writer, which writes key by key, has the same output as the generated serialiser, which knows each property.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void ItsJSONIsThatOfTheGeneratedSerialiser(bool isFull)
    {
        StartReport report = isFull
            ? Sample() with { Diagnostics = [.. Sample().Diagnostics, Diagnostic.Warning("a \uD800 <b> \"c\"") with { Mod = "é" }] }
            : new StartReport { Version = "" };
        var context = new StartReportJsonContext(
            new(StartReportJsonContext.Default.Options) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping });
        Assert.Equal(JsonSerializer.Serialize(report, context.StartReport), Encoding.UTF8.GetString(StartReportFile.ToJson(report)));
    }

    [Fact]
    public void ReadsAsText() => Assert.Equal("""
        Reloaded VFS: 2 mods, 411 files, 37 of them replace a file of the game.
          error: rvfs.json(3): mod: unknown key. Fix: did you mean mods?
          notice: a.zip: the archive isn't unpacked yet. Fix: rvfs refresh.

        Started    2026-01-31 18:45:00 +01:00, ready after 42 ms
        Version    0.1.0 (AVX2)
        System     Windows 10.0.19045
        Game       C:\games\g\g.exe (process 4711)
        Target     C:\games\g
        Mods from  C:\games\g\rvfs\mods
        Ended      2026-01-31 19:00:00, exit code 0xC0000005 (STATUS_ACCESS_VIOLATION), files of mods were opened once

        Mods, a later one wins:
            1  Textures  400 files, 37 of the game replaced, 1 hidden by later mods
            2  Größer    12 files (new: not in order.txt)
            3  Old       disabled
            4  Gone      missing: there is no such folder
            5  Broken    left out: see the errors above

        Hooks:
          NtCreateFile            installed
          NtQueryDirectoryFileEx  not needed
          NtOpenFile              FAILED: no memory near ntdll

        """.ReplaceLineEndings("\n"), StartReportText.Render(Sample()));

    [Fact]
    public void ADamagedFileIsNamedAsSuch()
    {
        byte[] good = StartReportFile.ToJson(Sample());
        Assert.Contains("line",
            Assert.Throws<InvalidDataException>(() => StartReportFile.FromJson(good.AsSpan(0, good.Length / 2))).Message);
        Assert.Contains("(line 2)",
            Assert.Throws<InvalidDataException>(() => StartReportFile.FromJson("{ \"version\": \"1\",\n\"files\": \"no\" }"u8)).Message);
        Assert.Throws<InvalidDataException>(() => StartReportFile.FromJson("null"u8));
        Assert.Throws<InvalidDataException>(() => StartReportFile.FromJson("""{"version":null}"""u8));
        Assert.Empty(StartReportFile.FromJson("""{"version":"9", "mods":[null], "later": {}}"""u8).Mods);
        Assert.Empty(StartReportFile.FromJson("""{"version":"9", "hooks":null, "processId":null, "later": [{}]}"""u8).Hooks);

        var random = new Random(7);
        for (int round = 0; round < 5000; round++)
        {
            byte[] bytes = [.. good];
            for (int i = 0; i < 3; i++)
                bytes[random.Next(bytes.Length)] = (byte)random.Next(256);
            try
            {
                StartReportText.Render(StartReportFile.FromJson(bytes));
            }
            catch (InvalidDataException)
            {
                // The only exception that may be thrown.
            }
        }
    }

    [Fact]
    public void WhatIsReadPlainlyIsWhatTheSerialiserReads()
    {
        byte[] good = StartReportFile.ToJson(Sample() with
        {
            Exit = new ExitReport { Code = 0xC0000005, Status = "STATUS_ACCESS_VIOLATION", FilesOpened = 7 },
        });
        var random = new Random(8);
        int plainly = 0;
        for (int round = 0; round < 20_000; round++)
        {
            byte[] bytes = [.. good];
            bytes[random.Next(bytes.Length)] = (byte)random.Next(256);
            StartReport plain;
            try
            {
                plain = StartReportFile.FromJson(bytes);
            }
            catch (InvalidDataException)
            {
                continue;
            }

            plainly++;
            StartReport read = JsonSerializer.Deserialize(bytes, StartReportJsonContext.Default.StartReport)!;
            // A list whose key was changed is missing.
            read = read with
            {
                Targets = read.Targets ?? [],
                Mods = read.Mods ?? [],
                Hooks = read.Hooks ?? [],
                Diagnostics = read.Diagnostics ?? [],
            };
            Assert.Equal(Encoding.UTF8.GetString(StartReportFile.ToJson(read)), Encoding.UTF8.GetString(StartReportFile.ToJson(plain)));
        }

        Assert.InRange(plainly, 1000, 20_000);
    }

    [Fact]
    public void FindsTheLastReport()
    {
        Assert.Null(StartReportFile.FindLast(_folder.At("none")));
        _folder.File("start-20260131-174500-9.json");
        string last = _folder.File("start-20260131-174501-10.json");
        _folder.File("zzz.json");
        Assert.Equal(last, StartReportFile.FindLast(_folder.Root));
    }

    [Fact]
    public void AFailedWriteLeavesTheOldReport()
    {
        string file = _folder.File("r.json", "old");
        Assert.ThrowsAny<IOException>(() => StartReportFile.Write(Sample(), Path.Combine(file, "r.json")));
        Assert.Equal("old", File.ReadAllText(file));
    }
}

/// <summary>The generated serialisers, which know each property and with which the hand-written readers and writers are compared.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    UseStringEnumConverter = true,
    RespectNullableAnnotations = true,
    WriteIndented = true)]
[JsonSerializable(typeof(StartReport))]
internal sealed partial class StartReportJsonContext : JsonSerializerContext;
