using System.IO.Hashing;
using SharpCompress.Archives;
using SharpCompress.Archives.Rar;
using SharpCompress.Archives.SevenZip;
using SharpCompress.Archives.Zip;
using SharpCompress.Common;
using SharpCompress.Readers;

namespace Reloaded.VFS.Cli.Archives.Unpacking;

/// <summary>
/// The unpacking of a zip, 7z or rar archive to a folder: it is checked first, then the files are written in the order of the entries, and
/// each checksum is compared.
/// </summary>
/// <remarks>One object unpacks one archive once. <see cref="Done"/> may be read on another thread meanwhile.</remarks>
internal sealed class Unpacker(string file, UnpackLimits limits)
{
    private readonly byte[] _buffer = new byte[1 << 16];
    private long _written;
    private long _total;

    /// <summary>Gets the written part of the bytes, 0 to 1.</summary>
    public double Done => Volatile.Read(ref _total) is > 0 and var total ? Math.Min(1, (double)Volatile.Read(ref _written) / total) : 0;

    /// <summary>Unpacks the archive.</summary>
    /// <param name="folder">An empty folder, which the caller deletes if this method throws.</param>
    /// <returns>Diagnostics of what was left out.</returns>
    /// <exception cref="ArchiveException">The file isn't an archive, is damaged or must not be unpacked; or the disk is full.</exception>
    public IReadOnlyList<Diagnostic> Unpack(string folder)
    {
        using FileStream stream = Open();
        try
        {
            return Unpack(stream, folder);
        }
        catch (CryptographicException e)
        {
            throw ArchiveException.Of(file, "it is encrypted", "unpack it with its password, and add the folder", e);
        }
        catch (Exception e) when (e is MultiVolumeExtractionException or MultipartStreamRequiredException)
        {
            throw ArchiveException.Of(file, "it is one part of several", "unpack them together, and add the folder", e);
        }
        catch (Exception e) when (e is not ArchiveException)
        {
            // The library throws nearly any exception for a damaged archive.
            throw Damaged("what is in it can't be read", e);
        }
    }

    /// <summary>Checks that a volume has room for what is about to be written.</summary>
    /// <param name="archive">The archive that it comes from, for messages.</param>
    /// <param name="folder">A folder on the volume, which exists.</param>
    /// <param name="needed">The number of bytes.</param>
    /// <exception cref="ArchiveException">There is too little room.</exception>
    public static void CheckSpace(string archive, string folder, long needed)
    {
        long free;
        try
        {
            free = new DriveInfo(Path.GetFullPath(folder)).AvailableFreeSpace;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            // A full disk reports itself.
            return;
        }

        if (needed > free - UnpackLimits.KeptFree)
            throw ArchiveException.Of(archive,
                $"it needs {Megabytes(needed)} MB, and {Megabytes(Math.Max(0, free - UnpackLimits.KeptFree))} MB are free",
                "make room on the volume", isPassing: true);
    }

    private IReadOnlyList<Diagnostic> Unpack(FileStream stream, string folder)
    {
        using IArchive archive = OpenArchive(stream);
        ArchivePlan plan = ArchivePlan.Of(file, archive, limits);
        _total = plan.TotalSize;
        CheckSpace(file, folder, plan.TotalSize);
        foreach (string path in plan.Folders)
            Write(() => Directory.CreateDirectory(Path.Combine(folder, path)));
        int taken = archive.Type != ArchiveType.SevenZip && !archive.IsSolid
            ? TakeEach(archive, plan, folder)
            : TakeInOrder(archive, plan, folder);
        if (taken != plan.Files.Count)
            throw Damaged("it has fewer files than its table says");
        return plan.Diagnostics;
    }

    private FileStream Open()
    {
        try
        {
            return new FileStream(file, FileMode.Open, FileAccess.Read, FileShare.Read | FileShare.Delete);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw ArchiveException.Of(file, $"it can't be read: {ErrorCause.Of(e)}", cause: e, isPassing: true);
        }
    }

    /// <summary>Opens an archive by its first bytes, whatever the file's name. The library's detection adds a dozen formats.</summary>
    private IArchive OpenArchive(FileStream stream)
    {
        Span<byte> begin = stackalloc byte[6];
        int length = stream.ReadAtLeast(begin, begin.Length, throwOnEndOfStream: false);
        stream.Position = 0;
        begin = begin[..length];
        ReaderOptions options = new() { ArchiveEncoding = LegacyNames.Encoding, LeaveStreamOpen = true };
        if (begin.StartsWith("PK\x03\x04"u8) || begin.StartsWith("PK\x05\x06"u8))
            return ZipArchive.OpenArchive(stream, options);
        if (begin.SequenceEqual((ReadOnlySpan<byte>)[(byte)'7', (byte)'z', 0xBC, 0xAF, 0x27, 0x1C]))
        {
            SevenZipTable.Check(stream, file, limits);
            return SevenZipArchive.OpenArchive(stream, options);
        }

        if (begin.SequenceEqual("Rar!\x1A\x07"u8))
            return RarArchive.OpenArchive(stream, options);
        throw ArchiveException.Of(file, "it is no zip, 7z or rar archive", "unpack it, and add the folder");
    }

