using Reloaded.VFS.Mods.Caching;
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

        /// <summary>Gets or sets the folder's number in the listing, which is -1 until something below the folder isn't excluded.</summary>
        public int Id { get; set; } = -1;

        /// <summary>Gets a value indicating whether the folder's content is left out unless a pattern includes it.</summary>
        public bool IsExcluded { get; init; }

        /// <summary>Gets the target, without links, of the link that was followed to get here, or null for a plain folder.</summary>
        public string? LinkTarget { get; init; }

        public int Links { get; init; }

        /// <summary>
        /// Gets or sets the fingerprint, which distinguishes the folder from others by its names (<see cref="FolderCircles"/>).
        /// </summary>
        public ulong Fingerprint { get; set; }

        /// <summary>Gets the folder's number among the cached ones, or <see cref="CachedLayout.None"/> for none.</summary>
        public int Cached { get; init; } = CachedLayout.None;

        /// <summary>Gets a value indicating whether the parent folder is known to be as it was cached.</summary>
        public bool IsUnmoved { get; init; }

        /// <summary>Gets or sets a value indicating whether the folder itself was found to be as it was cached.</summary>
        public bool IsConfirmed { get; set; }

        /// <summary>Gets the folder's names, between <see cref="Read"/> and <see cref="Release"/>.</summary>
        public FolderContent Content => _content!;

        /// <summary>Releases the names' memory for a folder that is read later.</summary>
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
