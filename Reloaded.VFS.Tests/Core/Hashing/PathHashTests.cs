using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;
using Reloaded.VFS.Hashing;
using Reloaded.VFS.Paths;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Core.Hashing;

/// <summary>
/// Tests of the hash on every vector width against an oracle written from its definition. The whole suite is run again with
/// <c>DOTNET_EnableAVX2=0</c> and with <c>DOTNET_EnableHWIntrinsic=0</c>, which also change the choice of the entry points; here each width
/// is called by itself as well.
/// </summary>
public class PathHashTests
{
    private const int MaxLength = 600;

    public enum Width
    {
        Chosen,
        Scalar,
        Vector128,
        Vector256,
        Image,
        Image32,
    }

    /// <summary>
    /// Gets the widths that can run here. The 128-bit code runs, emulated, without intrinsics; the 256-bit code needs AVX2, and images'
    /// own code, for 64 and for 32 bits, needs clang, too.
    /// </summary>
    public static TheoryData<Width> Widths
    {
        get
        {
            TheoryData<Width> widths = [Width.Chosen, Width.Scalar, Width.Vector128];
            if (Avx2.IsSupported)
                widths.Add(Width.Vector256);
            if (ImageCode.Of(64) is not null)
                widths.Add(Width.Image);
            if (ImageCode.Of(32) is not null)
                widths.Add(Width.Image32);
            return widths;
        }
    }

    private static bool NeedsImageCode =>
        OperatingSystem.IsLinux() && Bmi2.X64.IsSupported && Avx2.IsSupported && Executables.Find("clang") is not null;

    /// <summary>The other tests leave out what can't run.</summary>
    [Fact]
    public void ImagesOwnCodeIsAmongThem() => Assert.True(!NeedsImageCode || ImageCode.Of(64) is not null);

    /// <inheritdoc cref="ImagesOwnCodeIsAmongThem"/>
    [Code32Fact]
    public void ImagesOwnCodeOf32BitsIsAmongThem() => Assert.True(!NeedsImageCode || ImageCode.Of(32) is not null);

    /// <summary>A test that is skipped where the kernel runs no 32-bit programs.</summary>
    private sealed class Code32FactAttribute : FactAttribute
    {
        public Code32FactAttribute()
        {
            if (ImageCode.All.Count > 0)
                Skip = ImageCode.WhyNo32Bit;
        }
    }

    [Theory]
    [MemberData(nameof(Widths))]
    public void EveryLengthAndContentHasTheValueOfTheOracle(Width width)
    {
        Random random = new(1);
        for (int length = 0; length <= MaxLength; length++)
        {
            foreach (RandomText.Kind kind in RandomText.Kinds)
            {
                string text = RandomText.Next(random, length, kind);
                string folded = Fold(text);
                ulong expected = NaivePathHash.Hash(folded);

                Assert.Equal(expected, Hash(width, folded));
                Assert.Equal(expected, HashFolded(width, text));

                char[] written = new string('#', length + 1).ToCharArray();
                Assert.Equal(expected, FoldAndHash(width, text, written.AsSpan(0, length)));
                Assert.Equal(folded + "#", new string(written));

                char[] inPlace = text.ToCharArray();
                Assert.Equal(expected, FoldAndHash(width, inPlace, inPlace));
                Assert.Equal(folded, new string(inPlace));
            }
        }
    }

    [Theory]
    [MemberData(nameof(Widths))]
    public void ASingleUnitBeyondASCIIAtEveryPlaceIsFolded(Width width)
    {
        foreach (int length in (int[])[1, 2, 3, 4, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100])
        {
            for (int place = 0; place < length; place++)
            {
                char[] units = new string('q', length).ToCharArray();
                units[place] = 'ж';
                string text = new(units), folded = Fold(text);
                Assert.Equal('Ж', folded[place]);
                ulong expected = NaivePathHash.Hash(folded);
                Assert.Equal(expected, HashFolded(width, text));
                Assert.Equal(expected, FoldAndHash(width, text, units));
                Assert.Equal(folded, new string(units));
            }
        }
    }

    [Theory]
    [MemberData(nameof(Widths))]
    public void NothingBeyondTheTextIsReadOrWritten(Width width)
    {
        using BoundedText source = new(MaxLength), destination = new(MaxLength);
        Random random = new(2);
        for (int length = 0; length <= MaxLength; length++)
        {
            foreach (RandomText.Kind kind in (RandomText.Kind[])[RandomText.Kind.Ascii, RandomText.Kind.MostlyAscii])
            {
                string text = RandomText.Next(random, length, kind);
                ulong expected = NaivePathHash.Hash(Fold(text));
                text.CopyTo(source.AtEnd(length));
                Assert.Equal(expected, HashFolded(width, source.AtEnd(length)));
                Assert.Equal(expected, FoldAndHash(width, source.AtEnd(length), destination.AtEnd(length)));
                Assert.Equal(expected, Hash(width, destination.AtEnd(length)));

                text.CopyTo(source.AtStart(length));
                Assert.Equal(expected, FoldAndHash(width, source.AtStart(length), destination.AtStart(length)));
                Assert.Equal(expected, Hash(width, destination.AtStart(length)));
            }
        }
    }

