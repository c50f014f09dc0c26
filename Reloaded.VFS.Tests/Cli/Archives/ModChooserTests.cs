using System.Text.RegularExpressions;
using Reloaded.VFS.Cli.Archives;
using Reloaded.VFS.Cli.Archives.Fomod;
using Reloaded.VFS.Cli.Archives.Unpacking;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Tests.Cli.Archives.Fomod;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace Reloaded.VFS.Tests.Cli.Archives;

/// <summary>An installer in a terminal: the prompts themselves, with keys that a test types.</summary>
public sealed partial class ModChooserTests : FomodFixture
{
    private static readonly string s_config = Config(Steps(
        Step("First [page]", Group("Size", "SelectExactlyOne", Option("2k", Copy("a", "")), Option("4k", Copy("b", ""), "Recommended"),
            Option("8k", Copy("c", ""), "NotUsable")) + Group("Extras", "SelectAny", Option("Snow", Copy("d", "")),
            Option("Rain", Copy("e", "")), Option("Base", Copy("f", ""), "Required"))),
        Step("Second", Group("Music", "SelectAtMostOne", Option("Loud\u009b", Copy("g", ""))),
            "<visible><flagDependency flag='never' value='1'/></visible>"),
        Step("Third", Group("Sound", "SelectAtMostOne", Option("On", Copy("h", "")), Option("Off", Copy("i", ""))))));

    private readonly TypedKeys _keys = new();
    private readonly StringWriter _screen = new();

    /// <summary>Enter takes what is recommended; blanks switch options on; after a page that isn't shown comes the next.</summary>
    [Fact]
    public void WhatIsTypedIsInstalled()
    {
        _keys.Type(ConsoleKey.Enter, ConsoleKey.DownArrow, ConsoleKey.Spacebar, ConsoleKey.Enter);
        _keys.Type(ConsoleKey.DownArrow, ConsoleKey.Enter, ConsoleKey.Enter);
        FomodSelection selection = Choose(FomodScript.Parse(System.Text.Encoding.UTF8.GetBytes(s_config)));
        Assert.Equal(["b", "e", "f", "h"], selection.Files.Select(file => file.Source).Order(StringComparer.Ordinal));
        string screen = Sequences().Replace(_screen.ToString(), "");
        foreach (string shown in (string[])["The Mod lets you choose", "First [page]", "Third", "- 4k (recommended): About 4k",
            "- 8k (can't be chosen here): About 8k", "- Base (always): About Base", "Size: 4k; Extras: Rain, Base; Sound: On"])
            Assert.Contains(shown, screen, StringComparison.Ordinal);
        Assert.DoesNotContain("Second", screen, StringComparison.Ordinal);
    }

    [Fact]
    public void OneChoosesAgain()
    {
        _keys.Type(ConsoleKey.Enter, ConsoleKey.Enter, ConsoleKey.Enter, ConsoleKey.DownArrow, ConsoleKey.Enter);
        _keys.Type(ConsoleKey.DownArrow, ConsoleKey.Enter, ConsoleKey.Enter, ConsoleKey.Enter, ConsoleKey.Enter);
        FomodSelection selection = Choose(FomodScript.Parse(System.Text.Encoding.UTF8.GetBytes(s_config)));
        Assert.Equal(["a", "f"], selection.Files.Select(file => file.Source).Order(StringComparer.Ordinal));
    }

    /// <summary>Esc goes one question back, from the end, too, and nothing that was chosen is lost.</summary>
    [Fact]
    public void OneGoesBack()
    {
        // Nothing is before the first question. Of the second one, Rain is chosen; then back to the first: 2k instead of 4k.
        _keys.Type(ConsoleKey.Escape, ConsoleKey.Enter, ConsoleKey.DownArrow, ConsoleKey.Spacebar, ConsoleKey.Escape);
        _keys.Type(ConsoleKey.DownArrow, ConsoleKey.Enter);
        // Rain is still chosen; then On, and from the end back to that question: none.
        _keys.Type(ConsoleKey.Enter, ConsoleKey.DownArrow, ConsoleKey.Enter, ConsoleKey.Escape, ConsoleKey.DownArrow, ConsoleKey.DownArrow);
        _keys.Type(ConsoleKey.Enter, ConsoleKey.Enter);
        FomodSelection selection = Choose(FomodScript.Parse(System.Text.Encoding.UTF8.GetBytes(s_config)));
        Assert.Equal(["a", "e", "f"], selection.Files.Select(file => file.Source).Order(StringComparer.Ordinal));
        Assert.Contains("(Esc: one question back)", Sequences().Replace(_screen.ToString(), ""), StringComparison.Ordinal);
    }

