using Reloaded.VFS.Hooks.Recording;
using Reloaded.VFS.Hooks.Writing;

namespace Reloaded.VFS.Hooks.Opening;

/// <summary>
/// The way of every named call: capture, look-up, and the original, with the game's own attributes or with those of a real file elsewhere.
/// </summary>
/// <remarks>
/// A call that may change what it names follows the plan of the <see cref="WritePolicy"/>. One place decides, so that an open, a query by
/// path and a query by name can't disagree.
/// </remarks>
internal static unsafe partial class RedirectedCall
{
    /// <summary>The outcome of a named call for the game if the VFS fails.</summary>
    public const string Failure = "a call that names a file was answered as it would be without mods, or refused";

    private const int LongestListing = 500, LongestArrival = 1000; // milliseconds

    /// <summary>Runs a call unchanged, since the VFS can't determine what the call names.</summary>
    /// <remarks>
    /// The original finds the game's own file, which a mod's may cover. A call that deletes that file, or whose handle could delete or
    /// rename it later, fails; so does each call that may change something if the game's own files and mods' must not be changed. Otherwise
    /// the game may still save; if changes are recorded, the journal is marked as incomplete.
    /// </remarks>
    /// <param name="objectAttributes">The game's pointer.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static NtStatus RunWithoutVfs<TCall>(MergedView view, ref TCall call, void* objectAttributes)
        where TCall : struct, INamedCall =>
        call.MayChange && (call.Request.MayDelete || !WritePolicy.Of(view).MayRunWithoutVfs())
            ? NtStatus.STATUS_INSUFFICIENT_RESOURCES
            : call.Invoke((OBJECT_ATTRIBUTES*)objectAttributes);

