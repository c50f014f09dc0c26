namespace Reloaded.VFS.Diagnostics;

/// <summary>An exception whose text is written for users. The texts of other exceptions are never shown.</summary>
internal interface IOwnText
{
    /// <summary>The text, without what .NET adds to a message.</summary>
    string OwnText { get; }
}
