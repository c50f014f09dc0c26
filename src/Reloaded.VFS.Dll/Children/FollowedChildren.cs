using System.ComponentModel;
using Reloaded.VFS.Hooks;
using Reloaded.VFS.Hooks.Children;
using Reloaded.VFS.Interop.Entering;
using Reloaded.VFS.Mods.AntiCheat;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Resolving;

namespace Reloaded.VFS.Dll.Children;

/// <summary>
/// The processes that this one starts: each gets this DLL, this process's configuration and the same targets, whatever its program's
/// folder. Thread-safe.
/// </summary>
/// <remarks>While redirecting is turned off here (<c>rvfs_disable</c>), children are left alone.</remarks>
/// <param name="configuration">This process's complete configuration.</param>
/// <param name="isChild">True if this process itself was started with the VFS by another one.</param>
/// <param name="withoutMods">True if this process sees no mods, but its children do.</param>
/// <param name="follows">True if this process doesn't redirect, because it only manages the game, but its children are followed.</param>
/// <param name="passTrees">Passes this process's trees to a new process, which sees the same mods, and returns the flags for its start.</param>
/// <param name="reportFile">This process's report, or null.</param>
/// <param name="report">Receives what the user should know; called by one thread at a time.</param>
internal sealed unsafe class FollowedChildren(VfsConfiguration configuration, bool isChild, bool withoutMods, bool follows,
    Func<nint, EntryFlags> passTrees, string? reportFile, Action<Diagnostic> report) : IChildProcesses
{
    private const string Ending = ".child";

    private const nint ThisProcess = -1;

    private readonly ChildModes _modes = new(configuration);

    private readonly Lock _lock = new();

    // A browser starts the same program for the same reason many times.
    private readonly HashSet<string> _left = new(StringComparer.OrdinalIgnoreCase);

    // Nothing may be written to the game's own folder, so a program that only manages the game is redirected, too.
    private EntryFlags OfFollowed => WritesToOverwrite ? EntryFlags.WithoutMods : EntryFlags.Disabled;

    private bool WritesToOverwrite => configuration.Writes == WritePolicy.Overwrite;

    // The failure is worse then: nothing keeps the program from writing to the game's own folder.
    private string AndWrites => WritesToOverwrite ? " and writes into the game's own folder" : "";

    public ChildMode ModeOf(string program, Func<bool> isOfMod)
    {
        if (!HookManager.IsEnabled && !follows)
            return ChildMode.Leave;
        ChildMode mode = _modes.Of(Path.GetFileName(program.AsSpan()), isOfMod, out string? rule);
        // Parts of the system have nothing to do with mods.
        if (mode == ChildMode.Mods || program.StartsWith(SystemFolders.Windows + @"\", StringComparison.OrdinalIgnoreCase))
            return mode;
        if (mode == ChildMode.Leave)
            Leave(program, $"its name matches '{rule}' of \"leave\"");
        else
            Note($"{program} sees no mods: its name matches '{rule}' of \"follow\"; what it starts is followed");
        return mode;
    }

    public bool SeesLess => withoutMods;

    public string? FindWithMods(string path, bool isFolder)
    {
        // The system's own calls find a folder that is on disk.
        if (isFolder && Directory.Exists(path))
            return null;
        using ModResolver resolver = isFolder
            ? new ModResolver(ModSet.Load(configuration))
            : ModResolver.OfFolder(Path.GetDirectoryName(path) ?? path, configuration);
        if (resolver.Which(path) is { } found)
            return found.IsFolder == isFolder && !found.Winner.IsGame ? found.Winner.Path : null;
        // A hidden file can't be started, so a name that doesn't exist is returned.
        return !isFolder && resolver.FindHider(path) is not null ? path + DefaultExcludes.TemporaryEnding : null;
    }

    public void Leave(string program, string cause) =>
        Note($"{program} is left alone: {cause}; it runs without mods{AndWrites}, and so does what it starts");

    public IChildStart? Begin(in ProcessInformation created, string program, ChildMode mode, bool isInMod, bool inherits)
    {
        if (ImageFile.Path is not { } image)
            return null;
        bool isOfOtherWidth = ChildProcess.IsOfOtherWidth(created.Process);
        OtherWidth? other = isOfOtherWidth ? OtherWidth.Beside(image) : null;
        if ((other is null ? ChildProcess.OtherKind(created.Process) : other.WhyMissing()) is { } kind)
        {
            Say(Diagnostic.Warning($"{program} is {kind}: it runs without mods{AndWrites}, and so does what it starts"));
            return null;
        }

        if ((ChildProcess.CauseInToken(created.Process) ?? ChildProcess.CauseInImage(created.Process) ?? FindAntiCheat(program))
            is { } cause)
        {
            Leave(program, cause);
            return null;
        }

        bool stops = configuration.OnError == ErrorPolicy.Stop && mode == ChildMode.Mods;
        EntryFlags flags = EntryFlags.Child | (mode == ChildMode.Follow ? OfFollowed : EntryFlags.None)
            | (stops ? EntryFlags.Stop : EntryFlags.None)
            | (isInMod ? EntryFlags.InMod : EntryFlags.None)
            | (inherits ? EntryFlags.None : EntryFlags.NothingInherited);
        nint process = 0;
        try
        {
            // In a file beside this process's report, which remains this process's own, like its event file.
            VfsConfiguration own = configuration with
            {
                Events = null,
                Report = ReportOfChildren(),
                OnError = stops ? ErrorPolicy.Stop : ErrorPolicy.Run,
            };
            IReadOnlyList<string> imports = mode == ChildMode.Mods ? FindImports(program) : [];
            // The creator may close its handle at any time.
            if (Kernel32.DuplicateHandle(
                ThisProcess, created.Process, ThisProcess, &process, 0, 0, DuplicateOptions.DUPLICATE_SAME_ACCESS) == 0)
                throw new Win32Exception();
            // What is relative in the trees goes by the width of a pointer.
            if (other is null && mode == ChildMode.Mods && !withoutMods)
                flags |= passTrees(process);
            IPendingEntry entry = Enter(new(process, created.Thread, program, imports, other), ConfigurationWriter.ToJson(own), flags, image);
            return new ChildStart(entry, process, created.ProcessId, (why, stopped) => Failed(program, why, stopped),
                HookManager.Suspended);
        }
        catch (Exception e)
        {
            if (process != 0)
                _ = Kernel32.CloseHandle(process);
            if (stops)
                _ = Kernel32.TerminateProcess(created.Process, ChildStart.StoppedExitCode);
            Failed(program, e is ArgumentException ? ErrorCause.Of(e) : UnexpectedError.Describe(e), stops);
            return null;
        }
    }

    /// <summary>Requests the start of the DLL in a child.</summary>
    /// <exception cref="Win32Exception">The system refused.</exception>
    /// <exception cref="ArgumentException">The child can't be given the DLL; the message says why.</exception>
    private IPendingEntry Enter(in Child child, byte[] configurationText, EntryFlags flags, string image)
    {
        EntryOptions options = new(flags, ChildStart.StoppedExitCode, Holds: false);
        (nint process, nint thread, string program, IReadOnlyList<string> imports, OtherWidth? other) = child;
        if (other is null)
        {
            ProcessEntry entry = ProcessEntry.Queue(process, thread, image, configurationText, options);
            if (imports.Count > 0)
                entry.WithholdImports(cause => NotImported(program, imports, cause));
            return entry;
        }

        if (other.Helper is { } helper)
        {
            return EntryHelper.Start(helper, new ProcessInformation { Process = process, Thread = thread }, configurationText, options,
                imports.Count > 0);
        }

        WithheldImports? withheld = null;
        if (imports.Count > 0)
        {
            withheld = WithheldImports.TryTake(process, out string unfit);
            if (withheld is null)
                NotImported(program, imports, unfit);
        }

        try
        {
            options = options with { Withheld = withheld, Flags = withheld is null ? flags : flags | EntryFlags.Withheld };
            return ProcessEntry.Import(process, other.Dll, configurationText, options, out string cause)
                ?? throw new ArgumentException($"'{other.Dll}' can't be loaded into it: {cause}");
        }
        catch
        {
            withheld?.PutBack();
            throw;
        }
    }

    /// <summary>A child that is to be entered.</summary>
    /// <param name="Process">A handle of the process, with all access, of this object's own.</param>
    /// <param name="Thread">Its suspended main thread.</param>
    /// <param name="Program">The program's path or name.</param>
    /// <param name="Imports">The imports from mods, which are withheld.</param>
    /// <param name="Other">The DLL for a child of the other width; null for one of this width.</param>
    private readonly record struct Child(nint Process, nint Thread, string Program, IReadOnlyList<string> Imports, OtherWidth? Other);

    /// <summary>
    /// Finds anti-cheat software beside a program, which must not see the VFS in the process at all: a start there would refuse only after
    /// the DLL is loaded.
    /// </summary>
    private string? FindAntiCheat(string program) =>
        !configuration.Offline && Path.GetDirectoryName(program) is { Length: > 0 } folder
            && AntiCheatDetector.FindFirst([folder]) is { } found
            ? $"there is anti-cheat software ({found.Product}) beside it: {found.Path}"
            : null;

    private void Note(string text)
    {
        lock (_lock)
        {
            if (_left.Add(text))
                report(Diagnostic.Notice(text));
        }
    }

    /// <summary>Returns the program's imports from mods, withheld until the VFS is active, as <c>rvfs run</c> does for games.</summary>
    private IReadOnlyList<string> FindImports(string program)
    {
        if (!withoutMods || Path.GetDirectoryName(program) is not { } folder)
            return HookManager.FindImports(program);
        using ModResolver resolver = ModResolver.OfFolder(folder, configuration);
        return ChildImports.Find(program, path => resolver.Which(path) is { IsFolder: false } found
            ? new SeenDll(found.Winner.Path, !found.Winner.IsGame)
            : new SeenDll(null, File.Exists(path) && resolver.FindHider(path) is not null));
    }

    private void NotImported(string program, IReadOnlyList<string> imports, string cause) => Say(Diagnostic.Warning(
        $"{string.Join(", ", imports)} isn't loaded from the mods: {program} imports it, and {cause}"));

    private string? ReportOfChildren()
    {
        // A child's report is the children's file: its own children write there, too.
        if (isChild && configuration.Report is { } shared)
            return shared;
        string? parent = configuration.Report ?? reportFile;
        return parent is null ? null : parent + Ending;
    }

    private void Failed(string program, string cause, bool stopped) =>
        Say(stopped
            ? Diagnostic.Error($"{program} wasn't let run: {cause}")
            : Diagnostic.Warning($"{program} runs without mods{AndWrites}: {cause}"));

    private void Say(Diagnostic diagnostic)
    {
        lock (_lock)
            report(diagnostic);
    }
}
