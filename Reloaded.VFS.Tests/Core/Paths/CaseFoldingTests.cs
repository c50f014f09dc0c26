using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Reloaded.VFS.Paths;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Core.Paths;

/// <summary>
/// Tests of folding on every vector width against unit-by-unit folding. The whole suite is run again with <c>DOTNET_EnableAVX2=0</c> and
/// with <c>DOTNET_EnableHWIntrinsic=0</c>, which also change the choice of the entry points; here each width is called by itself as well
/// (emulated if the processor lacks it).
/// </summary>
[Collection(CaseTableCollection.Name)]
public class CaseFoldingTests
{
    private const int MaxLength = 100;

    public enum Width
    {
        Chosen,
        Scalar,
        Vector128,
        Vector256,
    }

    public static TheoryData<Width> Widths => [.. Enum.GetValues<Width>()];

    [Fact]
    public void SingleUnitsFoldAsWindowsFoldsThem()
    {
        foreach ((char unit, char expected) in ((char, char)[])
        [
            ('a', 'A'), ('z', 'Z'), ('`', '`'), ('{', '{'), ('@', '@'), ('[', '['), ('_', '_'), ('\0', '\0'),
            ('ä', 'Ä'), ('ÿ', 'Ÿ'), ('÷', '÷'), ('ж', 'Ж'), ('ё', 'Ё'), ('σ', 'Σ'), ('я', 'Я'), ('ａ', 'Ａ'),
            // Letters that Windows doesn't fold: sharp s, dotless i, long s, micro sign, Kelvin sign, final sigma, surrogates, title-case
            // digraphs.
            ('ß', 'ß'), ('ı', 'ı'), ('ſ', 'ſ'), ('µ', 'µ'), ('\u212A', '\u212A'), ('ς', 'ς'), ('\uD801', '\uD801'), ('\uDC28', '\uDC28'),
            ('\u01C5', '\u01C5'),
        ])
        {
            Assert.Equal((unit, expected), (unit, CaseFolding.ToUpper(unit)));
        }
    }

    [Fact]
    public void FoldingTwiceIsFoldingOnceAndNothingFoldsIntoASCII()
    {
        for (int unit = 0; unit < 0x10000; unit++)
        {
            char folded = CaseFolding.ToUpper((char)unit);
            Assert.Equal(folded, CaseFolding.ToUpper(folded));
            Assert.True(unit < 0x80 || folded >= 0x80);
        }
    }

    [Theory]
    [MemberData(nameof(Widths))]
    public void EveryUnitFoldsInATextAsItDoesAlone(Width width)
    {
        char[] text = [.. Enumerable.Range(0, 0x10000).Select(unit => (char)unit)];
        char[] expected = [.. text.Select(CaseFolding.ToUpper)];
        char[] folded = new char[text.Length];
        ToUpper(width, text, folded);
        Assert.Equal(expected, folded);

        // Alone among ASCII, so that the vectorised code meets each unit beside units that it can fold itself.
        char[] mixed = new char[37];
        for (int unit = 0; unit < 0x10000; unit++)
        {
            Array.Fill(mixed, 'm');
            mixed[unit % mixed.Length] = (char)unit;
            ToUpper(width, mixed, mixed);
            for (int i = 0; i < mixed.Length; i++)
            {
                if (mixed[i] != (i == unit % mixed.Length ? expected[unit] : 'M'))
                    Assert.Fail($"U+{unit:X4}, place {i}: U+{(int)mixed[i]:X4}");
            }
        }
    }

    [Theory]
    [MemberData(nameof(Widths))]
    public void TextsOfEveryLengthFoldInPlaceAndElsewhere(Width width)
    {
        Random random = new(1);
        for (int length = 0; length <= 600; length++)
        {
            foreach (RandomText.Kind kind in RandomText.Kinds)
            {
                string text = RandomText.Next(random, length, kind);
                string expected = Fold(text);
                char[] folded = new string('#', length + 1).ToCharArray();
                ToUpper(width, text, folded.AsSpan(0, length));
                Assert.Equal(expected + "#", new string(folded));
                char[] inPlace = text.ToCharArray();
                ToUpper(width, inPlace, inPlace);
                Assert.Equal(expected, new string(inPlace));
            }
        }
    }

