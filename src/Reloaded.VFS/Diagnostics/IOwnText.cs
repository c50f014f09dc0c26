namespace Reloaded.VFS.Diagnostics;

/// <summary>An exception whose text is written for users. The texts of other exceptions are never shown.</summary>
internal interface IOwnText
{
    /// <summary>Gets the text, without .NET's additions to a message.</summary>
    string OwnText { get; }
}
