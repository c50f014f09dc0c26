using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Reading;

namespace Reloaded.VFS.Mods.Keeping;

/// <content>What is asked of one folder, on any thread.</content>
internal sealed partial class FolderKeeper
{
    private sealed class Step(FolderKeeper keeper, string path, int parent, int known, bool isUnmoved) : ReadJob
    {
        // A string's header and its place in the list.
        private const int NameBytes = 40;

        public string Path => path;

        /// <summary>The number of the folder that it is in; <see cref="KeptLayout.None"/> for the first.</summary>
        public int Parent => parent;

        /// <summary>The folder's number among those that were kept before; <see cref="KeptLayout.None"/> for none.</summary>
        public int Known => known;

        /// <summary>Whether it is on the volume of the first folder, and is none that a volume is mounted at.</summary>
        public bool IsOnVolume { get; private set; }

        /// <summary>Whether it is as it was kept. Otherwise it was listed.</summary>
        public bool IsConfirmed { get; private set; }

        /// <summary>The folder's stamp before it was listed; none where it can't be told.</summary>
        public FolderStamp Stamp { get; private set; }

        /// <summary>Whether it was listed as a whole, didn't change meanwhile, and hasn't just changed.</summary>
        public bool IsClear { get; private set; }

        /// <summary>The folder's names, in order.</summary>
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
