using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text;
using Microsoft.AspNetCore.Http;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Removing;

namespace Reloaded.VFS.Ui.Entering;

/// <summary>
/// The check of who may use the page: a browser that opens the address with a key. The key is valid once, for a minute, and is exchanged
/// for a cookie. Thread-safe.
/// </summary>
/// <remarks>
/// Any page in the same browser can send requests to this machine. A hostile one knows neither the key nor the cookie; the browser doesn't
/// send the cookie with requests that another site has caused (<c>SameSite=Strict</c>), and names the origin of every request
/// (<c>Origin</c>, <c>Sec-Fetch-Site</c>). A foreign host name that resolves to this machine is refused (<c>Host</c>).
/// </remarks>
internal sealed class Entrance(int port)
{
    // The cookies of all servers of a machine are in one jar, whatever their ports.
    private readonly string _cookieName = $"rvfs-{port}";
    private readonly byte[] _cookie = Encoding.ASCII.GetBytes(Secret.Make());
    private readonly List<(byte[] Key, long Until)> _keys = [];

    public string Origin { get; } = $"http://127.0.0.1:{port}";

    /// <summary>Gets the key by which another process of the same user, who alone can read its file, asks for an address.</summary>
    public string OwnersKey { get; } = Secret.Make();

    /// <summary>Returns an address that lets one browser in.</summary>
    public string NewAddress()
    {
        string key = Secret.Make();
        lock (_keys)
            _keys.Add((Encoding.ASCII.GetBytes(key), Environment.TickCount64 + 60_000));
        return $"{Origin}/?key={key}";
    }

    /// <summary>Determines whether a request is admitted. If not, its response is complete except for the text.</summary>
    /// <param name="context">The request and its response.</param>
    /// <param name="text">The text of a refusal, or an empty one.</param>
    public bool Admits(HttpContext context, out string text)
    {
        text = "";
        HttpRequest request = context.Request;
        Protect(context.Response);
        if (!string.Equals(request.Host.Value, Origin["http://".Length..], StringComparison.Ordinal))
            return Refuse(context, StatusCodes.Status421MisdirectedRequest);
        bool isChange = HttpMethods.IsPost(request.Method);
        if (!isChange && !HttpMethods.IsGet(request.Method))
            return Refuse(context, StatusCodes.Status405MethodNotAllowed);
        string origin = request.Headers.Origin.ToString(), site = request.Headers["Sec-Fetch-Site"].ToString();
        if ((origin.Length > 0 || isChange) && origin != Origin && !IsOwner(request))
            return Refuse(context, StatusCodes.Status403Forbidden);
        if (site is not ("" or "same-origin" or "none"))
            return Refuse(context, StatusCodes.Status403Forbidden);
        // What a form can send isn't JSON.
        if (isChange && request.ContentType is not ("application/json" or "application/octet-stream") && !IsOwner(request))
            return Refuse(context, StatusCodes.Status415UnsupportedMediaType);
        if (request.Path == "/" && request.Query.TryGetValue("key", out var key))
        {
            if (!TakeKey(key.ToString()))
            {
                text = "This address was good once, and is used up. Start 'rvfs ui' again.";
                return Refuse(context, StatusCodes.Status403Forbidden);
            }

            context.Response.Headers.SetCookie = $"{_cookieName}={Encoding.ASCII.GetString(_cookie)}; HttpOnly; SameSite=Strict; Path=/";
            context.Response.Headers.Location = "/";
            context.Response.StatusCode = StatusCodes.Status303SeeOther;
            return false;
        }

        if (IsOwner(request) || IsSame(_cookie, request.Cookies[_cookieName]))
            return true;
        text = "This page is for the browser that 'rvfs ui' has opened. Start 'rvfs ui' again.";
        return Refuse(context, StatusCodes.Status403Forbidden);
    }

    /// <summary>Determines whether a request comes from another process of the same user.</summary>
    public bool IsOwner(HttpRequest request) =>
        request.Path == "/again" && IsSame(Encoding.ASCII.GetBytes(OwnersKey), request.Headers["X-Rvfs-Key"].ToString());

