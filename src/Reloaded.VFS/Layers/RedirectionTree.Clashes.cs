using System.Numerics;

namespace Reloaded.VFS.Layers;

internal sealed unsafe partial class RedirectionTree
{
    /// <summary>The finder of names that one layer has as a file and another as a folder. Losers are cut off and reported.</summary>
    private sealed class ClashFinder(RedirectionTree tree) : IDisposable
    {
        private readonly record struct Candidate(int Child, int LayerIndex);

        /// <summary>A subfolder of the current folder. <see cref="Hash"/> is 0 only in a free slot.</summary>
        private struct Slot
        {
            public uint Hash;
            public int Child;
        }

        // The children of each id as runs of one array; made when first needed.
        private NativeList<int> _childStart;
        private NativeList<int> _children;
        private readonly List<Candidate> _found = [];
        private List<(int ParentId, int LayerIndex, uint File)>? _singles;
        private Slot* _table;
        private uint _mask;
        private int _folder;

        public void Find(int id)
        {
            if (_childStart.Count == 0)
                CollectChildren();
            int first = _childStart[id];
            int count = _childStart[id + 1] - first;
            if (count == 0)
                return;

            _folder = id;
            FillTable(first, count);
            try
            {
                ref Folder node = ref tree.Folders[id];
                for (int s = 0; s < node.SourceCount; s++)
                    CheckSource(tree.Sources[node.FirstSource + s]);
                CheckSingles(id);
            }
            finally
            {
                NativeMemory.Free(_table);
                _table = null;
            }

            Decide();
        }

        private void CollectChildren()
        {
            int n = tree.FolderCount;
            for (int id = 0; id <= n; id++)
                _childStart.Add(0);
            for (int id = 0; id < n; id++)
            {
                int parent = tree._paths.GetNode(id)->Parent;
                if (tree.Folders[id].Rank != 0 && parent >= 0)
                    _childStart[parent + 1]++;
            }

            for (int id = 0; id < n; id++)
                _childStart[id + 1] += _childStart[id];
            for (int i = 0; i < _childStart[n]; i++)
                _children.Add(-1);

            // Filled from the back: each start ends up in its final place.
            for (int id = n - 1; id >= 0; id--)
            {
                int parent = tree._paths.GetNode(id)->Parent;
                if (tree.Folders[id].Rank != 0 && parent >= 0)
                    _children[--_childStart[parent + 1]] = id;
            }

            // Every start is one place too high: entry p + 1 holds the start of p.
            for (int id = 0; id < n; id++)
                _childStart[id] = _childStart[id + 1];
            _childStart[n] = _children.Count;
        }

        private void FillTable(int first, int count)
        {
            uint size = BitOperations.RoundUpToPowerOf2((uint)count * 2);
            _mask = size - 1;
            _table = (Slot*)NativeMemory.AllocZeroed(size, (nuint)sizeof(Slot));
            Span<char> buffer = stackalloc char[VirtualPath.MaxNameLength];
            for (int i = first; i < first + count; i++)
            {
                uint hash = NameHash.Of(PathRecord.GetName(tree._paths.GetRecord(_children[i])).Unpack(buffer)), slot = hash & _mask;
                while (_table[slot].Hash != 0)
                    slot = (slot + 1) & _mask;
                _table[slot] = new Slot { Hash = hash, Child = _children[i] };
            }
        }

        private void CheckSource(Source source)
        {
            FolderListing listing = tree._layers[source.Layer].Folder!.Listing;
            FolderListing.FolderRecord folder = listing.Folders[source.Folder];
            Span<char> buffer = stackalloc char[VirtualPath.MaxNameLength];
            for (int i = folder.FirstFile; i < folder.FirstFile + folder.FileCount; i++)
            {
                if (_table[listing.Files[i].Hash & _mask].Hash != 0)
                    CheckFile(listing.GetFileName(i, buffer), listing.Files[i].Hash, source.Layer);
            }
        }

        private void CheckFile(ReadOnlySpan<char> name, uint hash, int layerIndex)
        {
            for (uint slot = hash & _mask; _table[slot].Hash != 0; slot = (slot + 1) & _mask)
            {
                if (_table[slot].Hash == hash && PathRecord.GetName(tree._paths.GetRecord(_table[slot].Child)).EqualsFolded(name))
                {
                    if (tree.Hidden?.Hides(_folder, name, layerIndex) != true)
                        _found.Add(new Candidate(_table[slot].Child, layerIndex));
                    return;
                }
            }
        }

        private void CheckSingles(int id)
        {
            if (_singles is null)
            {
                _singles = [];
                for (int i = 0; i < tree._layers.Length; i++)
                {
                    Layer layer = tree._layers[i];
                    if (!layer.Enabled)
                        continue;
                    if (layer.Folder is null)
                        _singles.Add((layer.RootId, i, layer.File));
                    foreach (uint file in layer.Folder?.Appended ?? [])
                        _singles.Add((tree._singles[file]->ParentId, i, file));
                }

                _singles.Sort((a, b) => a.ParentId.CompareTo(b.ParentId));
            }

            int low = 0, high = _singles.Count;
            while (low < high)
            {
                int middle = (low + high) / 2;
                if (_singles[middle].ParentId < id)
                    low = middle + 1;
                else
                    high = middle;
            }

            for (; low < _singles.Count && _singles[low].ParentId == id; low++)
            {
                SingleFile* file = tree._singles[_singles[low].File];
                CheckFile(SingleFile.GetName(file), file->NameHash, _singles[low].LayerIndex);
            }
        }

        private void Decide()
        {
            foreach (IGrouping<int, Candidate> clash in _found.GroupBy(c => c.Child))
            {
                ref Folder child = ref tree.Folders[clash.Key];
                string path = tree._paths.GetPath(clash.Key).ToString();
                int highest = clash.Max(c => c.LayerIndex);
                bool onlyHides = (child.Flags & FolderFlags.OnlyHides) != 0;
                bool isFolder = !onlyHides && highest + 1 <= child.Rank;
                int winner = isFolder ? child.Rank - 1 : highest;
                var losers = new SortedSet<int>();
                if (isFolder)
                {
                    losers.UnionWith(clash.Select(c => c.LayerIndex));
                }
                else
                {
                    child.Flags |= FolderFlags.Cut;
                    if (!onlyHides)
                        losers.Add(child.Rank - 1);
                    for (int s = 0; s < child.SourceCount; s++)
                        losers.Add(tree.Sources[child.FirstSource + s].Layer);
                }

                // A case-sensitive disk can have both in one layer: the folder wins, and layers don't clash.
                losers.Remove(winner);
                int winnerHandle = winner == int.MaxValue - 1 ? 0 : tree._layers[winner].Handle;
                foreach (int loser in losers)
                    tree.Clashes.Add(new LayerClash(path, winnerHandle, tree._layers[loser].Handle, isFolder));
            }

            _found.Clear();
        }

        public void Dispose()
        {
            _childStart.Dispose();
            _children.Dispose();
        }
    }
}
