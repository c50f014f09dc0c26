namespace Reloaded.VFS.Cli.Game;

/// <summary>The user's own folders.</summary>
/// <remarks>
/// Windows gives each process their paths in variables; .NET asks the shell, whose DLLs take longer to load than the rest of a start takes.
/// On Linux the XDG Base Directory Specification names them; a variable that isn't an absolute path is ignored.
/// </remarks>
/// <seealso href="https://specifications.freedesktop.org/basedir-spec/latest/"/>
internal static class UserFolders
{
    /// <summary>Gets the home folder: <c>USERPROFILE</c> on Windows. Empty if there is none.</summary>
    public static string Home => OperatingSystem.IsWindows()
        ? Of("USERPROFILE", Environment.SpecialFolder.UserProfile)
        : Environment.GetFolderPath(Environment.SpecialFolder.UserProfile);

    /// <summary>Gets the folder of data on Linux: <c>XDG_DATA_HOME</c>, or <c>~/.local/share</c>.</summary>
    public static string Data => Xdg("XDG_DATA_HOME", ".local", "share");

    /// <summary>Gets the folder of settings: <c>APPDATA</c> on Windows; <c>XDG_CONFIG_HOME</c>, or <c>~/.config</c>.</summary>
    public static string Configuration => OperatingSystem.IsWindows()
        ? Of("APPDATA", Environment.SpecialFolder.ApplicationData)
        : Xdg("XDG_CONFIG_HOME", ".config");

    private static string Of(string variable, Environment.SpecialFolder folder) =>
        Environment.GetEnvironmentVariable(variable) is { } given && Path.IsPathFullyQualified(given)
            ? Path.TrimEndingDirectorySeparator(given)
            : Environment.GetFolderPath(folder, Environment.SpecialFolderOption.DoNotVerify);

    private static string Xdg(string variable, params string[] belowHome) =>
        Environment.GetEnvironmentVariable(variable) is { } given && given.StartsWith('/') ? given : Path.Combine([Home, .. belowHome]);
}
