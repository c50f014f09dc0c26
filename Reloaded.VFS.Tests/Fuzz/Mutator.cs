using System.Text;

namespace Reloaded.VFS.Tests.Fuzz;

/// <summary>Changes the bytes of a text file at random: flips, cuts, doubles, and inserts what editors and mistakes leave.</summary>
internal sealed class Mutator(int seed)
{
    private static readonly byte[][] Pieces =
    [
        [0], [0xFF, 0xFE], [0xFE, 0xFF], [0xEF, 0xBB, 0xBF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80], [0x1A],
        [0x7F], "\r"u8.ToArray(), "\n"u8.ToArray(), "\r\n"u8.ToArray(),
        "\""u8.ToArray(), "{"u8.ToArray(), "}"u8.ToArray(), "["u8.ToArray(), "]"u8.ToArray(), ","u8.ToArray(), ":"u8.ToArray(),
        "//"u8.ToArray(), "/*"u8.ToArray(), "\\"u8.ToArray(), "\\u0000"u8.ToArray(),
        "\\ud800"u8.ToArray(), "null"u8.ToArray(), "true"u8.ToArray(), "-1"u8.ToArray(), "1e999"u8.ToArray(), ".."u8.ToArray(),
        "/"u8.ToArray(), "*"u8.ToArray(), "?"u8.ToArray(), "-"u8.ToArray(), "#"u8.ToArray(),
        "C:\\"u8.ToArray(), "\\\\?\\"u8.ToArray(), "NUL"u8.ToArray(), Encoding.UTF8.GetBytes("日本"), Encoding.UTF8.GetBytes("\u202E\u200B"),
        Encoding.ASCII.GetBytes(new string('x', 5000)), Encoding.ASCII.GetBytes(new string('[', 3000)),
    ];

    private static readonly long[] Numbers =
        [0, 1, 2, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x10000, int.MaxValue, int.MinValue, uint.MaxValue, long.MaxValue, long.MinValue, -1];

    private readonly Random _random = new(seed);

    public byte[] Mutate(string text)
    {
        List<byte> bytes = [.. _random.Next(8) switch
        {
            0 => Encoding.Unicode.GetPreamble().Concat(Encoding.Unicode.GetBytes(text)),
            1 => Encoding.BigEndianUnicode.GetBytes(text),
            _ => Encoding.UTF8.GetBytes(text),
        }];
        for (int i = _random.Next(6); i >= 0; i--)
            MutateOnce(bytes);
        return [.. bytes];
    }

    /// <summary>
    /// Changes a binary file: single bytes and bits, numbers to extreme values, and runs that are cut out, doubled or exchanged.
    /// </summary>
    public byte[] Mutate(byte[] content)
    {
        List<byte> bytes = [.. content];
        for (int i = _random.Next(8); i >= 0; i--)
        {
            // Headers contain the positions of everything else.
            int reach = _random.Next(3) == 0 ? bytes.Count : Math.Min(bytes.Count, 600);
            int at = _random.Next(reach + 1), width = 1 << _random.Next(4);
            if (_random.Next(4) == 0 || at + width > bytes.Count)
            {
                MutateOnce(bytes);
                continue;
            }

            byte[] number = BitConverter.GetBytes(Numbers[_random.Next(Numbers.Length)]);
            for (int j = 0; j < width; j++)
                bytes[at + j] = width == 1 && _random.Next(2) == 0 ? (byte)(bytes[at + j] ^ (1 << _random.Next(8))) : number[j];
        }

        return [.. bytes];
    }

    private void MutateOnce(List<byte> bytes)
    {
        int at = _random.Next(bytes.Count + 1), length = Math.Min(_random.Next(20), bytes.Count - at);
        switch (_random.Next(6))
        {
            case 0 when at < bytes.Count: bytes[at] = (byte)_random.Next(256); break;
            case 1: bytes.RemoveRange(at, length); break;
            case 2: bytes.InsertRange(_random.Next(bytes.Count + 1), [.. bytes.Skip(at).Take(length)]); break;
            case 3: bytes.RemoveRange(at, bytes.Count - at); break;
            default: bytes.InsertRange(at, Pieces[_random.Next(Pieces.Length)]); break;
        }
    }
}
