namespace Reloaded.VFS.Tests.Hooks.Listing.Merging;

/// <summary>A file or folder of a volume in memory: what a listing can say of it.</summary>
internal sealed record MemoryFile(string Name, bool IsFolder, long Size, long Time, long Id, string ShortName = "", uint Tag = 0)
{
    public uint Attributes => (IsFolder ? 0x10u : 0x20u) | (Tag != 0 ? 0x400u : 0);

    /// <summary>The size of the extended attributes where the class has a field for the tag of its own.</summary>
    public uint EaSize => Tag != 0 ? 0 : (uint)(Size % 7);
}
