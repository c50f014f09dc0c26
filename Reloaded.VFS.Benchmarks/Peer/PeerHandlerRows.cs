using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Reloaded.Universal.Redirector;
using Reloaded.Universal.Redirector.Lib;
using Reloaded.VFS.Benchmarks.Inputs;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Benchmarks.Table;
using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Listings;
using Reloaded.VFS.Lookup;
using PeerAttributes = Reloaded.Universal.Redirector.Lib.Utility.Native.Native.OBJECT_ATTRIBUTES;
using PeerString = Reloaded.Universal.Redirector.Lib.Utility.Native.Native.UNICODE_STRING;

namespace Reloaded.VFS.Benchmarks.Peer;

/// <summary>Measurements of a handler's work for a hit, from the name in the call to the target's name, ready for the original.</summary>
/// <remarks>
/// The peer's handler is measured by the method that it calls for this work, this project's by its parts. Both sides exclude the hook
/// itself, locks, and records of handles.
/// </remarks>
internal static unsafe class PeerHandlerRows
{
    private const string Prefix = @"\??\";

    public static Row[] Measure(FolderTree tree, Effort effort)
    {
        FolderListing listing = tree.ToListing();
        VirtualFileSystem files = tree.Mount(listing, out _);
        Universal.Redirector.Lib.Redirector redirector = default;
        ManagerOf(ref redirector) = PeerInput.CreateCleanManager(new PeerInput(tree, withFolders: true, rooted: true).CreateListing());
        var server = new FileAccessServer(new RedirectorApi(redirector));
        Row[] rows =
        [
            Measure("from the call's name to the target's", tree, files, server, tree.GetFilePaths(), isHit: true, effort),
            Measure("from the call's name to there being none", tree, files, server, LookupRows.GetPathsElsewhere(tree), isHit: false,
                effort),
        ];
        files.Dispose();
        GC.KeepAlive(listing);
        return rows;
    }

    private static Row Measure(string name, FolderTree tree, VirtualFileSystem files, FileAccessServer server, IEnumerable<string> asked,
        bool isHit, Effort effort)
    {
        string[] all = [.. asked];
        using var paths = new PinnedPaths(all.Select(path => Prefix + path));
        using var others = new PinnedPaths(all.Select(path => Prefix + PeerInput.ToPeer(path, rooted: true)));
        char[] buffer = new char[1024];
        for (int i = 0; i < paths.Text.Count; i++)
        {
            int length = Resolve(files, paths[i], paths.Text[i].Length, buffer);
            if (Resolve(server, others[i], others.Text[i].Length, out string target) != isHit || length > 0 != isHit)
                throw new InvalidOperationException($"{others.Text[i]} is {(isHit ? "nothing" : "something")} to us or to the peer.");
            if (isHit)
                PeerCheck.SameTarget(buffer.AsSpan(0, length), target);
        }

        Managed.Collect();

        var ours = new Contender("Reloaded VFS", times =>
        {
            long sum = 0;
            for (int time = 0; time < times; time++)
            {
                for (int i = 0; i < paths.Text.Count; i++)
                    sum += Resolve(files, paths[i], paths.Text[i].Length, []);
            }

            return sum;
        }, paths.Text.Count);
        var peer = new Contender(PeerRun.Name, times =>
        {
            long sum = 0;
            for (int time = 0; time < times; time++)
            {
                for (int i = 0; i < others.Text.Count; i++)
                    sum += Resolve(server, others[i], others.Text[i].Length, out string target) ? target.Length : 0;
            }

            return sum;
        }, others.Text.Count);
        IReadOnlyList<Measured> measured = Comparison.Measure(effort, ours, peer);
        return Row.Of(name, tree.Name, "ns", measured[0], peer.Name, measured[1], Target.Ratio(1));
    }

    /// <summary>Copies the call's name, as native code does in the handler, and returns the target's length.</summary>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Resolve(VirtualFileSystem files, char* name, int length, Span<char> copy)
    {
        Unsafe.SkipInit(out PathBuffers buffers);
        buffers.UseStack();
        Unsafe.SkipInit(out CapturedPath path);
        path.Header = default;
        Unsafe.CopyBlockUnaligned(buffers.Path, name, (uint)(length * sizeof(char)));
        // A full name needs no view, because it isn't relative to a handle.
        if (!path.TryResolve(length, null!, ref buffers))
            return 0;
        Snapshot snapshot = files.Snapshot;
        snapshot.Lookup(path.Span, out LookupResult found);
        int written = found.Kind == LookupKind.File && found.BackingLength <= buffers.Capacity
            ? (int)(found.CopyBacking(buffers.Backing) - buffers.Backing)
            : 0;
        GC.KeepAlive(snapshot);
        if (copy.Length > 0)
            new ReadOnlySpan<char>(buffers.Backing, written).CopyTo(copy);
        return written;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool Resolve(FileAccessServer server, char* name, int length, out string target)
    {
        var text = new PeerString(name, length);
        var attributes = new PeerAttributes { ObjectName = &text };
        return server.TryResolveFilePath(&attributes, out target, out _);
    }

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "<Manager>k__BackingField")]
    private static extern ref RedirectionTreeManager ManagerOf(ref Universal.Redirector.Lib.Redirector redirector);

    /// <summary>Paths in native memory.</summary>
    private sealed class PinnedPaths : IDisposable
    {
        private readonly char*[] _starts;
        private readonly char* _memory;

        public PinnedPaths(IEnumerable<string> paths)
        {
            Text = new PathText(paths);
            _starts = new char*[Text.Count];
            nuint total = 0;
            for (int i = 0; i < Text.Count; i++)
                total += (nuint)Text[i].Length;
            _memory = (char*)NativeMemory.Alloc(total, sizeof(char));
            char* next = _memory;
            for (int i = 0; i < Text.Count; i++)
            {
                Text[i].CopyTo(new Span<char>(next, Text[i].Length));
                _starts[i] = next;
                next += Text[i].Length;
            }
        }

        /// <summary>Gets the paths' text, for their lengths.</summary>
        public PathText Text { get; }

        public char* this[int index] => _starts[index];

        public void Dispose() => NativeMemory.Free(_memory);
    }
}
