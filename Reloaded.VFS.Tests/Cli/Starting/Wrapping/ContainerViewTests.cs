using Reloaded.VFS.Cli.Starting.Wrapping;

namespace Reloaded.VFS.Tests.Cli.Starting.Wrapping;

/// <summary>Tests of which folders the container of the Steam Linux Runtime shows, and which can be added.</summary>
public sealed class ContainerViewTests
{
    [Theory]
    [InlineData("/home/me/mods", true)]
    [InlineData("/home/me", true)]
    [InlineData("/home/menace/mods", true)]
    [InlineData("/homely/mods", false)]
    [InlineData("/run/media/deck/SD/mods", true)]
    [InlineData("/mnt/games/mods", true)]
    [InlineData("/tmp/x", true)]
    [InlineData("/current", true)]
    [InlineData("/current/below", true)]
    [InlineData("/library/common/game", true)]
    [InlineData("/second/x", true)]
    [InlineData("/given/x", true)]
    [InlineData("/opt/rvfs", true)]
    [InlineData("/srv/mods", true)]
    [InlineData("/var/opt/mods", false)]
    [InlineData("/usr/lib/rvfs", false)]
    [InlineData("/games/mods", false)]
    [InlineData("/", false)]
    public void WhatIsShown(string path, bool shown) =>
        Assert.Equal(shown, new ContainerView(Variable, "/current", path => path).Shows(path));

    /// <summary>Fedora's and Bazzite's immutable systems have <c>/home</c>, <c>/mnt</c> and others as links into <c>/var</c>.</summary>
    [Theory]
    [InlineData("/home/me/mods", true)]
    [InlineData("/var/home/me/mods", true)]
    [InlineData("/var/home/menace/mods", true)]
    [InlineData("/opt/mods", true)]
    [InlineData("/var/opt/mods", true)]
    [InlineData("/var/srv/mods", true)]
    [InlineData("/mnt/games/mods", true)]
    [InlineData("/var/mnt/games/mods", true)]
    [InlineData("/var/library/common/game", true)]
    [InlineData("/var/current/below", true)]
    [InlineData("/var/lib/mods", false)]
    public void WhatIsShownWhereTheFoldersAreLinksIntoVar(string path, bool shown) =>
        Assert.Equal(shown, new ContainerView(Variable, "/current", path => "/var" + path.TrimEnd('/')).Shows(path));

    [Theory]
    [InlineData("/games/mods", true)]
    [InlineData("/opt/mods", true)]
    [InlineData("/srv", true)]
    [InlineData("/", false)]
    [InlineData("/usr/share/mods", false)]
    [InlineData("/var/lib/mods", false)]
    [InlineData("/var/run/mods", false)]
    [InlineData("/var/opt/mods", true)]
    [InlineData("/var/games", true)]
    [InlineData("/games/a:b", false)]
    public void WhatCanBeAdded(string path, bool can) => Assert.Equal(can, ContainerView.CanMount(path));

    /// <summary>A folder and its real path are returned once, under the first name.</summary>
    [Theory]
    [InlineData("/games/mods=/data/mods /data/mods", "/games/mods yes")]
    [InlineData("/games/mods=/var/games/mods /var/games/mods", "/games/mods yes")]
    [InlineData("/games/mods=/usr/mods /usr/mods", "/games/mods no")]
    [InlineData("/usr/mods=/data/mods /data/mods", "/usr/mods no")]
    [InlineData("/games/mods=/home/me/mods /home/me/mods", "/games/mods yes")]
    [InlineData("/mnt/mods=/data/mods /data/mods", "/data/mods yes")]
    [InlineData("/opt/mods=/var/opt/mods /var/opt/mods", "")]
    [InlineData("/games/a /games/b /games/a", "/games/a yes|/games/b yes")]
    public void WhatIsNotShownIsToldOnce(string places, string expected)
    {
        string[][] words = [.. places.Split(' ').Select(word => word.Split('='))];
        ContainerView view = new(Variable, "/current", path => path == "/opt" ? "/var/opt"
            : words.FirstOrDefault(word => word[0] == path && word.Length > 1) is { } link ? link[1] : path);
        Assert.Equal(expected,
            string.Join('|', view.NotShown(words.Select(word => word[0])).Select(f => $"{f.Folder} {(f.CanMount ? "yes" : "no")}")));
    }

    private static string? Variable(string name) => name switch
    {
        "HOME" => "/home/me/",
        "STEAM_COMPAT_LIBRARY_PATHS" => "/library:/second",
        ContainerView.MountsVariable => "/given",
        "PROTON_LOG_DIR" => "relative",
        _ => null,
    };
}
