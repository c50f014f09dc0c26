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

/// <summary>
/// Makes the game's main thread load and start the DLL, after Windows has initialized the process and before the program's entry point. The
/// thread waits there until <see cref="LaunchedGame.Resume"/>.
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
    /// <param name="error">The reason, a sentence, if the DLL didn't start; otherwise an empty string.</param>
    /// <param name="missing">
    /// The NTSTATUS with which Windows ends a program that lacks the same DLL or function, or 0 if none is missing.
    /// </param>
    public InjectionOutcome Start(ReadOnlySpan<byte> configuration, WithheldImports? withheld, Action meanwhile, out string error,
        out uint missing)
    {
        missing = 0;
        error = "";
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
            error = $"Windows refused rvfs access to the game while {Starting}: {BlockedFile.Describe((uint)e.NativeErrorCode)}.";
            return InjectionOutcome.Failed;
        }

        if (entry is null)
        {
            error = $"'{dllPath}' can't be loaded into the game: {cause}.";
            return InjectionOutcome.Failed;
        }

        game.Enter(entry);
        meanwhile();
        nint* handles = stackalloc nint[2] { entry.Done, game.Handle };
        long until = Environment.TickCount64 + TimeoutMilliseconds;
        EntryRequest request;
        do
        {
            WaitResult ended = Kernel32.WaitForMultipleObjects(2, handles, false, (uint)Math.Max(0, until - Environment.TickCount64));
            if (ended is not (WaitResult.WAIT_OBJECT_0 or WaitResult.WAIT_OBJECT_0 + 1))
            {
                error = $"{Starting} took more than {TimeoutMilliseconds / 1000} seconds.";
                return InjectionOutcome.TimedOut;
            }

            if (ended == WaitResult.WAIT_OBJECT_0 + 1 || !entry.TryRead(out request))
            {
                // Windows ends a program of which an import can't be loaded, before its first instruction.
                if (is32Bit && game.TryGetExitCode(out uint code) && BlockedFile.IsOfLoader(code))
                {
                    error = WhyNotLoaded(dllPath, code);
                    return InjectionOutcome.Failed;
                }

                error = $"the game ended while {Starting}.";
                return InjectionOutcome.GameEnded;
            }
        }
        while (request.State is EntryState.ToCome or EntryState.Begun);

        if (request.State == EntryState.NotLoaded)
        {
            error = WhyNotLoaded(dllPath, (uint)request.Status);
            return InjectionOutcome.Failed;
        }
        // An rvfs_status below zero is an error; above zero, a success with something to report.
        if (request.Status < 0)
        {
            error = $"the VFS didn't start (status {request.Status}).";
            return InjectionOutcome.Failed;
        }

        if (withheld is null || request.Imported == 0)
            return InjectionOutcome.Started;
        MissingImport? lacked = WithheldImports.FindMissing(entry, request.Imported);
        missing = lacked is null ? 0 : unchecked((uint)lacked.Status);
        error = lacked is null
            ? $"the game's own DLLs weren't loaded ({WithheldImports.Export} returned {request.Imported})."
            : $"the game needs {lacked}.";
        return InjectionOutcome.Failed;
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
