using System.Collections.Concurrent;
using System.IO.Hashing;
using Reloaded.VFS.Mods.Caching;
using Reloaded.VFS.Mods.Resolving;

namespace Reloaded.VFS.Cli.Materialising;

/// <summary>The sources of a folder's content, as they were when the folder was made.</summary>
/// <param name="Hash">A hash of the names that mods have there, and of the numbers of the folders that they come from.</param>
/// <param name="Own">The game's own folder, or null if it has none.</param>
internal readonly record struct FolderPlan(ulong Hash, string? Own);

/// <summary>
/// The folders that an earlier call has made in a materialised folder, compared with the state of their sources at that time. Thread-safe
/// as long as the manifest isn't changed.
/// </summary>
/// <remarks>
/// An unchanged folder isn't listed again, and its names aren't compared: the time of its last change, which no program can set, proves
/// that nothing in it was made, deleted or renamed. On Windows no such time has been tested.
/// </remarks>
/// <param name="survey">The survey of what programs have written; null if the folder was empty.</param>
internal sealed class EarlierFolders(MaterialManifest manifest, MaterialSurvey? survey)
{
    private readonly ConcurrentDictionary<string, FolderStamp?> _stamps = new(StringComparer.Ordinal);

    /// <summary>
    /// Gets or sets the time within which two changes may have the same time: a file system's clock may lag behind, or count in steps of two
    /// seconds. Tests set it.
    /// </summary>
    internal static TimeSpan UsualCoarsest { get; set; } = TimeSpan.FromSeconds(3);

    /// <summary>Gets that time for this instance.</summary>
    public TimeSpan Coarsest { get; init; } = UsualCoarsest;

    /// <summary>Gets a value indicating whether folders on this system have such a time.</summary>
    public static bool IsUseful => OperatingSystem.IsLinux();

    /// <summary>
    /// Returns the names of the folders in an unchanged folder, whose sources are unchanged, too. Returns null if the folder has to be
    /// read.
    /// </summary>
    /// <param name="path">The path in the materialised folder.</param>
    /// <param name="origin">The source of what the game would see there.</param>
    /// <param name="settings">A hash of the settings that the content depends on.</param>
    public IReadOnlyList<string>? Find(string path, FolderOrigin origin, ulong settings)
    {
        if (survey is null || !manifest.IsComplete || !manifest.Folders.TryGetValue(path, out MaterialFolder? folder)
            || folder.Plan is not { } plan || survey.IsUntidy(path) || survey.IsChanged(path))
            return null;
        string? own = origin.IsOwnKnown ? origin.Own : plan.Own;
        if (PlanOf(origin, own, settings) != plan || (own is not null && !IsOld(own)) || !origin.Sources.All(IsOld))
            return null;
        // A copy's source may be written to in place.
        bool isCopied = !folder.HasCopies || folder.Files.Values.All(file => !file.IsCopy || NameState.Behind(file.SourcePath) == file.Source);
        return isCopied ? survey.FoldersIn(path) : null;
    }

    /// <summary>Returns the current sources of a folder's content, or null if a change of theirs couldn't be detected.</summary>
    /// <param name="origin">The source of what the game sees there.</param>
    /// <param name="own">The game's own folder, or null.</param>
    /// <param name="settings">A hash of the settings that the content depends on.</param>
    public FolderPlan? PlanOf(FolderOrigin origin, string? own, ulong settings)
    {
        XxHash3 hash = new();
        hash.Append(BitConverter.GetBytes(settings));
        hash.Append(BitConverter.GetBytes(origin.Content));
        foreach (string folder in own is null ? origin.Sources : [.. origin.Sources, own])
        {
            if (StampOf(folder) is not { } stamp)
                return null;
            hash.Append(Encoding.UTF8.GetBytes(folder));
            hash.Append(BitConverter.GetBytes(stamp.Id));
        }

        return new FolderPlan(hash.GetCurrentHashAsUInt64(), own);
    }

    /// <summary>Determines whether nobody has made, deleted or renamed anything in a folder since the last call.</summary>
    public bool IsOld(string folder) => StampOf(folder) is { } stamp && stamp.Change < manifest.Time - Coarsest.Ticks;

    /// <summary>Returns the number of a folder, or null if its times can't be trusted.</summary>
    public ulong? NumberOf(string folder) => StampOf(folder)?.Id;

    private FolderStamp? StampOf(string folder) => _stamps.GetOrAdd(folder, static folder =>
        IsUseful && LinuxFolders.Instance.IsTrusted(folder) ? LinuxFolders.Instance.Find(folder, withId: true) : null);
}
