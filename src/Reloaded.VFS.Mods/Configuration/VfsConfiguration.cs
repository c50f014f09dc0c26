using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Mods.Configuration;

/// <summary>
/// What a start is told: <c>rvfs/rvfs.json</c>, or what the launcher hands over. Immutable; change it with <c>with</c>.
/// Paths that <see cref="ConfigurationReader"/> returns are absolute. Nothing in a path is expanded (<c>%VAR%</c> is a name like any
/// other) but the known folders of <see cref="Map"/>.
/// </summary>
public sealed record VfsConfiguration
{
    /// <summary>The folder of the VFS beside a game's program.</summary>
    public const string FolderName = "rvfs";

    /// <summary>The configuration's name in <see cref="FolderName"/>.</summary>
    public const string FileName = "rvfs.json";

    /// <summary>
    /// The folders that mods are laid over. Empty: not given; the folder of the game's program (<see cref="WithDefaults"/>).
    /// </summary>
    public IReadOnlyList<string> Targets { get; init; } = [];

    /// <summary>
    /// The targets that are configured, those among them that can't be had included: what is named after a target keeps its name, and its
    /// place, whichever of them are there. Null: <see cref="Targets"/>.
    /// </summary>
    internal IReadOnlyList<string>? AllTargets { get; init; }

    /// <summary>Where <see cref="Overwrite"/> stands in a file, for messages; null if it isn't known.</summary>
    internal ConfigurationPlace? OverwriteKey { get; init; }

    /// <summary>The set that <see cref="WithDefaults"/> has made <see cref="Overwrite"/> of; null for none.</summary>
    internal string? SetName { get; init; }

    /// <summary>The mods folder. Null: not given; <c>rvfs/mods</c> in the first target (<see cref="WithDefaults"/>).</summary>
    public string? Mods { get; init; }

    /// <summary>
    /// The set whose order, preferences and overwrite folder count; null for none. <see cref="WithDefaults"/> makes <see cref="Order"/> and
    /// <see cref="Overwrite"/> of it.
    /// </summary>
    public string? Set { get; init; }

    /// <summary>The file with the order of the mods; null: <c>order.txt</c> in the mods folder.</summary>
    public string? Order { get; init; }

    /// <summary>
    /// Patterns of paths inside a mod that are overlaid in spite of the default excludes: <c>readme*</c>, <c>**/desktop.ini</c>.
    /// </summary>
    public IReadOnlyList<string> Include { get; init; } = [];

    /// <summary>Where parts of mods go. A mod that is named here has these rules in place of its own.</summary>
    public IReadOnlyList<MapRule> Map { get; init; } = [];

    /// <summary>
    /// Where the user's known folders lie, by the paths of this process; null for one that isn't known. Asked only where a map names one.
    /// </summary>
    internal Func<KnownFolder, string?>? KnownFolders { get; init; }

    /// <summary>Turns a path of this process into the one that the game knows it by; null: it is that.</summary>
    internal Func<string, string>? ToGamePath { get; init; }

    /// <summary>Finds what stands for the <c>mod.json</c> of a mod that has none; null for nothing.</summary>
    internal IModJsonSource? ModJsons { get; init; }

    /// <summary>Where writes go.</summary>
    public WritePolicy Writes { get; init; }

    /// <summary>
    /// The folder that takes what the game writes, where <see cref="Writes"/> says so; null: <c>rvfs/overwrite</c> in the first target.
    /// </summary>
    public string? Overwrite { get; init; }

    /// <summary>Patterns of paths below the targets that are written where they are, whatever <see cref="Writes"/> says.</summary>
    public IReadOnlyList<string> InPlace { get; init; } = [];

    /// <summary>
    /// Whether what a run changes is recorded, so that it can be taken back, where <see cref="Writes"/> says
    /// <see cref="WritePolicy.Game"/>: a file is copied before its first change. With the other policy it is recorded in any case.
    /// </summary>
    public bool Undo { get; init; }

