namespace Reloaded.VFS.Diagnostics;

/// <summary>Something on disk that can't be used, with a cause that users may be told.</summary>
/// <param name="text">The cause, a sentence.</param>
internal sealed class UnreadableException(string text) : IOException(text), IOwnText
{
    /// <inheritdoc/>
    public string OwnText { get; } = text;
}
