using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Starting.Wrapping;

/// <summary>Tests of the places of a Steam game, its mods and rvfs, and of what the container shows of them.</summary>
[Collection(RealProcesses.Name)]
public sealed class SteamPlacesTests
{
    private static readonly string s_name = $"rvfs-test-{Guid.NewGuid():N}";

    /// <summary>The stand-in's container hides the same as the real one; otherwise none of these tests could fail.</summary>
    [LinuxFact(Needs.Published)]
    public void TheContainerHidesTheRestOfTheMachine()
    {
        using SteamStandIn steam = new();
        steam.WithWindows();
        steam.Write(Path.Combine(steam.Hidden, "data.txt"), "hidden");
        steam.Write(Path.Combine(steam.Home, "data.txt"), "shown");
        string up = Path.GetRelativePath(steam.GameFolder, steam.Hidden);
        Assert.Equal("shown", steam.RunCommand(steam.Command("cat", Path.Combine(up, "home/data.txt"))).Text);
        Assert.Equal(9, steam.RunCommand(steam.Command("cat", Path.Combine(up, "data.txt"))).ExitCode);
    }

    [LinuxFact(Needs.Published)]
    public void AGameInTheHomeFolder()
    {
        using SteamStandIn steam = new();
        AssertModded(steam);
    }

    [LinuxFact(Needs.Published | Needs.SmallVolume)]
    public void AGameOnAnSDCard()
    {
        AssertRoot();
        bool isFirst = !Directory.Exists("/run/media");
        using SmallVolume card = new($"/run/media/{s_name}", 64);
        try
        {
            using SteamStandIn steam = new(card.Folder);
            Assert.NotEqual(new DriveInfo(steam.Home).TotalSize, new DriveInfo(steam.GameFolder).TotalSize);
            AssertModded(steam);
            // Mods in the home folder for a game on the SD card, and the other way round.
            string mods = Path.Combine(steam.Home, "mods");
            steam.Write(Path.Combine(mods, "two/data.txt"), "of the home folder");
            Assert.Equal("of the home folder", Plain(steam.Run(["--mods", mods, .. steam.Command("cat", "data.txt")])));
            using SteamStandIn home = new();
            home.WithWindows();
            home.Write(Path.Combine(card.Folder, "mods/two/data.txt"), "of the card");
            Assert.Equal("of the card",
                Plain(home.Run(["--mods", Path.Combine(card.Folder, "mods"), .. home.Command("cat", "data.txt")])));
            Assert.DoesNotContain("container", home.Run(["--mods", Path.Combine(card.Folder, "mods"), .. home.Command("exit", "0")]).Errors,
                StringComparison.Ordinal);
        }
        finally
        {
            card.Dispose();
            Directory.Delete(card.Folder);
            if (isFirst)
                Directory.Delete("/run/media");
        }
    }

    /// <summary>The library is at the top of the disk, with mods beside and outside of it.</summary>
    [LinuxFact(Needs.Published)]
    public void AGameInAFolderOfItsOwn()
    {
        AssertRoot();
        string own = "/" + s_name;
        try
        {
            using SteamStandIn steam = new(Path.Combine(own, "SteamLibrary"));
            AssertModded(steam);
            steam.Write(Path.Combine(own, "mods/two/data.txt"), "of its own");
            GameResult result = steam.Run(["--mods", Path.Combine(own, "mods"), .. steam.Command("cat", "data.txt")]);
            Assert.Equal("of its own", Plain(result));
            Assert.Contains($"the game's container also shows {own}/mods\n", result.Errors, StringComparison.Ordinal);
        }
        finally
        {
            Directory.Delete(own, recursive: true);
        }
    }