    /// <summary>The largest file that is copied into the overwrite folder, or to be taken back, in megabytes (2^20 bytes).</summary>
    public int LargestCopy { get; init; } = DefaultLargestCopy;

    /// <summary><see cref="LargestCopy"/> where nothing is given.</summary>
    public const int DefaultLargestCopy = 1024;

    /// <summary>What a handle says about its own name.</summary>
    public NamePolicy Names { get; init; }

    /// <summary>
    /// Names of programs (<c>*patch*.exe</c>) that aren't redirected when the game starts them, but whose own children are followed;
    /// null for the usual ones.
    /// </summary>
    public IReadOnlyList<string>? Follow { get; init; }

    /// <summary>Names of programs that nothing is put into when the game starts them; null for the usual ones.</summary>
    public IReadOnlyList<string>? Leave { get; init; }

    /// <summary>The log file; null for none.</summary>
    public string? Log { get; init; }

    /// <summary>What happens when something is missing.</summary>
    public ErrorPolicy OnError { get; init; }

    /// <summary>The user says that the game is played offline: anti-cheat software beside it is no reason to refuse.</summary>
    public bool Offline { get; init; }

    /// <summary>
    /// Whether the DLL starts by itself where it is loaded and none of its functions is called. A start that is asked for doesn't look at
    /// it.
    /// </summary>
    public bool Autostart { get; init; } = true;

    /// <summary>The file that the start report is written to; null: a new file in <c>rvfs/logs</c>.</summary>
    public string? Report { get; init; }

    /// <summary>
    /// The file of events, through which other programs monitor the game (<see cref="Mods.Events.EventFileLayout"/>);
    /// null: one named after the process in the user's local data.
    /// </summary>
    public string? Events { get; init; }

    /// <summary>Fills in what isn't given, for a game whose program is in <paramref name="gameFolder"/>.</summary>
    public VfsConfiguration WithDefaults(string gameFolder)
    {
        IReadOnlyList<string> targets = Targets.Count > 0 ? Targets : [gameFolder];
        string mods = Mods ?? DefaultModsOf(targets[0]);
        return (this with { Targets = targets, Mods = mods }).WithSet(mods);
    }

    /// <summary>What the set says, in place of what is said without it.</summary>
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

    /// <summary>The mods folder where none is configured, for a game whose first target that is: <c>rvfs/mods</c>.</summary>
    internal static string DefaultModsOf(string target) => Path.Combine(target, FolderName, "mods");

    /// <summary>The configuration file of a game whose program is in <paramref name="gameFolder"/>: <c>rvfs/rvfs.json</c>.</summary>
    public static string GetFile(string gameFolder) => Path.Combine(gameFolder, FolderName, FileName);
}

/// <summary>What happens to the game when something that was asked for is missing.</summary>
public enum ErrorPolicy
{
    /// <summary>The game runs without what is missing, and the start report names it.</summary>
    Run,

    /// <summary>Nothing of the game runs: playing a modded save without its mods ruins it.</summary>
    Stop,
}

/// <summary>What a program is told when it asks an open handle of a mod's file for its name and volume.</summary>
public enum NamePolicy
{
    /// <summary>The name by which the game opened it, as if the file lay in the game's folder.</summary>
    Virtual,

    /// <summary>The real file's, in the mod's folder.</summary>
    Real,
}

/// <summary>Where a game's writes go.</summary>
public enum WritePolicy
{
    /// <summary>Files are edited where they are; new files go to the game's folder.</summary>
    Game,

    /// <summary>Everything written goes to a folder on top of all mods.</summary>
    Overwrite,
}

/// <summary>Where something stands in a configuration's file, for messages about it. Immutable.</summary>
/// <param name="File">The file.</param>
/// <param name="Line">Its line, from 1.</param>
/// <param name="Key">The key, with the place in a list: <c>targets[1]</c>.</param>
public sealed record ConfigurationPlace(string File, int Line, string Key);
