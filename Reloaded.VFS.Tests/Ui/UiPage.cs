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
        // The browser is there before the command, as a player's is: its own start isn't the page's.
        IBrowserContext context = await MakeContext(browser, isDark);
        IPage tab = await context.NewPageAsync();
        UiServer server = new(game);
        UiPage page = new(server, context, tab);
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

    /// <summary>Returns a button in the last message that has a text.</summary>
    public ILocator Undo(string text) =>
        Page.Locator(".told .message", new() { HasText = text }).Last.GetByRole(AriaRole.Button, new() { Name = "Undo" });

    /// <summary>Drops a file on the page, as from the file manager.</summary>
    public async Task DropAsync(string file)
    {
        IJSHandle transfer = await Page.EvaluateHandleAsync("""
            ([name, content]) => {
                const transfer = new DataTransfer();
                transfer.items.add(new File([Uint8Array.from(atob(content), one => one.charCodeAt(0))], name));
                return transfer;
            }
            """, new[] { Path.GetFileName(file), Convert.ToBase64String(await File.ReadAllBytesAsync(file)) });
        foreach (string happens in (string[])["dragenter", "dragover", "drop"])
        {
            await Page.Locator(".split").DispatchEventAsync(happens, new { dataTransfer = transfer });
            if (happens == "dragover")
                await Page.GetByText("Drop the archive to add it").WaitForAsync();
        }
    }

    /// <summary>Returns the milliseconds from the command to the first paint of anything on the page, by the browser's clock.</summary>
    public async Task<double> PaintedAsync() => await PaintTimeAsync(Page) - Server.Started.ToUnixTimeMilliseconds();

    /// <summary>Returns the milliseconds that the browser needs to paint a page of one line: what the server says to strangers.</summary>
    public static async Task<double> BarePaintAsync(UiBrowser browser, UiServer server)
    {
        await using IBrowserContext context = await MakeContext(browser, isDark: false);
        IPage page = await context.NewPageAsync();
        DateTimeOffset began = DateTimeOffset.UtcNow;
        await page.GotoAsync(server.Origin);
        return await PaintTimeAsync(page) - began.ToUnixTimeMilliseconds();
    }

    /// <summary>Scrolls a list for a second, and returns the frames that the browser has drawn, by its own trace.</summary>
    public async Task<double> ScrollAsync(string list)
    {
        ICDPSession debugger = await _context.NewCDPSessionAsync(Page);
        int frames = 0;
        TaskCompletionSource ended = new();
        debugger.Event("Tracing.dataCollected").OnEvent += (_, data) =>
            frames += data!.Value.GetProperty("value").EnumerateArray().Count(one => one.GetProperty("name").ValueEquals("DrawFrame"));
        debugger.Event("Tracing.tracingComplete").OnEvent += (_, _) => ended.TrySetResult();
        await debugger.SendAsync("Tracing.start", new() { ["categories"] = "-*,disabled-by-default-devtools.timeline.frame" });
        double seconds = await Page.EvaluateAsync<double>("""
            list => new Promise(done => {
                for (const one of document.querySelectorAll('.tree')) one.style.display = one.matches(list) ? '' : 'none';
                list = document.querySelector(list);
                list.scrollTop = 0;
                const began = performance.now();
                requestAnimationFrame(function next() {
                    list.scrollTop += 300;
                    const passed = performance.now() - began;
                    if (passed < 1000) requestAnimationFrame(next);
                    else done(passed / 1000);
                });
            })
            """, list);
        await debugger.SendAsync("Tracing.end");
        await ended.Task.WaitAsync(TimeSpan.FromSeconds(30 * GameProcess.Patience));
        await debugger.DetachAsync();
        return frames / seconds;
    }

    private static Task<double> PaintTimeAsync(IPage page) => page.EvaluateAsync<double>("""
        () => new Promise(done => new PerformanceObserver(list => {
            for (const one of list.getEntriesByName('first-contentful-paint')) done(performance.timeOrigin + one.startTime);
        }).observe({ type: 'paint', buffered: true }))
        """);

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
