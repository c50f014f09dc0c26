using Reloaded.VFS.Mods.Metadata;
using Reloaded.VFS.Mods.Tracking;

namespace Reloaded.VFS.Dll.Watching;

/// <content>Receiving of the system's reports at the completion port.</content>
internal sealed unsafe partial class LiveWatcher
{
    private const uint Capacity = 64;

    /// <summary>Dequeues packets. Returns true if a change was among them.</summary>
    private bool Receive(uint timeout)
    {
        OverlappedEntry* entries = stackalloc OverlappedEntry[(int)Capacity];
        uint count;
        if (Kernel32.GetQueuedCompletionStatusEx(_port, entries, Capacity, &count, timeout, 0) == 0)
            return false;
        bool had = _live.HasPending;
        bool any = false;
        for (uint i = 0; i < count; i++)
        {
            if (_watches.Find(entries[i].CompletionKey) is not { } watch)
                continue;
            // What a tree's watch has reported before it was closed may be of a folder that is followed by another one now.
            if (!watch.IsClosed || (watch.IsTree && entries[i].NumberOfBytesTransferred > 0))
                any |= Receive(watch, entries[i]);
            if (watch.IsClosed)
                _watches.Free(watch);
        }

        if (any && !had)
            _schedule.FirstTold();
        return any;
    }

    private bool Receive(FolderWatch watch, in OverlappedEntry entry)
    {
        int before = _schedule.Burst;
        if (before == 0)
            _burstBegan = DateTime.UtcNow.ToFileTimeUtc() - Slack;
        if (_probe?.Took(watch) == true)
        {
            _probe.End(_watches);
            _probe = null;
            return false;
        }

        if (entry.NumberOfBytesTransferred == 0)
        {
            _schedule.Count();
            // Changes were lost, or the folder is gone and its parent's watch reports that.
            if (watch.Root is null)
                _live.ModsFolderLost();
            else if (watch.IsOfContents)
                _live.MetadataChanged(watch.Root);
            else
                _live.Lost(watch.Root, watch.Names, deep: watch.IsTree);
        }
        else
        {
            watch.Parse(entry.NumberOfBytesTransferred, (name, kind) =>
            {
                if (watch.Root is not null && kind == ChangeKind.Modified && !ModMetadataReader.IsOwn(name))
                    return;
                _schedule.Count();
                Report(watch, name, kind);
            });
        }

        if (!watch.IsClosed && !watch.TryRead())
            _watches.Drop(watch);
        return _schedule.Burst > before;
    }

    private void Report(FolderWatch watch, string name, ChangeKind kind)
    {
        if (watch.Root is not { } root)
        {
            _live.ModsFolderChanged(name, kind);
            return;
        }

        int split = name.LastIndexOf('\\');
        string[] folder = split < 0 ? watch.Names : [.. watch.Names, .. name[..split].Split('\\')];
        if (_watches.Told(watch, folder))
            _live.Changed(root, folder, name[(split + 1)..], kind);
    }
}
