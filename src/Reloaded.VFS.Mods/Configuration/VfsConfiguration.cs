namespace Reloaded.VFS.Mods.Configuration;

/// <summary>
/// The configuration of a start: the content of <c>rvfs/rvfs.json</c>, or what the launcher passes. Immutable; change it with <c>with</c>.
/// </summary>
/// <remarks>
/// Paths that <see cref="ConfigurationReader"/> returns are absolute. Nothing in a path is expanded (<c>%VAR%</c> is a name like any other)
/// except the known folders of <see cref="Map"/>.
/// </remarks>
public sealed record VfsConfiguration
{
    /// <summary>The folder of the VFS beside a game's program.</summary>
    public const string FolderName = "rvfs";

    /// <summary>The configuration's name in <see cref="FolderName"/>.</summary>
    public const string FileName = "rvfs.json";

    /// <summary>
    /// Gets the folders that mods are laid over. Empty if not given: <see cref="WithDefaults"/> then uses the folder of the game's program.
    /// </summary>
    public IReadOnlyList<string> Targets { get; init; } = [];

    /// <summary>Gets all configured targets, including those that aren't there, or null for <see cref="Targets"/>.</summary>
    /// <remarks>What is named after a target thus keeps its name and place, whichever targets are there.</remarks>
    internal IReadOnlyList<string>? AllTargets { get; init; }

    /// <summary>Gets the location of <see cref="Overwrite"/> in a file, for messages, or null if it isn't known.</summary>
    internal ConfigurationLocation? OverwriteKey { get; init; }

    /// <summary>
    /// Gets the name of the set from which <see cref="WithDefaults"/> has derived <see cref="Overwrite"/>, or null for none.
    /// </summary>
    internal string? SetName { get; init; }

    /// <summary>Gets the mods folder. If null, <see cref="WithDefaults"/> uses <c>rvfs/mods</c> in the first target.</summary>
    public string? Mods { get; init; }

    /// <summary>
    /// Gets the set whose order, preferences and overwrite folder count, or null for none. <see cref="WithDefaults"/> derives
    /// <see cref="Order"/> and <see cref="Overwrite"/> from it.
    /// </summary>
    public string? Set { get; init; }

    /// <summary>Gets the file with the order of the mods, or null for <c>order.txt</c> in the mods folder.</summary>
    public string? Order { get; init; }

    /// <summary>
    /// Gets the patterns of paths inside a mod that are overlaid in spite of the default excludes, such as <c>readme*</c> or
    /// <c>**/desktop.ini</c>.
    /// </summary>
    public IReadOnlyList<string> Include { get; init; } = [];

    /// <summary>Gets the rules that say where parts of mods go. For a mod named here, these rules replace the mod's own.</summary>
    public IReadOnlyList<MapRule> Map { get; init; } = [];

    /// <summary>
    /// Gets a function that returns the user's known folders as paths of this process, or null for one that isn't known. Called only if a
    /// map names one.
    /// </summary>
    internal Func<KnownFolder, string?>? KnownFolders { get; init; }

    /// <summary>
    /// Gets a function that converts a path of this process to the path by which the game knows it. Null if the two are the same.
    /// </summary>
    internal Func<string, string>? ToGamePath { get; init; }

    /// <summary>Gets the source of substitutes for the <c>mod.json</c> of mods that have none, or null for no source.</summary>
    internal IModJsonSource? ModJsons { get; init; }

    /// <summary>Gets the policy that says where writes go.</summary>
    public WritePolicy Writes { get; init; }

    /// <summary>
    /// Gets the folder that receives what the game writes if <see cref="Writes"/> says so, or null for <c>rvfs/overwrite</c> in the first
    /// target.
    /// </summary>
    public string? Overwrite { get; init; }

    /// <summary>Gets the patterns of paths below the targets that are written in place, whatever <see cref="Writes"/> says.</summary>
    public IReadOnlyList<string> InPlace { get; init; } = [];

    /// <summary>
    /// Gets a value indicating whether a run's changes are recorded so that they can be undone, if <see cref="Writes"/> is
    /// <see cref="WritePolicy.Game"/>: a file is copied before its first change. Under the other policy changes are always recorded.
    /// </summary>
    public bool Undo { get; init; }

    /// <summary>Gets the size of the largest file copied into the overwrite folder or for undoing, in megabytes (2^20 bytes).</summary>
    public int LargestCopy { get; init; } = DefaultLargestCopy;

