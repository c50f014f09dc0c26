namespace Reloaded.VFS.Cli.Game;

/// <summary>
/// Paths that begin with <c>~</c> for the home folder, where no shell has put that in: behind <c>mo2:</c> and <c>--mods=</c>, and on Windows.
/// </summary>
internal static class HomePath
{
    private const string Home = "~";

    /// <summary>Returns a path with the home folder in the place of a <c>~</c> that is no name of the current folder's.</summary>
    public static string Expand(string path) =>
        path.StartsWith(Home, StringComparison.Ordinal)
            && (path.Length == Home.Length || path[Home.Length] is '/' || path[Home.Length] == Path.DirectorySeparatorChar) && !Path.Exists(Home)
            ? Environment.GetFolderPath(Environment.SpecialFolder.UserProfile) + path[Home.Length..]
            : path;
}
