using System.ComponentModel;
using Reloaded.VFS.Cli.Game;
using Reloaded.VFS.Interop.Entering;
using Reloaded.VFS.Interop.Win32;

namespace Reloaded.VFS.Cli.Starting.Windows;

/// <summary>How getting the DLL into the game ended.</summary>
internal enum InjectionOutcome
{
    /// <summary>It has started, by its own account, and the program waits to be let go.</summary>
    Started,

    /// <summary>It failed, and the program can run without the VFS once it is let go.</summary>
    Failed,

    /// <summary>Something didn't answer in time: this process is in an unknown state and mustn't run.</summary>
    TimedOut,

    /// <summary>The process ended before it began: it lacks a DLL of its own, for example.</summary>
    GameEnded,
}

/// <summary>
/// Has the game's main thread load the DLL and start it, after Windows has initialised the process and before the program's entry point;
/// there the thread waits until <see cref="LaunchedGame.Resume"/>.
/// </summary>
internal sealed unsafe class GameEntry(LaunchedGame game, string dllPath)
{
    private const string Starting = "starting the VFS";

    /// <summary>The DLL reads the mods' folders, perhaps from a slow disk; a virus scanner may take its time.</summary>
    public uint TimeoutMilliseconds { get; init; } = 150_000;

    /// <summary>Starts it, and waits for what comes of it. <paramref name="error"/> is a sentence unless it started.</summary>
    /// <param name="configuration">For the DLL, as in a file.</param>
    /// <param name="withheld">What the DLL has to import after its start; null: nothing.</param>
    /// <param name="meanwhile">Done while the process loads.</param>
    /// <param name="error">What is the matter.</param>
    /// <param name="missing">What Windows ends a program with that lacks what this one lacks (NTSTATUS); 0 where it lacks nothing.</param>
    public InjectionOutcome Start(ReadOnlySpan<byte> configuration, WithheldImports? withheld, Action meanwhile, out string error,
        out uint missing)
    {
        missing = 0;
        error = "";
        ProcessEntry entry;
        try
        {
            // Where rvfs was called in a folder of a mod, the game begins in the one of which that is a part.
            EntryOptions options = new(EntryFlags.InMod, 0, Holds: true, withheld);
            entry = ProcessEntry.Queue(game.Handle, game.MainThread, dllPath, configuration, options);
        }
        catch (Win32Exception e)
        {
            error = $"Windows doesn't let rvfs into the game while {Starting}: {BlockedFile.Describe((uint)e.NativeErrorCode)}.";
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
        // rvfs_status: below zero is an error, above zero a success with something to tell.
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
    /// A virus scanner may refuse a DLL to the game alone: where the error that the game got has no name, the file is mapped here.
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
            : $"{failed}, though it loads elsewhere: the game takes signed DLLs only, a virus scanner keeps it out, or it failed there. "
                + $"'rvfs doctor --system' says more.";
    }
}
