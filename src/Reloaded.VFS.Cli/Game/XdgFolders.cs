namespace Reloaded.VFS.Cli.Game;

/// <summary>The user's folders on Linux, by the XDG Base Directory Specification.</summary>
/// <remarks>A variable that isn't an absolute path is ignored.</remarks>
/// <seealso href="https://specifications.freedesktop.org/basedir-spec/latest/"/>
internal static class XdgFolders
{
    /// <summary>Gets the folder of data: <c>XDG_DATA_HOME</c>, or <c>~/.local/share</c>.</summary>
    public static string Data => Of("XDG_DATA_HOME", ".local", "share");

    /// <summary>Gets the folder of settings: <c>XDG_CONFIG_HOME</c>, or <c>~/.config</c>.</summary>
    public static string Configuration => Of("XDG_CONFIG_HOME", ".config");

    private static string Of(string variable, params string[] belowHome) =>
        Environment.GetEnvironmentVariable(variable) is { } given && given.StartsWith('/')
            ? given
            : Path.Combine([Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), .. belowHome]);
}
