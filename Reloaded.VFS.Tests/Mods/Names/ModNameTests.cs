using System.Text;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Order;

namespace Reloaded.VFS.Tests.Mods.Names;

public sealed class ModNameTests
{
    public static TheoryData<string> Impossible() =>
        ["a:b", "CON", "con", "aux.txt", "COM1.x", "name.", "name ", " spaced", "a\nb", "a\rb", "", ".", "..", "a/b", "a\\b", "\uFEFFx", "\u3000x",
            new string('x', 256)];

    [Theory]
    [MemberData(nameof(Impossible))]
    public void WhatCannotBeReadBackIsNoName(string name) => Assert.NotNull(ModName.WhyNoMod(name));

    /// <summary>Windows' file systems allow such names; UTF-8 can't express them.</summary>
    [Fact]
    public void HalfASurrogatePairIsNeverWritten()
    {
        OrderEditor editor = OrderEditor.Parse([]);
        editor.ListAll([new Mod("a\ud800", "", ModState.New)]);
        Assert.Equal("", editor.ToString());
    }

    /// <summary>The rule and the file agree: a name is allowed only if a line with it is read back as the same name.</summary>
    [Theory]
    [InlineData("-minus")]
    [InlineData("#hash")]
    [InlineData("\\-x", false)]
    [InlineData("Größe 日本")]
    [InlineData("a  b")]
    [InlineData("console")]
    [InlineData("a.CON")]
    [InlineData("\ud83d\ude00")]
    public void WhatIsAllowedIsReadBack(string name, bool isAllowed = true)
    {
        Assert.Equal(isAllowed, ModName.WhyNoMod(name) is null);
        if (!isAllowed)
            return;
        OrderEditor editor = OrderEditor.Parse([]);
        editor.ListAll([new Mod(name, "", ModState.New)]);
        Assert.Equal(name, Assert.Single(OrderFile.Parse(Encoding.UTF8.GetBytes(editor.ToString()), "").Entries).Name);
    }
}
