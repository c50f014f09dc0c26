using Reloaded.VFS.Cli.OtherManagers.Formats;

namespace Reloaded.VFS.Tests.Cli.OtherManagers.Formats;

public sealed class QtIniTests
{
    [Theory]
    [InlineData("a=plain text  ", "plain text")]
    [InlineData("a=\"quoted; text\"", "quoted; text")]
    [InlineData(@"a=@ByteArray(C:\\Games\\M\xc3\xbcller)", @"C:\Games\Müller")]
    [InlineData("a=@ByteArray(Müller)", "Müller")]
    [InlineData(@"a=C:\\x\\y", @"C:\x\y")]
    [InlineData(@"a=""\x4e2d\t\""""", "中\t\"")]
    [InlineData("a=@@at", "@at")]
    [InlineData("a=@Invalid()", null)]
    [InlineData("a=", null)]
    [InlineData("b=1", null)]
    [InlineData("a", null)]
    [InlineData("a=x\\", "x")]
    [InlineData("a=\\x", null)]
    [InlineData("a=@ByteArray(", "@ByteArray(")]
    public void ValuesAreDecoded(string line, string? value) => Assert.Equal(value, QtIni.Parse("[General]\n" + line).Get("General", "a"));

    [Fact]
    public void ListsAndSectionsAreKept()
    {
        var ini = QtIni.Parse("top=1\r\n[Settings]\r\nskip_file_suffixes=.mohidden, \".a,b\", .c\r\n; comment\r\n[customExecutables]\r\n1\\title=x\r\na%20b=y\r\n");
        Assert.Equal("1", ini.Get("general", "top"));
        Assert.Equal([".mohidden", ".a,b", ".c"], ini.GetList("Settings", "skip_file_suffixes"));
        Assert.Equal("x", ini.Get("customExecutables", "1/title"));
        Assert.Equal("y", ini.Get("customExecutables", "a b"));
        Assert.Null(ini.GetList("Settings", "none"));
    }
}
