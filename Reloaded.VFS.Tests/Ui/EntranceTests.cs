using System.Net;
using System.Net.NetworkInformation;
using System.Net.Sockets;
using System.Text;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Ui;

/// <summary>
/// Who <c>rvfs ui</c> lets in, by real requests: what a hostile page in the same browser, or a name that leads here, can try.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class EntranceTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public EntranceTests()
    {
        _folder.File("g/game.exe", "MZ");
        foreach (string mod in (string[])["A", "B", "--first"])
            _folder.File($"g/rvfs/mods/{mod}/data/a.txt", mod);
        _folder.File("g/rvfs/mods/order.txt", "A\nB\n\\--first\n");
    }

    public void Dispose() => _folder.Dispose();

    [RealProcessFact(Needs.Published | Needs.Page)]
    public async Task TheAddressIsGoodOnce()
    {
        _folder.File("g/rvfs/mods/<script>alert(1)<!--/data/x.txt");
        using UiServer server = new(_folder.At("g"));
        using HttpClient outside = server.Outside();
        foreach (string guess in (string[])["", "x", new string('0', 64), "%00", new string('a', 5000)])
            Assert.Equal(HttpStatusCode.Forbidden, (await outside.GetAsync($"/?key={guess}")).StatusCode);
        // Guesses don't use the key up.
        using HttpResponseMessage first = await outside.GetAsync(server.Address);
        Assert.Equal((HttpStatusCode.SeeOther, "/"), (first.StatusCode, first.Headers.Location!.ToString()));
        string cookie = first.Headers.GetValues("Set-Cookie").Single();
        Assert.Contains("; HttpOnly; SameSite=Strict", cookie, StringComparison.Ordinal);
        using HttpResponseMessage second = await outside.GetAsync(server.Address);
        Assert.Equal(HttpStatusCode.Forbidden, second.StatusCode);
        Assert.Contains("good once", await second.Content.ReadAsStringAsync(), StringComparison.Ordinal);

        foreach (string path in (string[])["/", "/page.js", "/page.css", "/api/about", "/api/events",
            "/api/ask?of=mods", "/api/content?path=a&of=0", "/api/picture?job=1&of=0", "/api/size?mod=A", "/profile", "/none"])
        {
            using HttpResponseMessage answer = await outside.GetAsync(path);
            Assert.Equal(HttpStatusCode.Forbidden, answer.StatusCode);
        }

        outside.DefaultRequestHeaders.Add("Cookie", cookie.Split(';')[0]);
        using HttpResponseMessage page = await outside.GetAsync("/");
        Assert.Equal(HttpStatusCode.OK, page.StatusCode);
        // What comes with the page is data, whatever a mod's name looks like.
        string content = await page.Content.ReadAsStringAsync();
        Assert.Contains("\"\\u003cscript>alert(1)\\u003c!--\"", content, StringComparison.Ordinal);
        Assert.DoesNotContain("<script>alert", content, StringComparison.Ordinal);
        string policy = page.Headers.GetValues("Content-Security-Policy").Single();
        Assert.StartsWith("default-src 'none'; script-src 'self'; style-src 'self';", policy, StringComparison.Ordinal);
        Assert.DoesNotContain("unsafe", policy, StringComparison.Ordinal);
        Assert.Contains("frame-ancestors 'none'", policy, StringComparison.Ordinal);
        foreach ((string name, string value) in ((string, string)[])[("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin"), ("X-Frame-Options", "DENY"), ("Cache-Control", "no-store")])
            Assert.Equal(value, page.Headers.GetValues(name).Single());
        Assert.DoesNotContain(page.Headers, header => header.Key.StartsWith("Access-Control", StringComparison.OrdinalIgnoreCase));
        // A cookie of another server isn't this one's.
        using HttpRequestMessage foreign = new(HttpMethod.Get, "/");
        foreign.Headers.Add("Cookie", $"{cookie.Split('=')[0]}={new string('0', 64)}");
        using HttpClient other = server.Outside();
        Assert.Equal(HttpStatusCode.Forbidden, (await other.SendAsync(foreign)).StatusCode);
    }

    [RealProcessFact(Needs.Published | Needs.Page)]
    public async Task WhatAnotherPageSendsIsRefused()
    {
        using UiServer server = new(_folder.At("g"));
        using HttpClient inside = server.Enter();
        const string act = """{"act":"disable","mods":["A"]}""";

        // Names that were made to lead here, as DNS rebinding does.
        int port = server.Address.Port;
        foreach (string host in (string[])["evil.example", $"evil.example:{port}", $"localhost:{port}", "127.0.0.1"])
            Assert.Equal(421, await Status(HttpMethod.Get, "/api/ask?of=mods", ("Host", host)));
        // A page of another origin, also one of this machine, and a sandboxed one; a page that hides its origin.
        foreach (string origin in (string[])["http://evil.example", "http://127.0.0.1:1", $"https://127.0.0.1:{port}", "null"])
        {
            Assert.Equal(403, await Status(HttpMethod.Post, "/api/do", ("Origin", origin), ("Body", act)));
            Assert.Equal(403, await Status(HttpMethod.Get, "/api/ask?of=mods", ("Origin", origin)));
        }

        Assert.Equal(403, await Status(HttpMethod.Post, "/api/do", ("Body", act)));
        // Pictures, frames, links and scripts of another site have no origin, but the browser says where they come from.
        foreach (string site in (string[])["cross-site", "same-site", "what"])
        {
            Assert.Equal(403, await Status(HttpMethod.Get, "/api/ask?of=mods", ("Sec-Fetch-Site", site)));
            Assert.Equal(403, await Status(HttpMethod.Get, "/", ("Sec-Fetch-Site", site)));
            Assert.Equal(403, await Status(HttpMethod.Post, "/api/do", ("Sec-Fetch-Site", site), ("Origin", server.Origin), ("Body", act)));
        }

        // What forms can send.
        foreach (string type in (string[])["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
            Assert.Equal(415, await Status(HttpMethod.Post, "/api/do", ("Origin", server.Origin), ("Type", type), ("Body", act)));
        foreach (string method in (string[])["OPTIONS", "PUT", "DELETE", "HEAD", "TRACE"])
            Assert.Equal(405, await Status(new(method), "/api/do"));
        // The address for a second rvfs ui is for who can read the user's files.
        Assert.Equal(403, await Status(HttpMethod.Post, "/again", ("X-Rvfs-Key", new string('0', 64)), ("Body", "")));
        Assert.Equal("A\nB\n\\--first\n", File.ReadAllText(_folder.At("g/rvfs/mods/order.txt")));

        // A web socket isn't opened.
        using HttpRequestMessage socket = new(HttpMethod.Get, "/api/events");
        socket.Headers.Add("Origin", "http://evil.example");
        socket.Headers.Connection.Add("Upgrade");
        socket.Headers.Upgrade.Add(new("websocket"));
        Assert.Equal(HttpStatusCode.Forbidden, (await inside.SendAsync(socket)).StatusCode);

        // The page itself may.
        Assert.Equal(200,
            await Status(HttpMethod.Post, "/api/do", ("Origin", server.Origin), ("Sec-Fetch-Site", "same-origin"), ("Body", act)));
        Assert.Equal("-A\nB\n\\--first\n", File.ReadAllText(_folder.At("g/rvfs/mods/order.txt")));

        async Task<int> Status(HttpMethod method, string path, params (string Name, string Value)[] headers)
        {
            using HttpRequestMessage request = new(method, path);
            string type = "application/json";
            foreach ((string name, string value) in headers)
            {
                if (name == "Type")
                    type = value;
                else if (name == "Host")
                    request.Headers.Host = value;
                else if (name != "Body")
                    request.Headers.TryAddWithoutValidation(name, value);
            }

            if (headers.FirstOrDefault(header => header.Name == "Body").Value is { } body)
            {
                request.Content = new ByteArrayContent(Encoding.UTF8.GetBytes(body));
                request.Content.Headers.TryAddWithoutValidation("Content-Type", type);
            }

            using HttpResponseMessage answer = await inside.SendAsync(request);
            Assert.DoesNotContain(answer.Headers, header => header.Key.StartsWith("Access-Control", StringComparison.OrdinalIgnoreCase));
            return (int)answer.StatusCode;
        }
    }

    /// <summary>A name from the page is never an option of the launcher, and never a path of the page's choice.</summary>
    [RealProcessFact(Needs.Published | Needs.Page)]
    public async Task NamesDontBecomeOptions()
    {
        string secret = _folder.File("secret.txt", "secret");
        using UiServer server = new(_folder.At("g"));
        using HttpClient inside = server.Enter();
        inside.DefaultRequestHeaders.Add("Origin", server.Origin);
        Assert.Contains("There is no mod '--yes'", await Do("""{"act":"disable","mods":["--yes"]}"""), StringComparison.Ordinal);
        Assert.Contains("\"code\":0", await Do("""{"act":"disable","mods":["--first"]}"""), StringComparison.Ordinal);
        Assert.Equal("A\nB\n-\\--first\n", File.ReadAllText(_folder.At("g/rvfs/mods/order.txt")));
        Assert.Contains("There is no mod", await Do("""{"act":"move","mods":["A"],"place":"after","other":"B --last"}"""),
            StringComparison.Ordinal);
        Assert.Contains("there is no such act", await Do("""{"act":"materialise"}"""), StringComparison.Ordinal);
        Assert.Contains("can't be understood", await Do("{"), StringComparison.Ordinal);
        Assert.Contains("can't be understood", await Do("""{"act":"prefer"}"""), StringComparison.Ordinal);

        // A preview shows files by names of the game.
        Assert.Equal("B", await inside.GetStringAsync("/api/content?path=data/a.txt&of=0"));
        Assert.Equal("A", await inside.GetStringAsync("/api/content?path=data/a.txt&of=1"));
        foreach (string path in (string[])[secret, "../secret.txt", "..\\secret.txt", "/etc/passwd", "data/../../secret.txt"])
        {
            using HttpResponseMessage answer = await inside.GetAsync($"/api/content?path={Uri.EscapeDataString(path)}&of=0");
            Assert.NotEqual(HttpStatusCode.OK, answer.StatusCode);
        }

        // A path may name a removed mod, and nothing else.
        Assert.Contains("\"code\":0", await Do("""{"act":"remove","mods":["A"]}"""), StringComparison.Ordinal);
        string rvfs = _folder.At("g/rvfs").Replace('\\', '/');
        foreach (string path in (string[])[secret.Replace('\\', '/'), $"{rvfs}/mods/B", $"{rvfs}/removed", $"{rvfs}/removed/1/A/data"])
        {
            foreach (string act in (string[])["remove-forever", "put-back"])
                Assert.Contains("There is no removed mod", await Do($$"""{"act":"{{act}}","mods":["{{path}}"]}"""),
                    StringComparison.Ordinal);
        }

        Assert.True(File.Exists(secret) && File.Exists(_folder.At("g/rvfs/removed/1/A/data/a.txt")));
        Assert.Contains("\"code\":0", await Do($$"""{"act":"remove-forever","mods":["{{rvfs}}/removed/1/A"]}"""), StringComparison.Ordinal);
        Assert.Equal(["--first", "B"],
            Directory.GetDirectories(_folder.At("g/rvfs/mods")).Select(Path.GetFileName).Order(StringComparer.Ordinal));

        async Task<string> Do(string body)
        {
            using StringContent content = new(body, Encoding.UTF8);
            content.Headers.ContentType = new("application/json");
            using HttpResponseMessage answer = await inside.PostAsync("/api/do", content);
            return await answer.Content.ReadAsStringAsync();
        }
    }

    /// <summary>It listens on this machine alone, is one for each game, and ends with the last page.</summary>
    [RealProcessFact(Needs.Published | Needs.Page)]
    public async Task OneServerForEachGameEndsWithItsLastPage()
    {
        _folder.File("h/game.exe", "MZ");
        _folder.Folder("h/rvfs/mods");
        using UiServer server = new(_folder.At("g"), "--seconds", "2"), other = new(_folder.At("h"), "--seconds", "2");
        Assert.NotEqual(server.Address.Port, other.Address.Port);
        foreach (IPAddress address in NetworkInterface.GetAllNetworkInterfaces().SelectMany(one => one.GetIPProperties().UnicastAddresses)
            .Select(one => one.Address).Where(address => !IPAddress.IsLoopback(address) && !address.IsIPv6LinkLocal))
        {
            using TcpClient client = new(address.AddressFamily);
            await Assert.ThrowsAnyAsync<SocketException>(() => client.ConnectAsync(address, server.Address.Port));
        }

        using (UiServer again = new(_folder.At("g")))
        {
            Assert.Equal(server.Address.Port, again.Address.Port);
            Assert.NotEqual(server.Address, again.Address);
            Assert.True(again.HasEnded(TimeSpan.FromSeconds(10)));
            using HttpClient second = server.Outside();
            Assert.Equal(HttpStatusCode.SeeOther, (await second.GetAsync(again.Address)).StatusCode);
        }

        using HttpClient inside = server.Enter();
        using (Stream page = await inside.GetStreamAsync("/api/events"))
        {
            // As long as a page is open.
            Assert.False(server.Process.WaitForExit(TimeSpan.FromSeconds(4)));
        }

        Assert.True(server.HasEnded(TimeSpan.FromSeconds(10)));
        Assert.Equal(0, server.Process.ExitCode);
        Assert.True(other.HasEnded(TimeSpan.FromSeconds(10)));
        using UiServer next = new(_folder.At("g"));
        Assert.NotEqual(server.Address, next.Address);
    }
}
