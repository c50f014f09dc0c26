using System.Runtime.CompilerServices;
using Reloaded.VFS.Hooks.Deleting;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.Mapping;
using Reloaded.VFS.Hooks.Marking;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.Recording;
using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Opening;

/// <summary>
/// The way of every named call: capture, look up, and the original: with the game's own attributes, or with a target's. One place decides,
/// so that an open, a query by path and a query by name can't disagree.
/// </summary>
internal static unsafe partial class RedirectedCall
{
    /// <summary>What comes of a named call for the game where the VFS fails.</summary>
    public const string Failure =
        "a call that names a file was answered as it would be without mods, or with an overwrite folder not at all";

    /// <summary>
    /// Runs the call as it came, of which the VFS can't say what it names. Where the game's own files and mods' aren't to be changed, a
    /// call that may change something fails; where changes are recorded, the journal isn't whole.
    /// </summary>
    /// <param name="call">The call.</param>
    /// <param name="objectAttributes">The game's pointer.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static NtStatus RunWithoutVfs<TCall>(ref TCall call, void* objectAttributes)
        where TCall : struct, INamedCall
    {
        if (call.MayChange && MergedView.Current.Overwrite is not null)
            return NtStatus.STATUS_INSUFFICIENT_RESOURCES;
        if (call.MayChange)
            MergedView.Current.Journal?.MarkIncomplete();
        return call.Invoke((OBJECT_ATTRIBUTES*)objectAttributes);
    }

    /// <summary>Runs the call once, or a second time where the game's own folder lacks what only mods have.</summary>
    /// <param name="call">The call.</param>
    /// <param name="objectAttributes">The game's pointer: it may lead anywhere.</param>
    /// <param name="isPathMissing">As <see cref="HandlerScope.IsPathMissing"/> has it.</param>
    /// <param name="ended">Gets how the original has ended.</param>
    /// <param name="opened">What it opened, for <see cref="OpenedHandle.Track(NtStatus, nint*, OpenedEntry)"/>.</param>
    [SkipLocalsInit]
    public static NtStatus Run<TCall>(ref TCall call, void* objectAttributes, bool isPathMissing, ref Ended<NtStatus> ended,
        out OpenedEntry opened)
        where TCall : struct, INamedCall
    {
        var original = (OBJECT_ATTRIBUTES*)objectAttributes;
        opened = OpenedEntry.None;
        ulong began = EventSink.Begin();
        MergedView view = MergedView.Current;
        Snapshot snapshot = view.Files.Current;
        snapshot.PrefetchLookup();
        Unsafe.SkipInit(out PathBuffers buffers);
        buffers.UseStack();
        Unsafe.SkipInit(out CapturedPath path);
        if (!path.TryCapture(original, view, GateTable.Native, ref buffers))
        {
            buffers.Release();
            return call.MayChange && (MergedView.Current.Overwrite is not null || MergedView.Current.Journal is not null)
                ? InvokeUncaptured(ref call, original, ref ended)
                : call.Invoke(original);
        }

        path.IsMissing = isPathMissing;
        // Where the original knows absolute names only, it takes no notice of the bit either.
        if (!TCall.TakesRelativeNames)
            path.Header.Attributes &= ~ObjectAttributeFlags.OBJ_DONT_REPARSE;
        Unsafe.SkipInit(out SeenPath seen);
        seen.Resolve(view, snapshot, ref path, ref buffers, SeenOptions.All);
        ref readonly LookupResult found = ref seen.Found;
        NtStatus status;
        if (call.MayChange && (MergedView.Current.Overwrite is not null || MergedView.Current.Journal is not null)
            && TryRunChanging(ref call, original, in path, ref buffers, ref began, out status, ref ended, out opened))
        {
            // What was found is what was there before.
        }
        else if (seen.IsAbsent)
        {
            bool isWhole = seen.AbsentLength == path.Length;
            // What a mod hides is made in that mod. Nothing can take the place of the VFS's own files,
            // nor of a whiteout whose mod is gone.
            if (call.MayCreate && isWhole && seen.IsHiddenByMod)
                status = InvokeHidden(ref call, snapshot, in path, ref buffers, ref ended, out opened);
            else if (call.MayCreate && isWhole)
                status = NtStatus.STATUS_ACCESS_DENIED;
            else
                status = InvokeAbsent(ref call, in path, seen.AbsentLength, ref buffers);
            if (status == NtStatus.STATUS_OBJECT_PATH_NOT_FOUND && found is { Kind: LookupKind.Miss, HasTarget: true })
                status = InvokeAbsentInMod(ref call, in path, in seen, status, ref buffers);
        }
        else if (found.Kind == LookupKind.File)
        {
            if (call.Deletes && path.StreamLength == 0 && !seen.IsCompanion)
            {
                status = InvokeDeletion(ref call, original, view, snapshot, in path, in seen, ref buffers, ref ended, out opened);
            }
            else
            {
                status = InvokeFound(ref call, original, in path, in found, ref buffers);
                opened = OpenedEntry.FileIn(found.PathId);
                if (status == NtStatus.STATUS_SHARING_VIOLATION && MergedView.Current.Overwrite is not null)
                    status = InvokeArriving(ref call, in path, TargetText.Of(found), ref buffers);
                if (IsVanished(status))
                    status = InvokeNext(ref call, original, snapshot, in path, in seen, status, ref buffers, ref opened);
                if (call.MayCreate && status.IsSuccess())
                {
                    ended.With(status);
                    NoteMade(ref call, view, in path, in seen);
                }
            }
        }
        else if (found.Kind == LookupKind.Folder && path.IsDevice)
        {
            status = call.Invoke(original);
        }
        else if (found is { Kind: LookupKind.Folder, HasTarget: false, IsOpaque: true })
        {
            status = InvokeAbsent(ref call, in path, path.Length, ref buffers);
        }
        else if (found.Kind == LookupKind.Outside || !found.HasTarget)
        {
            status = InvokeUnmapped(ref call, original, snapshot, in path, ref buffers);
            if (found.Kind == LookupKind.Folder)
                opened = OpenedEntry.Folder(found.PathId);
        }
        else
        {
            if (found.Kind == LookupKind.Folder)
                opened = OpenedEntry.Folder(found.PathId);
            status = InvokeBaseFirst(ref call, original, snapshot, in path, in found, ref buffers, ref opened, out bool isNewInMod);
            if (isNewInMod)
            {
                ended.With(status);
                opened = TrackNewInMod(in call, in path);
            }
        }

        ended.With(status);
        EventSink.End(TCall.Function, began, status, path.Text, path.Length, in found);
        GC.KeepAlive(snapshot);
        buffers.Release();
        return status;
    }

