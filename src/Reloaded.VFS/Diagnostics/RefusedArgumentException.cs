namespace Reloaded.VFS.Diagnostics;

/// <summary>An unusable argument, with a cause that can be shown to users: a sentence. The parameter's name is for programmers.</summary>
internal sealed class RefusedArgumentException(string text, string name) : ArgumentException(text, name), IOwnText
{
    public string OwnText { get; } = text;
}

/// <summary>An exception whose text is written for users. The texts of other exceptions are never shown.</summary>
internal interface IOwnText
{
    /// <summary>Gets the text, without .NET's additions to a message.</summary>
    string OwnText { get; }
}
