using Iced.Intel;
using Reloaded.VFS.Hooks.Patching;

namespace Reloaded.VFS.Tests.Hooks.Patching;

/// <summary>Tests of the few instruction forms that a start decodes by itself, compared with the library that knows all.</summary>
public class PlainInstructionTests
{
    private const ulong From = 0x7FF8_0000_1000, To = 0x7FF7_F000_0000;

    /// <summary>The bytes that plain forms consist of, which are generated more often; any other byte may occur, too.</summary>
    private static readonly byte[] Likely =
        [0x40, 0x41, 0x44, 0x45, 0x48, 0x49, 0x4C, 0x4D, 0x50, 0x57, 0x58, 0x5F, 0xB8, 0xBF, 0x89, 0x8B, 0x8D, 0xF6, 0xFF, 0x81, 0x83, 0xEC, 0xE4,
            0x04, 0x05, 0x24, 0x25, 0x30, 0x44, 0x71, 0x84, 0xA4, 0xC0, 0xD1];

    /// <summary>
    /// An instruction that is decoded as plain is the same to the library: its length, its successor, and whether it depends on its
    /// address.
    /// </summary>
    [Theory]
    [InlineData(64)]
    [InlineData(32)]
    public void WhatIsPlainIsPlainToTheLibrary(int bitness)
    {
        var random = new Random(20263);
        byte[] code = new byte[16];
        int found = 0;
        for (int round = 0; round < 300_000; round++)
        {
            random.NextBytes(code);
            for (int i = 0; i < 5; i++)
                code[i] = random.Next(3) > 0 ? Likely[random.Next(Likely.Length)] : code[i];
            PlainInstruction plain = PlainInstruction.Read(bitness, code);
            if (plain.Length == 0)
                continue;
            found++;
            Instruction known = Decoder.Create(bitness, new ByteArrayCodeReader(code), From).Decode();
            string what = $"{Convert.ToHexString(code)}: {known}";
            Assert.True(!known.IsInvalid && known.FlowControl == FlowControl.Next && known.Length == plain.Length, what);
            Assert.True(known.IsIPRelativeMemoryOperand == (plain.DistanceAt > 0), what);
            Assert.True(PlainInstruction.Read(bitness, code.AsSpan(0, plain.Length)) == plain, what);
            Assert.True(PlainInstruction.Read(bitness, code.AsSpan(0, plain.Length - 1)).Length == 0, what);
            if (plain.DistanceAt > 0)
                AssertMoves(code, known, what);
        }

        Assert.InRange(found, 10_000, 300_000);
    }

    /// <summary>All entries of hooked functions on real systems are plain, so a start doesn't need the library.</summary>
    [Theory]
    [MemberData(nameof(CorpusTests.Files), MemberType = typeof(CorpusTests))]
    public void EveryEntryThatNothingHasChangedIsPlain(string file)
    {
        foreach (string line in File.ReadLines(Path.Combine(CorpusTests.Folder, file)).Where(line => line.Length > 0 && line[0] != '#'))
        {
            string[] words = line.Split(' ', 5);
            byte[] entry = Convert.FromHexString(words[3])[..CodeRelocator.EntryBytes];
            RelocatedCode? moved = PlainInstruction.Move(64, entry, From, 14, To);
            Assert.True(moved is not null, line);
            Assert.InRange(moved.CoveredBytes, 14, 22);
        }
    }

    /// <summary>
    /// So are those of 32-bit Wine's functions, which align the stack first: the library would make a start a tenth longer there.
    /// </summary>
    [Theory]
    [InlineData("8D4C240483E4F0FF71FC5589E55351")] // RtlExitUserProcess, LdrShutdownThread
    [InlineData("8BFF558BEC5D8D4C240483E4F0FF71FC")] // CreateProcessInternalW
    public void EntriesThatAlignTheStackArePlain(string bytes)
    {
        byte[] entry = Convert.FromHexString(bytes);
        Assert.NotNull(PlainInstruction.Move(32, entry, 0x7B00_1000, 10, 0x7A00_0000));
        Assert.Null(EntryJump.Decode(32, entry, 0x7B00_1000));
    }

    /// <summary>Calls, branches, loops and returns are left to the library.</summary>
    [Theory]
    [InlineData("E800000000")]
    [InlineData("7420")]
    [InlineData("C3")]
    [InlineData("E2F0")]
    [InlineData("FF2500000000")]
    [InlineData("48B88877665544332211")]
    [InlineData("F60C25080300007F01")] // an alias of test that the library encodes differently
    [InlineData("8B048D00000000")] // a scaled index
    [InlineData("4C8D")]
    [InlineData("48")]
    [InlineData("")]
    public void WhatIsNotPlainIsLeftToTheLibrary(string bytes) =>
        Assert.Equal(0, PlainInstruction.Read(64, Convert.FromHexString(bytes)).Length);

    /// <summary>The distance no longer fits after its instruction has moved.</summary>
    [Fact]
    public void WhatWouldBeTooFarAwayIsNotMoved()
    {
        byte[] entry = Convert.FromHexString("488B05F0FFFF7F5053515255565741504151415241534154415541564157");
        Assert.Null(PlainInstruction.Move(64, entry, From, 5, To));
        Assert.NotNull(PlainInstruction.Move(64, entry, From, 5, From + 0x1000));
    }

    private static void AssertMoves(byte[] code, Instruction known, string what)
    {
        if (PlainInstruction.Move(64, code, From, known.Length, To) is not { } moved)
            return;
        Instruction copy = Decoder.Create(64, new ByteArrayCodeReader(moved.Code), To).Decode();
        Assert.True(copy.IPRelativeMemoryAddress == known.IPRelativeMemoryAddress && copy.Code == known.Code, what);
    }
}
