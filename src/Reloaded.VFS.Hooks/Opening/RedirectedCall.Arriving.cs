using System.Runtime.CompilerServices;
using Reloaded.VFS.Hooks.Mapping;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Opening;

/// <content>Copies that another thread or process just puts into the overwrite folder.</content>
internal static unsafe partial class RedirectedCall
{
    private const int LongestArrival = 1000;

    /// <summary>
    /// A call was refused because another thread or process has the file of the overwrite folder open: the call is made again as long as a
    /// copy is arriving there, one second at most. SQLite, say, never asks again, and takes the file for one that can't be written.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static NtStatus InvokeArriving<TCall>(ref TCall call, in CapturedPath path, string place, ref PathBuffers buffers)
        where TCall : struct, INamedCall
    {
        OverwriteFolder overwrite = MergedView.Current.Overwrite!;
        if (!overwrite.Contains(place))
            return NtStatus.STATUS_SHARING_VIOLATION;
        var pauses = new ShortPauses(LongestArrival);
        while (true)
        {
            bool isAny = overwrite.Arriving.IsAny();
            NtStatus status = InvokeReal(ref call, in path, place, ref buffers);
            if (status != NtStatus.STATUS_SHARING_VIOLATION || !isAny || !pauses.TryPause())
                return status;
        }
    }
}
