using Microsoft.Playwright;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Ui;

/// <summary>A browser without a screen, for all tests of the page.</summary>
public sealed class UiBrowser : IAsyncLifetime
{
    private IPlaywright? _playwright;

    /// <summary>Gets the browser.</summary>
    public IBrowser Browser { get; private set; } = null!;

    public async Task InitializeAsync()
    {
        if (Executables.Browser is not { } program)
            return;
        _playwright = await Playwright.CreateAsync();
        // It has no sandbox as root, and tests may run as root.
        Browser = await _playwright.Chromium.LaunchAsync(
            new() { ExecutablePath = program, Args = ["--no-sandbox", "--disable-dev-shm-usage"] });
    }

    public async Task DisposeAsync()
    {
        if (Browser is not null)
            await Browser.DisposeAsync();
        _playwright?.Dispose();
    }
}

/// <summary>A page of a game, as a person sees it on a screen of 1280x800.</summary>
internal sealed class UiPage : IAsyncDisposable
{
    private readonly UiServer? _server;
    private readonly IBrowserContext _context;
    private readonly List<string> _wrong = [];

    private UiPage(UiServer? server, IBrowserContext context, IPage page)
    {
        (_server, _context, Page) = (server, context, page);
        page.PageError += (_, error) => _wrong.Add(error);
        page.Console += (_, said) =>
        {
            // A file that is no picture is answered with 415, and said so by the browser.
            if (said.Type == "error" && !said.Text.Contains("415", StringComparison.Ordinal))
                _wrong.Add(said.Text);
        };
        page.Request += (_, request) =>
        {
            if (!request.Url.StartsWith(server?.Origin ?? "file:", StringComparison.Ordinal))
                _wrong.Add("asked for " + request.Url);
        };
    }

    public IPage Page { get; }

    public UiServer Server => _server!;

    public IBrowserContext Context => _context;

    /// <summary>Starts the server of a game, and opens its page.</summary>
    public static async Task<UiPage> OpenAsync(UiBrowser browser, string game, string view = "mods", bool isDark = false)
    {
        UiServer server = new(game);
        IBrowserContext context = await MakeContext(browser, isDark);
        UiPage page = new(server, context, await context.NewPageAsync());
        page.Page.SetDefaultTimeout((float)(20_000 * GameProcess.Patience));
        await page.Page.GotoAsync(server.Address.ToString());
        await page.ShowAsync(view);
        return page;
    }

    /// <summary>Opens a page that needs no server.</summary>
    public static async Task<UiPage> OpenFileAsync(UiBrowser browser, string file)
    {
        IBrowserContext context = await MakeContext(browser, isDark: false);
        UiPage page = new(null, context, await context.NewPageAsync());
        await page.Page.GotoAsync(new Uri(file).AbsoluteUri);
        return page;
    }

    /// <summary>Shows a view.</summary>
    public Task ShowAsync(string view) => Page.EvaluateAsync($"location.hash = '{view}'");

    /// <summary>Returns the row of a mod.</summary>
    public ILocator Mod(string name) => Page.Locator($"[data-mod=\"{name}\"]");

    /// <summary>Returns a button by its name.</summary>
    public ILocator Button(string name) => Page.GetByRole(AriaRole.Button, new() { Name = name, Exact = true });

    /// <summary>Waits until a message is shown that has a text.</summary>
    public Task ToldAsync(string text) => Page.Locator(".told .message", new() { HasText = text }).Last.WaitForAsync();

    /// <summary>Keeps a picture of the page, for people, in artifacts/ui.</summary>
    public Task PictureAsync(string name) =>
        Page.ScreenshotAsync(new()
        {
            Path = Path.Combine(RepositoryFolders.Artifacts, "ui", name + ".png"),
            Animations = ScreenshotAnimations.Disabled,
        });

    /// <summary>Asserts that axe finds nothing in what the page shows.</summary>
    public async Task AssertAccessibleAsync(string about)
    {
        string axe = Path.Combine(RepositoryFolders.Root, "src", "Reloaded.VFS.Ui", "page", "node_modules", "axe-core", "axe.min.js");
        // By the browser's own debugger: the page's policy lets no other script in.
        await Page.EvaluateAsync(await File.ReadAllTextAsync(axe));
        string found = await Page.EvaluateAsync<string>("""
            async () => (await axe.run()).violations
                .flatMap(one => one.nodes.map(node => `${one.id}: ${node.html.slice(0, 200)} ${node.failureSummary}`)).join('\n')
            """);
        Assert.True(found.Length == 0, $"{about}\n{found}");
    }

    public async ValueTask DisposeAsync()
    {
        await _context.DisposeAsync();
        _server?.Dispose();
        Assert.Empty(_wrong);
    }

    private static Task<IBrowserContext> MakeContext(UiBrowser browser, bool isDark) => browser.Browser.NewContextAsync(new()
    {
        ViewportSize = new() { Width = 1280, Height = 800 },
        ColorScheme = isDark ? ColorScheme.Dark : ColorScheme.Light,
        Locale = "en-GB",
    });
}
