using Reloaded.VFS.Hooks.Writing;

namespace Reloaded.VFS.Hooks.Opening;

/// <content>
/// Names that are relative to a file's handle: an empty one, which opens the file once more (<c>ReOpenFile</c>), or that of a stream. The
/// handle leads to the real file, whatever name the game knows.
/// </content>
internal static unsafe partial class RedirectedCall
{
    /// <summary>
    /// Makes a call whose name wasn't captured. One that may change what it names is made by the file's name if writes go elsewhere; if
    /// changes are recorded, the file is recorded first.
    /// </summary>
    /// <param name="original">The game's pointer, which may be invalid.</param>
    /// <param name="opened">What the call opens if it succeeds: the file of the handle, or a stream of it.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static NtStatus InvokeUncaptured<TCall>(MergedView view, ref TCall call, OBJECT_ATTRIBUTES* original, ref Ended<NtStatus> ended,
        out OpenedEntry opened)
        where TCall : struct, INamedCall
    {
        opened = OpenedEntry.None;
        OBJECT_ATTRIBUTES attributes;
        // The kernel refuses invalid attributes itself.
        if (!TCall.AcceptsRelativeNames
            || GateTable.Native.TryCopy(&attributes, original, (nuint)sizeof(OBJECT_ATTRIBUTES)) == 0 || attributes.RootDirectory == 0)
            return call.Invoke(original);
        HandleEntry root = view.Handles.Get(attributes.RootDirectory);
        if (root.Kind == HandleKind.File)
            opened = OpenedEntry.FileIn(root.PathId);
        if (!call.MayChange)
            return call.Invoke(original);
        WritePolicy policy = WritePolicy.Of(view);
        // The name of a file that is deleted with its handle is whited out.
        if (policy.Overwrite is null && call.Request.Deletes && root.Kind == HandleKind.File
            && TryGetRest(attributes.ObjectName, out string none) && none.Length == 0
            && FindName(view, attributes.RootDirectory, root.PathId) is { } name)
        {
            opened = OpenedEntry.TrackedIn(root.PathId);
            return InvokeOther(ref call, new Attempt(AttemptOn.OtherName, name), &attributes, original, ref ended);
        }

        // What isn't on a disk is no file of the game's.
        if (policy is { Overwrite: null, Journal: null }
            || HandlePaths.Resolve(attributes.RootDirectory, view).Kind == HandleKind.Folder
            || !HandlePaths.IsDisk(attributes.RootDirectory, out _) || RealFiles.IsFolder(attributes.RootDirectory)
            || !TryGetRest(attributes.ObjectName, out string rest))
            return call.Invoke(original);
        Attempt attempt = policy.OfHandle(attributes.RootDirectory, isReopened: true);
        if (attempt.On == AttemptOn.OtherName)
            opened = OpenedEntry.TrackedIn(root.PathId);
        return InvokeOther(ref call, attempt with { Place = attempt.Place + rest }, &attributes, original, ref ended);
    }

    /// <summary>Makes a call by the policy's answer for a handle: unchanged, by a name, or not at all.</summary>
    /// <param name="attempt">The policy's answer.</param>
    /// <param name="attributes">A copy of the game's attributes.</param>
    /// <param name="original">The game's pointer, which may be invalid.</param>
    public static NtStatus InvokeOther<TCall>(ref TCall call, in Attempt attempt, OBJECT_ATTRIBUTES* attributes,
        OBJECT_ATTRIBUTES* original, ref Ended<NtStatus> ended)
        where TCall : struct, INamedCall
    {
        if (attempt.On == AttemptOn.Nothing)
            return attempt.Status;
        if (attempt.On == AttemptOn.Original)
            return call.Invoke(original);
        fixed (char* text = attempt.Place)
        {
            UNICODE_STRING whole;
            OBJECT_ATTRIBUTES absolute = RealFiles.Name(text, attempt.Place.Length, &whole);
            absolute.Attributes = attributes->Attributes;
            absolute.SecurityDescriptor = attributes->SecurityDescriptor;
            absolute.SecurityQualityOfService = attributes->SecurityQualityOfService;
            // This is another call, whose handler has tracked the handle.
            NtStatus status = ended.With(call.InvokeByName(&absolute));
            HandlerScope.GoOn();
            return status;
        }
    }

    /// <summary>Returns the name, in NT form, under which the game sees a mod's file; null if it sees another file there.</summary>
    private static string? FindName(MergedView view, nint handle, int folderId)
    {
        string real = RealNames.Of(handle);
        string path = string.Concat(view.Files.GetPath(folderId), @"\", VirtualPath.GetName(real));
        return SeenPath.Of(view, path, SeenOptions.Canonical) is { IsModFile: true, Backing: { } backing }
            && CaseFolding.Equals(NtPath.ToCanonical(backing), real)
            ? NtPath.FromCanonical(path)
            : null;
    }

    /// <summary>Reads the name in a call that is relative to a handle. Returns false if the name can't be read.</summary>
    private static bool TryGetRest(UNICODE_STRING* name, out string rest)
    {
        rest = "";
        if (name is null)
            return true;
        UNICODE_STRING copy;
        if (GateTable.Native.TryCopy(&copy, name, (nuint)sizeof(UNICODE_STRING)) == 0 || (copy.Length & 1) != 0)
            return false;
        char[] text = new char[copy.Length / sizeof(char)];
        fixed (char* start = text)
        {
            if (text.Length > 0 && GateTable.Native.TryCopy(start, copy.Buffer, copy.Length) == 0)
                return false;
        }

        rest = new string(text);
        return true;
    }
}
