using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Tests.Core.Paths;

public class VirtualPathTests
{
    [Theory]
    [InlineData(@"C:\games\g", @"C:\games\g")]
    [InlineData(@"c:/Games//g/", @"c:\Games\g")]
    [InlineData(@"\\?\C:\g", @"C:\g")]
    [InlineData(@"\??\C:\g\", @"C:\g")]
    [InlineData(@"\\.\C:\g", @"C:\g")]
    [InlineData(@"C:\", "C:")]
    [InlineData("C:", "C:")]
    [InlineData(@"C:\a\.\b\..\c", @"C:\a\c")]
    [InlineData(@"C:\..\..\a", @"C:\a")]
    [InlineData(@"\\server\share\g", @"UNC\server\share\g")]
    [InlineData(@"//server/share", @"UNC\server\share")]
    [InlineData(@"\\?\UNC\server\share\g", @"UNC\server\share\g")]
    [InlineData(@"\??\unc\server\share\g\", @"UNC\server\share\g")]
    [InlineData(@"UNC\server\share", @"UNC\server\share")]
    [InlineData(@"\\server\share\..\..\g", @"UNC\server\share\g")]
    public void CanonicalForm(string path, string expected)
    {
        Assert.Equal(expected, VirtualPath.Canonicalize(path));
        Assert.Equal(expected, VirtualPath.Canonicalize(expected));
    }

    [Theory]
    [InlineData("")]
    [InlineData("data")]
    [InlineData(@"\data")]
    [InlineData("/home/user")]
    [InlineData("C:data")]
    [InlineData(@"\\server")]
    [InlineData(@"1:\x")]
    [InlineData(@"C:\a\file:stream")]
    [InlineData("C:\\a\0b")]
    public void RefusesWhatIsNotAbsolute(string path) => Assert.ThrowsAny<ArgumentException>(() => VirtualPath.Canonicalize(path));

    [Fact]
    public void RefusesWhatIsTooLong()
    {
        Assert.ThrowsAny<ArgumentException>(() => VirtualPath.Canonicalize(@"C:\" + new string('x', 256)));
        string longest = "C:" + string.Concat(Enumerable.Repeat(@"\" + new string('x', 254), 128)) + new string('x', 0);
        Assert.Equal(longest, VirtualPath.Canonicalize(longest));
        Assert.ThrowsAny<ArgumentException>(() => VirtualPath.Canonicalize(longest + @"\" + new string('x', 200)));
    }

    [Theory]
    [InlineData(@"C:\g\a", @"C:\g", true)]
    [InlineData(@"c:\G", @"C:\g", true)]
    [InlineData(@"C:\g2", @"C:\g", false)]
    [InlineData(@"C:\", @"C:", true)]
    [InlineData(@"C:", @"C:\g", false)]
    public void ComponentBoundary(string path, string folder, bool expected) =>
        Assert.Equal(expected, VirtualPath.IsSameOrBelow(path, folder));

    [Theory]
    [InlineData(@"C:\g\a", "C:")]
    [InlineData(@"C:\", "C:")]
    [InlineData("C:", "C:")]
    [InlineData("", "")]
    public void TheRootIsWhatComesBeforeTheFirstBackslash(string path, string expected) =>
        Assert.Equal(expected, VirtualPath.GetRoot(path).ToString());

    [Theory]
    [InlineData(@"C:\a", @"\??\C:\a")]
    [InlineData(@"C:/a/", @"\??\C:\a\")]
    [InlineData("C:", @"\??\C:")]
    [InlineData(@"\\?\C:\a", @"\??\C:\a")]
    [InlineData(@"\??\C:\a", @"\??\C:\a")]
    [InlineData(@"\\server\share\a", @"\??\UNC\server\share\a")]
    [InlineData(@"\\?\UNC\server\share", @"\??\UNC\server\share")]
    [InlineData(@"UNC\server\share\a", @"\??\UNC\server\share\a")]
    public void TargetFormOfWindows(string path, string expected) => Assert.Equal(expected, RealPathForm.Windows(path));

    [Theory]
    [InlineData("a")]
    [InlineData("/home")]
    [InlineData("C:a")]
    public void TargetFormRefusesWhatIsNotAbsolute(string path) => Assert.ThrowsAny<ArgumentException>(() => RealPathForm.Windows(path));
}
