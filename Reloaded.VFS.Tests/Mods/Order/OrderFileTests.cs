using System.Text;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Order;

namespace Reloaded.VFS.Tests.Mods.Order;

public sealed class OrderFileTests
{
    private static OrderFile Parse(string text) => OrderFile.Parse(Encoding.UTF8.GetBytes(text), "order.txt");

    private static string Show(OrderFile file) => string.Join(" ", file.Entries.Select(e => $"{(e.Enabled ? "" : "-")}{e.Name}@{e.Line}"));

    [Fact]
    public void ReadsNamesCommentsAndWhatIsSwitchedOff()
    {
        OrderFile file = Parse("# my mods\r\n\r\n  Alpha \r\n\t-Beta\n- Gamma\n\\-Delta\n-\\-Delta2\n\\#Hash\nNumber #1\n#Alpha\n");
        Assert.Empty(file.Diagnostics);
        Assert.Equal("Alpha@3 -Beta@4 -Gamma@5 -Delta@6 --Delta2@7 #Hash@8 Number #1@9", Show(file));
        Assert.True(file.Entries[3].Enabled);
        Assert.Equal("-Delta", file.Entries[3].Name);
        Assert.Equal(("-Delta2", false), (file.Entries[4].Name, file.Entries[4].Enabled));
    }

    [Fact]
    public void EncodingsAndLineEndsDoNotMatter()
    {
        foreach (string end in new[] { "\n", "\r\n", "\r" })
        {
            string text = string.Join(end, "Größe", "", "-Бета", "模组 😀", "Ascii name");
            foreach (Encoding encoding in new Encoding[] { new UTF8Encoding(true), new UTF8Encoding(false), Encoding.Unicode,
                Encoding.BigEndianUnicode })
            {
                OrderFile file = OrderFile.Parse([.. encoding.GetPreamble(), .. encoding.GetBytes(text)], "order.txt");
                Assert.Empty(file.Diagnostics);
                Assert.Equal("Größe@1 -Бета@3 模组 😀@4 Ascii name@5", Show(file));
            }
        }

        foreach (Encoding bare in new[] { new UnicodeEncoding(false, false), new UnicodeEncoding(true, false) })
            Assert.Equal("Mod one@1 -Mod two@2", Show(OrderFile.Parse(bare.GetBytes("Mod one\r\n-Mod two"), "order.txt")));
    }

    [Fact]
    public void AnUnpairedSurrogateSurvivesUTF16()
    {
        OrderFile file = OrderFile.Parse([0xFF, 0xFE, (byte)'a', 0, 0x00, 0xD8, (byte)'b', 0], "order.txt");
        Assert.Equal("a\ud800b", Assert.Single(file.Entries).Name);
    }

    [Fact]
    public void ANameListedTwiceIsAWarningThatNamesBothLinesAndTheLastCounts()
    {
        OrderFile file = Parse("One\nTwo\n-ONE\n");
        Assert.Equal("Two@2 -ONE@3", Show(file));
        Diagnostic warning = Assert.Single(file.Diagnostics);
        Assert.Equal((Severity.Warning, 3, "order.txt"), (warning.Severity, warning.Line ?? 0, warning.File!));
        Assert.Contains("lines 1 and 3", warning.Cause);
    }

    [Theory]
    [InlineData("a/b", "it has a '/'")]
    [InlineData(@"C:\mods\a", "it has a ':'")]
    [InlineData(@"mods\a", @"it has a '\'")]
    [InlineData("what?", "it has a '?'")]
    [InlineData("a\tb", "it has a control character (U+0009)")]
    [InlineData("a\0b", "it has a control character (U+0000)")]
    [InlineData("dots.", "it ends with a dot")]
    [InlineData("..", "it stands for a folder and isn't a name")]
    [InlineData("-", "there is no name after the '-'")]
    public void ABadLineIsLeftOutAlone(string line, string cause)
    {
        OrderFile file = Parse($"First\n{line}\nLast");
        Assert.Equal("First@1 Last@3", Show(file));
        Diagnostic error = Assert.Single(file.Diagnostics);
        Assert.Equal((Severity.Error, 2, "order.txt"), (error.Severity, error.Line ?? 0, error.File!));
        Assert.Contains(cause, error.Cause);
        Assert.NotNull(error.Fix);
    }

    [Fact]
    public void ANameLongerThanAnyOfWindowsIsABadLine()
    {
        Assert.Empty(Parse(new string('a', 255)).Diagnostics);
        Assert.Contains("256", Assert.Single(Parse(new string('a', 256)).Diagnostics).Cause);
    }

    [Fact]
    public void ALineInAnotherCodePageIsABadLine()
    {
        OrderFile file = OrderFile.Parse(Encoding.Latin1.GetBytes("One\nGröße\nTwo"), "order.txt");
        Assert.Equal("One@1 Two@3", Show(file));
        Assert.Equal((2, "save the file as UTF-8"), (file.Diagnostics[0].Line ?? 0, file.Diagnostics[0].Fix));
    }

    [Fact]
    public void RandomBytesNeverThrowAndEveryMessageNamesItsLine()
    {
        var random = new Random(3);
        for (int round = 0; round < 20_000; round++)
        {
            var bytes = new byte[random.Next(80)];
            random.NextBytes(bytes);
            if (round % 2 == 0)
            {
                for (int i = 0; i < bytes.Length; i++)
                    bytes[i] = (byte)"ab-\\#/ \r\n\0\xFF\xFE.:"[bytes[i] % 14];
            }

            OrderFile file = OrderFile.Parse(bytes, "order.txt");
            Assert.All(file.Diagnostics, d => Assert.InRange(d.Line ?? 0, 1, 81));
            Assert.All(file.Entries, e => Assert.Null(ModName.WhyImpossible(e.Name)));
            Assert.Equal(file.Entries.Count, file.Entries.DistinctBy(e => e.Name, NameComparer.Instance).Count());
        }
    }
}
