using System.Diagnostics;
using System.Net;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Ui;

/// <summary>The published <c>rvfs ui</c> of one game, without a browser.</summary>
internal sealed class UiServer : IDisposable
{
    private readonly Process _process;

    /// <summary>Starts it, and waits until it listens.</summary>
    public UiServer(string game, params string[] options)
    {
        ProcessStartInfo start = new(PublishedArtifacts.Launcher, ["ui", "--no-browser", "--game", game, .. options])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        };
        if (WinePrefix.IsNeeded)
            start.Environment["WINEPREFIX"] = WinePrefix.Folder;
        Started = DateTimeOffset.UtcNow;
        Stopwatch clock = Stopwatch.StartNew();
        _process = Process.Start(start)!;
        string? line = _process.StandardOutput.ReadLine();
        StartTook = clock.Elapsed;
        Assert.True(line is not null, line is null ? _process.StandardError.ReadToEnd() : "");
        Address = new Uri(line!);
    }

    /// <summary>Gets the address that lets one browser in.</summary>
    public Uri Address { get; }

    /// <summary>Gets when the command was given.</summary>
    public DateTimeOffset Started { get; }

    /// <summary>Gets the time from the command to the address that a browser is sent to.</summary>
    public TimeSpan StartTook { get; }

    /// <summary>Gets the page's origin.</summary>
    public string Origin => Address.GetLeftPart(UriPartial.Authority);

    /// <summary>Gets the process.</summary>
    public Process Process => _process;

    /// <summary>Returns a client that was let in.</summary>
    public HttpClient Enter()
    {
        HttpClient client = Outside();
        using HttpResponseMessage answer = client.GetAsync(Address).Result;
        Assert.Equal(HttpStatusCode.SeeOther, answer.StatusCode);
        client.DefaultRequestHeaders.Add("Cookie", answer.Headers.GetValues("Set-Cookie").Single().Split(';')[0]);
        return client;
    }

    /// <summary>Returns a client that wasn't let in.</summary>
    public HttpClient Outside() =>
        new(new SocketsHttpHandler { AllowAutoRedirect = false, UseCookies = false }) { BaseAddress = new Uri(Origin) };

    /// <summary>Waits until it has ended by itself.</summary>
    public bool HasEnded(TimeSpan limit) => _process.WaitForExit(limit * GameProcess.Patience);

    public void Dispose()
    {
        // On Linux the server has taken the launcher's place.
        if (!_process.HasExited)
            _process.Kill(entireProcessTree: true);
        _process.WaitForExit();
        _process.Dispose();
    }
}