    /// <summary>Restricts what a browser may do with a response: only the page's own files run, and nothing is cached.</summary>
    private static void Protect(HttpResponse response)
    {
        IHeaderDictionary headers = response.Headers;
        headers.ContentSecurityPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
            + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
        headers.XContentTypeOptions = "nosniff";
        headers.XFrameOptions = "DENY";
        headers.CacheControl = "no-store";
        headers["Referrer-Policy"] = "no-referrer";
        headers["Cross-Origin-Resource-Policy"] = "same-origin";
        headers["Cross-Origin-Opener-Policy"] = "same-origin";
    }

    private static bool Refuse(HttpContext context, int status)
    {
        context.Response.StatusCode = status;
        return false;
    }

    private bool TakeKey(string given)
    {
        lock (_keys)
        {
            _keys.RemoveAll(one => one.Until < Environment.TickCount64);
            int found = _keys.FindIndex(one => IsSame(one.Key, given));
            if (found >= 0)
                _keys.RemoveAt(found);
            return found >= 0;
        }
    }

    private static bool IsSame(byte[] expected, string? given) =>
        given is not null && CryptographicOperations.FixedTimeEquals(expected, Encoding.UTF8.GetBytes(given));
}

/// <summary>Random texts that can't be guessed.</summary>
internal static class Secret
{
    private const int Bytes = 32;

    /// <summary>Makes a text of letters and digits.</summary>
    public static string Make()
    {
        byte[] random = new byte[Bytes];
        // .NET's own generator is OpenSSL's on Linux, without which a program ends there.
        if (OperatingSystem.IsLinux())
        {
            using FileStream source = new("/dev/urandom", FileMode.Open, FileAccess.Read, FileShare.ReadWrite, bufferSize: 0);
            source.ReadExactly(random);
        }
        else
        {
            RandomNumberGenerator.Fill(random);
        }

        return Convert.ToHexStringLower(random);
    }
}

/// <summary>
/// The file by which a second <c>rvfs ui</c> for the same game finds the running server. Only the user can read it; it contains the key
/// with which that server is asked for an address.
/// </summary>
internal sealed class RunningServer(string file)
{
    private const int Patience = 2000;

    public static RunningServer Of(string game) => new(Path.Combine(LocalData.Folder, "ui", LocalData.LabelOf(game)));

    /// <summary>Returns an address of the running server, or null if there is none.</summary>
    public string? AskAgain()
    {
        try
        {
            if (!File.Exists(file) || File.ReadAllText(file).Split(' ') is not [var port, var key])
                return null;
            using TcpClient client = new() { SendTimeout = Patience, ReceiveTimeout = Patience };
            client.Connect(IPAddress.Loopback, int.Parse(port, CultureInfo.InvariantCulture));
            using NetworkStream stream = client.GetStream();
            stream.Write(Encoding.ASCII.GetBytes(
                $"POST /again HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nX-Rvfs-Key: {key}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"));
            using StreamReader reader = new(stream, Encoding.ASCII);
            string[] answer = reader.ReadToEnd().Split("\r\n\r\n", 2);
            return answer is [var head, var address] && head.StartsWith("HTTP/1.1 200 ", StringComparison.Ordinal)
                && address.Trim() is var found && found.StartsWith($"http://127.0.0.1:{port}/", StringComparison.Ordinal) ? found : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or SocketException or FormatException or OverflowException)
        {
            return null;
        }
    }

    /// <summary>Writes the file. If it can't be written, a second <c>rvfs ui</c> starts a second server.</summary>
    public void Write(int port, string key)
    {
        try
        {
            WriteFile(port, key);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            DiskRemoval.TryDeleteFile(file);
        }
    }

    public void Delete() => DiskRemoval.TryDeleteFile(file);

    private void WriteFile(int port, string key)
    {
        string folder = Path.GetDirectoryName(file)!;
        if (OperatingSystem.IsWindows())
            Directory.CreateDirectory(folder);
        else
            Directory.CreateDirectory(folder, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        DiskRemoval.DeleteFile(file);
        var options = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows())
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        using FileStream stream = new(file, options);
        stream.Write(Encoding.ASCII.GetBytes($"{port} {key}"));
    }
}
