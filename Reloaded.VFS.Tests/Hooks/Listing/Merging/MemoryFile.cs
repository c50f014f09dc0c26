namespace Reloaded.VFS.Tests.Hooks.Listing.Merging;

/// <summary>A file or folder of a volume in memory, with all that a listing can report about it.</summary>
internal sealed record MemoryFile(string Name, bool IsFolder, long Size, long Time, long Id, string ShortName = "", uint Tag = 0)
{
    public uint Attributes => (IsFolder ? 0x10u : 0x20u) | (Tag != 0 ? 0x400u : 0);

    /// <summary>Gets the size of the extended attributes; 0 if there is a tag, which has its own field in some classes.</summary>
    public uint EaSize => Tag != 0 ? 0 : (uint)(Size % 7);
}