    /// <summary>Runs a call: once, or again if its first place lacks what the game sees.</summary>
    /// <param name="objectAttributes">The game's pointer, which may be invalid.</param>
    /// <param name="isPathMissing">The value of <see cref="HandlerScope.IsPathMissing"/>.</param>
    /// <param name="opened">What the call opened, for <see cref="OpenedHandle.Track(MergedView, NtStatus, nint*, OpenedEntry)"/>.</param>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static NtStatus Run<TCall>(MergedView view, ref TCall call, void* objectAttributes, bool isPathMissing,
        ref Ended<NtStatus> ended, out OpenedEntry opened)
        where TCall : struct, INamedCall
    {
        var original = (OBJECT_ATTRIBUTES*)objectAttributes;
        opened = OpenedEntry.None;
        ulong began = EventSink.Begin();
        Snapshot snapshot = view.Snapshot;
        snapshot.PrefetchLookup();
        Unsafe.SkipInit(out PathBuffers buffers);
        buffers.UseStack();
        try
        {
            Unsafe.SkipInit(out CalledName name);
            if (!name.Path.TryCapture(original, view, GateTable.Native, ref buffers))
                return InvokeUncaptured(view, ref call, original, ref ended, out opened);
            name.Path.IsMissing = isPathMissing;
            // If the original accepts absolute names only, it ignores the flag, too.
            if (!TCall.AcceptsRelativeNames)
                name.Path.Header.Attributes &= ~ObjectAttributeFlags.OBJ_DONT_REPARSE;
            name.Seen.Resolve(view, snapshot, ref name.Path, ref buffers, SeenOptions.All);
            name.Original = original;
            name.Buffers = &buffers;
            name.Opened = OpenedEntry.None;
            NtStatus status = call.MayChange
                ? RunChanging(view, snapshot, ref call, ref name, ref ended)
                : InvokeSeen(view, snapshot, ref call, ref name);
            opened = name.Opened;
            ended.With(status);
            EventSink.End(TCall.Function, began, status, in name.Path, in name.Found,
                began != 0 && call.MayChange && call.Request.MayWrite);
            GC.KeepAlive(snapshot);
            return status;
        }
        finally
        {
            buffers.Release();
        }
    }

    /// <summary>Makes a call that may change what it names: each row of the policy's plan, until one ends the call.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static NtStatus RunChanging<TCall>(MergedView view, Snapshot snapshot, ref TCall call, ref CalledName name,
        ref Ended<NtStatus> ended)
        where TCall : struct, INamedCall
    {
        name.LookIn(ref view, ref snapshot);
        WritePolicy policy = WritePolicy.Of(view);
        ChangeRequest request = call.Request;
        name.End = SeenEnd.Plain;
        var changing = new ChangingCall<TCall>(call, name.Path.IsDevice ? null : policy.RecordOf(request, name.Original, name.Path.Whole));
        Attempt attempt = policy.First(ref name, request);
        IDisposable? state = attempt.State;
        try
        {
            while (attempt.On != AttemptOn.Nothing)
            {
                NtStatus status = ended.With(Make(ref changing, ref name, attempt));
                // A call on what the game sees has set these to variables of its own frame.
                name.LookIn(ref view, ref snapshot);
                attempt = policy.Next(ref name, request, attempt, status);
                state = attempt.State ?? state;
            }

            return attempt.Status;
        }
        finally
        {
            state?.Dispose();
            call = changing.Call;
        }
    }

    /// <summary>Makes an attempt, and waits while a refusal is only temporary.</summary>
    private static NtStatus Make<TCall>(ref TCall call, ref CalledName name, in Attempt attempt)
        where TCall : struct, INamedCall
    {
        if (attempt.On == AttemptOn.Seen)
            return InvokeSeen(name.View, name.Snapshot, ref call, ref name);
        NtStatus status = InvokePlace(ref call, ref name, attempt);
        if (status != NtStatus.STATUS_SHARING_VIOLATION || attempt.Patience == Patience.None)
            return status;
        if (attempt.Patience == Patience.Arrival)
            return InvokeArriving(ref call, ref name, attempt);
        var pauses = new ShortPauses(LongestListing);
        while (status == NtStatus.STATUS_SHARING_VIOLATION && IsUnshared(in call) && pauses.TryPause())
            status = InvokePlace(ref call, ref name, attempt);
        return status;
    }

    /// <summary>
    /// Repeats a call that was refused because another thread or process has the file of the overwrite folder open, as long as a copy is
    /// arriving there, one second at most.
    /// </summary>
    /// <remarks>SQLite, for example, never retries, and takes the file for one that can't be written.</remarks>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static NtStatus InvokeArriving<TCall>(ref TCall call, ref CalledName name, in Attempt attempt)
        where TCall : struct, INamedCall
    {
        if (name.View.Writes.ArrivingAt(attempt.Place) is not { } arriving)
            return NtStatus.STATUS_SHARING_VIOLATION;
        var pauses = new ShortPauses(LongestArrival);
        while (true)
        {
            bool isAny = arriving.IsAny();
            NtStatus status = InvokePlace(ref call, ref name, attempt);
            if (status != NtStatus.STATUS_SHARING_VIOLATION || !isAny || !pauses.TryPause())
                return status;
        }
    }

    /// <summary>Determines whether a call lets nobody else read what it opens: it fails while another process lists a folder.</summary>
    private static bool IsUnshared<TCall>(in TCall call)
        where TCall : struct, INamedCall => (call.Request.Open.Share & ShareAccess.FILE_SHARE_READ) == 0;

    /// <summary>Makes the call on what the game sees under the name.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static NtStatus InvokeSeen<TCall>(MergedView view, Snapshot snapshot, ref TCall call, ref CalledName name)
        where TCall : struct, INamedCall
    {
        if (name.Seen.IsAbsent || name.Found.Kind != LookupKind.File)
            return InvokeOwnOrFolder(view, snapshot, ref call, ref name);
        NtStatus status = InvokeFound(ref call, ref name);
        name.Opened = OpenedEntry.FileIn(name.Found.PathId);
        return status.IsSuccess() ? status : InvokeFoundAgain(view, snapshot, ref call, ref name, status);
    }

    /// <summary>Makes the call on what isn't a mod's file.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static NtStatus InvokeOwnOrFolder<TCall>(MergedView view, Snapshot snapshot, ref TCall call, ref CalledName name)
        where TCall : struct, INamedCall
    {
        name.LookIn(ref view, ref snapshot);
        ref readonly LookupResult found = ref name.Found;
        if (name.Seen.IsAbsent)
            return InvokeAbsent(ref call, ref name);
        if (found.Kind == LookupKind.Folder && name.Path.IsDevice)
            return call.Invoke(name.Original);
        if (found is { Kind: LookupKind.Folder, IsBacked: false, IsOpaque: true })
            return InvokeAbsent(ref call, ref name, name.Path.Length);
        if (found.Kind == LookupKind.Folder)
            name.Opened = OpenedEntry.Folder(found.PathId);
        return found.Kind == LookupKind.Outside || !found.IsBacked
            ? InvokeUnmapped(ref call, ref name)
            : InvokeBaseFirst(ref call, ref name);
    }

    /// <summary>Makes further attempts after a call on a mod's file has failed.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static NtStatus InvokeFoundAgain<TCall>(MergedView view, Snapshot snapshot, ref TCall call, ref CalledName name,
        NtStatus status)
        where TCall : struct, INamedCall
    {
        name.LookIn(ref view, ref snapshot);
        if (status == NtStatus.STATUS_SHARING_VIOLATION && name.View.Writes.Overwrite is not null)
            status = InvokeArriving(ref call, ref name, new Attempt(AttemptOn.Place, BackingPath.Of(name.Found) + name.Rest));
        return IsVanished(status) ? InvokeNext(ref call, ref name, status) : status;
    }

    /// <summary>Makes a call that no mod is involved in.</summary>
    /// <remarks>
    /// A handle that the name is relative to may lead into a mod if the game has created that folder since: then the game's own is found by
    /// its path.
    /// </remarks>
    [MethodImpl(MethodImplOptions.NoInlining)]
    [SkipLocalsInit]
    private static NtStatus InvokeUnmapped<TCall>(ref TCall call, ref CalledName name)
        where TCall : struct, INamedCall
    {
        ref CapturedPath path = ref name.Path;
        if (path.IsMissing)
            return NtStatus.STATUS_OBJECT_PATH_NOT_FOUND;
        OBJECT_ATTRIBUTES absolute;
        UNICODE_STRING text;
        bool mayLeadIntoMod =
            path.RootPathId >= 0 && name.Snapshot.TryGetFolder(path.RootPathId, out FolderView root) && root.SourceCount > 0;
        return call.Invoke((mayLeadIntoMod || path.IsRespelled) && TryMakeAbsolute(in name, &text, &absolute) ? &absolute : name.Original);
    }
}
