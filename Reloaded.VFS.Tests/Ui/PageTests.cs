using System.Net;
using System.Text;
using System.Text.Json;
using Microsoft.Playwright;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Ui;

/// <summary>
/// The page of <c>rvfs ui</c> in a real browser, used as a person uses it. After each act the disk is compared with what the command makes
/// of the same game.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class PageTests(UiBrowser browser) : IClassFixture<UiBrowser>
{
    private const Needs All = Needs.Published | Needs.Page | Needs.Browser;

    private static readonly string[] s_mods =
    [
        "rvfs/mods/Alpha/data/a.txt", "rvfs/mods/Beta/data/a.txt", "rvfs/mods/Beta/data/b.txt", "rvfs/mods/Delta/data/d.txt",
        "rvfs/mods/Gamma/data/a.txt=rvfs/mods/Beta/data/a.txt", "rvfs/mods/order.txt=# mine\nAlpha\nBeta\nGamma\nDelta\n",
        "data/a.txt", "data/own.txt",
    ];

    [RealProcessFact(All)]
    public async Task ModsAreSwitchedMovedAndRemoved()
    {
        using TwinGames games = new(s_mods);
        await using UiPage page = await UiPage.OpenAsync(browser, games.Page);
        await page.Mod("Beta").GetByRole(AriaRole.Checkbox).ClickAsync();
        await page.ToldAsync("Beta: off.");
        games.AssertSame("mods", "disable", "Beta");
        await page.Mod("Beta").GetByRole(AriaRole.Checkbox).ClickAsync();
        await page.ToldAsync("Beta: on.");
        games.AssertSame("mods", "enable", "Beta");

        // By dragging, to the upper half of a row.
        await page.Mod("Delta").DragToAsync(page.Mod("Beta"), new() { TargetPosition = new() { X = 200, Y = 4 } });
        await page.ToldAsync("Moved: Delta");
        games.AssertSame("mods", "move", "Delta", "--before", "Beta");

        // By the keyboard: one, then two.
        await page.Mod("Gamma").ClickAsync();
        await page.Page.Keyboard.PressAsync("Alt+ArrowUp");
        await page.ToldAsync("Moved: Gamma");
        games.AssertSame("mods", "move", "Gamma", "--before", "Beta");
        await page.Mod("Alpha").ClickAsync();
        await page.Page.Keyboard.PressAsync("Shift+ArrowDown");
        await page.Page.GetByText("2 mods selected").WaitForAsync();
        await page.Page.Keyboard.PressAsync("Alt+ArrowDown");
        await page.ToldAsync("Moved: Alpha, Delta");
        games.Run("mods", "move", "Alpha", "--after", "Gamma");
        games.AssertSame("mods", "move", "Delta", "--after", "Alpha");
        await page.Undo("Moved: Alpha, Delta").ClickAsync();
        await page.ToldAsync("Taken back");
        games.Run("mods", "move", "Alpha", "--first");
        games.AssertSame("mods", "move", "Delta", "--after", "Alpha");
        await page.Mod("Alpha").FocusAsync();
        await page.Page.Keyboard.PressAsync("Space");
        await page.ToldAsync("Alpha, Delta: off.");
        games.AssertSame("mods", "disable", "Alpha", "Delta");

        await page.Mod("Beta").ClickAsync();
        await page.Page.Keyboard.PressAsync("Delete");
        await page.ToldAsync("Removed.");
        await page.Mod("Beta").WaitForAsync(new() { State = WaitForSelectorState.Detached });
        games.AssertSame("remove", "Beta");
        await page.Undo("Removed.").ClickAsync();
        await page.Mod("Beta").WaitForAsync();
        games.AssertSame("remove", "--undo", "Beta");

        // What another program changes is seen at once.
        File.WriteAllText(Path.Combine(games.Page, "rvfs/mods/order.txt"), "Delta\n-Gamma\n");
        await Assertions.Expect(page.Mod("Gamma").GetByRole(AriaRole.Checkbox)).Not.ToBeCheckedAsync();

        // A failure is said as the command says it.
        Directory.Delete(Path.Combine(games.Page, "rvfs/mods/Delta"), recursive: true);
        await Assertions.Expect(page.Mod("Delta")).ToContainTextAsync("not there");
    }

    [RealProcessFact(All)]
    public async Task ArchivesAreAddedAndInstallersAsk()
    {
        using TwinGames games = new(s_mods);
        string plain = games.Zip("Better Hero.zip", ("data/hero.dds", [1, 2, 3])), installer = games.Zip("Textures.zip",
            ("fomod/ModuleConfig.xml", Encoding.UTF8.GetBytes("""
                <config><moduleName>Textures</moduleName><installSteps order="Explicit"><installStep name="Sizes"><optionalFileGroups>
                <group name="Which size" type="SelectExactlyOne"><plugins order="Explicit">
                <plugin name="Small"><description>For old machines</description><image path="fomod\Small.png"/>
                <files><folder source="small" destination="data"/></files><typeDescriptor><type name="Optional"/></typeDescriptor></plugin>
                <plugin name="Large"><description>For new machines</description><image path="fomod\Large.png"/>
                <files><folder source="large" destination="data"/></files><typeDescriptor><type name="Optional"/></typeDescriptor></plugin>
                </plugins></group></optionalFileGroups></installStep><installStep name="More"><optionalFileGroups>
                <group name="Extras" type="SelectAtLeastOne"><plugins order="Explicit">
                <plugin name="Snow"><description>White</description>
                <files><folder source="snow" destination="data"/></files><typeDescriptor><type name="Optional"/></typeDescriptor></plugin>
                </plugins></group></optionalFileGroups></installStep></installSteps></config>
                """)),
            ("fomod/small.png", TwinGames.Picture(255, 40)), ("fomod/large.png", TwinGames.Picture(40, 255)), ("small/t.dds", [1]),
            ("large/t.dds", [2]), ("snow/s.dds", [3]));
        string choices = games.Folder.File("choices.json", """
            {"options":[{"name":"Sizes","groups":[{"name":"Which size","choices":[{"name":"Large","idx":1}]}]},
                {"name":"More","groups":[{"name":"Extras","choices":[{"name":"Snow","idx":0}]}]}]}
            """);
        await using UiPage page = await UiPage.OpenAsync(browser, games.Page);
        await page.DropAsync(plain);
        await page.ToldAsync("Better Hero: added, place 5 of 5");
        await page.Mod("Better Hero").WaitForAsync();
        games.AssertSame("add", plain);

        await Upload(installer);
        ILocator dialog = page.Page.GetByRole(AriaRole.Dialog);
        await dialog.GetByText("Which size").WaitForAsync();
        int[] widths = await dialog.Locator("img").EvaluateAllAsync<int[]>(
            "images => Promise.all(images.map(async image => (await image.decode(), image.naturalWidth)))");
        Assert.Equal([320, 320], widths);
        await page.AssertAccessibleAsync("the installer");
        await page.PictureAsync("installer");
        await Next();
        await dialog.GetByText("Extras").WaitForAsync();
        // At least one must be chosen; and one can go back.
        await dialog.GetByLabel("Snow").UncheckAsync();
        await Assertions.Expect(dialog.GetByRole(AriaRole.Button, new() { Name = "Next" })).ToBeDisabledAsync();
        await dialog.GetByText("Back").ClickAsync();
        await dialog.GetByLabel("Large").CheckAsync();
        await Next();
        await dialog.GetByLabel("Snow").CheckAsync();
        await Next();
        await page.ToldAsync("Textures: added");
        games.AssertSame("add", "--choices", choices, installer);

        // An installer that is stopped leaves nothing.
        File.Move(installer, installer = games.Folder.At("Others.zip"));
        await Upload(installer);
        await dialog.GetByText("Which size").WaitForAsync();
        await dialog.GetByRole(AriaRole.Button, new() { Name = "Don't install" }).ClickAsync();
        await page.ToldAsync("Nothing was done.");
        games.AssertSame();

        // A new version, of which one file was changed here, too.
        foreach (string game in (string[])[games.Page, games.Command])
            File.WriteAllText(Path.Combine(game, "rvfs/mods/Better Hero/data/hero.dds"), "mine");
        string update = games.Zip("Hero 2.zip", ("data/hero.dds", [4, 5]), ("data/cape.dds", [6]));
        await page.Mod("Better Hero").ClickAsync();
        await page.Button("Update from an archive…").ClickAsync();
        await page.Page.GetByRole(AriaRole.Heading, new() { Name = "Update Better Hero" }).WaitForAsync();
        await page.Page.Locator("input[type=file]").SetInputFilesAsync(update);
        await page.Button("Update").ClickAsync();
        await dialog.GetByText("These files were changed here").WaitForAsync();
        await page.PictureAsync("changed");
        await page.AssertAccessibleAsync("the question about changed files");
        await dialog.GetByText("Keep mine").ClickAsync();
        await page.ToldAsync("Better Hero: updated");
        games.AssertSame("add", "--changed", "mine", "--name", "Better Hero", update);

        Task Next() => dialog.GetByRole(AriaRole.Button, new() { Name = "Next" }).ClickAsync();

        async Task Upload(string file)
        {
            await page.Button("Add a mod…").ClickAsync();
            await page.Page.Locator("input[type=file]").SetInputFilesAsync(file);
            await page.Button("Add").ClickAsync();
        }
    }

    [RealProcessFact(All)]
    public async Task FilesSayWhoSuppliesThem()
    {
        using TwinGames games = new(s_mods);
        games.AddToBoth("rvfs/mods/Alpha/pic.png", TwinGames.Red);
        games.AddToBoth("pic.png", TwinGames.Blue);
        games.AddToBoth("rvfs/mods/Delta/data/own.txt.rvfshide", []);
        await using UiPage page = await UiPage.OpenAsync(browser, games.Page, "files");
        ILocator tree = page.Page.GetByRole(AriaRole.Tree);
        await tree.GetByText("data").ClickAsync();
        await tree.GetByText("a.txt").ClickAsync();
        ILocator side = page.Page.Locator("aside");
        await side.GetByRole(AriaRole.Heading, new() { Name = "data\\a.txt" }).WaitForAsync();
        string[] texts = await Texts(side.Locator("pre"), 4);
        Assert.Equal(["rvfs/mods/Beta/data/a.txt", "rvfs/mods/Beta/data/a.txt", "rvfs/mods/Alpha/data/a.txt", "data/a.txt"], texts);
        await Assertions.Expect(side).ToContainTextAsync("25 bytes");
        await side.GetByText("Let Alpha win here").ClickAsync();
        await page.ToldAsync("Alpha wins data/a.txt");
        games.AssertSame("prefer", "Alpha", "data/a.txt");
        await Assertions.Expect(side.Locator("figcaption").First).ToHaveTextAsync("Alpha (seen)");

        // By the keyboard: up to the folder, close it, on to the picture.
        await tree.FocusAsync();
        await page.Page.Keyboard.PressAsync("ArrowLeft");
        await page.Page.Keyboard.PressAsync("ArrowLeft");
        await Assertions.Expect(tree.Locator("[aria-selected=true]")).ToHaveAttributeAsync("aria-expanded", "false");
        await page.Page.Keyboard.PressAsync("End");
        await side.GetByRole(AriaRole.Heading, new() { Name = "pic.png" }).WaitForAsync();
        await Assertions.Expect(side.Locator("img")).ToHaveCountAsync(2);
        int[] widths = await side.Locator("img").EvaluateAllAsync<int[]>(
            "images => Promise.all(images.map(async image => (await image.decode(), image.naturalWidth)))");
        Assert.Equal([1, 1], widths);

        await page.Page.GetByLabel("Filter").FillAsync("DATA/ b");
        await Assertions.Expect(tree.GetByRole(AriaRole.Treeitem)).ToHaveCountAsync(1);
        await Assertions.Expect(tree.GetByRole(AriaRole.Treeitem)).ToContainTextAsync("data\\b.txt");
        await page.Page.GetByLabel("Filter").FillAsync("");
        await page.Page.Locator("main select").SelectOptionAsync("Delta");
        await Assertions.Expect(tree.GetByRole(AriaRole.Treeitem)).ToHaveCountAsync(1);

        // What a mod hides: in the tree, and with the mod.
        await page.Page.Locator("main select").SelectOptionAsync("hidden by mods");
        await Assertions.Expect(tree.GetByRole(AriaRole.Treeitem)).ToHaveTextAsync("data\\own.txthidden byDelta");
        await page.ShowAsync("mods");
        await page.Mod("Delta").ClickAsync();
        await side.GetByRole(AriaRole.List, new() { Name = "What it hides" }).GetByText("data\\own.txt").ClickAsync();
        await Assertions.Expect(side).ToContainTextAsync("The game doesn't see it");
        await Assertions.Expect(side).ToContainTextAsync("hidden by Delta");
        await Assertions.Expect(side.Locator("pre")).ToHaveTextAsync("data/own.txt");

        // Another program writes deep in a mod.
        File.WriteAllText(Path.Combine(games.Page, "rvfs/mods/Delta/data/new.txt"), "new");
        await tree.GetByText("new.txt").WaitForAsync();
    }

    [RealProcessFact(All)]
    public async Task ConflictsBecomeRules()
    {
        using TwinGames games = new([.. s_mods, "rvfs/mods/Delta/data/b.txt"]);
        await using UiPage page = await UiPage.OpenAsync(browser, games.Page, "conflicts");
        await page.Button("Gamma wins over Beta").ClickAsync();
        // The same in both.
        await page.Page.Locator("aside").GetByText("the same content").WaitForAsync();
        await page.Button("Matrix").ClickAsync();
        await page.Button("Delta over Beta: 1 file").ClickAsync();
        await page.Button("Let Beta win: data\\b.txt").ClickAsync();
        await page.ToldAsync("Beta wins data/b.txt");
        games.AssertSame("prefer", "Beta", "data/b.txt");
        await page.Button("Beta over Delta: 1 file").WaitForAsync();
        await page.Button("Remove the rule for data/b.txt").ClickAsync();
        await page.ToldAsync("No mod is preferred for data/b.txt any more");
        games.AssertSame("prefer", "--remove", "data/b.txt");
        await page.Undo("No mod is preferred").ClickAsync();
        await page.ToldAsync("Taken back");
        games.AssertSame("prefer", "Beta", "data/b.txt");
        await page.Button("Remove the rule for data/b.txt").ClickAsync();
        await page.ToldAsync("No mod is preferred for data/b.txt any more");
        games.AssertSame("prefer", "--remove", "data/b.txt");

        // From the mod's own files.
        await page.ShowAsync("mods");
        await page.Mod("Alpha").ClickAsync();
        await page.Page.GetByText("Gamma wins", new() { Exact = true }).WaitForAsync();
        await page.Button("Let it win: data\\a.txt").ClickAsync();
        await page.ToldAsync("Alpha wins data/a.txt");
        games.AssertSame("prefer", "Alpha", "data/a.txt");
        await page.Undo("Alpha wins data/a.txt").ClickAsync();
        await page.Page.GetByText("Gamma wins", new() { Exact = true }).WaitForAsync();
        games.AssertSame("prefer", "--remove", "data/a.txt");
    }

    [RealProcessFact(All)]
    public async Task SetsAndExchange()
    {
        using TwinGames games = new(s_mods);
        await using UiPage page = await UiPage.OpenAsync(browser, games.Page, "sets");
        await page.Page.GetByLabel("Name of a new set").FillAsync("Hard");
        await page.Page.Locator("section", new() { HasText = "A set is" }).GetByText("Make it").ClickAsync();
        await page.ToldAsync("Hard: made");
        games.AssertSame("set", "Hard", "--new");
        await page.Button("Show it here: Hard").ClickAsync();
        await page.ShowAsync("mods");
        await page.Mod("Beta").GetByRole(AriaRole.Checkbox).ClickAsync();
        await page.ToldAsync("Beta: off.");
        games.AssertSame("mods", "disable", "Beta", "--set", "Hard");
        await page.Page.Locator("header select").SelectOptionAsync("");
        await Assertions.Expect(page.Mod("Beta").GetByRole(AriaRole.Checkbox)).ToBeCheckedAsync();

        await page.ShowAsync("sets");
        string exported = games.Folder.At("exported.json"), twin = games.Folder.At("twin.json");
        await page.Page.GetByLabel("File or folder to write", new() { Exact = true }).FillAsync(exported);
        await page.Button("Export").ClickAsync();
        await page.ToldAsync("is written");
        games.Run("export", twin);
        Assert.Equal(File.ReadAllText(twin), File.ReadAllText(exported));

        string bug = games.Folder.At("bug.zip");
        await page.Page.GetByLabel("File for it").FillAsync(bug);
        await page.Page.Locator("section", new() { HasText = "One file with all" }).GetByText("Make it").ClickAsync();
        await page.ToldAsync("Look into it before you publish it");
        Assert.True(File.Exists(bug));

        await page.Button("Delete: Hard").ClickAsync();
        await page.Page.GetByRole(AriaRole.Dialog).GetByText("Delete", new() { Exact = true }).ClickAsync();
        await page.ToldAsync("Hard: deleted.");
        games.AssertSame("set", "Hard", "--delete", "--yes");

        await page.Page.GetByLabel("Folder or file of the other manager").FillAsync(exported);
        await page.Page.GetByLabel("As a new set").FillAsync("Taken");
        await page.Button("Look what is there").ClickAsync();
        await Assertions.Expect(page.Page.Locator("pre")).ToContainTextAsync("Alpha");
        await page.Button("Import").ClickAsync();
        await page.ToldAsync("4 mods of");
        games.AssertSame("import", "--new-set", "Taken", exported);

        // Removed mods, not only the last one.
        games.RunInBoth("remove", "Beta");
        games.RunInBoth("remove", "Delta");
        await page.Button("Put back: Beta").ClickAsync();
        await page.ToldAsync("Beta: is back");
        games.AssertSame("remove", "--undo", "Beta");
        await page.Button("Delete for good: Delta").ClickAsync();
        await page.Page.GetByRole(AriaRole.Dialog).GetByText("Delete for good").ClickAsync();
        await page.ToldAsync("1 mod deleted.");
        games.AssertSame("remove", "--forever", "--yes", "Delta");

        // Of two versions of a mod, each row is one. The last removed one comes first.
        string removed = Path.Combine(games.Command, "rvfs/removed");
        games.RunInBoth("remove", "Gamma");
        games.AddToBoth("rvfs/mods/Gamma/data/newer.txt", "newer"u8.ToArray());
        games.RunInBoth("remove", "Gamma");
        ILocator putBack = page.Button("Put back: Gamma");
        await Assertions.Expect(putBack).ToHaveCountAsync(2);
        await putBack.Last.ClickAsync();
        await page.ToldAsync("Gamma: is back");
        games.AssertSame("remove", "--undo", Path.Combine(removed, "1/Gamma"));
        await Assertions.Expect(putBack).ToHaveCountAsync(1);
        await putBack.ClickAsync();
        await page.ToldAsync("brings it back");
        games.AssertSame("remove", "--undo", "Gamma");
        await page.Undo("brings it back").ClickAsync();
        await page.ToldAsync("Taken back");
        games.AssertSame("remove", "--undo", "Gamma");
        games.RunInBoth("remove", "Gamma");
        await Assertions.Expect(putBack).ToHaveCountAsync(2);
        await page.Button("Delete for good: Gamma").First.ClickAsync();
        await page.Page.GetByRole(AriaRole.Dialog).GetByText("Delete for good").ClickAsync();
        await Assertions.Expect(putBack).ToHaveCountAsync(1);
        games.AssertSame("remove", "--forever", "--yes", Path.Combine(removed, "5"));
    }

    /// <summary>
    /// A real game: its start, its calls, a change of its mods while it runs, its run taken back, its load profile, and a start elsewhere.
    /// Three starts under Wine take seconds.
    /// </summary>
    [RealProcessFact(All)]
    public async Task AGameIsPlayed()
    {
        using TwinGames games = new("data/a.txt=game", "rvfs/mods/Red/data/a.txt=red", "rvfs/mods/Blue/data/a.txt=blue",
            "rvfs/mods/order.txt=Red\n-Blue\n", "saves/1.sav=before");
        File.Delete(Path.Combine(games.Page, "game.exe"));
        File.Copy(NativePrograms.Get("played.exe"), Path.Combine(games.Page, "played.exe"));
        await using UiPage page = await UiPage.OpenAsync(browser, games.Page, "runs");
        await page.Page.Locator("section select").First.SelectOptionAsync("undo");
        await page.Button("Start the game").ClickAsync();
        ILocator banner = page.Page.GetByText("The game is running.");
        await banner.WaitForAsync();
        string saved = Path.Combine(games.Page, "saves/1.sav");
        for (int i = 0; i < 600 && File.ReadAllText(saved) != "red"; i++)
            await Task.Delay(100);
        await page.Button("Watch it").ClickAsync();
        await page.Page.GetByRole(AriaRole.List, new() { Name = "What the game opens" }).GetByText("[Red]").First.WaitForAsync();
        await page.PictureAsync("playing");

        // The running game follows.
        await page.ShowAsync("mods");
        await page.Mod("Blue").GetByRole(AriaRole.Checkbox).ClickAsync();
        await page.ShowAsync("runs");
        await page.Page.GetByRole(AriaRole.List, new() { Name = "What the game opens" }).GetByText("[Blue]").First.WaitForAsync();
        File.WriteAllText(Path.Combine(games.Page, "stop.txt"), "");
        await page.Page.GetByText("Ended.").WaitForAsync();

        ILocator changes = page.Page.Locator("section", new() { HasText = "Changes of the last run" });
        await Assertions.Expect(changes).ToContainTextAsync("1.sav");
        await Assertions.Expect(page.Page.Locator("section", new() { HasText = "Last start" })).ToContainTextAsync("played.exe");
        await changes.GetByText("Take the run back").ClickAsync();
        await page.Page.GetByRole(AriaRole.Dialog).GetByText("Take the run back").ClickAsync();
        await page.ToldAsync("are as they were before that run");
        Assert.Equal("before", File.ReadAllText(saved));

        // The load profile, a page of its own that can reach nothing.
        await page.Button("Start and measure loading").ClickAsync();
        IPage profile = await page.Context.RunAndWaitForPageAsync(() => page.Page.GetByText("See what took long").ClickAsync());
        await profile.GetByText("a.txt").First.WaitForAsync();
        await profile.CloseAsync();

        // A game that is started elsewhere, as by Steam.
        await Assertions.Expect(banner).ToHaveCountAsync(0);
        File.Delete(Path.Combine(games.Page, "stop.txt"));
        Task outside = Task.Run(() => GameProcess.RunCommand([PublishedArtifacts.Launcher, "run", "--game", games.Page], new GameOptions()));
        await banner.WaitForAsync();
        File.WriteAllText(Path.Combine(games.Page, "stop.txt"), "");
        await outside;
        await Assertions.Expect(banner).ToHaveCountAsync(0);
    }

    /// <summary>Files in the overwrite folder become a mod; the doctor's cures are buttons.</summary>
    [RealProcessFact(All)]
    public async Task WhatTheGameHasWrittenBecomesAMod()
    {
        using TwinGames games = new([.. s_mods, "rvfs/rvfs.json={ \"writes\": \"overwrite\" }", "rvfs/overwrite/saves/1.sav=saved",
            "rvfs/mods/Alpha/mod.json={ \"after\": [\"Beta\"] }"]);
        await using UiPage page = await UiPage.OpenAsync(browser, games.Page, "runs");
        await page.Page.GetByText("saves\\1.sav").WaitForAsync();
        await page.Page.GetByLabel("Move it into the mod").FillAsync("Saves");
        await page.Button("Move").ClickAsync();
        await page.ToldAsync("Saves has what lay in the overwrite folder");
        games.AssertSame("overwrite", "to", "Saves", "--yes");
        await page.Button("Look for problems").ClickAsync();
        await page.Page.Locator("section.card", new() { HasText = "Check-up" }).GetByText("Do it: rvfs order --fix").First.ClickAsync();
        await page.ToldAsync("is rewritten");
        games.AssertSame("order", "--fix");
    }

    [RealProcessTheory(All)]
    [InlineData(false)]
    [InlineData(true)]
    public async Task EveryoneCanUseEveryView(bool isDark)
    {
        const string longName = "A mod with a name that nobody reads to its end, with textures of 2K and of 4K";
        using TwinGames games = new([.. s_mods, "rvfs/mods/prefer.txt=Alpha: data/a.txt\n", "rvfs/mods/Old.txt",
            $"rvfs/mods/{longName}/data/a.txt", "rvfs/mods/Delta/data/own.txt.rvfshide=",
            "rvfs/mods/Delta/mod.json={ \"version\": \"1.2\", \"needs\": [\"Nobody\"] }",
            $"rvfs/mods/Beta/data/textures/landscape/far/{new string('x', 100)}.dds", "rvfs/rvfs.json={ \"writes\": \"overwrite\" }",
            "rvfs/overwrite/saves/slot 1.sav", "rvfs/overwrite/data/a.txt", "rvfs/sets/Hard/order.txt=Alpha\n"]);
        games.AddToBoth("rvfs/mods/Alpha/pic.png", TwinGames.Picture(255, 40));
        games.AddToBoth("pic.png", TwinGames.Picture(40, 255));
        games.RunInBoth("remove", "Gamma");
        await using UiPage page = await UiPage.OpenAsync(browser, games.Page, isDark: isDark);
        string kind = isDark ? "-dark" : "";
        await page.Mod("Beta").ClickAsync();
        await page.Page.Locator("aside .line").First.WaitForAsync();
        await Check("mods");
        await page.Mod("Alpha").GetByRole(AriaRole.Checkbox).ClickAsync();
        await page.ToldAsync("Alpha: off.");
        await Check("mods-told");
        await page.Undo("Alpha: off.").ClickAsync();
        await page.Button("Add a mod…").ClickAsync();
        await Check("add");
        await page.Page.Keyboard.PressAsync("Escape");
        await page.ShowAsync("files");
        await page.Page.GetByRole(AriaRole.Tree).GetByText("data").ClickAsync();
        await page.Page.GetByRole(AriaRole.Tree).GetByText("a.txt").ClickAsync();
        await page.Page.Locator("aside pre").First.WaitForAsync();
        await Check("files");
        await page.Page.GetByRole(AriaRole.Tree).GetByText("own.txt").ClickAsync();
        await page.Page.Locator("aside pre").First.WaitForAsync();
        await Check("files-hidden");
        await page.Page.GetByRole(AriaRole.Tree).GetByText("pic.png").ClickAsync();
        await page.Page.Locator("aside img").Last.WaitForAsync();
        await Check("files-pictures");
        await page.Page.GetByLabel("Filter").FillAsync("nothing has this name");
        await Check("files-none");
        await page.ShowAsync("conflicts");
        await page.Page.Locator("button.link").First.ClickAsync();
        await Check("conflicts");
        await page.Button("Matrix").ClickAsync();
        await Check("matrix");
        await page.ShowAsync("runs");
        await page.Button("Look for problems").ClickAsync();
        await page.Page.Locator(".diagnostics li").First.WaitForAsync();
        await Check("runs");
        await page.Button("Delete all of it").ClickAsync();
        await Check("question");
        await page.Page.Keyboard.PressAsync("Escape");
        await page.ShowAsync("sets");
        await page.Button("Put back: Gamma").WaitForAsync();
        await Check("sets");

        async Task Check(string view)
        {
            await page.PictureAsync(view + kind);
            await page.AssertAccessibleAsync(view + kind);
            if (isDark)
                return;
            foreach ((int width, int height, string size) in ((int, int, string)[])[(1920, 1080, "-wide"), (360, 740, "-narrow")])
            {
                await page.Page.SetViewportSizeAsync(width, height);
                await page.PictureAsync(view + size);
                // Nothing is beside the screen.
                Assert.Equal(width, await page.Page.EvaluateAsync<int>("document.documentElement.scrollWidth"));
            }

            await page.Page.SetViewportSizeAsync(1280, 800);
        }
    }

    /// <summary>A game without anything says what to do.</summary>
    [RealProcessFact(All)]
    public async Task AGameWithoutModsSaysWhatToDo()
    {
        using TwinGames games = new();
        await using UiPage page = await UiPage.OpenAsync(browser, games.Page);
        await page.Page.GetByText("No mods yet.").WaitForAsync();
        foreach (string view in (string[])["mods", "files", "conflicts", "runs", "sets"])
        {
            await page.ShowAsync(view);
            await Assertions.Expect(page.Page.Locator(".loading")).ToHaveCountAsync(0);
            await page.PictureAsync(view + "-empty");
            await page.AssertAccessibleAsync(view + "-empty");
        }
    }

    /// <summary>A page of a server on the same machine, which the browser takes for the same site, tries what such a page can.</summary>
    [RealProcessFact(All)]
    public async Task AHostilePageGetsNothing()
    {
        using TwinGames games = new(s_mods);
        await using UiPage page = await UiPage.OpenAsync(browser, games.Page);
        await page.Mod("Alpha").WaitForAsync();
        using HttpListener hostile = new();
        int port = Random.Shared.Next(20000, 60000);
        hostile.Prefixes.Add($"http://127.0.0.1:{port}/");
        hostile.Start();
        _ = Task.Run(async () =>
        {
            while (hostile.IsListening)
            {
                HttpListenerContext context = await hostile.GetContextAsync();
                context.Response.ContentType = "text/html";
                context.Response.OutputStream.Write("<!doctype html><title>x</title><iframe name=f></iframe>"u8);
                context.Response.Close();
            }
        });
        IPage other = await page.Context.NewPageAsync();
        await other.GotoAsync($"http://127.0.0.1:{port}/");
        string[] results = JsonSerializer.Deserialize<string[]>(await other.EvaluateAsync<string>("""
            async origin => {
                const act = JSON.stringify({ act: 'disable', mods: ['Alpha'] });
                const tries = {
                    read: () => fetch(origin + '/api/ask?of=mods', { credentials: 'include' }).then(r => r.text()),
                    readOpaque: () => fetch(origin + '/api/ask?of=mods', { credentials: 'include', mode: 'no-cors' }).then(r => r.type === 'opaque' ? '' : 'read'),
                    json: () => fetch(origin + '/api/do', { method: 'POST', credentials: 'include', headers: { 'Content-Type': 'application/json' }, body: act }).then(r => r.text()),
                    text: () => fetch(origin + '/api/do', { method: 'POST', credentials: 'include', mode: 'no-cors', body: act }).then(() => ''),
                    beacon: async () => (navigator.sendBeacon(origin + '/api/do', new Blob([act], { type: 'application/json' })), ''),
                    form: async () => {
                        const form = Object.assign(document.createElement('form'), { method: 'POST', action: origin + '/api/do', enctype: 'text/plain', target: 'f' });
                        form.append(Object.assign(document.createElement('input'), { name: act.slice(0, -1) + ',"x":"', value: '"}' }));
                        document.body.append(form);
                        form.submit();
                        await new Promise(done => setTimeout(done, 300));
                        return '';
                    },
                    picture: () => new Promise(done => {
                        const image = new Image();
                        image.onload = () => done('shown');
                        image.onerror = () => done('');
                        image.src = origin + '/api/content?path=data/a.txt&of=0';
                    }),
                    script: () => new Promise(done => {
                        const script = document.createElement('script');
                        script.onload = () => done('ran');
                        script.onerror = () => done('');
                        script.src = origin + '/page.js';
                        document.body.append(script);
                    }),
                    frame: () => new Promise(done => {
                        const frame = document.createElement('iframe');
                        frame.onload = () => { try { done(frame.contentDocument ? 'read' : ''); } catch { done(''); } };
                        frame.src = origin + '/';
                        document.body.append(frame);
                    }),
                    events: () => new Promise(done => {
                        const source = new EventSource(origin + '/api/events', { withCredentials: true });
                        source.onmessage = () => done('told');
                        source.onerror = () => done('');
                    }),
                    socket: () => new Promise(done => {
                        const socket = new WebSocket(origin.replace('http', 'ws') + '/api/events');
                        socket.onopen = () => done('open');
                        socket.onerror = () => done('');
                    }),
                };
                const got = [];
                for (const [name, attempt] of Object.entries(tries)) {
                    const result = await attempt().catch(() => '');
                    if (result) got.push(name + ': ' + result);
                }
                return JSON.stringify(got);
            }
            """, page.Server.Origin))!;
        Assert.Empty(results);
        games.AssertSame();
        await other.CloseAsync();
        hostile.Stop();
    }

    /// <summary>60 mods of 3,000 files: only what is in sight is on the page, and a filter finds one name of 180,000.</summary>
    [RealProcessFact(All)]
    public async Task ALargeGame()
    {
        const int mods = 60, files = 3000;
        using TwinGames games = new();
        for (int mod = 0; mod < mods; mod++)
        {
            for (int file = 0; file < files; file++)
            {
                string folder = file % 50 == 0 ? "shared" : $"own{mod}";
                string path = Path.Combine(games.Page, $"rvfs/mods/Mod {mod:00}/data/{folder}/{file / 100:00}");
                if (file % 100 is 0 or 1)
                    Directory.CreateDirectory(path);
                using (File.OpenHandle(Path.Combine(path, $"file {file:0000}.dds"), FileMode.Create, FileAccess.Write))
                {
                }
            }
        }

        await using UiPage page = await UiPage.OpenAsync(browser, games.Page);
        await Assertions.Expect(page.Page.Locator("[data-mod]")).ToHaveCountAsync(mods);
        double paint = await page.PaintedAsync(), bare = await UiPage.BarePaintAsync(browser, page.Server);
        string figures = $"from the command to the address {page.Server.StartTook.TotalMilliseconds:0} ms, to the first paint with the list of "
            + $"the mods {paint:0} ms; of that the browser takes {bare:0} ms for a page of one line";
        await page.ShowAsync("files");
        ILocator tree = page.Page.GetByRole(AriaRole.Tree), rows = tree.GetByRole(AriaRole.Treeitem);
        await page.Page.GetByText(" names").First.WaitForAsync();
        await page.Page.GetByLabel("Filter").FillAsync(".dds");
        await page.Page.GetByText("176,460 of").WaitForAsync();
        Assert.InRange(await rows.CountAsync(), 10, 80);
        await tree.EvaluateAsync("tree => tree.scrollTop = tree.scrollHeight / 2");
        await Assertions.Expect(rows.First).ToContainTextAsync("own");
        Assert.InRange(await rows.CountAsync(), 10, 80);
        await page.PictureAsync("large");
        await tree.EvaluateAsync("""
            tree => {
                const empty = Object.assign(document.createElement('div'), { className: 'lines tree bare' });
                empty.append(Object.assign(document.createElement('div'), { style: 'height: 4000000px' }));
                tree.after(empty);
            }
            """);
        // In turns: a busy machine slows both.
        List<double> full = [], empty = [];
        for (int turn = 0; turn < 2; turn++)
        {
            full.Add(await page.ScrollAsync("[role=tree]"));
            empty.Add(await page.ScrollAsync(".bare"));
        }

        // Figures for people: a busy machine makes them.
        File.WriteAllText(Path.Combine(RepositoryFolders.Artifacts, "ui", "figures.txt"),
            $"{figures}\nscrolling 176,460 names: {full.Max():0} frames a second by the browser's trace, an empty list: {empty.Max():0}\n");
        await page.Page.EvaluateAsync("document.querySelector('.bare').remove(), document.querySelector('.tree').style.display = ''");
        await page.Page.GetByLabel("Filter").FillAsync("own37 2999");
        await Assertions.Expect(rows).ToHaveCountAsync(1);
        await Assertions.Expect(rows.First).ToContainTextAsync("data\\own37\\29\\file 2999.dds");
    }

    /// <summary>The file of <c>rvfs report</c> shows the same, asks nobody, and has no way to change anything.</summary>
    [RealProcessFact(All)]
    public async Task AReportIsOneFile()
    {
        using TwinGames games = new([.. s_mods, "rvfs/mods/<script>alert(1)<!--/data/x.txt"]);
        string file = games.Folder.At("report.html");
        games.Run("report", "--html", file);
        await using UiPage page = await UiPage.OpenFileAsync(browser, file);
        await page.Page.GetByText("This is a report.").WaitForAsync();
        await page.Mod("Beta").ClickAsync();
        await page.Page.Locator("aside").GetByText("data\\b.txt").WaitForAsync();
        await Assertions.Expect(page.Mod("Beta").GetByRole(AriaRole.Checkbox)).ToBeDisabledAsync();
        Assert.Equal(0, await page.Button("Add a mod…").CountAsync());
        await page.AssertAccessibleAsync("report");
        await page.ShowAsync("files");
        await page.Page.GetByRole(AriaRole.Tree).GetByText("data").ClickAsync();
        await page.Page.GetByRole(AriaRole.Tree).GetByText("a.txt").ClickAsync();
        await Assertions.Expect(page.Page.Locator("aside")).ToContainTextAsync("Gamma");
        await page.ShowAsync("conflicts");
        await page.Button("Gamma wins over Alpha").WaitForAsync();
        await page.PictureAsync("report");
    }

    private static async Task<string[]> Texts(ILocator elements, int count)
    {
        await Assertions.Expect(elements).ToHaveCountAsync(count);
        return [.. await elements.AllTextContentsAsync()];
    }
}
