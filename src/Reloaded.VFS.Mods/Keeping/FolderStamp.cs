namespace Reloaded.VFS.Mods.Keeping;

/// <summary>What a folder has as long as no name in it comes, goes or is replaced. Times are FILETIMEs; 0 stands for none.</summary>
/// <param name="LastWrite">When a name in it last changed. Programs set it to what they like.</param>
/// <param name="Change">When the folder itself last changed, its times included. No program sets it.</param>
/// <param name="Id">Its number on its volume; 0 where it wasn't asked for.</param>
internal readonly record struct FolderStamp(long LastWrite, long Change, ulong Id);
