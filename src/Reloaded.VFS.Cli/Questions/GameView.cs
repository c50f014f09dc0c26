using Reloaded.VFS.Cli.Wine;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Resolving;

namespace Reloaded.VFS.Cli.Questions;

/// <summary>A game with its mods laid over it, to be queried.</summary>
internal sealed class GameView(ModResolver resolver, ModSet set, IReadOnlyList<Diagnostic> diagnostics) : IDisposable
{
    /// <summary>Gets the resolver, which answers the queries.</summary>
    public ModResolver Resolver { get; } = resolver;

    /// <summary>Gets the mods.</summary>
    public ModSet Set { get; } = set;

    /// <summary>Gets the problems with the configuration and the mods.</summary>
    public IReadOnlyList<Diagnostic> Diagnostics { get; } = diagnostics;

    /// <summary>Gets a value indicating whether folders of mods were listed although what is cached of them was to be used.</summary>
    public bool ReadsAnew { get; init; }

    /// <summary>Returns a path that was typed in the form that <see cref="Resolver"/> understands.</summary>
    /// <remarks>
    /// Relative paths are below the current folder if that is in a target and has the path, otherwise below the first target. Absolute ones
    /// may be of either system, and lead through links.
    /// </remarks>
    public string Locate(string path)
    {
        if (ConfigurationPath.IsWindowsAbsolute(path) || Path.IsPathRooted(path))
            return ThroughLinks(ConfigurationPath.IsWindowsAbsolute(path) ? GameQuestion.HostPath(path) : path);
        string below = ThroughLinks(
            Path.Combine(Environment.CurrentDirectory, OperatingSystem.IsWindows() ? path : path.Replace('\\', '/')));
        return Resolver.Which(below) is not null ? below : path;
    }

    /// <inheritdoc/>
    public void Dispose() => Resolver.Dispose();

    /// <summary>Returns the path by the target's own spelling if another path leads into the same folder.</summary>
    private string ThroughLinks(string path)
    {
        if (OperatingSystem.IsWindows() || Resolver.Which(path) is not null)
            return path;
        path = Cli.Game.CaseInsensitivePath.FindLongest(Path.GetFullPath(path));
        foreach (AppliedTarget target in Resolver.Applied.Targets)
        {
            FileId? id = FileId.OfFolder(target.Folder);
            for (string? folder = path; folder is not null; folder = Path.GetDirectoryName(folder))
            {
                if (id is not null && FileId.OfFolder(folder) == id)
                    return Path.Join(target.Folder, path[folder.Length..]);
            }
        }

        return path;
    }
}
