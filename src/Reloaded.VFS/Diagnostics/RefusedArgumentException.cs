namespace Reloaded.VFS.Diagnostics;

/// <summary>An unusable argument, with a cause that can be shown to users.</summary>
/// <param name="text">The cause, a sentence.</param>
/// <param name="name">The parameter's name, for programmers.</param>
internal sealed class RefusedArgumentException(string text, string name) : ArgumentException(text, name), IOwnText
{
    /// <inheritdoc/>
    public string OwnText { get; } = text;
}
