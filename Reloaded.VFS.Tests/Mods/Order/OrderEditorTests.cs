using System.Text;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Order;

namespace Reloaded.VFS.Tests.Mods.Order;

public sealed class OrderEditorTests
{
    private const string Text = "# first\n\nA\n# about b\n-B\nbad:name\n\\-C\n# end\n";

    private static OrderEditor Editor(string text = Text) => OrderEditor.Parse(Encoding.UTF8.GetBytes(text));

    [Fact]
    public void NothingChangesWhereNothingIsChanged() => Assert.Equal(Text, Editor().ToString());

    [Fact]
    public void ModsAreSwitchedAndCommentsMoveWithTheirLine()
    {
        OrderEditor editor = Editor();
        Assert.True(editor.SetEnabled("b", true));
        Assert.True(editor.SetEnabled("A", false));
        Assert.False(editor.SetEnabled("nothing", false));
        editor.Move("B", 0);
        Assert.Equal("# about b\nB\n# first\n\n-A\nbad:name\n\\-C\n# end\n", editor.ToString());
    }

    [Fact]
    public void ModsThatAreNotListedComeBehindAndPlacesAreSharedOut()
    {
        OrderEditor editor = Editor();
        editor.ListAll([new Mod("a", "", ModState.Active), new Mod("New", "", ModState.New), new Mod("Gone", "", ModState.Missing)]);
        editor.Arrange(["New", "-C", "A"]);
        Assert.Equal("New\n# about b\n-B\nbad:name\n\\-C\n# first\n\nA\n# end\n", editor.ToString());
        Assert.Equal(1, editor.PositionOf("b", "a"));
        Assert.Equal(0, editor.PositionOf("b", "NEW"));
    }

    /// <summary>The last line of a name counts. An earlier one would count if that were moved or removed.</summary>
    [Fact]
    public void OfANameGivenTwiceTheLastLineStays()
    {
        const string twice = "# one\n-A\nB\n# two\na\nC\n# end\n";
        OrderEditor editor = Editor(twice);
        Assert.Equal("# one\nB\n# two\na\nC\n# end\n", editor.ToString());
        Assert.Equal((1, 1), (editor.PositionOf("C", "B"), editor.PositionOf("A", "C")));
        Assert.True(editor.Move("A", 0));
        Assert.Equal("# two\na\n# one\nB\nC\n# end\n", editor.ToString());
        editor = Editor(twice);
        Assert.Equal((1, true), editor.Remove("A"));
        Assert.Equal("# one\nB\n# two\nC\n# end\n", editor.ToString());
        Assert.False(editor.Move("A", 0));
    }

    [Theory]
    [InlineData("")]
    [InlineData("A")]
    [InlineData("\uFEFFA\r\n-B\r\n")]
    [InlineData("-A\nB\n# two\na\n-b\nA\n")]
    public void WhatIsWrittenReadsAsBefore(string text)
    {
        OrderFile before = OrderFile.Parse(Encoding.UTF8.GetBytes(text), "order.txt");
        OrderFile after = OrderFile.Parse(Encoding.UTF8.GetBytes(Editor(text).ToString()), "order.txt");
        Assert.Equal(before.Entries.Select(e => (e.Name, e.Enabled)), after.Entries.Select(e => (e.Name, e.Enabled)));
    }
}
