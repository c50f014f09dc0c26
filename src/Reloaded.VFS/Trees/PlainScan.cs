using System.IO.Enumeration;

namespace Reloaded.VFS.Trees;

/// <summary>Lists everything in a real folder, names in ordinal order, so that the same disk gives the same listing.</summary>
internal static class PlainScan
{
    /// <exception cref="IOException">A folder can't be read.</exception>
    /// <exception cref="UnauthorizedAccessException">A folder may not be read.</exception>
    public static FolderListing List(string root)
    {
        using var builder = new FolderListingBuilder(root);
        var pending = new Queue<(string Path, int Folder)>();
        pending.Enqueue((root, 0));
        var options = new EnumerationOptions { AttributesToSkip = 0, IgnoreInaccessible = false };
        while (pending.TryDequeue(out (string Path, int Folder) next))
        {
            var entries = new FileSystemEnumerable<(string Name, bool IsFolder)>(next.Path, (ref FileSystemEntry e) => (e.FileName.ToString(), e.IsDirectory), options);
            foreach ((string name, bool isFolder) in entries.OrderBy(e => e.Name, StringComparer.Ordinal))
            {
                // On Linux names exist that no Windows program can ask for.
                if (!FolderListingBuilder.IsValidName(name))
                    continue;
                if (isFolder)
                    pending.Enqueue((Path.Join(next.Path, name), builder.AddFolder(next.Folder, name)));
                else
                    builder.AddFile(next.Folder, name);
            }
        }

        return builder.Build();
    }
}
