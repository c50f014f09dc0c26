using System.Buffers.Binary;
using System.IO.Hashing;
using System.Text;
using Reloaded.VFS.Mods.Diagnostics;

namespace Reloaded.VFS.Cli.Warming;

/// <summary>
/// The files of a game's last start, kept for the next one. A kept list that is damaged, of another version or of another program counts as
/// none.
/// </summary>
internal static class StartFiles
{
    /// <summary>Files that are kept, at most: the first ones.</summary>
    public const int Most = 16_384;

    private const ulong Magic = 0x4E504F_5346_5652; // "RVFSOPN"

    // Another layout, or another meaning, has another number.
    private const uint Version = 1;
    private const int MostBytes = 16 << 20;

    /// <summary>Reads a kept list; null where there is none that counts.</summary>
    /// <param name="file">Where it's kept.</param>
    /// <param name="game">The program that is started, a Linux path.</param>
    public static StartFile[]? TryRead(string file, string game)
    {
        try
        {
            if (new FileInfo(file) is not { Exists: true, Length: > sizeof(ulong) and <= MostBytes })
                return null;
            byte[] content = File.ReadAllBytes(file);
            return BinaryPrimitives.ReadUInt64LittleEndian(content) == Sum(content) ? Parse(content, game) : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or FormatException or ArgumentException)
        {
            return null;
        }
    }

    /// <summary>Keeps a list in place of the one before. Where that can't be done, nothing happens.</summary>
    /// <param name="file">Where to keep it.</param>
    /// <param name="game">The program that was started, a Linux path.</param>
    /// <param name="files">In the order in which it first opened them; at most <see cref="Most"/>.</param>
    public static void TryWrite(string file, string game, IReadOnlyList<StartFile> files)
    {
        using MemoryStream stream = new();
        // Takes names that are no UTF-16, too: no file has them.
        using BinaryWriter writer = new(stream, Encoding.UTF8);
        writer.Write(0ul);
        writer.Write(Magic);
        writer.Write(Version);
        writer.Write(game);
        writer.Write(files.Count);
        foreach (StartFile opened in files)
        {
            writer.Write(opened.Asked);
            writer.Write(opened.Path);
            writer.Write(opened.Size);
        }

        byte[] content = stream.ToArray();
        if (content.Length > MostBytes)
            return;
        BinaryPrimitives.WriteUInt64LittleEndian(content, Sum(content));
        try
        {
            AtomicFile.Write(file, content, outlivesPowerCut: false);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The next start reads nothing ahead.
        }
    }

    private static StartFile[]? Parse(byte[] content, string game)
    {
        using BinaryReader reader = new(new MemoryStream(content));
        _ = reader.ReadUInt64();
        if (reader.ReadUInt64() != Magic || reader.ReadUInt32() != Version || reader.ReadString() != game)
            return null;
        int count = reader.ReadInt32();
        if (count is < 0 or > Most)
            return null;
        var files = new StartFile[count];
        for (int i = 0; i < count; i++)
        {
            files[i] = new StartFile(reader.ReadString(), reader.ReadString(), reader.ReadInt32());
            if (files[i].Size is < 0 or > StartRecorder.MostBytes)
                return null;
        }

        return files;
    }

    private static ulong Sum(byte[] content) => XxHash3.HashToUInt64(content.AsSpan(sizeof(ulong)));
}
