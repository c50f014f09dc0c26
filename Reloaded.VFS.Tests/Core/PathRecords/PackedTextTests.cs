using Reloaded.VFS.Lookup;
using Reloaded.VFS.PathRecords;
using Reloaded.VFS.Paths;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Core.Lookup;

namespace Reloaded.VFS.Tests.Core.PathRecords;

/// <summary>Tests that names stored with one byte per character and with two are the same names.</summary>
public unsafe class PackedTextTests
{
    // ASCII around the letters; Latin-1 (in which ÿ has an upper case beyond Latin-1); beyond.
    private const string Ascii = "aAzZ@[`{ 09._-", Latin = "àÀéÿ÷×ß\u00B5\u00A0þÞ", Beyond = "жЖŸ字\uD83D\uDE00İıſ\u8041\uFF61\u0161";

    [Fact]
    public void EqualsAsPlainTextDoes()
    {
        var random = new Random(1);
        byte* memory = stackalloc byte[512];
        Span<char> buffer = new char[VirtualPath.MaxNameLength];
        for (int i = 0; i < 40_000; i++)
        {
            string alphabet = (i % 3) switch { 0 => Ascii, 1 => Ascii + Latin, _ => Ascii + Latin + Beyond };
            string name = Text(random, alphabet, 1 + random.Next(i % 10 == 0 ? 255 : 40));
            ushort info = PackedText.GetInfo(name);
            // At any address.
            byte* place = memory + ((info & PackedText.Wide) != 0 ? 0 : random.Next(3));
            PackedText.Write(name, info, new Span<byte>(place, PackedText.GetSize(info)));
            var packed = new PackedText(place, info);
            Assert.Equal(name.Length * (name.All(c => c < 0xFF) ? 1 : 2), PackedText.GetSize(info));
            Assert.Equal(name, packed.ToString());
            Assert.True(packed.Unpack(buffer).SequenceEqual(name));

            string other = Vary(random, name, alphabet + Beyond);
            Assert.Equal(CaseFolding.Equals(name, other), packed.EqualsFolded(other));
            Assert.True(packed.EqualsFolded(string.Concat(name.Select(c => CaseFolding.ToUpper(c)))));
            Assert.False(packed.EqualsFolded(name + "x"));
        }
    }

    /// <summary>One character that needs more than a byte, or that no name can have, at each position of names of each length.</summary>
    [Fact]
    public void WhatIsNotANarrowNameIsNotWrittenAsOne()
    {
        var random = new Random(3);
        byte[] room = new byte[VirtualPath.MaxNameLength + 1], expected = new byte[VirtualPath.MaxNameLength];
        for (int length = 1; length <= VirtualPath.MaxNameLength; length++)
        {
            char[] name = Text(random, Ascii + "àÀé÷\u00FE\u0001", length).ToCharArray();
            room.AsSpan().Fill(0xAA);
            Assert.True(PackedText.TryWriteName(name, room));
            PackedText.Write(name, isWide: false, expected.AsSpan(0, length));
            Assert.True(expected.AsSpan(0, length).SequenceEqual(room.AsSpan(0, length)));
            // Nothing after it was written.
            Assert.Equal(-1, room.AsSpan(length).IndexOfAnyExcept((byte)0xAA));
            for (int i = 0; i < length; i++)
            {
                char kept = name[i];
                foreach (char other in "\0\\/\u00FF\u0100\u0141\u7FFF\u8000\uD83D\uFF5C\uFFFF")
                {
                    name[i] = other;
                    Assert.False(PackedText.TryWriteName(name, room));
                }

                name[i] = kept;
            }
        }
    }

    [Fact]
    public void NamesOfBothKindsAreKeptFoundAndListed()
    {
        var random = new Random(2);
        // Not folder by folder: the builder must group the names of a folder.
        string[] names = [.. Enumerable.Range(0, 3000)
            .Select(i =>
                $@"folder {i % 7}{(i % 7 == 3 ? "ж" : "")}\"
                + $"{Text(random, (i % 3) switch { 0 => "abc", 1 => "aéÿ", _ => "aж字" }, 1 + random.Next(30))} {i}")];
        using var files = new VirtualFileSystem(RealPathForm.Windows);
        files.AddFolder(TestListings.Of(names), @"D:\m", @"C:\g");
        Snapshot snapshot = files.Snapshot;
        foreach (string name in names)
            Assert.Equal($@"\??\D:\m\{name}",
                LookupTests.TextOf(snapshot.Lookup($@"c:\G\{string.Concat(name.Select(c => CaseFolding.ToUpper(c)))}")));

        var listed = new List<string>();
        foreach (string folder in names.Select(n => n[..n.IndexOf('\\')]).Distinct())
        {
            Assert.True(files.TryGetPathId($@"C:\g\{folder}", out int id) && snapshot.TryGetFolder(id, out FolderView _));
            snapshot.TryGetFolder(id, out FolderView view);
            foreach (EntryView entry in view)
            {
                Assert.Equal($@"\??\D:\m\{folder}\{entry.Name}", string.Concat(entry.BackingFolder, entry.BackingName));
                listed.Add($@"{folder}\{entry.Name}");
            }
        }

        Assert.Equal(names.Order(StringComparer.Ordinal), listed.Order(StringComparer.Ordinal));
        GC.KeepAlive(snapshot);
    }

    private static string Text(Random random, string alphabet, int length) =>
        string.Create(length, (random, alphabet), static (text, from) =>
        {
            for (int i = 0; i < text.Length; i++)
                text[i] = from.alphabet[from.random.Next(from.alphabet.Length)];
        });

    /// <summary>Returns the name in another letter case and, half of the time, with one other character.</summary>
    private static string Vary(Random random, string name, string alphabet)
    {
        char[] text = [.. name.Select(c => random.Next(2) == 0 ? c : CaseFolding.ToUpper(c))];
        if (random.Next(2) == 0)
            text[random.Next(text.Length)] = alphabet[random.Next(alphabet.Length)];
        return new string(text);
    }
}
