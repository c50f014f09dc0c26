using System.Text;
using Reloaded.VFS.Cli.Archives.Fomod;
using Reloaded.VFS.Cli.Archives.Staging;
using Reloaded.VFS.Cli.Archives.Unpacking;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Cli.Questions;

namespace Reloaded.VFS.Tests.Cli.Archives.Fomod;

/// <summary>FOMOD installers, run by <c>rvfs add</c> without a terminal: by a file of choices, or by what they recommend.</summary>
[Collection(nameof(QuestionsTests))]
public sealed class FomodTests : FomodFixture
{
    private static readonly string s_sizes = Config(
        "<requiredInstallFiles>" + Tree("00 Core", "") + "</requiredInstallFiles>"
        + Steps(Step("Textures", Group("Size", "SelectExactlyOne",
            Option("2k", Tree("01 Small", "data")), Option("4k", Tree(@"02 Large\", "data"), "Recommended")))));

    private static readonly string[] s_sizeFiles = ["00 Core/data/core.txt", "01 Small/a.dds", "02 Large/a.dds", "02 Large/b.dds", "readme.txt"];

    [LinuxFact]
    public void WhatIsRecommendedIsInstalledByDefaults()
    {
        (int code, string output, string errors) = Add(Fomod(s_sizes, s_sizeFiles), "--defaults");
        Assert.Equal(0, code);
        Assert.StartsWith("F: added", output, StringComparison.Ordinal);
        Assert.Contains("chosen in its installer: Size: 4k", errors, StringComparison.Ordinal);
        Assert.Equal(["data/a.dds = 02 Large/a.dds", "data/b.dds = 02 Large/b.dds", "data/core.txt = 00 Core/data/core.txt", "readme.txt = readme.txt"],
            Installed());
    }

    [LinuxFact]
    public void AFileOfChoicesCounts()
    {
        Assert.Equal(0, Add(Fomod(s_sizes, s_sizeFiles), "--choices", Choose("textures/SIZE = 2K")).Code);
        Assert.Equal(["data/a.dds = 01 Small/a.dds", "data/core.txt = 00 Core/data/core.txt", "readme.txt = readme.txt"], Installed());
    }

    [LinuxFact]
    public void WithoutATerminalBothWaysAreNamed()
    {
        string archive = Fomod(s_sizes, s_sizeFiles);
        AssertRefused(archive, "no terminal to ask in");
        string errors = Add(archive).Errors;
        Assert.Contains($"rvfs add --defaults \"{archive}\"", errors, StringComparison.Ordinal);
        Assert.Contains($"rvfs add --choices FILE \"{archive}\"", errors, StringComparison.Ordinal);
    }

    /// <summary>Nobody is asked where nothing is to be decided.</summary>
    [LinuxFact]
    public void AnInstallerWithoutAQuestionIsRun()
    {
        Assert.Equal(0, Add(Fomod(Config(Steps(Step("S", Group("G", "SelectAll", Option("a", Copy("a.txt", "")), Option("b", Copy("b.txt", "x/"))),
            ""))), "a.txt", "b.txt")).Code);
        Assert.Equal(["a.txt = a.txt", "x/b.txt = b.txt"], Installed());
    }

    [LinuxFact]
    public void ChoicesStayWithTheModAndCountForAnUpdate()
    {
        Add(Fomod(s_sizes, s_sizeFiles), "--choices", Choose("Textures/Size = 2k"));
        string kept = File.ReadAllText(Mod("F/rvfs-choices.json"));
        Assert.Equal(0, Add(Fomod(s_sizes, [.. s_sizeFiles, "01 Small/new.dds"]), "--defaults").Code);
        Assert.Contains("data/new.dds = 01 Small/new.dds", Installed());
        Assert.Equal(kept, File.ReadAllText(Mod("F/rvfs-choices.json")));
        // An option that isn't there any more is none.
        Assert.Equal(0, Add(Fomod(s_sizes.Replace("'2k'", "'1k'", StringComparison.Ordinal), s_sizeFiles), "--defaults").Code);
        Assert.Contains("data/a.dds = 02 Large/a.dds", Installed());
        // The file that is kept is one of choices.
        File.WriteAllText(Folder.At("kept.json"), kept);
        Assert.Equal(0, Add(Fomod(s_sizes, s_sizeFiles), "--choices", Folder.At("kept.json")).Code);
        Assert.Contains("data/a.dds = 01 Small/a.dds", Installed());
    }

    [LinuxTheory]
    [InlineData("Textures/Size = 8k", "it has no option '8k'")]
    [InlineData("Textures/Size = 2k, 4k", "only one may be chosen")]
    [InlineData("Textures/Size = ", "one must be chosen")]
    public void AWrongChoiceIsNamed(string line, string message)
    {
        string choices = Choose(line);
        string[] before = ArchiveFiles.Tree(Folder.At("g"));
        (int code, _, string errors) = Add(Fomod(s_sizes, s_sizeFiles), "--choices", choices);
        Assert.Equal(125, code);
        Assert.Contains(message, errors, StringComparison.Ordinal);
        Assert.Contains("'Size' on the page 'Textures'", errors, StringComparison.Ordinal);
        Assert.Contains("'2k', '4k'", errors, StringComparison.Ordinal);
        Assert.Equal(before, ArchiveFiles.Tree(Folder.At("g")));
    }

    [LinuxTheory]
    [InlineData("{ \"options\":\n\n[", "line 3: it isn't valid JSON")]
    [InlineData("[]", "line 1: it must be { \"options\"")]
    [InlineData("{ \"options\": [{ \"name\": \"x\" }] }", "line 1: it must be { \"options\"")]
    [InlineData("{ \"options\": 1 }", "line 1: it must be { \"options\"")]
    public void ABadFileOfChoicesIsNamed(string json, string message) =>
        Assert.Contains(message, Add(Fomod(s_sizes, s_sizeFiles), "--choices", Choices(json)).Errors, StringComparison.Ordinal);

    [LinuxTheory]
    [InlineData("fomod/ModuleConfig.xml", "", "utf-8")]
    [InlineData("FOMOD/MODULECONFIG.XML", "", "utf-8-bom")]
    [InlineData("Fomod/moduleconfig.Xml", "The Mod 1.2/", "utf-16")]
    [InlineData("fomod/ModuleConfig.xml", "a/b/", "utf-16-be")]
    [InlineData("fomod/ModuleConfig.xml", "", "utf-16-without-mark")]
    [InlineData("fomod/ModuleConfig.xml", "", "utf-8-that-says-utf-16")]
    public void LetterCaseAndEncodingDoNotMatter(string script, string around, string encoding)
    {
        string config = (encoding.StartsWith("utf-8", StringComparison.Ordinal) && !encoding.EndsWith("says-utf-16", StringComparison.Ordinal)
            ? "<?xml version='1.0' encoding='UTF-8'?>" : "<?xml version='1.0' encoding='UTF-16'?>")
            + Config(Steps(Step("Größe", Group("G", "SelectExactlyOne", Option("地", Copy(@"Data\ÄPFEL.dds", @"data\äpfel.dds"))))));
        byte[] bytes = encoding switch
        {
            "utf-8-bom" => [0xEF, 0xBB, 0xBF, .. Encoding.UTF8.GetBytes(config)],
            "utf-16" => [0xFF, 0xFE, .. Encoding.Unicode.GetBytes(config)],
            "utf-16-be" => [0xFE, 0xFF, .. Encoding.BigEndianUnicode.GetBytes(config)],
            "utf-16-without-mark" => Encoding.Unicode.GetBytes(config),
            _ => Encoding.UTF8.GetBytes(config),
        };
        (int code, _, string errors) = Add(FomodIn(around, script, bytes, "data/äpfel.dds"));
        Assert.True(code == 0, errors);
        Assert.Equal(["data/äpfel.dds = data/äpfel.dds"], Installed());
    }

    /// <summary>What can't be understood costs nothing: a message with file, line and cause, and nothing is changed.</summary>
    [LinuxTheory]
    [InlineData("\n", "fomod/ModuleConfig.xml(1): it is empty")]
    [InlineData("\n\n<config>", "fomod/ModuleConfig.xml(3): it isn't valid XML")]
    [InlineData("<config>\n<installSteps>", "fomod/ModuleConfig.xml(2): it isn't valid XML")]
    [InlineData("<other/>", "its first element is 'other'")]
    [InlineData("<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>\n<config>&e;</config>", "it isn't valid XML")]
    [InlineData("<config>\n<requiredInstallFiles>\n<file source='../../evil.txt'/></requiredInstallFiles></config>", "(3): '../../evil.txt' leads out")]
    [InlineData("<config>\n<requiredInstallFiles>\n<file source='a' destination='C:\\evil'/></requiredInstallFiles></config>", "(3): 'C:\\evil' leads out")]
    [InlineData("<config>\n<requiredInstallFiles>\n<file source='a' destination='x/aux.txt'/></requiredInstallFiles></config>", "(3): Windows can't have")]
    [InlineData("<config>\n<requiredInstallFiles><file source='a' priority='high'/></requiredInstallFiles></config>", "(2): 'high' is no number")]
    [InlineData("<config>\n<requiredInstallFiles><file/></requiredInstallFiles></config>", "(2): 'file' has no 'source'")]
    [InlineData("<config><installSteps>\n<installStep><optionalFileGroups><group type='SelectSome'/></optionalFileGroups></installStep></installSteps></config>",
        "(2): 'SelectSome' is no 'type' of 'group'")]
    [InlineData("<config><installSteps order='x'/></config>", "'x' is no order")]
    [InlineData("<config><moduleDependencies>\n<gameDependency version='x'/></moduleDependencies></config>", "(2): 'x' is no version")]
    [InlineData("<config><moduleDependencies>\n<fileDependency file='a' state='Here'/></moduleDependencies></config>", "(2): 'Here' is no 'state'")]
    [InlineData("<config><moduleDependencies operator='Xor'/></config>", "'Xor' is no operator")]
    public void ABadInstallerIsNamed(string config, string message) => AssertRefused(Fomod(config, "a"), message);

    [LinuxFact]
    public void NestingHasAnEnd() => AssertRefused(Fomod("<config>" + string.Concat(Enumerable.Repeat("<a>", 5000))), "nested too deeply");

    [LinuxFact]
    public void ADeepPathIsRefused() => AssertRefused(
        Fomod(Config("<requiredInstallFiles>" + Copy("a", string.Concat(Enumerable.Repeat("b/", 300))) + "</requiredInstallFiles>"), "a"),
        "lies 299 folders deep, 255 are allowed");

    /// <summary>A file that is named again and again becomes as many files.</summary>
    [LinuxFact]
    public void CopiesCountForTheLimit()
    {
        string copies = string.Concat(Enumerable.Range(0, 10).Select(i => Copy("zero", $"data/{i}")));
        Folder.File("zero/fomod/ModuleConfig.xml", Config($"<requiredInstallFiles>{copies}</requiredInstallFiles>"));
        Folder.File("zero/zero", new byte[1_500_000]);
        ArchiveFiles.Pack(Folder.At("zero"), Folder.At("zero.7z"));
        AssertRefused(Folder.At("zero.7z"), "it becomes more than 0.01 GB", "--limit", "0.01");
        Assert.Equal(0, Add(Folder.At("zero.7z"), "--limit", "0.02").Code);
        Assert.Equal(10, Directory.GetFiles(Mod("zero/data")).Length);
    }

    [Theory]
    [InlineData(10, 10, false)]
    [InlineData(11, 10, true)]
    public void WhatIsInstalledIsCounted(int lines, int most, bool isRefused)
    {
        Folder.File("a/fomod/ModuleConfig.xml", Config("<requiredInstallFiles>"
            + string.Concat(Enumerable.Range(0, lines).Select(i => Tree("", $"{i}"))) + "</requiredInstallFiles>"));
        Folder.File("a/x");
        FomodInstaller installer = FomodInstaller.Find(Folder.At("a"), 0)!;
        var selection = FomodSelection.Make(installer.ReadScript("a"), new FomodGame(_ => FomodFileState.Missing),
            question => question.Defaults(), (_, fault) => Assert.Fail(fault));
        var tree = new MergedTree(Folder.At("out"));
        void Install() => installer.Install(selection, tree, "a", UnpackLimits.Default with { MostEntries = most });
        if (isRefused)
            Assert.Contains("installs more than 10 files", Assert.Throws<ArchiveException>(Install).OwnText, StringComparison.Ordinal);
        else
            Install();
    }

    [LinuxFact]
    public void AnEntityOfHtmlCostsNothing()
    {
        Assert.Equal(0, Add(Fomod(Config("<requiredInstallFiles>" + Copy("a&amp;b", "x&amp;y") + "</requiredInstallFiles>"
            + Steps(Step("S", Group("G", "SelectAny", "<plugin name='O'><description>a&nbsp;b &lt;c&gt; &#228;</description></plugin>")))), "a&b"),
            "--defaults").Code);
        Assert.Equal(["x&y = a&b"], Installed());
    }

    [LinuxFact]
    public void TwoPlacesOfWhichOneIsInTheOtherAreNamed() => AssertRefused(
        Fomod(Config("<requiredInstallFiles>" + Copy("a", "data/x") + Copy("b", "data/x/y") + "</requiredInstallFiles>"), "a", "b"),
        "its files can't be put together");

    /// <summary>Only the folder at a mod's top is the installer's.</summary>
    [LinuxFact]
    public void AFolderOfThatNameElsewhereIsTheGames()
    {
        Folder.File("g/rvfs/mods/F/data/fomod/ModuleConfig.xml");
        Folder.File("g/rvfs/mods/F/FOMOD/info.xml");
        Assert.Equal((0, ""), Outcome(AskedCommand.Run("which", "data/fomod/ModuleConfig.xml", "--target", Folder.At("g"))));
        Assert.Equal(1, AskedCommand.Run("which", "fomod/info.xml", "--target", Folder.At("g")).Code);
    }

    [LinuxFact]
    public void AProgramIsNotRun() => AssertRefused(FomodIn("", "fomod/script.cs", "class Script {}"u8.ToArray(), "a"), "is a program");

    [LinuxFact]
    public void WhatTheArchiveLacksIsNamed()
    {
        (int code, _, string errors) = Add(Fomod(Config("<requiredInstallFiles>" + Copy("a", "") + "\n" + Tree("gone", "") + "</requiredInstallFiles>"), "a"));
        Assert.Equal(0, code);
        Assert.Contains("its installer names 'gone', which isn't in the archive", errors, StringComparison.Ordinal);
        Assert.Contains("(2)", errors, StringComparison.Ordinal);
        Assert.Equal(["a = a"], Installed());
    }

    [LinuxFact]
    public void FlagsPagesAndConditions()
    {
        string visible = "<visible><dependencies operator='Or'><flagDependency flag='skin' value='on'/>"
            + "<flagDependency flag='other' value='x'/></dependencies></visible>";
        string config = Config(Steps(
            Step("One", Group("Skin", "SelectAtMostOne", Option("Skin", Copy("skin", ""), flags: Flag("skin", "on")))
                + Group("Extra", "SelectAny", Option("X", Copy("x", ""), flags: Flag("x", "1")), Option("Y", Copy("y", ""), "Required"))),
            Step("Two", Group("Tone", "SelectExactlyOne", Option("Light", Copy("light", "tone"), flags: Flag("tone", "light")),
                Option("Dark", Copy("dark", "tone"), flags: Flag("tone", "dark"))), visible))
            + "<conditionalFileInstalls><patterns><pattern><dependencies><flagDependency flag='tone' value='dark'/>"
            + "<dependencies operator='Or'><flagDependency flag='x' value='1'/></dependencies></dependencies><files>" + Copy("both", "") + "</files></pattern>"
            + "<pattern><dependencies><flagDependency flag='tone' value=''/></dependencies><files>" + Copy("none", "") + "</files></pattern></patterns>"
            + "</conditionalFileInstalls>");
        string archive = Fomod(config, "skin", "x", "y", "light", "dark", "both", "none");
        Add(archive, "--defaults");
        Assert.Equal(["none = none", "y = y"], Installed());
        Assert.Equal(0, Add(archive, "--choices", Choose("One/Skin = Skin", "One/Extra = X", "Two/Tone = Dark")).Code);
        Assert.Equal(["both = both", "skin = skin", "tone = dark", "x = x", "y = y"], Installed());
        Assert.Equal(0, Add(archive, "--choices", Choose("One/Skin = Skin", "One/Extra = ", "Two/Tone = Dark")).Code);
        Assert.Equal(["skin = skin", "tone = dark", "y = y"], Installed());
    }

    [LinuxFact]
    public void PrioritiesAndFilesThatAlwaysCome()
    {
        string config = Config(
            "<requiredInstallFiles>" + Copy("high", "a", "priority='5'") + Copy("low", "b", "priority='-1'") + Copy("same1", "c") + "</requiredInstallFiles>"
            + Steps(Step("S", Group("G", "SelectAny",
                Option("No", Copy("always", "always", "alwaysInstall='true'") + Copy("usable", "usable", "installIfUsable='1'") + Copy("never", "never")),
                Option("Not", Copy("unusable", "unusable", "installIfUsable='true'") + Copy("always2", "always2", "alwaysInstall='1'"), "NotUsable"),
                Option("Yes", Copy("opt", "a") + Copy("opt", "b") + Copy("same2", "c"), "Recommended")))));
        Assert.Equal(0, Add(Fomod(config, "high", "low", "same1", "same2", "opt", "always", "always2", "usable", "unusable", "never"), "--defaults").Code);
        Assert.Equal(["a = high", "always = always", "always2 = always2", "b = opt", "c = same2", "usable = usable"], Installed());
    }

    [LinuxFact]
    public void TypesDependOnTheGame()
    {
        Folder.File("g/Data/Base.esm");
        Folder.File("g/rvfs/mods/On/Data/On.esp");
        Folder.File("g/rvfs/mods/Off/Data/Off.esp");
        Folder.File("g/rvfs/mods/order.txt", "On\n-Off\n");
        static string When(string file, string state) =>
            $"<typeDescriptor><dependencyType><defaultType name='NotUsable'/><patterns><pattern><dependencies><fileDependency file='{file}' state='{state}'/>"
            + "</dependencies><type name='Required'/></pattern></patterns></dependencyType></typeDescriptor>";
        string config = Config(Steps(Step("S", Group("G", "SelectAny",
            Option("game", Copy("1.esp", ""), When("base.ESM", "Active")), Option("on", Copy("2.esp", ""), When("On.esp", "Active")),
            Option("off", Copy("3.esp", ""), When("Off.esp", "Inactive")), Option("gone", Copy("4.esp", ""), When("Gone.esp", "Missing")),
            Option("wrong", Copy("5.esp", ""), When("On.esp", "Missing")), Option("wrong2", Copy("6.esp", ""), When("Off.esp", "Active"))))));
        Assert.Equal(0, Add(Fomod(config, "1.esp", "2.esp", "3.esp", "4.esp", "5.esp", "6.esp")).Code);
        // Where the game has plugins, there a plugin goes.
        Assert.Equal(["Data/1.esp = 1.esp", "Data/2.esp = 2.esp", "Data/3.esp = 3.esp", "Data/4.esp = 4.esp"], Installed());
    }

    [LinuxTheory]
    [InlineData("1.5.97.0", true)]
    [InlineData("1.6", true)]
    [InlineData("1.6.640.0", true)]
    [InlineData("1.6.641", false)]
    [InlineData("2", false)]
    public void TheGamesVersionIsThatOfItsProgram(string wanted, bool isEnough)
    {
        byte[] program = new byte[3 << 20];
        ((ReadOnlySpan<byte>)[0xBD, 0x04, 0xEF, 0xFE, 0, 0, 1, 0, 6, 0, 1, 0, 0, 0, 0x80, 2]).CopyTo(program.AsSpan((1 << 20) - 5));
        Folder.File("g/game.exe", program);
        string archive = Fomod(Config($"<moduleDependencies><gameDependency version='{wanted}'/></moduleDependencies><requiredInstallFiles>"
            + Copy("a", "") + "</requiredInstallFiles>"), "a");
        if (isEnough)
            Assert.Equal(0, Add(archive).Code);
        else
            AssertRefused(archive, "its installer wants version");
    }

    [LinuxFact]
    public void OrdersOfPages()
    {
        string config = Config("<installSteps order='Descending'>" + Step("1", Group("G", "SelectAll", Option("1", Copy("1", "a"))))
            + Step("2", Group("G", "SelectAll", Option("2", Copy("2", "a")))) + "</installSteps>");
        Assert.Equal(0, Add(Fomod(config, "1", "2")).Code);
        Assert.Equal(["a = 1"], Installed());
        Add(Fomod(config.Replace(" order='Descending'", "", StringComparison.Ordinal), "1", "2"));
        Assert.Equal(["a = 2"], Installed());
    }

    /// <summary>An archive that lies in the mods folder can't be asked about; the line to type is named.</summary>
    [LinuxFact]
    public void AnArchiveInTheModsFolderNamesTheLine()
    {
        File.Move(Fomod(s_sizes, s_sizeFiles), Mod("F.7z"));
        (_, _, string errors) = AskedCommand.Run("refresh", "--target", Folder.At("g"));
        Assert.Contains("it has an installer that lets you choose (FOMOD)", errors, StringComparison.Ordinal);
        Assert.Contains($"rvfs add \"{Mod("F.7z")}\"", errors, StringComparison.Ordinal);
        Assert.Equal(0, Add(Mod("F.7z"), "--defaults").Code);
        Assert.Contains("data/b.dds = 02 Large/b.dds", Installed());
    }

    [LinuxFact]
    public void AFolderWithAnInstallerIsNamedAndItIsNotLaid()
    {
        Folder.File("g/rvfs/mods/F/fomod/ModuleConfig.xml", s_sizes);
        Folder.File("g/rvfs/mods/F/02 Large/b.dds");
        Assert.Equal(1, AskedCommand.Run("which", "fomod/ModuleConfig.xml", "--target", Folder.At("g")).Code);
        Assert.Equal(0, AskedCommand.Run("which", "02 Large/b.dds", "--target", Folder.At("g")).Code);
        Assert.Contains("has an installer that lets you choose (FOMOD), which isn't run here. Fix: rvfs add",
            AskedCommand.Run("mods", "--target", Folder.At("g")).Errors, StringComparison.Ordinal);
        // The folder that was there stays.
        Assert.Equal(0, Add(Mod("F"), "--defaults").Code);
        Assert.Contains("data/b.dds = x", Installed());
        Assert.True(File.Exists(Folder.At("g/rvfs/removed/1/F/fomod/ModuleConfig.xml")));
    }
}
