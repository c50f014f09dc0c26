using System.Buffers;
using Microsoft.Win32.SafeHandles;
using Reloaded.VFS.Mods.Resolving;

namespace Reloaded.VFS.Cli.Questions;

/// <summary>Two mods that have the same files, of which one mod wins. Immutable.</summary>
/// <param name="Winner">The mod whose files are seen.</param>
/// <param name="Loser">The mod whose files aren't.</param>
/// <param name="Files">Paths of files with different content.</param>
/// <param name="Identical">The paths of files that are the same in both, byte for byte, so that it doesn't matter which mod wins.</param>
internal sealed record ConflictPair(string Winner, string Loser, IReadOnlyList<string> Files, IReadOnlyList<string> Identical);

/// <summary>The conflicts, grouped by the two mods involved. Files of the same size are read and compared, several at a time.</summary>
internal static class ConflictPairs
{
    /// <summary>Returns the pairs, those with the most files first.</summary>
    /// <param name="conflicts">The files that several mods have. What is a file to one and a folder to another is skipped.</param>
    public static List<ConflictPair> Of(IReadOnlyList<ResolvedName> conflicts)
    {
        ResolvedName[] files = [.. conflicts.Where(conflict => !conflict.IsClash && !conflict.IsFolder && conflict.Winner.Mod is not null)];
        var found = new List<(string Loser, bool IsSame)>[files.Length];
        Parallel.For(0, files.Length, i =>
        {
            using var winner = new ComparedFile(files[i].Winner.Path);
            found[i] = [.. files[i].Losers.Where(loser => loser.Mod is not null)
                .Select(loser => (loser.Mod!, winner.IsSame(loser.Path)))];
        });
        return [.. files.SelectMany((file, i) => found[i].Select(one => (Winner: file.Winner.Mod!, one.Loser, file.Path, one.IsSame)))
            .ToLookup(one => (one.Winner, one.Loser))
            .Select(pair => new ConflictPair(pair.Key.Winner, pair.Key.Loser,
                [.. pair.Where(one => !one.IsSame).Select(one => one.Path)], [.. pair.Where(one => one.IsSame).Select(one => one.Path)]))
            .OrderByDescending(pair => pair.Files.Count)];
    }
}

/// <summary>A file with which others are compared. Not thread-safe.</summary>
/// <remarks>
/// Sizes are compared first, so that no file with a different size is opened. This file is opened once, however many it is compared with,
/// and read once if it is small.
/// </remarks>
/// <param name="path">The file's path.</param>
internal sealed class ComparedFile(string path) : IDisposable
{
    private const int BufferBytes = 64 * 1024;

    private readonly byte[] _own = ArrayPool<byte>.Shared.Rent(BufferBytes);
    private readonly byte[] _others = ArrayPool<byte>.Shared.Rent(BufferBytes);
    private SafeFileHandle? _handle;
    private long _length = -1;
    private int _read;

    /// <summary>
    /// Determines whether another file has the same content, byte for byte. Returns false if one of them can't be read, because it may
    /// differ.
    /// </summary>
    /// <exception cref="ObjectDisposedException">This object was disposed of.</exception>
    public bool IsSame(string other) => FileErrors.Ignore(() =>
    {
        if (_length < 0)
            _length = LengthOf(path, ref _handle);
        SafeFileHandle? opened = null;
        try
        {
            return LengthOf(other, ref opened) == _length && HasSameBytes(opened ??= Open(other));
        }
        finally
        {
            opened?.Dispose();
        }
    }, false);

    public void Dispose()
    {
        _handle?.Dispose();
        ArrayPool<byte>.Shared.Return(_own);
        ArrayPool<byte>.Shared.Return(_others);
    }

    private bool HasSameBytes(SafeFileHandle other)
    {
        _handle ??= Open(path);
        for (long place = 0; place < _length; place += BufferBytes)
        {
            int wanted = (int)Math.Min(BufferBytes, _length - place);
            // What fits into the buffer stays there for the next comparison.
            if (_length > BufferBytes || _read == 0)
                _read = Fill(_handle, _own, wanted, place);
            if (_read != wanted || Fill(other, _others, wanted, place) != wanted
                || !_own.AsSpan(0, wanted).SequenceEqual(_others.AsSpan(0, wanted)))
                return false;
        }

        return true;
    }

    private static int Fill(SafeFileHandle file, byte[] buffer, int wanted, long place)
    {
        int count = 0;
        while (count < wanted && RandomAccess.Read(file, buffer.AsSpan(count, wanted - count), place + count) is var read and > 0)
            count += read;
        return count;
    }

    /// <summary>Returns a file's size. A link, whose own size is a different one, is opened.</summary>
    private static long LengthOf(string file, ref SafeFileHandle? handle)
    {
        var info = new FileInfo(file);
        if (handle is null && info.Exists && (info.Attributes & FileAttributes.ReparsePoint) == 0)
            return info.Length;
        return RandomAccess.GetLength(handle ??= Open(file));
    }

    private static SafeFileHandle Open(string file) =>
        File.OpenHandle(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
}
