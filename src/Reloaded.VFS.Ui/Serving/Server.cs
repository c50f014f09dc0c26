using System.Globalization;
using System.Net;
using System.Reflection;
using System.Text;
using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Removing;
using Reloaded.VFS.Ui.Asking;
using Reloaded.VFS.Ui.Entering;

namespace Reloaded.VFS.Ui.Serving;

/// <summary>The server of one game's page.</summary>
internal sealed class Server : IAsyncDisposable
{
    private const int MostMessages = 4096;

    // What the page shows first comes with it, unless that takes so long that an empty page is better.
    private static readonly TimeSpan s_firstPatience = TimeSpan.FromMilliseconds(200);

    // The page's own files. Their names are those of the resources.
    private static readonly Dictionary<string, (string Resource, string Type)> s_files = new(StringComparer.Ordinal)
    {
        ["/page.js"] = ("page.js", "text/javascript; charset=utf-8"),
        ["/page.css"] = ("page.css", "text/css; charset=utf-8"),
        ["/icon.svg"] = ("icon.svg", "image/svg+xml"),
    };

    private readonly Launcher _launcher;
    private readonly Answers _answers;
    private readonly EventStream _events = new();
    private readonly Jobs _jobs;
    private readonly ChangeWatch _watch;
    private readonly WebApplication _application;
    private readonly CancellationTokenSource _ending = new();
    private Entrance? _entrance;
    private string? _profile;

    public Server(Launcher launcher)
    {
        _launcher = launcher;
        _answers = new(launcher);
        _jobs = new(launcher, _events, Changed);
        _watch = new(launcher.Context, launcher.Folder, Changed, () => _events.Tell("{\"kind\":\"ran\"}"));
        // Without the defaults: a settings file in the current folder, or a variable, could have the server listen for other machines.
        WebApplicationBuilder builder = WebApplication.CreateEmptyBuilder(
            new WebApplicationOptions { ContentRootPath = AppContext.BaseDirectory });
        builder.WebHost.UseKestrelCore().ConfigureKestrel(static options =>
        {
            options.AddServerHeader = false;
            options.Listen(IPAddress.Loopback, 0, static listen => listen.Protocols = HttpProtocols.Http1);
        });
        _application = builder.Build();
        _application.Run(AnswerAsync);
    }

    /// <summary>Gets the check of who may use the page.</summary>
    public Entrance Entrance => _entrance!;

    public int Port { get; private set; }

    /// <summary>Gets the version of Reloaded VFS.</summary>
    public static string Version =>
        typeof(Server).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion ?? "";

    /// <summary>Starts to listen, and prepares the answers that the page requests first.</summary>
    public async Task StartAsync()
    {
        await _application.StartAsync().ConfigureAwait(false);
        Port = new Uri(_application.Urls.First()).Port;
        _entrance = new Entrance(Port);
        _ = FirstAsync();
    }

    /// <summary>Gets the set that the page shows first, or null.</summary>
    private string? FirstSet => _launcher.Context.Set is { Length: > 0 } set ? set : null;

    private async Task FirstAsync()
    {
        // The order comes with the page; what the mods have takes longer.
        await _answers.Find("order", null, FirstSet)!.ConfigureAwait(false);
        await _answers.Find("mods", null, FirstSet)!.ConfigureAwait(false);
        _watch.Watch();
    }

    /// <summary>Waits until no page has been open, and no job has run, for a while.</summary>
    /// <param name="patience">The longest time without an open page or a running job.</param>
    /// <param name="stopping">Ends the wait.</param>
    public async Task WaitForEndAsync(TimeSpan patience, CancellationToken stopping)
    {
        long since = Environment.TickCount64;
        while (!stopping.IsCancellationRequested && Environment.TickCount64 - since < patience.TotalMilliseconds)
        {
            if (_events.Pages > 0 || _jobs.AreRunning)
                since = Environment.TickCount64;
            await Task.Delay(200, CancellationToken.None).ConfigureAwait(false);
        }
    }

