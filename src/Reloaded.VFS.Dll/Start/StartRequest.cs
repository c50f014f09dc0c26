using Reloaded.VFS.Interop.Entering;

namespace Reloaded.VFS.Dll.Start;

/// <summary>The request of a start, by any entry point.</summary>
/// <param name="Configuration">Targets, mods and the rest; defaults not filled in yet.</param>
internal sealed record StartRequest(VfsConfiguration Configuration)
{
    /// <summary>Gets further folders over virtual ones; later ones win.</summary>
    public IReadOnlyList<(string Source, string Target)> Folders { get; init; } = [];

    /// <summary>Gets a value indicating whether the mods folder defaults to the one beside the game.</summary>
    public bool UseDefaultMods { get; init; }

    /// <summary>Gets a value indicating whether nothing is redirected until <c>rvfs_enable</c> is called.</summary>
    public bool Disabled { get; init; }

    /// <summary>Gets a value indicating whether the process sees the overwrite folder but no mods, unlike its children.</summary>
    public bool WithoutMods { get; init; }

    /// <summary>
    /// Gets a value indicating whether the program only manages the game: it doesn't redirect, but its children are followed.
    /// </summary>
    public bool Follows { get; init; }

    /// <summary>Gets a value indicating whether a process that has the DLL started this one and requested the start.</summary>
    public bool IsChild { get; init; }

    /// <summary>Gets the trees that this process was given, or null for none.</summary>
    public EntryTrees? Trees { get; init; }

    /// <summary>
    /// Gets a value indicating whether the program has run nothing yet, because the process was entered before its first instruction.
    /// </summary>
    public bool IsBeforeProgram { get; init; }

    /// <summary>Gets a value indicating whether no handle was inherited that leads to a folder or file of mods.</summary>
    public bool InheritsNothing { get; init; }

    /// <summary>Gets a value indicating whether the working folder is a mod's real one and has to be replaced by the virtual one.</summary>
    public bool IsInMod { get; init; }

    /// <summary>Gets a value indicating whether the caller passed everything, so that no configuration file can be at fault.</summary>
    public bool IsOfOptions { get; init; }

    /// <summary>Gets the diagnostics of reading the configuration.</summary>
    public IReadOnlyList<Diagnostic> Diagnostics { get; init; } = [];

    /// <summary>Creates the request of <c>rvfs_start</c> from its structure. Reads no file.</summary>
    /// <exception cref="RvfsException">A path is missing or isn't absolute.</exception>
    public static unsafe StartRequest FromOptions(RvfsOptions* options)
    {
        var configuration = new VfsConfiguration
        {
            Targets = [.. Enumerable.Range(0, checked((int)options->TargetCount))
                .Select(i => CallerPath.Read(options->Targets[i], "a target"))],
            Mods = PathOrNull(options->Mods, "the mods folder"),
            Log = PathOrNull(options->Log, "the log"),
            Report = PathOrNull(options->Report, "the report"),
            OnError = options->Flags.HasFlag(RvfsStartFlags.Strict) ? ErrorPolicy.Stop : ErrorPolicy.Run,
            Names = options->Flags.HasFlag(RvfsStartFlags.RealNames) ? NamePolicy.Real : NamePolicy.Virtual,
            Offline = options->Flags.HasFlag(RvfsStartFlags.Offline),
        };
        var folders = new List<(string, string)>();
        for (int i = 0; i < options->FolderCount; i++)
        {
            RvfsFolder folder = options->Folders[i];
            folders.Add((CallerPath.Read(folder.Source, "a folder's source"), CallerPath.Read(folder.Target, "a folder's target")));
        }

        return new StartRequest(configuration)
        {
            Folders = folders,
            Disabled = options->Flags.HasFlag(RvfsStartFlags.Disabled),
            IsOfOptions = true,
        };
    }

    /// <summary>
    /// Creates the request of <c>rvfs_start_config</c> from a file, or (null) from the one beside the game, or from the defaults if there
    /// is none. The game is what <c>rvfs install</c> was given, if that lies above the program.
    /// </summary>
    public static StartRequest FromFile(string? path)
    {
        string? root = path is null ? InstalledGame.FindRoot(OwnProcess.Folder) : null;
        string[] targets = root is null ? [] : [root];
        string file = path ?? VfsConfiguration.GetFile(root ?? OwnProcess.Folder);
        if (path is null && !File.Exists(file))
            return new StartRequest(new VfsConfiguration { Targets = targets, Set = SetPlaces.FromEnvironment() }) { UseDefaultMods = true };
        ConfigurationResult result = ConfigurationReader.ReadFile(file, UnixPath.ToWindows);
        VfsConfiguration configuration = result.Configuration;
        if (configuration.Targets.Count == 0)
            configuration = configuration with { Targets = targets };
        return new StartRequest(configuration with { Set = SetPlaces.FromEnvironment() ?? configuration.Set })
        {
            UseDefaultMods = true,
            Diagnostics = result.Diagnostics,
        };
    }

    /// <summary>Creates the request of <c>rvfs_enter</c> from a configuration in memory. Reads no file.</summary>
    public static unsafe StartRequest FromEntry(in EntryRequest entry)
    {
        ReadOnlySpan<byte> text = new(entry.Configuration, checked((int)entry.ConfigurationSize));
        ConfigurationResult result = ConfigurationReader.Parse(text, VfsConfiguration.GetFile(OwnProcess.Folder));
        return new StartRequest(result.Configuration)
        {
            UseDefaultMods = true,
            Disabled = entry.Flags.HasFlag(EntryFlags.Disabled),
            WithoutMods = entry.Flags.HasFlag(EntryFlags.WithoutMods),
            IsChild = entry.Flags.HasFlag(EntryFlags.Child),
            Trees = EntryTrees.From(entry.Flags),
            IsBeforeProgram = true,
            InheritsNothing = entry.Flags.HasFlag(EntryFlags.NothingInherited),
            IsInMod = entry.Flags.HasFlag(EntryFlags.InMod),
            Diagnostics = result.Diagnostics,
        };
    }

    private static unsafe string? PathOrNull(char* text, string what) => text is null ? null : CallerPath.Read(text, what);
}

internal enum StartOrigin
{
    /// <summary>The DLL itself: it was loaded, and no export was called.</summary>
    Automatic,

    /// <summary>A caller that leaves everything to the configuration beside the game.</summary>
    BesideGame,

    /// <summary>A caller that passes options or a configuration file.</summary>
    Arguments,
}