    /// <summary>The files that the game writes, and those that define its mods, are outside of what the container shows.</summary>
    [LinuxFact(Needs.Published)]
    public void SavesAndSetsInAFolderOfTheirOwn()
    {
        AssertRoot();
        string own = "/" + s_name;
        try
        {
            using SteamStandIn steam = new();
            steam.Write(Path.Combine(steam.WithWindows().GameFolder, "data.txt"), "plain");
            steam.Write(Path.Combine(own, "mods/one/data.txt"), "one");
            steam.Write(Path.Combine(own, "mods/two/data.txt"), "two");
            string configuration = steam.Write(Path.Combine(steam.GameFolder, "rvfs/rvfs.json"), $$"""
                { "mods": "{{own}}/mods", "order": "{{own}}/orders/order.txt", "writes": "overwrite", "overwrite": "{{own}}/saves/game" }
                """);
            steam.Write(Path.Combine(own, "orders/order.txt"), "two\none\n");
            GameResult saved = steam.Run(steam.Command("copy", "data.txt", "save.txt"));
            Assert.Equal("", Plain(saved));
            Assert.DoesNotContain("overwrite folder", saved.Errors, StringComparison.Ordinal);
            Assert.Equal("one", File.ReadAllText(Path.Combine(own, "saves/game/save.txt")));
            Assert.Equal("one", Plain(steam.Run(steam.Command("cat", "save.txt"))));
            Assert.Contains($"the game's container also shows {own}/mods, {own}/orders, {own}/saves\n", saved.Errors,
                StringComparison.Ordinal);

            File.WriteAllText(configuration, $$"""{ "mods": "{{own}}/mods", "writes": "overwrite", "set": "hard" }""");
            steam.Write(Path.Combine(own, "mods.rvfs-sets/hard/order.txt"), "one\ntwo\n");
            Assert.Equal("", Plain(steam.Run(steam.Command("copy", "data.txt", "save.txt"))));
            Assert.Equal("two", File.ReadAllText(Path.Combine(own, "mods.rvfs-sets/hard/overwrite/save.txt")));
            Assert.Equal("two", Plain(steam.Run(steam.Command("cat", "save.txt"))));
        }
        finally
        {
            Directory.Delete(own, recursive: true);
        }
    }

    /// <summary>Immutable systems of Fedora, Bazzite's among them, have <c>/home</c> as a link to <c>/var/home</c>.</summary>
    [LinuxFact(Needs.Published)]
    public void AHomeFolderBehindALink()
    {
        AssertRoot();
        string real = "/var/" + s_name, link = "/" + s_name;
        try
        {
            using SteamStandIn steam = new();
            steam.Rvfs = SteamStandIn.InstallRvfs(Path.Combine(real, "me/rvfs"));
            steam.Write(Path.Combine(real, "me/mods/two/data.txt"), "modded");
            Directory.CreateSymbolicLink(link, real);
            steam.Variables["HOME"] = Path.Combine(link, "me");
            GameResult result = steam.WithWindows().Run(["--mods", Path.Combine(link, "me/mods"), .. steam.Command("cat", "data.txt")]);
            Assert.Equal("modded", Plain(result));
            Assert.DoesNotContain("container", result.Errors, StringComparison.Ordinal);
            Assert.False(Directory.Exists(Path.Combine(steam.DataFolder, "rvfs")), "rvfs was copied");
            string game = steam.Game;
            GameResult checkedGame = GameProcess.RunCommand([steam.Rvfs, "doctor", "--mods", Path.Combine(link, "me/mods"), game], new()
            {
                Environment = steam.Variables,
            });
            Assert.DoesNotContain("container", checkedGame.Text + checkedGame.Errors, StringComparison.Ordinal);
        }
        finally
        {
            File.Delete(link);
            Directory.Delete(real, recursive: true);
        }
    }

    /// <summary>
    /// A folder at the top of the disk is a link into <c>/var</c>, like <c>/opt</c> and <c>/srv</c> on immutable systems: the container
    /// gets the mods once, by either name, and nothing is reported as missing.
    /// </summary>
    [LinuxTheory(Needs.Published)]
    [InlineData(true)]
    [InlineData(false)]
    public void ModsBehindALinkIntoVar(bool byLink)
    {
        AssertRoot();
        string real = "/var/" + s_name, link = "/" + s_name;
        try
        {
            using SteamStandIn steam = new();
            steam.Write(Path.Combine(real, "mods/two/data.txt"), "modded");
            Directory.CreateSymbolicLink(link, real);
            string mods = Path.Combine(byLink ? link : real, "mods");
            GameResult result = steam.WithWindows().Run(["--mods", mods, .. steam.Command("cat", "data.txt")]);
            Assert.Equal("modded", Plain(result));
            Assert.Contains($"the game's container also shows {mods}\n", result.Errors, StringComparison.Ordinal);
            Assert.DoesNotContain("can't show", result.Errors, StringComparison.Ordinal);
            GameResult doctor = GameProcess.RunCommand([steam.Rvfs, "doctor", "--mods", mods, steam.Game], new()
            {
                Environment = steam.Variables,
            });
            Assert.DoesNotContain("can't show", doctor.Text + doctor.Errors, StringComparison.Ordinal);
        }
        finally
        {
            File.Delete(link);
            Directory.Delete(real, recursive: true);
        }
    }

