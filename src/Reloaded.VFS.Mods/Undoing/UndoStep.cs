namespace Reloaded.VFS.Mods.Undoing;

/// <summary>What taking a run back does to a name.</summary>
internal enum UndoAct
{
    /// <summary>A file that the run made is deleted.</summary>
    Remove,

    /// <summary>A folder that the run made is deleted, if nothing is left in it.</summary>
    RemoveFolder,

    /// <summary>A file that the run changed gets its old content.</summary>
    PutBack,

    /// <summary>A file that the run deleted, or renamed, is there again.</summary>
    BringBack,

    /// <summary>A folder that the run deleted, or renamed, is there again.</summary>
    BringBackFolder,

    /// <summary>A link that the run replaced or deleted is there again.</summary>
    BringBackLink,
}

/// <summary>A name that is taken back.</summary>
/// <param name="Act">What is done.</param>
/// <param name="Path">The path below the overwrite folder, with backslashes.</param>
/// <param name="Bytes">The size of the file that goes, or that comes.</param>
/// <param name="Leads">Of a link where it leads; else empty.</param>
internal sealed record UndoStep(UndoAct Act, string Path, long Bytes, string Leads = "");