    /// <summary>The value of <see cref="LargestCopy"/> if none is given.</summary>
    public const int DefaultLargestCopy = 1024;

    /// <summary>Gets the policy that says which name a handle reports.</summary>
    public NamePolicy Names { get; init; }

    /// <summary>
    /// Gets the names of programs (<c>*patch*.exe</c>) that aren't redirected when the game starts them but whose own children are
    /// followed, or null for the usual ones.
    /// </summary>
    public IReadOnlyList<string>? Follow { get; init; }

    /// <summary>Gets the names of programs that nothing is put into when the game starts them, or null for the usual ones.</summary>
    public IReadOnlyList<string>? Leave { get; init; }

    /// <summary>Gets the log file, or null for none.</summary>
    public string? Log { get; init; }

    /// <summary>Gets the policy that says what happens if something is missing.</summary>
    public ErrorPolicy OnError { get; init; }

    /// <summary>
    /// Gets a value indicating whether the user says that the game is played offline. Anti-cheat software beside it is then no reason to
    /// refuse.
    /// </summary>
    public bool Offline { get; init; }

    /// <summary>
    /// Gets a value indicating whether the DLL starts by itself if it is loaded and none of its functions is called. An explicit start
    /// ignores it.
    /// </summary>
    public bool Autostart { get; init; } = true;

    /// <summary>Gets the file that the start report is written to, or null for a new file in <c>rvfs/logs</c>.</summary>
    public string? Report { get; init; }

    /// <summary>
    /// Gets the event file, through which other programs monitor the game (<see cref="Mods.Events.EventFileLayout"/>), or null for one
    /// named after the process in the user's local data.
    /// </summary>
    public string? Events { get; init; }

    /// <summary>
    /// Returns the configuration with its defaults filled in, for a game whose program is in <paramref name="gameFolder"/>.
    /// </summary>
    public VfsConfiguration WithDefaults(string gameFolder)
    {
        IReadOnlyList<string> targets = Targets.Count > 0 ? Targets : [gameFolder];
        string mods = Mods ?? DefaultModsOf(targets[0]);
        return (this with { Targets = targets, Mods = mods }).WithSet(mods);
    }

    /// <summary>Returns the configuration with the set's order and overwrite folder in place of those given without it.</summary>
    /// <param name="mods">The mods folder.</param>
    internal VfsConfiguration WithSet(string mods) => Set is { } set && SetPlaces.FolderOf(mods) is { } sets
        ? this with
        {
            Set = null,
            SetName = set,
            OverwriteKey = null,
            Order = SetPlaces.OrderOf(Path.Combine(sets, set)),
            Overwrite = SetPlaces.OverwriteOf(Path.Combine(sets, set)),
        }
        : this;

    /// <summary>Returns the mods folder if none is configured, for a game with a given first target: <c>rvfs/mods</c>.</summary>
    internal static string DefaultModsOf(string target) => Path.Combine(target, FolderName, "mods");

    /// <summary>
    /// Returns the configuration file of a game whose program is in <paramref name="gameFolder"/>: <c>rvfs/rvfs.json</c>.
    /// </summary>
    public static string GetFile(string gameFolder) => Path.Combine(gameFolder, FolderName, FileName);
}

/// <summary>The ways to proceed if something that was asked for is missing.</summary>
public enum ErrorPolicy
{
    /// <summary>The game runs without what is missing, and the start report names it.</summary>
    Run,

    /// <summary>The game doesn't run at all, because playing a modded save without its mods ruins it.</summary>
    Stop,
}

/// <summary>The answers that a program gets if it asks an open handle of a mod's file for its name and volume.</summary>
public enum NamePolicy
{
    /// <summary>The name by which the game opened the file, as if it lay in the game's folder.</summary>
    Virtual,

    /// <summary>The name of the real file, in the mod's folder.</summary>
    Real,
}

/// <summary>The places that a game's writes go to.</summary>
public enum WritePolicy
{
    /// <summary>Files are edited in place, and new files go to the game's folder.</summary>
    Game,

    /// <summary>Everything written goes to a folder above all mods.</summary>
    Overwrite,
}

/// <summary>A location in a configuration's file, for messages about it. Immutable.</summary>
/// <param name="File">The file.</param>
/// <param name="Line">Its line, from 1.</param>
/// <param name="Key">The key, with the position in a list: <c>targets[1]</c>.</param>
public sealed record ConfigurationLocation(string File, int Line, string Key);
