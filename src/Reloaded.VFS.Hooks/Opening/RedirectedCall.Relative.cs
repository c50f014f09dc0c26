using System.Runtime.CompilerServices;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.Handles;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Hooks.Writing;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Opening;

/// <summary>
/// Names that are relative to a file's handle: none, which opens the file once more (<c>ReOpenFile</c>), or that of a stream. The handle
/// leads to the real file, whatever name the game knows.
/// </summary>
internal static unsafe partial class RedirectedCall
{
    /// <summary>
    /// A call whose name wasn't captured and that may change what it names: where what it writes goes elsewhere it is answered by the
    /// file's name, and where changes are recorded the file is.
    /// </summary>
    /// <param name="view">What the game sees.</param>
    /// <param name="call">The call.</param>
    /// <param name="original">The game's pointer: it may lead anywhere.</param>
    /// <param name="ended">Gets how the original has ended.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static NtStatus InvokeUncaptured<TCall>(MergedView view, ref TCall call, OBJECT_ATTRIBUTES* original, ref Ended<NtStatus> ended)
        where TCall : struct, INamedCall
    {
        WritePolicy policy = WritePolicy.Of(view);
        OBJECT_ATTRIBUTES attributes;
        // What the kernel would refuse is its to refuse; what isn't on a disk is no file of the game's.
        if ((!policy.WritesElsewhere && !policy.Records)
            || GateTable.Native.TryCopy(&attributes, original, (nuint)sizeof(OBJECT_ATTRIBUTES)) == 0 || attributes.RootDirectory == 0
            || !TCall.TakesRelativeNames || HandlePaths.Resolve(attributes.RootDirectory, view).Kind == HandleKind.Folder
            || !HandlePaths.IsDisk(attributes.RootDirectory, out _) || RealFiles.IsFolder(attributes.RootDirectory)
            || !TryGetRest(attributes.ObjectName, out string rest))
            return call.Invoke(original);
        Attempt attempt = policy.OfHandle(attributes.RootDirectory, isReopened: true);
        return InvokeOther(ref call, attempt with { Place = attempt.Place + rest }, &attributes, original, ref ended);
    }

    /// <summary>The call as a policy has it that was asked about a handle: as it is, by a name, or not at all.</summary>
    /// <param name="call">The call.</param>
    /// <param name="attempt">The policy's answer.</param>
    /// <param name="attributes">What the game gave, copied.</param>
    /// <param name="original">The game's pointer: it may lead anywhere.</param>
    /// <param name="ended">Gets how the original has ended.</param>
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
            // From here on another call; nothing is done behind it.
            return ended.With(call.InvokeByName(&absolute));
        }
    }

    /// <summary>What a call names behind a handle. False where that can't be read.</summary>
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
