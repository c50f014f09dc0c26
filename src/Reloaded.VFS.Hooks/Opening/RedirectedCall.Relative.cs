using System.Runtime.CompilerServices;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.Handles;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.Overwriting;
using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Opening;

/// <summary>
/// Names that are relative to a file's handle: none, which opens the file once more (<c>ReOpenFile</c>), or that of a stream. The handle
/// leads to the real file, whatever name the game knows.
/// </summary>
internal static unsafe partial class RedirectedCall
{
    /// <summary>
    /// A call whose name wasn't captured and that may change what it names, where what it writes goes elsewhere or is recorded: answered by
    /// the file's name, or with the file recorded.
    /// </summary>
    /// <param name="call">The call.</param>
    /// <param name="original">The game's pointer: it may lead anywhere.</param>
    /// <param name="ended">Gets how the original has ended.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static NtStatus InvokeUncaptured<TCall>(ref TCall call, OBJECT_ATTRIBUTES* original, ref Ended<NtStatus> ended)
        where TCall : struct, INamedCall
    {
        OBJECT_ATTRIBUTES attributes;
        // What the kernel would refuse is its to refuse; what isn't on a disk is no file of the game's.
        if (GateTable.Native.TryCopy(&attributes, original, (nuint)sizeof(OBJECT_ATTRIBUTES)) == 0 || attributes.RootDirectory == 0
            || !TCall.TakesRelativeNames || HandlePaths.Resolve(attributes.RootDirectory, MergedView.Current).Kind == HandleKind.Folder
            || !HandlePaths.IsDisk(attributes.RootDirectory, out _) || RealFiles.IsFolder(attributes.RootDirectory)
            || !TryGetRest(attributes.ObjectName, out string rest))
            return call.Invoke(original);
        MergedView view = MergedView.Current;
        if (MergedView.Current.Overwrite is not { } overwrite)
        {
            string real = RealNames.Of(attributes.RootDirectory);
            if (real.Length > 0)
                MergedView.Current.Journal!.Keep(NtPath.FromCanonical(real));
            else
                MergedView.Current.Journal!.MarkIncomplete();
            return call.Invoke(original);
        }

        if (!OverwrittenHandle.TryFind(view, overwrite, attributes.RootDirectory, out OverwrittenHandle file))
            return NtStatus.STATUS_ACCESS_DENIED;
        if (!WrittenName.TryFind(view, overwrite, file.Path, out WrittenName name))
            return call.Invoke(original);
        // It has a copy by now, which is what the game sees in its place. Where another file has the name, there is none by which this one
        // could be changed elsewhere.
        string seen = name.IsInOverwrite ? WrittenName.FindBelow(view, file.Path, name.Place) : name.Real;
        if (!file.IsInOverwrite && !CaseFolding.Equals(NtPath.ToCanonical(seen), file.Real))
            return NtStatus.STATUS_ACCESS_DENIED;
        string path = NtPath.FromCanonical(file.Path) + rest;
        fixed (char* text = path)
        {
            UNICODE_STRING whole;
            OBJECT_ATTRIBUTES absolute = RealFiles.Name(text, path.Length, &whole);
            absolute.Attributes = attributes.Attributes;
            absolute.SecurityDescriptor = attributes.SecurityDescriptor;
            absolute.SecurityQualityOfService = attributes.SecurityQualityOfService;
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
