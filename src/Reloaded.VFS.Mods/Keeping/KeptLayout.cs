using System.IO.Hashing;
using System.Runtime.InteropServices;

namespace Reloaded.VFS.Mods.Keeping;

/// <summary>
/// How the file of kept folders is laid out: the header, folders (those in a folder have higher numbers than it), entries, names. Numbers
/// are little-endian. Folder 0 is the mods folder.
/// </summary>
internal static class KeptLayout
{
    /// <summary>The first eight bytes behind the checksum.</summary>
    public const ulong Magic = 0x54504B_5346_5652; // "RVFSKPT"

    /// <summary>Another layout, or another meaning, has another number: files of other versions aren't read.</summary>
    public const uint Version = 1;

    /// <summary>An entry that is no folder, or one of which nothing is kept.</summary>
    public const int None = -1;

    /// <summary>The first bytes of the file.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Header
    {
        /// <summary>Of everything behind it.</summary>
        public ulong Checksum;
        public ulong Magic;
        public uint Version;
        public int Folders;
        public int Entries;
        public int NameBytes;
    }

    /// <summary>A folder. With the stamp 0 it is never taken as it was, only what is in it.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Folder
    {
        public long LastWrite;
        public long Change;
        public ulong Id;
        public int FirstEntry;
        public int EntryCount;
    }

    /// <summary>A name in a folder; those of one folder come in NTFS' order.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Entry
    {
        public uint NameOffset;
        public ushort NameInfo;
        public ushort IsFolder;

        /// <summary>The folder's number; <see cref="None"/> where there is none.</summary>
        public int Folder;
    }

    /// <summary>The checksum of a whole file.</summary>
    public static ulong Sum(ReadOnlySpan<byte> file) => XxHash3.HashToUInt64(file[sizeof(ulong)..]);
}