    /// <summary>Unpacks each file separately, as possible for a zip and a rar that isn't solid.</summary>
    private int TakeEach(IArchive archive, ArchivePlan plan, string folder)
    {
        int taken = 0;
        foreach (IArchiveEntry entry in archive.Entries)
        {
            if (entry.IsDirectory || !plan.Files.TryGetValue(entry.Key ?? "", out string? path))
                continue;
            using Stream content = entry.OpenEntryStream();
            Take(entry, content, Path.Combine(folder, path), HasCrc(archive));
            taken++;
        }

        return taken;
    }

    /// <summary>Unpacks the files in order, because a 7z and a solid rar have many files in one compressed stream.</summary>
    private int TakeInOrder(IArchive archive, ArchivePlan plan, string folder)
    {
        int taken = 0;
        using IReader reader = archive.ExtractAllEntries();
        while (reader.MoveToNextEntry())
        {
            if (reader.Entry.IsDirectory || !plan.Files.TryGetValue(reader.Entry.Key ?? "", out string? path))
                continue;
            Stream content = reader.OpenEntryStream();
            try
            {
                Take(reader.Entry, content, Path.Combine(folder, path), HasCrc(archive));
                taken++;
            }
            catch (Exception)
            {
                // Without this, the rest of the entry would be unpacked to skip it.
                reader.Cancel();
                throw;
            }
            finally
            {
                content.Dispose();
            }
        }

        return taken;
    }

    /// <summary>Determines whether entries have a CRC. The library itself compares a rar's checksums, which aren't all CRCs.</summary>
    private static bool HasCrc(IArchive archive) => archive.Type != ArchiveType.Rar;

    private void Take(IEntry entry, Stream content, string path, bool compareCrc)
    {
        var crc = new Crc32();
        long size = 0;
        using (FileStream output = Write(() => Create(path)))
        {
            int length;
            while ((length = content.Read(_buffer, 0, _buffer.Length)) > 0)
            {
                size += length;
                if (_written + length > limits.MostBytes)
                    throw ArchivePlan.TooLarge(file, limits);
                // An entry that announces less than it contains evades the check of the table.
                if (size > entry.Size)
                    throw Damaged($"'{ModName.Show(entry.Key)}' is larger than its table says");
                crc.Append(_buffer.AsSpan(0, length));
                Write(() => output.Write(_buffer, 0, length));
                Volatile.Write(ref _written, _written + length);
            }
        }

        if (size != entry.Size)
            throw Damaged($"'{ModName.Show(entry.Key)}' is cut off");
        if (compareCrc && entry.Crc != 0 && (uint)entry.Crc != crc.GetCurrentHashAsUInt32())
            throw Damaged($"the checksum of '{ModName.Show(entry.Key)}' is wrong");
        if (entry.LastModifiedTime is { } time)
            SetTime(path, time);
    }

    private static FileStream Create(string path)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        return new FileStream(path, FileMode.CreateNew, FileAccess.Write, FileShare.None, bufferSize: 0);
    }

    private static void SetTime(string path, DateTime time)
    {
        try
        {
            // Unpacked files are told from files changed later by their time.
            File.SetLastWriteTime(path, time < DateTime.Now ? time : DateTime.Now);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentOutOfRangeException)
        {
            // The file system doesn't support the time.
        }
    }

    private static long Megabytes(long bytes) => bytes >> 20;

    private ArchiveException Damaged(string what, Exception? cause = null) =>
        ArchiveException.Of(file, $"it is damaged: {what}", "download it again", cause);

    private void Write(Action action) => Write(() =>
    {
        action();
        return true;
    });

    private T Write<T>(Func<T> action)
    {
        try
        {
            return action();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            throw ArchiveException.Of(file, $"what is in it can't be written: {ErrorCause.Of(e)}", cause: e, isPassing: true);
        }
    }
}

/// <summary>The limits of one archive's contents: an archive of a few kilobytes can unpack to more than any disk holds.</summary>
/// <param name="MostBytes">The maximum size of all files together, in bytes.</param>
/// <param name="MostEntries">The maximum number of files and folders.</param>
internal sealed record UnpackLimits(long MostBytes, int MostEntries)
{
    /// <summary>Gets the default: larger than any known mod, smaller than a disk.</summary>
    public static UnpackLimits Default { get; } = new(64L << 30, 1_000_000);

    /// <summary>The maximum number of names in one path of an archive.</summary>
    public const int Deepest = 256;

    /// <summary>Gets the maximum number of characters of all paths together, which are kept until the last file is written.</summary>
    public long MostLetters => 200L * MostEntries;

    /// <summary>The number of bytes that stay free on the volume, for the game and the system.</summary>
    public const long KeptFree = 256L << 20;

    /// <summary>Creates limits with another maximum size of the files.</summary>
    /// <param name="gigabytes">The maximum in gigabytes; null for the default.</param>
    public static UnpackLimits Of(double? gigabytes) => gigabytes is { } most ? Default with { MostBytes = ToBytes(most) } : Default;

    /// <summary>Converts gigabytes of a command line to bytes.</summary>
    public static long ToBytes(double gigabytes) => (long)Math.Clamp(gigabytes * (1L << 30), 0, long.MaxValue / 2);
}
