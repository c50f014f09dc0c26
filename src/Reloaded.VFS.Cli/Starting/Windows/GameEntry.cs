using System.ComponentModel;
using Reloaded.VFS.Interop.Entering;

namespace Reloaded.VFS.Cli.Starting.Windows;

/// <summary>The outcomes of loading the DLL into the game.</summary>
internal enum InjectionOutcome
{
    /// <summary>The DLL reports that it has started, and the program waits to be resumed.</summary>
    Started,

    /// <summary>The DLL failed, and the program can run without the VFS once it is resumed.</summary>
    Failed,

    /// <summary>The process didn't answer in time. It is in an unknown state and mustn't run.</summary>
    TimedOut,

    /// <summary>The process ended before it began, for example because it lacks a DLL of its own.</summary>
    GameEnded,
}

/// <summary>The result of loading the DLL into the game. Immutable.</summary>
/// <param name="Error">The reason, a sentence, if the DLL didn't start; otherwise an empty string.</param>
/// <param name="Missing">
/// The NTSTATUS with which Windows ends a program that lacks the same DLL or function, or 0 if none is missing.
/// </param>
internal readonly record struct Injection(InjectionOutcome Outcome, string Error = "", uint Missing = 0);

/// <summary>
/// The loading and the start of the DLL by the game's main thread, after Windows has initialized the process and before the program's entry
/// point. The thread waits there until <see cref="LaunchedGame.Resume"/>.
/// </summary>
internal sealed unsafe class GameEntry(LaunchedGame game, string dllPath, bool is32Bit = false)
{
    private const string Starting = "starting the VFS";

    /// <summary>
    /// Gets the timeout in milliseconds. The DLL reads the mods' folders, perhaps from a slow disk, and a virus scanner may take its time.
    /// </summary>
    public uint TimeoutMilliseconds { get; init; } = 150_000;

    /// <summary>Starts the DLL and waits for the result.</summary>
    /// <param name="configuration">The configuration for the DLL, as in a file.</param>
    /// <param name="withheld">The imports that the DLL resolves after its start, or null if none were withheld.</param>
    /// <param name="meanwhile">An action that runs while the process loads.</param>
    public Injection Start(ReadOnlySpan<byte> configuration, WithheldImports? withheld, Action meanwhile)
    {
        ProcessEntry? entry;
        string cause = "";
        try
        {
            // If rvfs was called from a mod's folder, the game starts in the virtual folder that it is a part of.
            EntryOptions options = new(EntryFlags.InMod, 0, Holds: true, withheld);
            entry = is32Bit
                ? ProcessEntry.Import(game.Handle, dllPath, configuration, options, out cause)
                : ProcessEntry.Queue(game.Handle, game.MainThread, dllPath, configuration, options);
        }
        catch (Win32Exception e)
        {
            return Failed($"Windows refused rvfs access to the game while {Starting}: {BlockedFile.Describe((uint)e.NativeErrorCode)}.");
        }

        if (entry is null)
            return Failed($"'{dllPath}' can't be loaded into the game: {cause}.");
        game.Enter(entry);
        meanwhile();
        if (WaitForAnswer(entry, out EntryRequest request) is { } unanswered)
            return unanswered;
        if (request.State == EntryState.NotLoaded)
            return Failed(WhyNotLoaded(dllPath, (uint)request.Status));
        // An rvfs_status below zero is an error; above zero, a success with something to report.
        if (request.Status < 0)
            return Failed($"the VFS didn't start (status {request.Status}).");
        if (withheld is null || request.Imported == 0)
            return new(InjectionOutcome.Started);
        return WithheldImports.FindMissing(entry, request.Imported) is { } missing
            ? Failed($"the game needs {missing}.") with { Missing = unchecked((uint)missing.Status) }
            : Failed($"the game's own DLLs weren't loaded ({WithheldImports.Export} returned {request.Imported}).");
    }

    private static Injection Failed(string error) => new(InjectionOutcome.Failed, error);

    /// <summary>Waits until the DLL has started or failed. Returns null then, or why it does neither.</summary>
    private Injection? WaitForAnswer(ProcessEntry entry, out EntryRequest request)
    {
        request = default;
        nint* handles = stackalloc nint[2] { entry.Done, game.Handle };
        long until = Environment.TickCount64 + TimeoutMilliseconds;
        do
        {
            WaitResult ended = Kernel32.WaitForMultipleObjects(2, handles, 0, (uint)Math.Max(0, until - Environment.TickCount64));
            if (ended is not (WaitResult.WAIT_OBJECT_0 or WaitResult.WAIT_OBJECT_0 + 1))
                return new(InjectionOutcome.TimedOut, $"{Starting} took more than {TimeoutMilliseconds / 1000} seconds.");
            // Windows ends a program of which an import can't be loaded, before its first instruction.
            if (ended == WaitResult.WAIT_OBJECT_0 + 1 || !entry.TryRead(out request))
                return is32Bit && game.TryGetExitCode(out uint code) && BlockedFile.IsOfLoader(code)
                    ? Failed(WhyNotLoaded(dllPath, code))
                    : new(InjectionOutcome.GameEnded, $"the game ended while {Starting}.");
        }
        while (request.State is EntryState.ToCome or EntryState.Begun);
        return null;
    }

    /// <summary>
    /// Returns why the DLL wasn't loaded. A virus scanner may block it in the game only, so if the game's error isn't a known one, the file
    /// is mapped in this process to compare.
    /// </summary>
    internal static string WhyNotLoaded(string path, uint error)
    {
        if (!File.Exists(path))
            return $"'{path}' has just disappeared: {BlockedFile.ScannerCure}.";
        uint status = BlockedFile.Find(error) is null ? ImageMapping.Try(path) : error;
        string failed = $"Windows didn't load '{path}' into the game ({BlockedFile.Describe(error)})";
        if (BlockedFile.Find(status) is { } known)
            return $"{failed}: {BlockedFile.Describe(status)}. What to do: {known.Cure}.";
        return (int)status < 0
            ? $"{failed}: {BlockedFile.Describe(status)}; it may be damaged."
            : $"{failed}, though it loads elsewhere: the game accepts only signed DLLs, a virus scanner blocks it, or it failed there. "
                + $"'rvfs doctor --system' tells more.";
    }
}
