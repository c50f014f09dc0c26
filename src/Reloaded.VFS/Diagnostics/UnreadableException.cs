namespace Reloaded.VFS.Diagnostics;

/// <summary>A file or folder that can't be used, with a cause that can be shown to users.</summary>
/// <param name="text">The cause, a sentence.</param>
internal sealed class UnreadableException(string text) : IOException(text), IOwnText
{
    /// <inheritdoc/>
    public string OwnText { get; } = text;
}
