using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Reading;

namespace Reloaded.VFS.Mods.Caching;

/// <content>Reading one folder, on any thread.</content>
internal sealed partial class FolderCacheWriter
{
    private sealed class Step(FolderCacheWriter keeper, string path, int parent, int known, bool isUnmoved) : ReadJob
    {
        // The size of a string's header and of its place in the list.
        private const int NameBytes = 40;

        public string Path => path;

        /// <summary>Gets the number of the parent folder, or <see cref="CachedLayout.None"/> for the first folder.</summary>
        public int Parent => parent;

        /// <summary>Gets the folder's number among those that were cached before, or <see cref="CachedLayout.None"/> for none.</summary>
        public int Known => known;

        /// <summary>
        /// Gets a value indicating whether the folder is on the volume of the first folder and no volume is mounted at it.
        /// </summary>
        public bool IsOnVolume { get; private set; }

        /// <summary>Gets a value indicating whether the folder is as it was cached. Otherwise it was listed.</summary>
        public bool IsConfirmed { get; private set; }

        /// <summary>Gets the folder's stamp before it was listed, or an empty one if it can't be determined.</summary>
        public FolderStamp Stamp { get; private set; }

        /// <summary>
        /// Gets a value indicating whether the folder was completely listed, didn't change meanwhile, and hasn't changed just before.
        /// </summary>
        public bool IsClear { get; private set; }

        /// <summary>Gets the folder's names, in order.</summary>
        public IReadOnlyList<(string Name, EntryKind Kind)> Names { get; private set; } = [];

        /// <inheritdoc/>
        protected override int Read()
        {
            IFolderFacts facts = keeper._facts;
            IsOnVolume = keeper._volume is not null && facts.FindVolume(path) == keeper._volume;
            IsConfirmed = IsOnVolume && known >= 0 && keeper._known!.Confirm(known, path, isUnmoved);
            return IsOnVolume && !IsConfirmed ? List(facts) : 0;
        }

        private int List(IFolderFacts facts)
        {
            FolderStamp? before = facts.Find(path, withId: true);
            List<(string Name, EntryKind Kind)> names = [];
            int bytes = 0;
            bool isWhole = facts.TryList(path, (name, kind) =>
            {
                names.Add((name.ToString(), kind));
                bytes += NameBytes + (name.Length * sizeof(char));
            });
            IsClear = isWhole && before is { } stamp && stamp == facts.Find(path, withId: true)
                && stamp.LastWrite < keeper._latest && stamp.Change < keeper._latest;
            Stamp = before ?? default;
            names.Sort((x, y) => NameComparer.Instance.Compare(x.Name, y.Name));
            Names = names;
            return bytes;
        }
    }
}
