using System.Buffers.Binary;
using Reloaded.VFS.Cli.Checking;
using Reloaded.VFS.Cli.Checking.Facts;
using Reloaded.VFS.Cli.Starting;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Checking;

/// <summary>
/// Tests of what <c>rvfs doctor</c> reports about facts that no test machine has: registry values, attributes and codes as Windows would
/// return them.
/// </summary>
public sealed class DoctorFactsTests : IDisposable
{
    private const string Ci = @"SYSTEM\CurrentControlSet\Control\CI\Policy\VerifiedAndReputablePolicyState";
    private const string Options = @"SOFTWARE\Microsoft\Windows NT\CurrentVersion\Image File Execution Options\game.exe";
    private const string Kernel = @"SYSTEM\CurrentControlSet\Control\Session Manager\kernel\MitigationOptions";

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(0, 0u, null, "")]
    [InlineData(0, 0x5u, Severity.Warning, "a code integrity policy")] // enforced for programs
    [InlineData(0, 0xDu, null, "")] // only logged
    [InlineData(1, 0x5u, Severity.Warning, "Smart App Control is on")]
    [InlineData(2, 0x1u, Severity.Notice, "Smart App Control is evaluating")]
    public void CodeIntegrityAndSmartAppControl(int state, uint options, Severity? severity, string words)
    {
        SystemFacts facts = Facts(new() { [Ci] = state }) with { CodeIntegrity = () => options };
        AssertOne(CodeIntegrityCheck.Run(facts), severity, words);
    }

    [Theory]
    [InlineData(36, 0, 1, Severity.Error, "arbitrary code guard")]
    [InlineData(36, 0, 2, null, "")] // always off
    [InlineData(44, 0, 1, Severity.Error, "code integrity guard")]
    [InlineData(44, 0, 3, Severity.Error, "code integrity guard")] // or those of the Store
    [InlineData(40, 0, 1, null, "")] // control flow guard does no harm
    [InlineData(28, 1, 1, null, "")] // shadow stacks in their compatible mode
    [InlineData(28, 1, 3, Severity.Warning, "strict shadow stacks")]
    [InlineData(36, 1, 1, Severity.Error, "only DLLs that support shadow stacks")]
    public void MitigationsOfTheGame(int shift, int word, int state, Severity? severity, string words)
    {
        byte[] options = new byte[24];
        BinaryPrimitives.WriteUInt64LittleEndian(options.AsSpan(word * 8), (ulong)state << shift);
        string game = _folder.At("game.exe");
        AssertOne(MitigationCheck.Run(Facts(new() { [Options + @"\MitigationOptions"] = options }), game), severity, words);
        AssertOne(MitigationCheck.Run(Facts(new() { [Kernel] = options }), game), severity, words);
        if (word == 0)
            AssertOne(
                MitigationCheck.Run(Facts(new() { [Options + @"\MitigationOptions"] = BinaryPrimitives.ReadInt64LittleEndian(options) }),
                    game), severity, words);
    }

    [Fact]
    public void MitigationsOfOnePathAreForThatPathOnly()
    {
        Dictionary<string, object> registry = new()
        {
            [Options + @"\UseFilter"] = 1,
            [Options + @"\0\FilterFullPath"] = _folder.At("GAME.exe"),
            [Options + @"\0\MitigationOptions"] = 1L << 36,
        };
        AssertOne(MitigationCheck.Run(Facts(registry), _folder.At("game.exe")), Severity.Error, "arbitrary code guard");
        Assert.Empty(MitigationCheck.Run(Facts(registry), _folder.At("other/game.exe")));
        registry.Remove(Options + @"\UseFilter");
        Assert.Empty(MitigationCheck.Run(Facts(registry), _folder.At("game.exe")));
    }

    [Theory]
    [InlineData(0x40_0000)]
    [InlineData(0x4_0000)]
    [InlineData(0x1000)]
    public void FilesThatACloudKeeps(int attribute)
    {
        _folder.File("g/rvfs/mods/Red/data/here.dds");
        string away = _folder.File("g/rvfs/mods/Red/data/away.dds"), ofGame = _folder.File("g/data/big.pak");
        CloudFiles files = new((FileAttributes)attribute, [away, ofGame]);
        List<Diagnostic> found = [.. Survey(new SystemFacts { Files = files })];
        Assert.Equal(2, found.Count);
        AssertOne(found[..1], Severity.Warning, "1 file of the game isn't on the disk but in a cloud");
        AssertOne(found[1..], Severity.Warning, "1 file of the mod 'Red' isn't on the disk but in a cloud");
        Assert.Equal(("Red", away), (found[1].Mod, found[1].File));
    }

    [Theory]
    [InlineData("OneDrive")]
    [InlineData("OneDriveConsumer")]
    [InlineData("OneDriveCommercial")]
    public void AFolderOfOneDrive(string variable)
    {
        _folder.Folder("cloud/g/rvfs/mods");
        SystemFacts facts = new() { Variable = name => name == variable ? _folder.At("cloud") : null };
        List<Diagnostic> found = [.. FolderSurvey.Run(facts, _folder.At("cloud/g"),
            new VfsConfiguration { Targets = [_folder.At("cloud/g")], Mods = _folder.At("cloud/g/rvfs/mods") })];
        Assert.Equal(["the game lies in OneDrive's folder", "the mods lie in OneDrive's folder"], found.Select(f => f.Cause.Split(':')[0]));
        _folder.Folder("g/rvfs/mods");
        Assert.Empty(Survey(facts));
    }

    /// <summary>Steam marks each folder that it synchronises by itself; it doesn't see the overwrite folder.</summary>
    [Theory]
    [InlineData(WritePolicy.Overwrite, null, true)]
    [InlineData(WritePolicy.Overwrite, "data/saves/**", false)]
    [InlineData(WritePolicy.Overwrite, "data/saves", false)]
    [InlineData(WritePolicy.Overwrite, "data/*.sav", true)]
    [InlineData(WritePolicy.Game, null, false)]
    public void SavesThatSteamKeepsInItsCloud(WritePolicy writes, string? inPlace, bool isTold)
    {
        _folder.File("g/data/saves/steam_autocloud.vdf", "\"steam_autocloud.vdf\"\n{\n\t\"accountid\"\t\t\"1\"\n}\n");
        _folder.File("g/data/other/my steam_autocloud.vdf.txt");
        _folder.File("g/rvfs/mods/Red/data/saves/steam_autocloud.vdf");
        List<Diagnostic> found = [.. FolderSurvey.Run(new SystemFacts(), _folder.At("g"), new VfsConfiguration
        {
            Targets = [_folder.At("g")],
            Mods = _folder.At("g/rvfs/mods"),
            Writes = writes,
            InPlace = inPlace is null ? [] : [inPlace],
        })];
        Assert.Equal(isTold ? 1 : 0, found.Count);
        if (!isTold)
            return;
        AssertOne(found, Severity.Warning, "Steam Cloud synchronises 1 folder of the game, but not the overwrite folder");
        Assert.Equal(_folder.At("g/data/saves"), found[0].File);
        Assert.Contains("\"inPlace\": [\"data/saves/**\"]", found[0].Fix, StringComparison.Ordinal);
    }

    [Fact]
    public void NamesThatTheCodePageDoesNotHave()
    {
        _folder.File("g/rvfs/mods/Red/data/plain.dds");
        _folder.File("g/rvfs/mods/Red/data/火.dds");
        SystemFacts facts = new() { Text = new OnlyAscii() };
        AssertOne(Survey(facts), Severity.Notice,
            "1 file of the mod 'Red' has a name with characters that this system's code page (1252) doesn't have");
        string folder = _folder.Folder("игра");
        AssertOne(FolderSurvey.Run(facts, folder, new VfsConfiguration { Targets = [folder] }), Severity.Warning,
            "the game's path has characters");
    }

    [RealProcessTheory]
    [InlineData(0u, null)]
    [InlineData(0xC0E90002u, "Smart App Control or a code integrity policy refuses it")]
    [InlineData(0x800711C7u, "Smart App Control or a code integrity policy refuses it")]
    [InlineData(0xC0000428u, "doesn't trust its signature")]
    [InlineData(0xC0000906u, "the virus scanner considers it harmful")]
    [InlineData(0x80070005u, "error")]
    public void WhatWindowsSaysOfOurFiles(uint status, string? words)
    {
        _folder.File("rvfs.exe", "MZ");
        File.Copy(PublishedArtifacts.Library, _folder.At("reloaded_vfs.dll"));
        SystemFacts facts = new() { Files = new MappedFiles(status) };
        Diagnostic[] found = [.. OwnFilesCheck.Run(facts, _folder.Root)];
        Assert.Equal(words is null ? 0 : 2, found.Length);
        Assert.All(found,
            f => Assert.Contains(words!, status == 0x80070005 ? f.Severity.ToString().ToLowerInvariant() : f.Cause,
                StringComparison.Ordinal));
        Assert.All(found, f => Assert.False(string.IsNullOrEmpty(f.Fix)));
    }

    [Fact]
    public void OurFilesTakenOrEmptied()
    {
        _folder.File("rvfs.exe", "");
        Diagnostic[] found = [.. OwnFilesCheck.Run(new SystemFacts { Files = new MappedFiles(0) }, _folder.Root)];
        Assert.Equal(["this file of Reloaded VFS is empty: something has removed its content", "this file of Reloaded VFS is missing"],
            found.Select(f => f.Cause));
        Assert.All(found, f => Assert.Contains("quarantine", f.Fix, StringComparison.Ordinal));
    }

    /// <summary>The DLL for 32-bit games is examined, too, if its folder is there.</summary>
    [RealProcessFact(Needs.Bits32)]
    public void OurDllFor32BitGames()
    {
        const string name = "x86/reloaded_vfs.dll";
        SystemFacts facts = new() { Files = new MappedFiles(0) };
        _folder.File("rvfs.exe", "MZ");
        File.Copy(PublishedArtifacts.Library, _folder.At("reloaded_vfs.dll"));
        Assert.Empty(OwnFilesCheck.Run(facts, _folder.Root));
        _folder.Folder("x86");
        Expect("this file of Reloaded VFS is missing");
        byte[] image = File.ReadAllBytes(PublishedArtifacts.Library32);
        _folder.File(name, image);
        Assert.Empty(OwnFilesCheck.Run(facts, _folder.Root));
        _folder.File(name, image[..^4096]);
        Expect("checksum is wrong");
        _folder.File(name, "");
        Expect("is empty");
        File.Copy(PublishedArtifacts.Library, _folder.At(name), overwrite: true);
        Expect("is no 32-bit DLL");
        _folder.File(name, image);
        _folder.File("reloaded_vfs.dll", image);
        Assert.Contains("is no 64-bit DLL", Assert.Single(OwnFilesCheck.Run(facts, _folder.Root)).Cause, StringComparison.Ordinal);

        void Expect(string cause)
        {
            Diagnostic found = Assert.Single(OwnFilesCheck.Run(facts, _folder.Root));
            Assert.Equal((Severity.Error, _folder.At(name)), (found.Severity, found.File?.Replace('\\', '/')));
            Assert.Contains(cause, found.Cause, StringComparison.Ordinal);
            Assert.Contains("quarantine", found.Fix, StringComparison.Ordinal);
        }
    }

    [RealProcessFact]
    public void AFileOfOursThatWasChangedSinceItWasBuilt()
    {
        byte[] image = File.ReadAllBytes(PublishedArtifacts.Library);
        int field = ImageChecksum.FindField(image)!.Value;
        BinaryPrimitives.WriteUInt32LittleEndian(image.AsSpan(field), ImageChecksum.Compute(image, field));
        _folder.File("rvfs.exe", image);
        _folder.File("reloaded_vfs.dll", image);
        SystemFacts facts = new() { Files = new MappedFiles(0) };
        Assert.Empty(OwnFilesCheck.Run(facts, _folder.Root));
        image[^5] ^= 1;
        _folder.File("reloaded_vfs.dll", image);
        AssertOne(OwnFilesCheck.Run(facts, _folder.Root), Severity.Error, "has been changed since it was built");
        BinaryPrimitives.WriteUInt32LittleEndian(image.AsSpan(field), 0);
        _folder.File("reloaded_vfs.dll", image);
        Assert.Empty(OwnFilesCheck.Run(facts, _folder.Root));
    }

    [Theory]
    [InlineData(ImageMachine.IMAGE_FILE_MACHINE_ARM64, true)]
    [InlineData(ImageMachine.IMAGE_FILE_MACHINE_AMD64, false)]
    public void WindowsForArm64(ushort machine, bool isRefused)
    {
        IReadOnlyList<Diagnostic> found = Examination.Run(null, new SystemFacts { Machine = () => machine });
        Assert.Equal(isRefused, found.Any(f => f.IsError && f.Cause.Contains("Windows for ARM64", StringComparison.Ordinal)));
    }

    [Theory]
    [InlineData(ImageMachine.IMAGE_FILE_MACHINE_ARM64, false, false)]
    [InlineData(ImageMachine.IMAGE_FILE_MACHINE_ARM64, true, false)]
    public void OnArm64AStartIsPlannedWithoutMods(ushort machine, bool strict, bool canStart)
    {
        string game = _folder.File("g/game.exe", "MZ");
        _folder.Folder("g/rvfs/mods");
        StartPlan plan = StartPlan.Make(new RunOptions { Game = game, Strict = strict }, game, is32Bit: false, machine);
        Assert.Equal((canStart, strict, true), (plan.CanStart, plan.Strict, plan.HasErrors));
    }

    private List<Diagnostic> Survey(SystemFacts facts) =>
        [.. FolderSurvey.Run(facts, _folder.At("g"),
            new VfsConfiguration { Targets = [_folder.At("g")], Mods = _folder.At("g/rvfs/mods") })];

    private static SystemFacts Facts(Dictionary<string, object> registry) =>
        new() { Registry = new FakeRegistry(registry), CodeIntegrity = () => null };

    private static void AssertOne(IEnumerable<Diagnostic> found, Severity? severity, string words)
    {
        if (severity is null)
        {
            Assert.Empty(found);
            return;
        }

        Diagnostic one = Assert.Single(found);
        Assert.Equal(severity, one.Severity);
        Assert.Contains(words, one.Cause, StringComparison.Ordinal);
        Assert.False(string.IsNullOrEmpty(one.Fix));
    }

    private sealed class FakeRegistry(Dictionary<string, object> values) : IRegistryFacts
    {
        public object? Read(string key, string name) => values.GetValueOrDefault($@"{key}\{name}");

        public IReadOnlyList<string> SubKeys(
            string key) => [.. values.Keys.Where(k => k.StartsWith(key + '\\', StringComparison.Ordinal))
                .Select(k => k[(key.Length + 1)..].Split('\\')).Where(p => p.Length > 1).Select(p => p[0]).Distinct()];
    }

    /// <summary>The real disk, but some files have an attribute that it can't store.</summary>
    private sealed class CloudFiles(FileAttributes attribute, string[] away) : IFileFacts
    {
        private readonly DiskFacts _disk = new();

        public IEnumerable<FoundEntry> Walk(string folder) =>
            _disk.Walk(folder).Select(e => away.Contains(e.Path) ? e with { Attributes = e.Attributes | attribute } : e);

        public string? WhyUnwritable(string folder) => _disk.WhyUnwritable(folder);

        public uint? TryMapImage(string path) => null;
    }

    private sealed class MappedFiles(uint status) : IFileFacts
    {
        public IEnumerable<FoundEntry> Walk(string folder) => [];

        public string? WhyUnwritable(string folder) => null;

        public uint? TryMapImage(string path) => status;
    }

    private sealed class OnlyAscii : ITextFacts
    {
        public uint? CodePage => 1252;

        public bool CanSay(string text) => text.All(char.IsAscii);
    }
}
