using Reloaded.VFS.Cli.Game;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Mods.Events;

namespace Reloaded.VFS.Cli.Warming;

/// <summary>
/// Notes which files a game opens while it starts, each once, in order. Bigger files than <see cref="MostBytes"/> are left out: how much of
/// them a game reads isn't known. Not thread-safe.
/// </summary>
/// <param name="toLinux">The Linux path of a Windows path; null where there is none.</param>
internal sealed class StartRecorder(Func<string, string?> toLinux)
{
    /// <summary>Bytes of a file that is noted, at most.</summary>
    public const int MostBytes = 32 << 20;

    private readonly HashSet<string> _asked = new(StringComparer.OrdinalIgnoreCase);
    private readonly List<(string Asked, string Real)> _opened = [];
    private readonly Dictionary<string, string?> _folders = [];

    /// <summary>Notes a call, if it opened a file.</summary>
    public void Add(FileEvent call)
    {
        if (!call.IsOpen || call.Status < 0 || call.Kind == LookupKind.Folder || call.Path.StartsWith('…')
            || _opened.Count == StartFiles.Most || !_asked.Add(call.Path))
            return;
        _opened.Add((call.Path, call.Became ?? call.Path));
    }

    /// <summary>Looks at the files on disk, and returns those that are there.</summary>
    public List<StartFile> Find()
    {
        List<StartFile> files = [];
        foreach ((string asked, string real) in _opened)
        {
            try
            {
                if (FindFile(real) is { Length: > 0 and <= MostBytes } file)
                    files.Add(new StartFile(asked, file.FullName, (int)file.Length));
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
            {
                // It has gone, or may not be looked at.
            }
        }

        return files;
    }

    private FileInfo? FindFile(string path)
    {
        int slash = path.LastIndexOf('\\');
        if (slash < 0)
            return null;
        string folder = path[..slash];
        if (!_folders.TryGetValue(folder, out string? found))
            _folders.Add(folder, found = toLinux(folder + @"\"));
        if (found is null)
            return null;
        FileInfo file = new(Path.Combine(found, path[(slash + 1)..]));
        if (file.Exists)
            return file;
        // The game may name it in another letter case.
        return CaseInsensitivePath.Find(file.FullName) is { } other && File.Exists(other) ? new FileInfo(other) : null;
    }
}
