namespace Reloaded.VFS.Cli.Overwriting;

/// <summary>What a name in the overwrite folder is.</summary>
internal enum OverwriteKind
{
    /// <summary>A file that the game has written.</summary>
    File,

    /// <summary>A marker: the game has deleted what lower layers, or the game itself, have under the name before its ending.</summary>
    Marker,

    /// <summary>A folder.</summary>
    Folder,
}

/// <summary>A name in the overwrite folder.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="Path">The path below the target, with backslashes; a marker's has its ending.</param>
/// <param name="Real">The real path.</param>
/// <param name="Bytes">A file's size.</param>
internal sealed record OverwriteEntry(OverwriteKind Kind, string Path, string Real, long Bytes);
