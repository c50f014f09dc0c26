using System.Text;
using Reloaded.VFS.Paths;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Core.Paths;

/// <summary>
/// Tests of the comparison of a folder and a name, stored with one byte per character, with a path: every length and every position,
/// against Windows' own table.
/// </summary>
public class PackedComparisonTests
{
    private const int Block = CaseFolding.PackedWidth, InFront = 2 * Block;

    [Fact]
    public void TheSameInAnotherCasingIsTheSameAndAnyOtherCharacterIsNot()
    {
        var random = new Random(3);
        foreach (int folderLength in (int[])[.. Enumerable.Range(Block, 60), 95, 96, 97, 128, 200])
        {
            foreach (int nameLength in (int[])[1, 2, 7, 8, 15, 16, 17, 31, 32, 33, 47, 48, 49, 64, 65, 100, 255])
            {
                string folder = Ascii(random, folderLength), name = Ascii(random, nameLength);
                string path = RandomText.ChangeCase(random, folder + name);
                Assert.True(IsSame(folder, name, path));
                foreach (int place in (int[])[0, folderLength - 1, folderLength, path.Length - 1, random.Next(path.Length),
                    random.Next(path.Length)])
                {
                    // A different bit, also beyond a byte, which would be equal if it were cut off.
                    foreach (int bit in (int[])[0, 1, 4, 5, 6, 7, 8, 15])
                    {
                        char[] other = path.ToCharArray();
                        other[place] ^= (char)(1 << bit);
                        bool isSame = CaseFolding.ToUpper(other[place]) == CaseFolding.ToUpper(path[place]);
                        Assert.True(isSame == IsSame(folder, name, new string(other)),
                            $"'{path[place]}' and {(int)other[place]:X} at {place} of {folderLength} + {nameLength}");
                    }
                }
            }
        }
    }

    [Fact]
    public void NothingBeyondThePathIsRead()
    {
        using var text = new BoundedText(400);
        var random = new Random(4);
        for (int folderLength = Block; folderLength < 80; folderLength++)
        {
            for (int nameLength = 1; nameLength < 80; nameLength++)
            {
                string folder = Ascii(random, folderLength), name = Ascii(random, nameLength);
                Span<char> atEnd = text.AtEnd(folderLength + nameLength), atStart = text.AtStart(folderLength + nameLength);
                (folder + name).CopyTo(atEnd);
                Assert.True(IsSame(folder, name, atEnd));
                (folder + name).CopyTo(atStart);
                Assert.True(IsSame(folder, name, atStart));
            }
        }
    }

    private static unsafe bool IsSame(string folder, string name, ReadOnlySpan<char> path)
    {
        // Garbage before the name, nothing after it.
        byte[] folderBytes = Encoding.Latin1.GetBytes(folder),
            nameBytes = [.. Enumerable.Repeat((byte)'*', InFront), .. Encoding.Latin1.GetBytes(name)];
        fixed (byte* folderText = folderBytes, nameText = nameBytes)
        fixed (char* text = path)
        {
            return CaseFolding.IsSameLatin1(folderText, (ushort*)text, (uint)folder.Length, nameText + nameBytes.Length,
                (ushort*)text + path.Length, (uint)name.Length);
        }
    }

    private static string Ascii(Random random, int length) => string.Create(length, random, static (text, random) =>
    {
        for (int i = 0; i < text.Length; i++)
            text[i] = (char)random.Next(0x20, 0x7F);
    });
}
