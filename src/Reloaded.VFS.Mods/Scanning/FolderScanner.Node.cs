using Reloaded.VFS.Mods.Keeping;
using Reloaded.VFS.Mods.Reading;

namespace Reloaded.VFS.Mods.Scanning;

/// <content>A folder that was found, and its names once it is read.</content>
internal sealed partial class FolderScanner
{
    private sealed class Node(FolderScanner scanner, Node? parent, string name, string path, int relativeLength) : ReadJob
    {
        private FolderContent? _content;

        public Node? Parent => parent;

        public string Name => name;

        public string Path => path;

        public int RelativeLength => relativeLength;

        /// <summary>The folder's number in the listing; -1 until something below it isn't excluded.</summary>
        public int Id { get; set; } = -1;

        /// <summary>Whether what is in it is left out unless a pattern includes it.</summary>
        public bool IsExcluded { get; init; }

        /// <summary>Where a link leads that was followed to get here, without links; null for a plain folder.</summary>
        public string? LinkTarget { get; init; }

        public int Links { get; init; }

        /// <summary>What tells it from another folder by its names (<see cref="FolderCircles"/>).</summary>
        public ulong Fingerprint { get; set; }

        /// <summary>The folder's number among the kept ones; <see cref="KeptLayout.None"/> for none.</summary>
        public int Kept { get; init; } = KeptLayout.None;

        /// <summary>Whether the folder that it is in is known to be as it was kept.</summary>
        public bool IsUnmoved { get; init; }

        /// <summary>Whether it was itself found to be as it was kept.</summary>
        public bool IsConfirmed { get; set; }

        /// <summary>The folder's names, from <see cref="Read"/> until <see cref="Release"/>.</summary>
        public FolderContent Content => _content!;

        /// <summary>Gives its names' memory to a folder that is read later.</summary>
        public void Release()
        {
            scanner._contents.Return(Content);
            _content = null;
        }

        /// <inheritdoc/>
        protected override int Read()
        {
            FolderContent content = scanner._contents.Rent();
            _content = content;
            scanner.ReadNames(this, content);
            Fingerprint = content.Fingerprint;
            return content.Bytes;
        }
    }
}