    /// <summary>One must be chosen, but one may leave the question without.</summary>
    [Fact]
    public void OneGoesBackFromWhatMustBeChosen()
    {
        string config = Config(Steps(Step("Only", Group("First", "SelectExactlyOne", Option("A", Copy("a", "")), Option("B", Copy("b", "")))
            + Group("Second", "SelectAtLeastOne", Option("C", Copy("c", "")), Option("D", Copy("d", ""))))));
        // C is chosen to begin with; without it there is no going on, and going back to choose B works.
        _keys.Type(ConsoleKey.Enter, ConsoleKey.Spacebar, ConsoleKey.Enter, ConsoleKey.Spacebar, ConsoleKey.Escape);
        _keys.Type(ConsoleKey.DownArrow, ConsoleKey.Enter, ConsoleKey.DownArrow, ConsoleKey.Spacebar, ConsoleKey.Enter, ConsoleKey.Enter);
        FomodSelection selection = Choose(FomodScript.Parse(System.Text.Encoding.UTF8.GetBytes(config)));
        Assert.Equal(["b", "c", "d"], selection.Files.Select(file => file.Source).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void OneStops()
    {
        _keys.Type(ConsoleKey.Enter, ConsoleKey.Enter, ConsoleKey.Enter, ConsoleKey.DownArrow, ConsoleKey.DownArrow, ConsoleKey.Enter);
        Assert.Throws<CliException>(() => Choose(FomodScript.Parse(System.Text.Encoding.UTF8.GetBytes(s_config))));
    }

    [Fact]
    public void PartsAreAskedFor()
    {
        _keys.Type(ConsoleKey.DownArrow, ConsoleKey.Spacebar, ConsoleKey.Enter);
        Assert.Equal(["00 Core", "01 [More]"], new ModChooser(null, false, Terminal()).ChooseParts("M.7z", ["00 Core", "01 [More]", "02 x"]));
    }

    // What moves the cursor and makes letters bold.
    [GeneratedRegex("\u001b\\[[0-9;?]*[A-Za-z]")]
    private static partial Regex Sequences();

    private FomodSelection Choose(FomodScript script) => new ModChooser(null, takesDefaults: false, Terminal()).Choose(
        new ModSource(Folder.At("F.7z"), "F", new VfsConfiguration { Mods = Folder.At("g/rvfs/mods") }, UnpackLimits.Default), script,
        new FomodGame(_ => FomodFileState.Missing));

    private TypedTerminal Terminal() => new(AnsiConsole.Create(new AnsiConsoleSettings
    {
        Ansi = AnsiSupport.Yes,
        ColorSystem = ColorSystemSupport.NoColors,
        Interactive = InteractionSupport.Yes,
        Out = new WideOutput(_screen),
    }), _keys);

    private sealed class WideOutput(TextWriter writer) : IAnsiConsoleOutput
    {
        public TextWriter Writer => writer;

        public bool IsTerminal => true;

        public int Width => 100;

        public int Height => 40;

        public void SetEncoding(System.Text.Encoding encoding)
        {
        }
    }

    private sealed class TypedKeys : IAnsiConsoleInput
    {
        private readonly Queue<ConsoleKey> _keys = [];

        public void Type(params ConsoleKey[] keys) => Array.ForEach(keys, _keys.Enqueue);

        public bool IsKeyAvailable() => _keys.Count > 0;

        public ConsoleKeyInfo? ReadKey(bool intercept) => new ConsoleKeyInfo(' ', _keys.Dequeue(), false, false, false);

        public Task<ConsoleKeyInfo?> ReadKeyAsync(bool intercept, CancellationToken cancellationToken) => Task.FromResult(ReadKey(intercept));
    }

    private sealed class TypedTerminal(IAnsiConsole inner, IAnsiConsoleInput input) : IAnsiConsole
    {
        public Profile Profile => inner.Profile;

        public IAnsiConsoleCursor Cursor => inner.Cursor;

        public IAnsiConsoleInput Input => input;

        public IExclusivityMode ExclusivityMode => inner.ExclusivityMode;

        public RenderPipeline Pipeline => inner.Pipeline;

        public void Clear(bool home) => inner.Clear(home);

        public void Write(IRenderable renderable) => inner.Write(renderable);
    }
}
