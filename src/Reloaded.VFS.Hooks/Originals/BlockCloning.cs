using System.Collections.Concurrent;
using Microsoft.Win32.SafeHandles;

namespace Reloaded.VFS.Hooks.Originals;

/// <summary>
/// Copies of files that share their clusters with the original until one of them is written to, so that a copy takes neither time nor space
/// in proportion to its size. Thread-safe.
/// </summary>
/// <remarks>Supported by ReFS, and so by a Dev Drive.</remarks>
/// <seealso href="https://learn.microsoft.com/windows/win32/fileio/block-cloning"/>
internal static unsafe class BlockCloning
{
    private const int StreamBytes = 256;

    // Only the system's own copy handles these. The last two mark data that is stored elsewhere and recalled when read.
    private const FileAttributes Special = FileAttributes.ReparsePoint | FileAttributes.Encrypted | FileAttributes.Compressed
        | FileAttributes.Offline | (FileAttributes)0x0004_0000 | (FileAttributes)0x0040_0000;

    // A volume mounted in a folder counts as the drive's: at worst bytes are copied.
    private static readonly ConcurrentDictionary<string, bool> s_unable = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>Copies a file's content to a new name if the volume can do so without copying bytes.</summary>
    /// <param name="from">The file, a Win32 path.</param>
    /// <param name="to">The copy, a Win32 path.</param>
    /// <returns>True if the copy exists; otherwise nothing was created. The copy's attributes and times aren't the file's.</returns>
    public static bool TryCopy(string from, string to)
    {
        string volume = Path.GetPathRoot(to) ?? "";
        if (s_unable.ContainsKey(volume) || !volume.Equals(Path.GetPathRoot(from), StringComparison.OrdinalIgnoreCase))
            return false;
        try
        {
            using SafeFileHandle source = File.OpenHandle(from, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            nint handle = source.DangerousGetHandle();
            if (!CanClone(handle, out uint cluster))
            {
                s_unable.TryAdd(volume, true);
                return false;
            }

            long size = RandomAccess.GetLength(source);
            FileAttributes attributes = File.GetAttributes(source);
            if (size == 0 || (attributes & Special) != 0 || HasMoreThanContent(handle))
                return false;
            NtStatus status = Clone(handle, to, size, cluster, (attributes & FileAttributes.SparseFile) != 0);
            if (status is NtStatus.STATUS_INVALID_DEVICE_REQUEST or NtStatus.STATUS_NOT_SUPPORTED)
                s_unable.TryAdd(volume, true);
            if (!status.IsSuccess())
                RealFiles.Delete(NtPath.From(to));
            return status.IsSuccess();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // A copy of the bytes fails for the same cause and reports it.
            return false;
        }
    }

    /// <summary>
    /// Returns the number of bytes for the next call: whole clusters, less than 4 GiB, at most to the end of the file's last cluster.
    /// </summary>
    /// <param name="at">The number of bytes of earlier calls.</param>
    /// <param name="size">The file's size.</param>
    /// <param name="cluster">The volume's cluster in bytes.</param>
    /// <returns>The length; 0 at the end.</returns>
    internal static long NextLength(long at, long size, uint cluster)
    {
        long end = (size + cluster - 1) / cluster * cluster, most = uint.MaxValue / cluster * cluster;
        return Math.Min(most, end - at);
    }

    private static NtStatus Clone(nint source, string to, long size, uint cluster, bool isSparse)
    {
        using SafeFileHandle copy = File.OpenHandle(to, FileMode.CreateNew, FileAccess.ReadWrite, FileShare.None);
        nint target = copy.DangerousGetHandle();
        NtStatus status = isSparse ? Control(target, FsControlCode.FSCTL_SET_SPARSE, null, 0) : NtStatus.STATUS_SUCCESS;
        if (status.IsSuccess())
            status = MatchIntegrity(source, target);
        if (!status.IsSuccess())
            return status;
        try
        {
            // A range must not extend beyond the cluster in which the file ends.
            RandomAccess.SetLength(copy, size);
        }
        catch (IOException)
        {
            return NtStatus.STATUS_DISK_FULL;
        }

        long length;
        for (long at = 0; status.IsSuccess() && (length = NextLength(at, size, cluster)) > 0; at += length)
        {
            DUPLICATE_EXTENTS_DATA range = new() { FileHandle = source, SourceFileOffset = at, BackingFileOffset = at, ByteCount = length };
            status = Control(target, FsControlCode.FSCTL_DUPLICATE_EXTENTS_TO_FILE, &range, sizeof(DUPLICATE_EXTENTS_DATA));
        }

        return status;
    }

    private static bool CanClone(nint file, out uint cluster)
    {
        const int attributeBytes = 128;
        IO_STATUS_BLOCK io;
        uint* attributes = stackalloc uint[attributeBytes / sizeof(uint)];
        FILE_FS_SIZE_INFORMATION sizes;
        cluster = 0;
        if (!NtQueryVolumeInformationFile.Exported.Invoke(
                file, &io, attributes, attributeBytes, FS_INFORMATION_CLASS.FileFsAttributeInformation).IsSuccess()
            || ((FileSystemFlags)attributes[0] & FileSystemFlags.FILE_SUPPORTS_BLOCK_REFCOUNTING) == 0
            || !NtQueryVolumeInformationFile.Exported.Invoke(
                file, &io, &sizes, (uint)sizeof(FILE_FS_SIZE_INFORMATION), FS_INFORMATION_CLASS.FileFsSizeInformation).IsSuccess())
            return false;
        cluster = sizes.SectorsPerAllocationUnit * sizes.BytesPerSector;
        return cluster != 0;
    }

    /// <summary>Determines whether a file has other streams or extended attributes, which the system's own copy includes.</summary>
    private static bool HasMoreThanContent(nint file)
    {
        IO_STATUS_BLOCK io;
        uint extended;
        uint* streams = stackalloc uint[StreamBytes / sizeof(uint)];
        NtStatus status = NtQueryInformationFile.Exported.Invoke(
            file, &io, streams, StreamBytes, FILE_INFORMATION_CLASS.FileStreamInformation);
        bool hasMore = status.IsSuccess() ? streams[0] != 0 : status == NtStatus.STATUS_BUFFER_OVERFLOW;
        return hasMore || (NtQueryInformationFile.Exported.Invoke(
            file, &io, &extended, sizeof(uint), FILE_INFORMATION_CLASS.FileEaInformation).IsSuccess() && extended != 0);
    }

    /// <summary>
    /// Gives the copy the same integrity settings as the source, which cloning requires. A volume without checksums needs nothing.
    /// </summary>
    private static NtStatus MatchIntegrity(nint source, nint target)
    {
        if (!TryGetIntegrity(source, out FSCTL_GET_INTEGRITY_INFORMATION_BUFFER wanted)
            || !TryGetIntegrity(target, out FSCTL_GET_INTEGRITY_INFORMATION_BUFFER found)
            || (wanted.ChecksumAlgorithm == found.ChecksumAlgorithm && wanted.Flags == found.Flags))
            return NtStatus.STATUS_SUCCESS;
        FSCTL_SET_INTEGRITY_INFORMATION_BUFFER set = new() { ChecksumAlgorithm = wanted.ChecksumAlgorithm, Flags = wanted.Flags };
        return Control(target, FsControlCode.FSCTL_SET_INTEGRITY_INFORMATION, &set, sizeof(FSCTL_SET_INTEGRITY_INFORMATION_BUFFER));
    }

    private static bool TryGetIntegrity(nint file, out FSCTL_GET_INTEGRITY_INFORMATION_BUFFER integrity)
    {
        IO_STATUS_BLOCK io;
        fixed (FSCTL_GET_INTEGRITY_INFORMATION_BUFFER* buffer = &integrity)
        {
            return NtFsControlFile.Exported.Invoke(file, 0, null, null, &io, FsControlCode.FSCTL_GET_INTEGRITY_INFORMATION, null, 0,
                buffer, (uint)sizeof(FSCTL_GET_INTEGRITY_INFORMATION_BUFFER)).IsSuccess();
        }
    }

    private static NtStatus Control(nint file, FsControlCode code, void* input, int length)
    {
        IO_STATUS_BLOCK io;
        return NtFsControlFile.Exported.Invoke(file, 0, null, null, &io, code, input, (uint)length, null, 0);
    }
}
