using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Tests.Core.Paths;

/// <summary>Tests of which names may be 8.3 names, so that the disk must be asked for the long ones.</summary>
public sealed class ShortNameTests
{
    [Theory]
    [InlineData("PROGRA~1")]
    [InlineData("LONGFI~1.TXT")]
    [InlineData("a~2.h")]
    [InlineData("LONG~ABC.DDS")] // as Wine makes them
    [InlineData("ABCDE~12")]
    public void NamesOfThatShapeMayBe(string name) => Assert.True(ShortName.MayBe(name));

    [Theory]
    [InlineData("")]
    [InlineData("PROGRAM")]
    [InlineData("~WRL0001.tmp")]
    [InlineData("Package~31bf3856ad364e35~amd64~~10.0")]
    [InlineData("LONGFILE~1")]
    [InlineData("A~1.TEXT")]
    [InlineData("A~1.B.C")]
    [InlineData("file.t~1")]
    public void OthersMayNot(string name) => Assert.False(ShortName.MayBe(name));

    [Theory]
    [InlineData(@"C:\PROGRA~1\game\a.txt", true)]
    [InlineData(@"C:\game\PROGRA~1", true)]
    [InlineData(@"C:\backup~of~mine\game\LONGFI~1.TXT", true)]
    [InlineData(@"C:\backup~of~mine\a~long~name.txt", false)]
    [InlineData(@"C:\game\a.txt", false)]
    public void APathIsLookedAtNameByName(string path, bool expected) => Assert.Equal(expected, ShortName.MayBeIn(path));

    [Theory]
    [InlineData("game", true)]
    [InlineData("STEAMA-1.X_2", true)]
    [InlineData("tmp.d", true)]
    [InlineData("steamapps", false)]
    [InlineData("a b", false)]
    [InlineData("Program Files (x86)", false)]
    [InlineData("a.text", false)]
    [InlineData("a.b.c", false)]
    [InlineData("a.", false)]
    [InlineData(".git", false)]
    [InlineData("größe", false)]
    [InlineData("a+b", false)]
    [InlineData("", false)]
    public void ANameThatIsSurelyItsOwnIsToldFromOthers(string name, bool expected) => Assert.Equal(expected, ShortName.IsOwn(name));
}
