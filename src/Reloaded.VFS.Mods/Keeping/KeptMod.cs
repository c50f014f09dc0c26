namespace Reloaded.VFS.Mods.Keeping;

/// <summary>A mod's folder among the kept ones. Immutable.</summary>
/// <param name="Folders">The kept folders.</param>
/// <param name="Folder">Its number.</param>
/// <param name="IsUnmoved">Whether the folder that it is in is as it was.</param>
internal sealed record KeptMod(KeptFolders Folders, int Folder, bool IsUnmoved);
