using System.Text;
using Reloaded.VFS.Mods.Order;

namespace Reloaded.VFS.Tests.Mods.Order;

public sealed class OrderEditorTests
{
    private const string Text = "# first\n\nA\n# about b\n-B\nbad:name\n\\-C\n# end\n";

    private static OrderEditor Editor(string text = Text) => OrderEditor.Parse(Encoding.UTF8.GetBytes(text));

    [Fact]
    public void Nothing_changes_where_nothing_is_changed() => Assert.Equal(Text, Editor().ToString());

    [Fact]
    public void Mods_are_switched_and_comments_move_with_their_line()
    {
        OrderEditor editor = Editor();
        Assert.True(editor.SetEnabled("b", true));
        Assert.True(editor.SetEnabled("A", false));
        Assert.False(editor.SetEnabled("nothing", false));
        editor.Move("B", 0);
        Assert.Equal("# about b\nB\n# first\n\n-A\nbad:name\n\\-C\n# end\n", editor.ToString());
    }

    [Fact]
    public void Mods_that_are_not_listed_come_behind_and_places_are_shared_out()
    {
        OrderEditor editor = Editor();
        editor.ListAll([new Mod("a", "", ModState.Active), new Mod("New", "", ModState.New), new Mod("Gone", "", ModState.Missing)]);
        editor.Arrange(["New", "-C", "A"]);
        Assert.Equal("New\n# about b\n-B\nbad:name\n\\-C\n# first\n\nA\n# end\n", editor.ToString());
        Assert.Equal(1, editor.PlaceOf("b", "a"));
        Assert.Equal(0, editor.PlaceOf("b", "NEW"));
    }

    [Theory]
    [InlineData("")]
    [InlineData("A")]
    [InlineData("\uFEFFA\r\n-B\r\n")]
    public void What_is_written_reads_as_before(string text)
    {
        OrderFile before = OrderFile.Parse(Encoding.UTF8.GetBytes(text), "order.txt");
        OrderFile after = OrderFile.Parse(Encoding.UTF8.GetBytes(Editor(text).ToString()), "order.txt");
        Assert.Equal(before.Entries.Select(e => (e.Name, e.Enabled)), after.Entries.Select(e => (e.Name, e.Enabled)));
    }
}
