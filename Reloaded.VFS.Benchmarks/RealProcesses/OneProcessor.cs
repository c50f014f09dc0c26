using System.Diagnostics;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Benchmarks.RealProcesses;

/// <summary>
/// The binding of Wine's server to the first processor until disposed; the compared programs bind themselves to the same processor. Has no
/// effect on Windows.
/// </summary>
/// <remarks>
/// Every open and close asks the server, and the cost of a request depends most on the processors: it is several times as high between two
/// processors of a virtual machine as on one.
/// </remarks>
internal sealed class OneProcessor : IDisposable
{
    private const nint First = 1;

    private readonly List<(Process Server, nint Before)> _servers = [];

    public OneProcessor()
    {
        if (!OperatingSystem.IsLinux() || !WinePrefix.IsNeeded)
            return;
        string prefix = $"WINEPREFIX={WinePrefix.Folder}";
        foreach (Process server in Process.GetProcesses()
            .Where(process => process.ProcessName.StartsWith("wineserver", StringComparison.Ordinal)))
        {
            if (!ReadEnvironment(server.Id).Contains(prefix))
                continue;
            _servers.Add((server, server.ProcessorAffinity));
            server.ProcessorAffinity = First;
        }

        if (_servers.Count == 0)
            throw new InvalidOperationException($"No Wine server runs for {WinePrefix.Folder}.");
    }

    public void Dispose()
    {
        foreach ((Process server, nint before) in _servers)
        {
            if (OperatingSystem.IsLinux() && !server.HasExited)
                server.ProcessorAffinity = before;
        }
    }

    private static string[] ReadEnvironment(int process)
    {
        try
        {
            return File.ReadAllText($"/proc/{process}/environ").Split('\0');
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // The process is another user's, or has ended.
            return [];
        }
    }
}
