using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Dll.Interface;
using Reloaded.VFS.Dll.Runtime;
using Reloaded.VFS.Interop.Entering;
using Reloaded.VFS.Interop.Win32;
using Reloaded.VFS.Mods.Configuration;

namespace Reloaded.VFS.Dll.Start;

/// <summary>One start, however it was asked for.</summary>
/// <param name="Configuration">Targets, mods and the rest; defaults not filled in yet.</param>
internal sealed record StartRequest(VfsConfiguration Configuration)
{
    /// <summary>Further folders over virtual ones, later ones win.</summary>
    public IReadOnlyList<(string Source, string Target)> Folders { get; init; } = [];

    /// <summary>Whether a mods folder that isn't given is the one beside the game, or none.</summary>
    public bool UseDefaultMods { get; init; }

    /// <summary>Whether nothing is redirected until <c>rvfs_enable</c>.</summary>
    public bool Disabled { get; init; }

    /// <summary>Whether the process sees what is in the overwrite folder, and no mods, which what it starts does.</summary>
    public bool WithoutMods { get; init; }

    /// <summary>Whether the program only looks after the game: it doesn't redirect, and what it starts is followed.</summary>
    public bool Follows { get; init; }

    /// <summary>Whether the process was started by one that has the DLL, which asked for this.</summary>
    public bool IsChild { get; init; }

    /// <summary>Whether the program has run nothing yet, as the process was entered before its first instruction.</summary>
    public bool IsBeforeProgram { get; init; }

    /// <summary>Whether the working folder is a mod's real one, and has to become the virtual one.</summary>
    public bool IsInMod { get; init; }

    /// <summary>Whether everything was given by the caller, so that no configuration file is to blame for anything.</summary>
    public bool IsOfOptions { get; init; }

    /// <summary>What reading the configuration came to.</summary>
    public IReadOnlyList<Diagnostic> Diagnostics { get; init; } = [];

    /// <summary>The request of <c>rvfs_start</c>: everything is in the structure. Reads no file.</summary>
    /// <exception cref="RvfsException">A path is missing, or isn't absolute.</exception>
    public static unsafe StartRequest FromOptions(RvfsOptions* options)
    {
        var configuration = new VfsConfiguration
        {
            Targets = [.. Enumerable.Range(0, checked((int)options->TargetCount)).Select(i => Text(options->Targets[i], "a target"))],
            Mods = TextOrNull(options->Mods, "the mods folder"),
            Log = TextOrNull(options->Log, "the log"),
            Report = TextOrNull(options->Report, "the report"),
            OnError = options->Flags.HasFlag(RvfsStartFlags.Strict) ? ErrorPolicy.Stop : ErrorPolicy.Run,
            Names = options->Flags.HasFlag(RvfsStartFlags.RealNames) ? NamePolicy.Real : NamePolicy.Virtual,
            Offline = options->Flags.HasFlag(RvfsStartFlags.Offline),
        };
        var folders = new List<(string, string)>();
        for (int i = 0; i < options->FolderCount; i++)
            folders.Add((Text(options->Folders[i].Source, "a folder's source"), Text(options->Folders[i].Target, "a folder's target")));
        return new StartRequest(configuration)
        {
            Folders = folders,
            Disabled = options->Flags.HasFlag(RvfsStartFlags.Disabled),
            IsOfOptions = true,
        };
    }

    /// <summary>
    /// The request of <c>rvfs_start_config</c>: a file, or (null) the one beside the game, or where there is none the defaults.
    /// </summary>
    public static StartRequest FromFile(string? path)
    {
        string file = path ?? VfsConfiguration.GetFile(OwnProcess.Folder);
        if (path is null && !File.Exists(file))
            return new StartRequest(new VfsConfiguration { Set = SetPlaces.FromEnvironment() }) { UseDefaultMods = true };
        ConfigurationResult result = ConfigurationReader.ReadFile(file, UnixPath.ToWindows);
        VfsConfiguration configuration = result.Configuration;
        return new StartRequest(configuration with { Set = SetPlaces.FromEnvironment() ?? configuration.Set })
        {
            UseDefaultMods = true,
            Diagnostics = result.Diagnostics,
        };
    }

    /// <summary>The request of <c>rvfs_enter</c>: what is in a file else is in memory. Reads no file.</summary>
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
            IsBeforeProgram = true,
            IsInMod = entry.Flags.HasFlag(EntryFlags.InMod),
            Diagnostics = result.Diagnostics,
        };
    }

    private static unsafe string? TextOrNull(char* text, string what) => text is null ? null : Text(text, what);

    private static unsafe string Text(char* text, string what)
    {
        if (text is null)
            throw new RvfsException(RvfsStatus.InvalidArgument, $"{what} is null.");
        string path = new(text);
        return Path.IsPathFullyQualified(path)
            ? path
            : throw new RvfsException(RvfsStatus.InvalidArgument, $"{what} is no absolute path: {path}");
    }
}

/// <summary>Who wants a start.</summary>
internal enum StartOrigin
{
    /// <summary>The DLL itself: it was loaded, and no export was called.</summary>
    Automatic,

    /// <summary>A caller that leaves everything to the configuration beside the game.</summary>
    BesideGame,

    /// <summary>A caller that says what it wants, or where it is said.</summary>
    Arguments,
}