    /// <summary>A folder that the container can't show is named, and the other mods are there.</summary>
    [LinuxTheory]
    [InlineData("/var/lib/")]
    [InlineData("/with:colon-")]
    public void AModThatTheContainerCannotShowIsNamed(string start)
    {
        AssertRoot();
        string unseen = start + s_name;
        try
        {
            using SteamStandIn steam = new();
            steam.Write(Path.Combine(unseen, "data.txt"), "unseen");
            steam.Write(Path.Combine(steam.WithWindows().GameFolder, "rvfs/mods/one/data.txt"), "modded");
            Directory.CreateSymbolicLink(Path.Combine(steam.GameFolder, "rvfs/mods/two"), unseen);
            GameResult result = steam.Run(steam.Command("cat", "data.txt"));
            Assert.Equal("modded", Plain(result));
            Assert.Contains($"the game's container can't show '{unseen}': the game doesn't see what is in it", result.Errors,
                StringComparison.Ordinal);
            Assert.Contains("Move it into your home folder.", result.Errors, StringComparison.Ordinal);
            Assert.Contains($"STEAM_COMPAT_MOUNTS={steam.Tools}\0", steam.Read("reaper.env"), StringComparison.Ordinal);
        }
        finally
        {
            Directory.Delete(unseen, recursive: true);
        }
    }

    /// <summary>The files that must be in the user's data folder are copied once, and again if they differ.</summary>
    [LinuxTheory]
    [Trait("Bits", "Both")]
    [InlineData(true)]
    [InlineData(false)]
    public void RvfsIsCopiedOnce(bool named)
    {
        AssertRoot();
        string unseen = "/" + s_name;
        try
        {
            using SteamStandIn steam = new();
            if (!named)
                steam.Variables["XDG_DATA_HOME"] = null;
            steam.Rvfs = SteamStandIn.InstallRvfs(unseen);
            steam.Write(Path.Combine(steam.WithWindows().GameFolder, "rvfs/mods/one/data.txt"), "modded");
            Assert.Equal("modded", Plain(steam.Run(steam.Command("cat", "data.txt"))));
            string copy = Assert.Single(Directory.GetDirectories(
                Path.Combine(named ? steam.DataFolder : Path.Combine(steam.Home, ".local/share"), "rvfs")));
            string[] first = Files(copy);
            Assert.Equal(3, first.Count(file => !file.Contains("/x86/", StringComparison.Ordinal)));
            Assert.Equal(Width.Is32Bit, first.Any(file => file.EndsWith("/x86/reloaded_vfs.dll", StringComparison.Ordinal)));
            Assert.Equal("modded", Plain(steam.Run(steam.Command("cat", "data.txt"))));
            Assert.Equal(first, Files(copy));
            File.SetLastWriteTimeUtc(Path.Combine(unseen, "rvfs.exe"), DateTime.UtcNow.AddDays(1));
            Assert.Equal("modded", Plain(steam.Run(steam.Command("cat", "data.txt"))));
            Assert.Single(first.Except(Files(copy)), file => file.EndsWith("/rvfs.exe", StringComparison.Ordinal));
        }
        finally
        {
            Directory.Delete(unseen, recursive: true);
        }

        // Inode, times and name, which change if a file is written or replaced.
        static string[] Files(string folder) =>
            [.. GameProcess.RunCommand(["find", folder, "-type", "f", "-printf", "%i %T@ %C@ %p\n"]).Text
                .Split('\n', StringSplitOptions.RemoveEmptyEntries).Order(StringComparer.Ordinal)];
    }