    [Theory]
    [MemberData(nameof(Widths))]
    public void EveryBitOfEveryUnitAndTheLengthCount(Width width)
    {
        Random random = new(3);
        for (int length = 0; length <= 140; length++)
        {
            char[] text = RandomText.Next(random, length, RandomText.Kind.AnyUnit).ToCharArray();
            HashSet<ulong> seen = [Hash(width, text), Hash(width, [.. text, '\0'])];
            for (int bit = 0; bit < length * 16; bit++)
            {
                text[bit / 16] ^= (char)(1 << (bit % 16));
                Assert.True(seen.Add(Hash(width, text)), $"length {length}, bit {bit}");
                text[bit / 16] ^= (char)(1 << (bit % 16));
            }
        }
    }

    [Fact]
    public void TheLongestPathHasTheValueOfTheOracle()
    {
        string text = RandomText.Next(new Random(4), 32_767, RandomText.Kind.MostlyAscii);
        Assert.Equal(NaivePathHash.Hash(Fold(text)), PathHash.HashFolded(text));
    }

    [Fact]
    public void TheConstantsAreWhatTheirNamesGive()
    {
        Assert.Equal(NaivePathHash.Keys, MemoryMarshal.Cast<byte, ulong>(PathHash.KeyBytes).ToArray());
        Assert.Equal(NaivePathHash.Highs, new ulong[] { PathHash.High0, PathHash.High1, PathHash.High2, PathHash.High3 });
        foreach ((string name, ulong value) in ((string, ulong)[])
        [
            ("start 0", PathHash.Start0), ("start 1", PathHash.Start1), ("start 2", PathHash.Start2), ("start 3", PathHash.Start3),
            ("lane 0", PathHash.Lane0), ("lane 1", PathHash.Lane1), ("scramble", PathHash.ScrambleFactor),
            ("length", PathHash.LengthFactor),
        ])
        {
            Assert.Equal((name, NaivePathHash.Constant(name)), (name, value));
        }
    }

    [Fact]
    public void AShortBufferIsRefused()
    {
        Assert.Throws<ArgumentException>(() => PathHash.FoldAndHash("abc", new char[2]));
    }

    [Fact]
    public void NothingIsAllocated()
    {
        char[] folded = new char[256];
        string[] texts = [new('a', 7), new('b', 200), new('ж', 200), new('ж', 9)];
        Assert.Equal(0, AllocatedBytes.Of(Once));

        void Once()
        {
            foreach (string text in texts)
            {
                PathHash.FoldAndHash(text, folded);
                PathHash.HashFolded(text);
                PathHash.Hash(folded.AsSpan(0, text.Length));
            }
        }
    }

    private static ulong Hash(Width width, ReadOnlySpan<char> folded) => Run<PathHash.AsItIs>(width, folded, default);

    private static ulong HashFolded(Width width, ReadOnlySpan<char> anyCase) => Run<PathHash.Folding>(width, anyCase, default);

    private static ulong FoldAndHash(Width width, ReadOnlySpan<char> source, Span<char> folded) =>
        Run<PathHash.FoldingAndWriting>(width, source, folded);

    private static ulong Run<TMode>(Width width, ReadOnlySpan<char> source, Span<char> folded)
        where TMode : struct, PathHash.IMode
    {
        ref ushort from = ref Unsafe.As<char, ushort>(ref MemoryMarshal.GetReference(source));
        ref ushort to = ref Unsafe.As<char, ushort>(ref MemoryMarshal.GetReference(folded));
        nuint length = (uint)source.Length;
        return width switch
        {
            Width.Scalar => PathHash.RunScalar<TMode>(ref from, ref to, length),
            Width.Vector128 => PathHash.Run128<TMode>(ref from, ref to, length),
            // Shorter texts are left to the 128-bit code.
            Width.Vector256 when length >= 32 => PathHash.Run256<TMode>(ref from, ref to, length),
            Width.Image or Width.Image32
                when TMode.Folds && !TMode.Writes && length is >= PathHash.HalfLength and <= PathHash.MostWithImageCode =>
                PathHash.RunImageCode(ImageCode.Of(width == Width.Image32 ? 32 : 64)!.Hash, ref from, length),
            Width.Vector256 or Width.Image or Width.Image32 => PathHash.Run128<TMode>(ref from, ref to, length),
            _ when TMode.Writes => PathHash.FoldAndHash(source, folded),
            _ when TMode.Folds => PathHash.HashFolded(source),
            _ => PathHash.Hash(source),
        };
    }

    private static string Fold(string text) => string.Create(text.Length, text, static (folded, source) =>
    {
        for (int i = 0; i < folded.Length; i++)
            folded[i] = CaseFolding.ToUpper(source[i]);
    });
}