    public async ValueTask DisposeAsync()
    {
        await _ending.CancelAsync().ConfigureAwait(false);
        _watch.Dispose();
        if (_profile is { } page)
            DiskRemoval.DeleteTree(Path.GetDirectoryName(page)!);
        await _application.DisposeAsync().ConfigureAwait(false);
        _ending.Dispose();
    }

    private void Changed()
    {
        _answers.Forget();
        _events.TellChanged();
    }

    private async Task AnswerAsync(HttpContext context)
    {
        if (!Entrance.Admits(context, out string refusal))
        {
            await SendAsync(context, "text/plain; charset=utf-8", Encoding.UTF8.GetBytes(refusal)).ConfigureAwait(false);
            return;
        }

        try
        {
            await (HttpMethods.IsPost(context.Request.Method) ? ChangeAsync(context) : ShowAsync(context)).ConfigureAwait(false);
        }
        catch (Exception e) when (e is JsonException or InvalidDataException or FormatException
            or Microsoft.AspNetCore.Http.BadHttpRequestException)
        {
            await FailAsync(context, StatusCodes.Status400BadRequest, "the request can't be understood").ConfigureAwait(false);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or System.ComponentModel.Win32Exception)
        {
            await FailAsync(context, StatusCodes.Status500InternalServerError, ErrorCause.Of(e)).ConfigureAwait(false);
        }
    }

    private Task ShowAsync(HttpContext context)
    {
        string path = context.Request.Path.Value!;
        if (s_files.TryGetValue(path, out (string Resource, string Type) file))
            return SendAsync(context, file.Type, Resource(file.Resource));
        return path switch
        {
            "/" => PageAsync(context),
            "/api/size" => SizeAsync(context),
            "/api/about" => SendAsync(context, "application/json", JsonSerializer.SerializeToUtf8Bytes(About(), UiJson.Context.AboutAnswer)),
            "/api/events" => _events.FollowAsync(context, _ending.Token),
            "/api/ask" => AskAsync(context),
            "/api/content" => ContentAsync(context),
            "/api/picture" => PictureAsync(context),
            "/profile" => ProfileAsync(context),
            _ => FailAsync(context, StatusCodes.Status404NotFound, "there is nothing at this address"),
        };
    }

    private Task ChangeAsync(HttpContext context) => context.Request.Path.Value switch
    {
        "/again" => SendAsync(context, "text/plain", Encoding.ASCII.GetBytes(Entrance.NewAddress())),
        "/api/do" => DoAsync(context),
        "/api/answer" => AnswerJobAsync(context),
        "/api/upload" => UploadAsync(context),
        _ => FailAsync(context, StatusCodes.Status404NotFound, "there is nothing at this address"),
    };

