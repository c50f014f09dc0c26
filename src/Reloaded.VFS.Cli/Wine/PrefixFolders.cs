using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Cli.Wine;

/// <summary>The user's known folders in a Wine prefix, from its registry, which is read once, when a folder is first requested.</summary>
/// <param name="prefix">The prefix's folder.</param>
internal sealed class PrefixFolders(string prefix)
{
    private const string Key = @"Software\Microsoft\Windows\CurrentVersion\Explorer\User Shell Folders";

    private static readonly string[] s_values = ["Personal", "{4C5C32FF-BB9D-43B0-B5B4-2D72E54EAAA4}", "AppData", "Local AppData"];
    private static readonly string[] s_usual = ["Documents", "Saved Games", @"AppData\Roaming", @"AppData\Local"];

    private readonly WinePaths _paths = new(prefix);
    private IReadOnlyDictionary<string, string>? _registry;

    /// <summary>Returns the Linux path of a folder, which need not exist, or null if the prefix has no user of this name.</summary>
    public string? Find(KnownFolder folder)
    {
        _registry ??= PrefixRegistry.Read(prefix, Key);
        string profile = $@"C:\users\{Environment.UserName}";
        // Proton uses this name for every user.
        if (_paths.ToLinux(profile) is not { } found || !Directory.Exists(found))
            profile = @"C:\users\steamuser";
        string path = _registry.GetValueOrDefault(s_values[(int)folder]) ?? $@"%USERPROFILE%\{s_usual[(int)folder]}";
        return _paths.ToLinux(path.Replace("%USERPROFILE%", profile, StringComparison.OrdinalIgnoreCase));
    }
}