    /// <summary>The call on a mod's file, which it deletes: the name is to stay deleted.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static NtStatus InvokeDeletion<TCall>(ref TCall call, OBJECT_ATTRIBUTES* original, MergedView view, Snapshot snapshot,
        in CapturedPath path, in SeenPath seen, ref PathBuffers buffers, ref Ended<NtStatus> ended, out OpenedEntry opened)
        where TCall : struct, INamedCall
    {
        ref readonly LookupResult found = ref seen.Found;
        string? letters = GivenLetters.OfDeleted(view, snapshot, path.Span.ToString(), in found);
        // No file is deleted by a name that ends in a backslash: the system refuses that, and nothing is to be marked meanwhile.
        AddedMarker marker = path.HasTrailingBackslash || IsRefusedDeletion(in call)
            ? default
            : DeletionMarkers.Add(snapshot, VirtualPath.GetName(path.Span), in found);
        NtStatus status = InvokeFound(ref call, original, in path, in found, ref buffers);
        opened = OpenedEntry.FileIn(found.PathId);
        bool isVanished = IsVanished(status);
        if (isVanished)
            status = InvokeNext(ref call, original, snapshot, in path, in seen, status, ref buffers, ref opened);
        ended.With(status);
        if (!isVanished && status.IsSuccess())
            view.Whiteouts.Add(VirtualPath.GetName(path.Span), in found, letters);
        marker.End(status.IsSuccess());
        if (call.MayCreate && status.IsSuccess())
            NoteMade(ref call, view, in path, in seen);
        return status;
    }

    /// <summary>Whether the call asks for a deletion that the system refuses, whatever the name is.</summary>
    private static bool IsRefusedDeletion<TCall>(in TCall call)
        where TCall : struct, INamedCall =>
        TCall.GivesHandle && call.Deletes && !RealFiles.TakesDeletion(call.Request.Access);

    /// <summary>A call has succeeded that may have made a name anew, which the game had deleted or which belongs to another file.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void NoteMade<TCall>(ref TCall call, MergedView view, in CapturedPath path, in SeenPath seen)
        where TCall : struct, INamedCall
    {
        ref readonly LookupResult found = ref seen.Found;
        if (view.Whiteouts.Any)
        {
            if (call.MakesFolder)
                view.Whiteouts.Folders.Lift(path.Span);
            // Under Wine a deleted file opens until its last handle is closed, and goes then. What goes when it is closed stays deleted.
            else if (!call.Deletes && call.HasCreated && view.Whiteouts.Contains(found.PathId, VirtualPath.GetName(path.Span)))
                GivenLetters.Settle(view, path.Span.ToString(), TargetText.Of(found));
        }

        if (seen.IsCompanion)
            view.Companions.Note(found.PathId, VirtualPath.GetName(path.Span));
    }

    /// <summary>
    /// What no mod has anything to do with. A handle that the name is relative to may lead into a mod all the same, where the game has made
    /// that folder since: then the game's own is found by its path.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static NtStatus InvokeUnmapped<TCall>(ref TCall call, OBJECT_ATTRIBUTES* original, Snapshot snapshot, in CapturedPath path,
        ref PathBuffers buffers)
        where TCall : struct, INamedCall
    {
        if (path.IsMissing)
            return NtStatus.STATUS_OBJECT_PATH_NOT_FOUND;
        OBJECT_ATTRIBUTES absolute;
        UNICODE_STRING name;
        bool mayLeadIntoMod = path.RootPathId >= 0 && snapshot.TryGetFolder(path.RootPathId, out FolderView root) && root.SourceCount > 0;
        return call.Invoke(
            (mayLeadIntoMod || path.IsRespelled) && TryMakeAbsolute(in path, ref buffers, &name, &absolute) ? &absolute : original);
    }

    /// <summary>A folder that mods have, or a name that no mod supplies in one: the calls that <see cref="BaseFirst"/> says.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static NtStatus InvokeBaseFirst<TCall>(
        ref TCall call, OBJECT_ATTRIBUTES* original, Snapshot snapshot, in CapturedPath path, in LookupResult found,
        ref PathBuffers buffers, ref OpenedEntry opened, out bool isNewInMod)
        where TCall : struct, INamedCall
    {
        isNewInMod = false;
        if (found.IsOpaque)
            return InvokeOpaque(ref call, original, snapshot, in path, in found, ref buffers, out isNewInMod);
        OBJECT_ATTRIBUTES* attributes = original;
        OBJECT_ATTRIBUTES absolute;
        UNICODE_STRING name;
        // A handle that the name is relative to may lead into a mod: the game's own folder is found by its path.
        if ((path.Header.RootDirectory != 0 || path.IsRespelled) && TryMakeAbsolute(in path, ref buffers, &name, &absolute))
            attributes = &absolute;
        bool isFolder = found.Kind == LookupKind.Folder, mayCreate = call.MayCreate;
        if (isFolder && MergedView.Current.Overwrite?.Leads(found.Layer, path.Length) == true)
        {
            NtStatus seen = InvokeTarget(ref call, original, in path, in found, ref buffers);
            if (MayBeListed(in call, seen, in found))
                seen = InvokeUnlisted(ref call, original, in path, in found, ref buffers);
            if (BaseFirst.OutcomeOf(seen) == OwnOutcome.Final)
                return seen;
        }

        // The disk is asked where it decides.
        bool isInBase = !isFolder || !mayCreate || RealFiles.Exists(attributes);
        bool isInMod = isInBase || RealFiles.Exists(TargetText.Of(found));
        FirstPlace first = BaseFirst.First(isFolder, mayCreate, isInBase, isInMod);
        if (first == FirstPlace.Mod)
            return InvokeTarget(ref call, original, in path, in found, ref buffers);
        NtStatus status = first == FirstPlace.OwnFolder ? call.InvokeOnFolder(attributes)
            : path.IsMissing ? NtStatus.STATUS_OBJECT_PATH_NOT_FOUND
            : call.Invoke(attributes);
        NtStatus own = status;
        OwnOutcome outcome = BaseFirst.OutcomeOf(status);
        if (outcome == OwnOutcome.Final)
            return status;
        NextPlace next = BaseFirst.Next(isFolder, mayCreate && !(isFolder && isInMod), outcome, path.HasTrailingBackslash);
        if (next == NextPlace.None)
            return status;
        // A name of the overwrite folder's comes here if its folder has gone: nothing is made in the game's own, not for a moment.
        if (next is NextPlace.OwnWithParents or NextPlace.OwnWithParentsUnlessOwnFile
            && MergedView.Current.Overwrite?.TryGetPlace(MergedView.Current, path.Span, out _, out OverwriteRoot root) == true && !root.IsUsers)
            return status;
        if (next is NextPlace.OwnWithParents or NextPlace.OwnWithParentsUnlessOwnFile
            && ParentFolders.TryInvoke(ref call, attributes, found.PathId, out NtStatus made))
            return made;
        if (next is NextPlace.ModUnlessOwnFile or NextPlace.OwnWithParentsUnlessOwnFile
            && RealFiles.IsFile(NtPath.FromCanonical(path.Span)))
            return status;
        if (!isFolder && IsLeftOut(snapshot, in path, in found))
            return NtStatus.STATUS_OBJECT_NAME_NOT_FOUND;
        if (mayCreate && MergedView.Current.Overwrite?.IsUsers(path.Span) == true)
            return CreateInPart(ref call, in path, ref buffers, out opened);
        // Nor does the system delete one mod's part alone.
        status = isFolder && call.Deletes && TCall.GivesHandle
            ? InvokeRealAs(ref call, in path, TargetText.Of(found).TrimEnd('\\'), WithoutDeletion(call.Request), ref buffers)
            : InvokeTarget(ref call, original, in path, in found, ref buffers);
        if (!status.IsSuccess())
            status = InvokeAgain(ref call, original, snapshot, in path, in found, status, ref buffers);
        // The mods' folder above has gone, and the game's own is there.
        if (status == NtStatus.STATUS_OBJECT_PATH_NOT_FOUND && own == NtStatus.STATUS_OBJECT_NAME_NOT_FOUND)
            status = own;
        // Where the game has a file in the folder's place it couldn't be made there.
        isNewInMod = !isFolder && mayCreate && status.IsSuccess();
        return status;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static OpenedEntry TrackNewInMod<TCall>(in TCall call, in CapturedPath path)
        where TCall : struct, INamedCall
    {
        bool isFolder = call.MakesFolder;
        int id = CreatedEntry.Await(path.Span, isFolder ? LookupKind.Folder : LookupKind.File);
        return id < 0 ? OpenedEntry.None : isFolder ? OpenedEntry.Folder(id) : OpenedEntry.FileIn(id);
    }

    /// <summary>The game's own, whatever the name is relative to.</summary>
    private static NtStatus InvokeBase<TCall>(ref TCall call, OBJECT_ATTRIBUTES* original, in CapturedPath path, ref PathBuffers buffers)
        where TCall : struct, INamedCall
    {
        OBJECT_ATTRIBUTES absolute;
        UNICODE_STRING name;
        return call.Invoke(TryMakeAbsolute(in path, ref buffers, &name, &absolute) ? &absolute : original);
    }

    /// <summary>The call on a name that isn't there, so that the system itself says that it isn't there.</summary>
    /// <param name="call">It creates nothing, or below that name only.</param>
    /// <param name="path">The path.</param>
    /// <param name="length">Length of the path up to and including the first missing name.</param>
    /// <param name="buffers">The call's.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static NtStatus InvokeAbsent<TCall>(ref TCall call, in CapturedPath path, int length, ref PathBuffers buffers)
        where TCall : struct, INamedCall
    {
        var text = path.Span;
        string absent = string.Concat(text[..length], DefaultExcludes.TemporaryEnding, text[length..]);
        fixed (char* characters = absent)
        {
            OBJECT_ATTRIBUTES absolute;
            UNICODE_STRING name;
            CapturedPath other = path;
            other.Text = characters;
            other.Length = absent.Length;
            return TryMakeAbsolute(in other, ref buffers, &name, &absolute)
                ? call.Invoke(&absolute)
                : NtStatus.STATUS_OBJECT_PATH_NOT_FOUND;
        }
    }

    /// <summary>The path in the game's own folder, in the buffer that a target's name would take.</summary>
    private static bool TryMakeAbsolute(in CapturedPath path, ref PathBuffers buffers, UNICODE_STRING* name, OBJECT_ATTRIBUTES* attributes)
    {
        const string prefix = NtPath.Prefix;
        int length = prefix.Length + path.Length + (path.HasTrailingBackslash ? 1 : 0);
        if (length > buffers.Capacity || length > ushort.MaxValue / sizeof(char))
            return false;
        var text = new Span<char>(buffers.Target, length);
        prefix.CopyTo(text);
        path.Span.CopyTo(text[prefix.Length..]);
        if (path.HasTrailingBackslash)
            text[^1] = '\\';
        Fill(attributes, name, buffers.Target, length, in path, ref buffers);
        return true;
    }

    private static void Fill(OBJECT_ATTRIBUTES* attributes, UNICODE_STRING* name, char* text, int length, in CapturedPath path,
        ref PathBuffers buffers)
    {
        name->Length = name->MaximumLength = (ushort)(length * sizeof(char));
        name->Buffer = text;
        attributes->Length = (uint)sizeof(OBJECT_ATTRIBUTES);
        attributes->RootDirectory = 0;
        attributes->ObjectName = name;
        attributes->Attributes = path.Header.Attributes;
        attributes->SecurityDescriptor = (void*)path.Header.SecurityDescriptor;
        attributes->SecurityQualityOfService = (void*)path.Header.SecurityQualityOfService;
        if ((path.Header.Attributes & ObjectAttributeFlags.OBJ_DONT_REPARSE) != 0)
            NameWithoutLinks.Apply(attributes, in path, ref buffers);
    }
}