    private AboutAnswer About() => new(Path.GetFileName(_launcher.Folder), _launcher.Folder,
        Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), _launcher.Context.Set, Version, _jobs.List());

    /// <summary>Sends the page with the list of mods in it, because a separate request would be answered after the first paint.</summary>
    private async Task PageAsync(HttpContext context)
    {
        int changes = _events.Changes;
        Task<Outcome> order = _answers.Find("order", null, FirstSet)!;
        await Task.WhenAny(order, Task.Delay(s_firstPatience)).ConfigureAwait(false);
        string about = JsonSerializer.Serialize(About(), UiJson.Context.AboutAnswer), known = "null";
        if (order.IsCompletedSuccessfully && await order.ConfigureAwait(false) is { Output.Length: > 0 } answer)
            known = Encoding.UTF8.GetString(answer.Output);
        // A block of data, which the policy lets through. In JSON this sign is only in texts.
        string first = $"{{\"about\":{about},\"order\":{known},\"changes\":{changes}}}".Replace("<", "\\u003c", StringComparison.Ordinal);
        string page = Encoding.UTF8.GetString(Resource("index.html")).Replace("{}", first, StringComparison.Ordinal);
        await SendAsync(context, "text/html; charset=utf-8", Encoding.UTF8.GetBytes(page)).ConfigureAwait(false);
    }

    /// <summary>Sends the size of a mod on the disk, or null if there is no such mod.</summary>
    private async Task SizeAsync(HttpContext context)
    {
        string mod = context.Request.Query["mod"].ToString();
        Outcome outcome = await _answers.Find("order", null, SetOf(context))!.ConfigureAwait(false);
        using JsonDocument document = JsonDocument.Parse(outcome.Output.Length == 0 ? "{\"all\":[]}"u8.ToArray() : outcome.Output);
        string? folder = document.RootElement.GetProperty("all").EnumerateArray().Where(one => one.GetProperty("mod").ValueEquals(mod))
            .Select(one => one.GetProperty("folder").Deserialize(UiJson.Context.String)).FirstOrDefault();
        await SendAsync(context, "application/json", JsonSerializer.SerializeToUtf8Bytes(SizeOf(folder), UiJson.Context.SizeAnswer))
            .ConfigureAwait(false);
    }

    /// <summary>Returns the set that a request names, or null.</summary>
    private static string? SetOf(HttpContext context) => context.Request.Query["set"].ToString() is { Length: > 0 } set ? set : null;

    private static SizeAnswer? SizeOf(string? path)
    {
        if (File.Exists(path))
            return new(1, new FileInfo(path).Length);
        if (!Directory.Exists(path))
            return null;
        int files = 0;
        long bytes = 0;
        // Links are skipped: they may lead back.
        EnumerationOptions all = new()
        {
            RecurseSubdirectories = true,
            AttributesToSkip = FileAttributes.ReparsePoint,
            IgnoreInaccessible = true,
        };
        foreach (FileInfo file in new DirectoryInfo(path).EnumerateFiles("*", all))
        {
            files++;
            bytes += file.Length;
        }

        return new(files, bytes);
    }

    /// <summary>Sends the launcher's JSON, with its exit code and its messages in headers.</summary>
    private async Task AskAsync(HttpContext context)
    {
        IQueryCollection query = context.Request.Query;
        string question = query["of"].ToString();
        if (query.TryGetValue("fresh", out var fresh) && (fresh != "back" || !_watch.WatchesAll))
            Changed();
        if (_answers.Find(question, query["path"], SetOf(context)) is not { } asked)
        {
            await FailAsync(context, StatusCodes.Status404NotFound, "there is no such question").ConfigureAwait(false);
            return;
        }

        Outcome outcome = await asked.ConfigureAwait(false);
        context.Response.Headers["X-Rvfs-Code"] = outcome.Code.ToString(CultureInfo.InvariantCulture);
        context.Response.Headers["X-Rvfs-Messages"] = Uri.EscapeDataString(
            outcome.Messages.Length > MostMessages ? outcome.Messages[..MostMessages] : outcome.Messages);
        if (outcome.Output.Length == 0)
            await SendAsync(context, "text/plain; charset=utf-8", outcome.Output).ConfigureAwait(false);
        else if (question == "which")
            await SendAsync(context, "application/json", WithFacts(outcome.Output)).ConfigureAwait(false);
        else
            await SendAsync(context, "application/json", question == "ls" ? CompactList.Of(outcome.Output) : outcome.Output)
                .ConfigureAwait(false);
    }

    /// <summary>Adds the sizes and times of the real files to the answer of <c>which</c>.</summary>
    private static byte[] WithFacts(byte[] answer)
    {
        using JsonDocument document = JsonDocument.Parse(answer);
        List<FileFacts> facts = [.. Sources(document.RootElement).Distinct().Select(FactsOf)];
        using MemoryStream memory = new();
        using (Utf8JsonWriter writer = new(memory))
        {
            writer.WriteStartObject();
            foreach (JsonProperty property in document.RootElement.EnumerateObject())
                property.WriteTo(writer);
            writer.WritePropertyName("facts");
            JsonSerializer.Serialize(writer, facts, UiJson.Context.ListFileFacts);
            writer.WriteEndObject();
        }

        return memory.ToArray();
    }

    private static FileFacts FactsOf(string source)
    {
        try
        {
            FileInfo file = new(source);
            return new(source, file.Exists ? file.Length : null, file.Exists || Directory.Exists(source) ? file.LastWriteTimeUtc : null);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            return new(source, null, null);
        }
    }

    /// <summary>Returns the real files in the answer of <c>which</c>: the winner first, then the losers.</summary>
    private static string[] Sources(JsonElement answer)
    {
        List<JsonElement> providers = [];
        if (answer.TryGetProperty("found", out JsonElement found) && found.ValueKind == JsonValueKind.Object)
            providers = [found.GetProperty("winner"), .. found.GetProperty("losers").EnumerateArray(),
                .. found.GetProperty("merged").EnumerateArray()];
        if (answer.TryGetProperty("unseen", out JsonElement unseen) && unseen.ValueKind == JsonValueKind.Object)
            providers.AddRange(unseen.GetProperty("providers").EnumerateArray());
        return [.. providers.Select(provider => provider.GetProperty("source").Deserialize(UiJson.Context.String)).OfType<string>()];
    }

    /// <summary>Sends a real file behind a name of the game: the winner, or one of the losers.</summary>
    private async Task ContentAsync(HttpContext context)
    {
        IQueryCollection query = context.Request.Query;
        Outcome outcome = await _answers.Find("which", query["path"], SetOf(context))!.ConfigureAwait(false);
        using JsonDocument document = JsonDocument.Parse(outcome.Output.Length == 0 ? "{}"u8.ToArray() : outcome.Output);
        string? source = Sources(document.RootElement).ElementAtOrDefault(int.Parse(query["of"].ToString(), CultureInfo.InvariantCulture));
        await ShowFileAsync(context, source).ConfigureAwait(false);
    }

    private Task PictureAsync(HttpContext context)
    {
        IQueryCollection query = context.Request.Query;
        return ShowFileAsync(context, _jobs.FindPicture(int.Parse(query["job"].ToString(), CultureInfo.InvariantCulture),
            int.Parse(query["of"].ToString(), CultureInfo.InvariantCulture)));
    }

    private static Task ShowFileAsync(HttpContext context, string? source) =>
        source is not null && Preview.Read(source) is (string type, byte[] content)
            ? SendAsync(context, type, content)
            : FailAsync(context, StatusCodes.Status415UnsupportedMediaType, "there is no text and no picture to show");

    /// <summary>Sends the page of the last profile, whose scripts can reach neither this server nor any other.</summary>
    private Task ProfileAsync(HttpContext context)
    {
        if (_profile is not { } page || !File.Exists(page))
            return FailAsync(context, StatusCodes.Status404NotFound, "no profile has been recorded");
        context.Response.Headers.ContentSecurityPolicy =
            "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:";
        return SendAsync(context, "text/html; charset=utf-8", File.ReadAllBytes(page));
    }

    private async Task DoAsync(HttpContext context)
    {
        ActRequest asked = await JsonSerializer.DeserializeAsync(context.Request.Body, UiJson.Context.ActRequest).ConfigureAwait(false)
            ?? throw new JsonException();
        if (asked.Act == "profile")
        {
            _profile ??= Path.Combine(Directory.CreateTempSubdirectory("rvfs-ui-").FullName, "profile.html");
            asked = asked with { Path = _profile };
        }

        if (Acts.FindJob(asked) is { } job)
            await SendAsync(context, _jobs.Begin(asked, job, job.Show(asked.Set), null)).ConfigureAwait(false);
        else if (Acts.Find(asked) is { Count: > 0 } commands)
            await SendAsync(context, await DoAsync(asked, commands).ConfigureAwait(false)).ConfigureAwait(false);
        else
            await FailAsync(context, StatusCodes.Status404NotFound, "there is no such act").ConfigureAwait(false);
    }

    private async Task<ActAnswer> DoAsync(ActRequest asked, IReadOnlyList<CommandWords> commands)
    {
        string line = "", output = "", messages = "";
        int code = 0;
        foreach (CommandWords command in commands)
        {
            Outcome outcome = await _launcher.ChangeAsync(command, asked.Set).ConfigureAwait(false);
            line += (line.Length == 0 ? "" : "\n") + command.Show(asked.Set);
            output += Encoding.UTF8.GetString(outcome.Output);
            messages += outcome.Messages;
            code = outcome.Code;
            if (code != 0)
                break;
        }

        Changed();
        return new(code, line, output, messages);
    }

    private async Task AnswerJobAsync(HttpContext context)
    {
        JobAnswer answer = await JsonSerializer.DeserializeAsync(context.Request.Body, UiJson.Context.JobAnswer).ConfigureAwait(false)
            ?? throw new JsonException();
        if (await _jobs.AnswerAsync(answer).ConfigureAwait(false))
            await SendAsync(context, new ActAnswer(0, "", "", "")).ConfigureAwait(false);
        else
            await FailAsync(context, StatusCodes.Status404NotFound, "that has ended already").ConfigureAwait(false);
    }

    /// <summary>Takes an archive that was dropped on the page, and adds it.</summary>
    private async Task UploadAsync(HttpContext context)
    {
        string name = Path.GetFileName(context.Request.Query["name"].ToString().Replace('\\', '/'));
        if (name.Length == 0 || name is "." or ".." || name.Contains('\0'))
            throw new InvalidDataException();
        // Beside the mods, where there is room for it.
        string own = Path.Combine(_launcher.Folder, "rvfs");
        string folder = Directory.Exists(own)
            ? Path.Combine(own, $"ui-{Guid.NewGuid():n}{DefaultExcludes.TemporaryEnding}")
            : Directory.CreateTempSubdirectory("rvfs-ui-").FullName;
        try
        {
            Directory.CreateDirectory(folder);
            context.Features.Get<IHttpMaxRequestBodySizeFeature>()!.MaxRequestBodySize = null;
            string file = Path.Combine(folder, name);
            FileStream stream = new(file, FileMode.CreateNew);
            await using (stream.ConfigureAwait(false))
                await context.Request.Body.CopyToAsync(stream).ConfigureAwait(false);
            ActRequest asked = new()
            {
                Act = "add",
                Path = file,
                Name = context.Request.Query["mod"].ToString(),
                Set = SetOf(context),
            };
            string line = Acts.FindJob(asked with { Path = name })!.Show(asked.Set);
            await SendAsync(context, _jobs.Begin(asked, Acts.FindJob(asked)!, line, () => Remove(folder))).ConfigureAwait(false);
        }
        catch
        {
            Remove(folder);
            throw;
        }
    }

    // If the folder can't be deleted, its ending says that it is left over.
    private static void Remove(string folder) => FileErrors.Ignore(() => DiskRemoval.DeleteTree(folder));

    public static byte[] Resource(string name)
    {
        using Stream stream = typeof(Server).Assembly.GetManifestResourceStream(name)!;
        byte[] content = new byte[stream.Length];
        stream.ReadExactly(content);
        return content;
    }

    private static Task SendAsync(HttpContext context, ActAnswer answer) =>
        SendAsync(context, "application/json", JsonSerializer.SerializeToUtf8Bytes(answer, UiJson.Context.ActAnswer));

    private static async Task SendAsync(HttpContext context, string type, byte[] content)
    {
        context.Response.ContentType = type;
        context.Response.ContentLength = content.Length;
        await context.Response.Body.WriteAsync(content).ConfigureAwait(false);
    }

    private static Task FailAsync(HttpContext context, int status, string cause)
    {
        context.Response.StatusCode = status;
        return SendAsync(context, new ActAnswer(status, "", "", $"rvfs: error: {cause}.\n"));
    }
}
