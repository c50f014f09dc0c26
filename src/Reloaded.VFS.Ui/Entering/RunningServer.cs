using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Removing;

namespace Reloaded.VFS.Ui.Entering;

/// <summary>
/// The file by which a second <c>rvfs ui</c> for the same game finds the running server. Only the user can read it; it contains the key
/// with which that server is asked for an address.
/// </summary>
internal sealed class RunningServer(string file)
{
    private const int Patience = 2000;

    /// <summary>Returns the file's place for a game.</summary>
    /// <param name="game">The game's folder.</param>
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

    /// <summary>Deletes the file.</summary>
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
        stream.Write(Encoding.ASCII.GetBytes(FormattableString.Invariant($"{port} {key}")));
    }
}
