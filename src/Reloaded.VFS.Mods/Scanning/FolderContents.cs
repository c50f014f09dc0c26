namespace Reloaded.VFS.Mods.Scanning;

/// <summary>Memory for names of folders that are read, used again and again. Thread-safe.</summary>
internal sealed class FolderContents
{
    private readonly Stack<FolderContent> _free = [];

    /// <summary>An empty one.</summary>
    public FolderContent Rent()
    {
        lock (_free)
            return _free.TryPop(out FolderContent? content) ? content : new FolderContent();
    }

    /// <summary>Takes one back that isn't used any more.</summary>
    public void Return(FolderContent content)
    {
        content.Clear();
        lock (_free)
            _free.Push(content);
    }
}
