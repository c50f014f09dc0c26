using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Questions;

/// <summary>
/// Tests of names of mods' folders that Linux allows and Windows doesn't: every command says the same about them, and none writes them.
/// </summary>
[Collection(nameof(QuestionsTests))]
public sealed class ModNamesTests : IDisposable
{
    private static readonly string[] s_impossible = ["a:b", "CON", "aux.txt", "name.", " spaced", "two\nlines", "name "];

    private readonly TemporaryFolder _folder = new();

    public ModNamesTests()
    {
        _folder.File("g/game.exe");
        _folder.File("g/data/a.txt");
        foreach (string mod in (string[])[.. s_impossible, "Good", "-minus", "#hash"])
            _folder.File($"g/rvfs/mods/{mod}/data/a.txt", mod);
    }

    public void Dispose() => _folder.Dispose();

    private static byte[] Latin1(string text) => System.Text.Encoding.Latin1.GetBytes(text);

    private string Order => _folder.At("g/rvfs/mods/order.txt");

    private (int Code, string Output, string Errors) Run(string command, params string[] rest) =>
        AskedCommand.Run([.. command.Split(' '), "--target", _folder.At("g"), .. rest]);

    [LinuxTheory]
    [InlineData("mods")]
    [InlineData("ls")]
    [InlineData("conflicts")]
    public void EveryCommandSaysTheSame(string command)
    {
        (_, string output, string errors) = Run(command);
        foreach (string name in s_impossible)
        {
            string shown = name.Replace("\n", "\\u000A", StringComparison.Ordinal);
            Assert.Contains($"{_folder.At("g/rvfs/mods")}/{shown}: '{shown}' is left out: no mod's folder can have this name", errors,
                StringComparison.Ordinal);
        }

        Assert.Equal(s_impossible.Length, errors.Split("Fix: rename it.").Length - 1);
        Assert.DoesNotContain("reading it", errors, StringComparison.Ordinal);
        if (command == "mods")
            Assert.Equal(s_impossible.Length, output.Split("error ").Length - 1);
    }

    [LinuxFact]
    public void TheDoctorSaysIt()
    {
        (_, string output, string errors) = AskedCommand.Run("doctor", _folder.At("g/game.exe"));
        Assert.Equal(s_impossible.Length, (output + errors).Split("is left out: no mod's folder can have this name").Length - 1);
    }

    [LinuxFact]
    public void WhatCannotBeReadBackIsNeverWritten()
    {
        Assert.Equal(0, Run("mods disable", "--", "-minus").Code);
        string[] once = File.ReadAllLines(Order);
        Assert.Equal(["-\\-minus", "Good", "\\#hash"], once.Order(StringComparer.Ordinal).ToArray());
        Assert.Equal(0, Run("mods disable", "#hash").Code);
        Assert.Equal(0, Run("mods enable", "#hash").Code);
        Assert.Equal(once, File.ReadAllLines(Order));
        Assert.Equal(0, Run("init").Code);
        foreach (string[] change in (string[][])[["mods disable", "CON"], ["mods move", "CON", "--last"],
            ["mods move", "Good", "--before", "CON"], ["mods move", "Good", "--after", "CON"]])
        {
            (int code, string output, string errors) = Run(change[0], change[1..]);
            Assert.Equal((125, ""), (code, output));
            Assert.Contains("The mod 'CON' can't be listed in", errors, StringComparison.Ordinal);
        }

        Assert.Equal(once, File.ReadAllLines(Order));
    }

    [LinuxTheory]
    [InlineData("CON")]
    [InlineData("a:b")]
    [InlineData(" spaced")]
    [InlineData("name.")]
    public void NoModIsAddedUnderSuchAName(string name)
    {
        _folder.File("new/data/a.txt");
        (int code, _, string errors) = Run("add", "--name", name, _folder.At("new"));
        Assert.Equal(125, code);
        Assert.Contains($"A mod can't have the name '{name}'", errors, StringComparison.Ordinal);
    }

    /// <summary>A file in a language's code page.</summary>
    [LinuxFact]
    public void LinesThatAreNotUnicodeKeepTheirBytes()
    {
        foreach (string mod in (string[])["A", "B"])
            _folder.File($"h/rvfs/mods/{mod}/data/a.txt");
        string order = _folder.File("h/rvfs/mods/order.txt", Latin1("M\u00FCller\r\nB\nA\n"));
        string rules = _folder.File("h/rvfs/mods/prefer.txt", Latin1("M\u00FCller: data/x\nA: data/y\n"));
        Assert.Equal(0, AskedCommand.Run("mods", "disable", "--target", _folder.At("h"), "B").Code);
        Assert.Equal(Latin1("M\u00FCller\n-B\nA\n"), File.ReadAllBytes(order));
        Assert.Equal(0, AskedCommand.Run("prefer", "--target", _folder.At("h"), "--remove", "data/y").Code);
        Assert.Equal(Latin1("M\u00FCller: data/x\n"), File.ReadAllBytes(rules));
    }
}