    /// <summary>
    /// Steam puts its own libraries before the system's, and loads one into every program that it starts: rvfs on Linux uses none of the
    /// former, isn't harmed by the latter, and passes both on.
    /// </summary>
    [LinuxFact(Needs.Published)]
    public void SteamsOwnLibrariesDoNoHarm()
    {
        using SteamStandIn steam = new();
        string libraries = Path.Combine(steam.Home, ".local/share/Steam/ubuntu12_64/steam-runtime");
        foreach (string name in (string[])["libstdc++.so.6", "libgcc_s.so.1", "libz.so.1", "libssl.so.1.0.0", "libssl.so.3",
            "libcrypto.so.1.0.0", "libcrypto.so.3", "libcurl.so.4", "libgssapi_krb5.so.2", "libicuuc.so.72", "liblttng-ust.so.0"])
            steam.Write(Path.Combine(libraries, name), "no library");
        string overlay = Path.Combine(steam.Home, ".local/share/Steam/ubuntu12_64/gameoverlayrenderer.so");
        string source = steam.Write(Path.Combine(steam.Home, "overlay.c"), """
            #include <fcntl.h>
            #include <stdlib.h>
            #include <string.h>
            #include <unistd.h>
            extern char *program_invocation_short_name;
            __attribute__((constructor)) static void begin(void)
            {
                int file = open(getenv("RVFS_TEST_OVERLAY"), O_WRONLY | O_APPEND | O_CREAT, 0666);
                write(file, program_invocation_short_name, strlen(program_invocation_short_name));
                write(file, "\n", 1);
                close(file);
            }
            """);
        GameResult built = GameProcess.RunCommand([Executables.Find("clang")!, "-shared", "-fPIC", "-o", overlay, source]);
        Assert.True(built.ExitCode == 0, built.ToString());
        string loaded = Path.Combine(steam.Home, "loaded");
        steam.Variables["RVFS_TEST_OVERLAY"] = loaded;
        steam.Write(Path.Combine(steam.WithWindows().GameFolder, "rvfs/mods/one/data.txt"), "modded");
        // Like Steam: includes a library for 32-bit programs, about which the system's loader complains and which it skips.
        string[] line = ["/usr/bin/env", $"LD_PRELOAD={overlay}:{overlay.Replace("_64", "_32", StringComparison.Ordinal)}",
            "LD_LIBRARY_PATH=" + libraries, steam.Rvfs, "run", .. steam.Command("cat", "data.txt")];
        GameResult result = steam.RunCommand(line);
        Assert.Equal("modded", Plain(result));
        Assert.Contains("rvfs", File.ReadAllLines(loaded));
        Assert.Contains($"LD_PRELOAD={overlay}:", steam.Read("reaper.env"), StringComparison.Ordinal);
        Assert.Contains($"LD_LIBRARY_PATH={libraries}\0", steam.Read("reaper.env"), StringComparison.Ordinal);
    }

    private static void AssertRoot() =>
        Assert.True(Environment.IsPrivilegedProcess, "this test makes a folder at the top of the disk: it needs root");

    private static void AssertModded(SteamStandIn steam)
    {
        steam.Write(Path.Combine(steam.WithWindows().GameFolder, "data.txt"), "plain");
        steam.Write(Path.Combine(steam.GameFolder, "rvfs/mods/one/data.txt"), "modded");
        Assert.Equal("plain", Plain(steam.RunCommand(steam.Command("cat", "data.txt"))));
        foreach (string verb in (string[])["waitforexitandrun", "run", "runinprefix"])
        {
            GameResult result = steam.Run(steam.CommandOf(verb, steam.Game, "cat", "data.txt"));
            Assert.Equal("modded", Plain(result));
            Assert.Contains("Reloaded VFS: 1 mod, 1 file", result.Errors, StringComparison.Ordinal);
        }
    }

    private static string Plain(GameResult result)
    {
        Assert.True(result.ExitCode == 0, result.ToString());
        return result.Text;
    }
}
