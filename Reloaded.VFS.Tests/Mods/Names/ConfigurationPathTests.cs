using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Tests.Mods.Names;

public sealed class ConfigurationPathTests
{
    [Theory]
    [InlineData(@"C:\games\g")]
    [InlineData("C:/games/g")]
    [InlineData(@"..\mods")]
    [InlineData(@"\\server\share\x")]
    [InlineData(@"\\?\C:\x")]
    [InlineData("mods 😀")]
    [InlineData("/home/x/mods")]
    public void AcceptsPaths(string path) => Assert.Null(ConfigurationPath.Validate(path));

    [Theory]
    [InlineData(" ", "empty")]
    [InlineData("a\nb", "U+000A")]
    [InlineData("a?b", "'?'")]
    [InlineData("data:stream", "':'")]
    [InlineData("C:", "drive without a folder")]
    [InlineData("C:x", "drive without a folder")]
    public void NamesWhatIsWrong(string path, string part) => Assert.Contains(part, ConfigurationPath.Validate(path));

    [Fact]
    public void KnowsTheLongestPath()
    {
        Assert.Null(ConfigurationPath.Validate(@"C:\" + new string('a', 32764)));
        Assert.Contains("32768", ConfigurationPath.Validate(@"C:\" + new string('a', 32765)));
    }

    [Fact]
    public void HalfAPairIsNamed() => Assert.Contains("U+DC00", ConfigurationPath.Validate("a\udc00\ud800"));
}