    [Theory]
    [MemberData(nameof(Widths))]
    public void ComparingIsComparingTheFolded(Width width)
    {
        Random random = new(2);
        for (int round = 0; round < 4_000; round++)
        {
            int length = random.Next(MaxLength);
            string left = RandomText.Next(random, length, RandomText.Kinds[round % RandomText.Kinds.Length]);
            char[] changed = RandomText.ChangeCase(random, left).ToCharArray();
            if (length != 0 && round % 3 != 0)
                changed[random.Next(length)] ^= (char)(1 << random.Next(16));
            string right = new(changed);

            bool equal = string.Equals(Fold(left), Fold(right), StringComparison.Ordinal);
            Assert.Equal(equal, EqualsFolded(width, Fold(left), right));
            int prefix = 0;
            while (prefix < length && CaseFolding.ToUpper(left[prefix]) == CaseFolding.ToUpper(right[prefix]))
                prefix++;
            Assert.Equal(prefix, CommonPrefix(width, left, right));

            string longer = right + "x";
            Assert.Equal(equal, CaseFolding.Equals(left, right));
            Assert.False(CaseFolding.Equals(left, longer));
            Assert.False(CaseFolding.EqualsFolded(Fold(left), longer));
            Assert.Equal(Math.Sign(string.CompareOrdinal(Fold(left), Fold(right))), Math.Sign(CaseFolding.Compare(left, right)));
            Assert.Equal(Math.Sign(string.CompareOrdinal(Fold(left), Fold(longer))), Math.Sign(CaseFolding.Compare(left, longer)));
            Assert.Equal(-Math.Sign(CaseFolding.Compare(left, longer)), Math.Sign(CaseFolding.Compare(longer, left)));
        }
    }

    [Theory]
    [MemberData(nameof(Widths))]
    public void NothingBeyondTheTextsIsReadOrWritten(Width width)
    {
        using BoundedText source = new(MaxLength), destination = new(MaxLength);
        Random random = new(3);
        for (int length = 0; length <= MaxLength; length++)
        {
            foreach (RandomText.Kind kind in RandomText.Kinds)
            {
                string text = RandomText.Next(random, length, kind);
                for (int side = 0; side < 2; side++)
                {
                    Span<char> from = side == 0 ? source.AtEnd(length) : source.AtStart(length);
                    Span<char> to = side == 0 ? destination.AtEnd(length) : destination.AtStart(length);
                    text.CopyTo(from);
                    ToUpper(width, from, to);
                    Assert.Equal(Fold(text), new string(to));
                    Assert.True(EqualsFolded(width, to, from));
                    Assert.Equal(length, CommonPrefix(width, to, from));
                }
            }
        }
    }

    [Fact]
    public void NamesSortAsNTFSSortsThem()
    {
        string[] names = ["b", "_", "A.txt", "a", "Ä", "ab", "[", "Z", "a b", "ж", "Ё", ""];
        Assert.Equal(["", "a", "a b", "A.txt", "ab", "b", "Z", "[", "_", "Ä", "Ё", "ж"],
            names.Order(Comparer<string>.Create((x, y) => CaseFolding.Compare(x, y))));
    }

    [Fact]
    public void AShortDestinationIsRefused()
    {
        Assert.Throws<ArgumentException>("destination", () => CaseFolding.ToUpper("abc", new char[2]));
    }

    private static void ToUpper(Width width, ReadOnlySpan<char> source, Span<char> destination)
    {
        ref ushort from = ref Units(source);
        ref ushort to = ref Units(destination);
        nuint length = (uint)source.Length;
        switch (width)
        {
            case Width.Vector128 when length >= CaseFolding.Width128:
                CaseFolding.ToUpper128(ref from, ref to, length);
                break;
            case Width.Vector256 when length >= CaseFolding.Width256:
                CaseFolding.ToUpper256(ref from, ref to, length);
                break;
            case Width.Chosen:
                CaseFolding.ToUpper(source, destination);
                break;
            default:
                CaseFolding.ToUpperScalar(ref from, ref to, length);
                break;
        }
    }

    private static bool EqualsFolded(Width width, ReadOnlySpan<char> folded, ReadOnlySpan<char> name)
    {
        nuint length = (uint)name.Length;
        return width switch
        {
            Width.Vector128 when length >= CaseFolding.Width128 => CaseFolding.EqualsFolded128(ref Units(folded), ref Units(name), length),
            Width.Vector256 when length >= CaseFolding.Width256 => CaseFolding.EqualsFolded256(ref Units(folded), ref Units(name), length),
            Width.Chosen => CaseFolding.EqualsFolded(folded, name),
            _ => CaseFolding.EqualsFoldedScalar(ref Units(folded), ref Units(name), length),
        };
    }

    private static int CommonPrefix(Width width, ReadOnlySpan<char> left, ReadOnlySpan<char> right)
    {
        nuint length = (uint)left.Length;
        return width switch
        {
            Width.Vector128 when length >= CaseFolding.Width128 =>
                (int)CaseFolding.CommonPrefix128(ref Units(left), ref Units(right), length),
            Width.Vector256 when length >= CaseFolding.Width256 =>
                (int)CaseFolding.CommonPrefix256(ref Units(left), ref Units(right), length),
            Width.Chosen => CaseFolding.CommonPrefix(left, right),
            _ => (int)CaseFolding.CommonPrefixScalar(ref Units(left), ref Units(right), 0, length),
        };
    }

    private static ref ushort Units(ReadOnlySpan<char> text) => ref Unsafe.As<char, ushort>(ref MemoryMarshal.GetReference(text));

    private static string Fold(string text) => string.Concat(text.Select(CaseFolding.ToUpper));
}
