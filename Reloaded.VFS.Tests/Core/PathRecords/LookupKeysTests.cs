using System.Runtime.InteropServices;
using System.Text;
using Reloaded.VFS.Hashing;
using Reloaded.VFS.Listings;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Memory;
using Reloaded.VFS.PathRecords;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;
using Reloaded.VFS.Tests.Core.Hashing;

namespace Reloaded.VFS.Tests.Core.PathRecords;

/// <summary>
/// Tests of an entry's key, the hash of its whole path: it is the same if computed from a folder and a name; two names with one tag don't
/// disturb each other; and keys are spread as by a random function, in the bits that select the segment, in those that select the bucket,
/// and as a whole.
/// </summary>
public class LookupKeysTests
{
    private static readonly RandomText.Kind[] _kinds = [RandomText.Kind.Ascii, RandomText.Kind.Latin1, RandomText.Kind.Cyrillic,
        RandomText.Kind.MostlyAscii];

    public static TheoryData<string> Families => ["numbered names in one folder", "one name in numbered folders",
        "numbered names in numbered folders", "one character in one-character folders"];

    [Fact]
    public unsafe void TheKeyOfANameInAFolderIsTheHashOfTheWholePath()
    {
        var random = new Random(7);
        var table = new PathTable(new NativeByteCounter());
        // Lengths below, at and beyond one stripe, several stripes, and all lengths with their own keys.
        for (int length = 2; length < 700; length += length < 140 ? 1 : 37)
        {
            foreach (RandomText.Kind kind in _kinds)
            {
                string folder = "C:" + Names(random, length - 2, kind);
                PathRecord* record = table.GetRecord(table.GetOrAdd(folder));
                LookupKeys.Create(record, out LookupKeys keys);
                foreach (int nameLength in (int[])[1, 2, 7, 8, 16, 31, 32, 33, 64, 200, 255, random.Next(1, 256)])
                {
                    foreach (RandomText.Kind nameKind in _kinds)
                    {
                        string name = Replace(RandomText.Next(random, nameLength, nameKind));
                        ulong expected = PathHash.HashFolded($@"{folder}\{name}");
                        Assert.Equal(expected, LookupKeys.Of(record, name));
                        Assert.Equal(expected, keys.Of(name));
                        // Garbage before the name, as in a listing, and nothing after it.
                        var listed = new ListedFile { NameOffset = 32, NameInfo = PackedText.GetInfo(name) };
                        byte[] packed = Enumerable.Repeat((byte)0xAA, 32 + PackedText.GetSize(listed.NameInfo)).ToArray();
                        PackedText.Write(name, listed.NameInfo, packed.AsSpan(32));
                        ulong made;
                        fixed (byte* text = packed)
                        {
                            keys.Make(text, &listed, 1, &made);
                            Assert.Equal(expected, made);
                            foreach (ImageCode code in ImageCode.All)
                            {
                                made = ~expected;
                                bool isMade = keys.TryRunImageCode(code.Keys, text, &listed, 1, &made);
                                // Names that it leaves out are unchanged.
                                Assert.Equal(isMade ? expected : ~expected, made);
                                Assert.True(isMade || length > PathHash.MostWithImageCode - 1 || kind != RandomText.Kind.Ascii);
                            }
                        }
                    }
                }
            }
        }
    }

    [Fact]
    public unsafe void KeysOfSeveralNamesAreThoseOfEach()
    {
        int runs = 0;
        var random = new Random(8);
        var table = new PathTable(new NativeByteCounter());
        foreach (int length in (int[])[2, 3, 17, 30, 31, 32, 33, 62, 64, 100, 600])
        {
            foreach (RandomText.Kind kind in _kinds)
            {
                string folder = "C:" + Names(random, length - 2, kind);
                string[] names = [
                    .. Enumerable.Range(0, 150)
                        .Select(i => Replace(RandomText.Next(random, random.Next(1, i % 10 == 0 ? 256 : 40),
                            _kinds[i % 3 == 0 ? random.Next(_kinds.Length) : 0])))];
                var files = new ListedFile[names.Length];
                byte[] packed = Enumerable.Repeat((byte)0xAA, 32 + (names.Length * 512)).ToArray();
                int end = 32;
                for (int i = 0; i < names.Length; i++)
                {
                    ushort info = PackedText.GetInfo(names[i]);
                    end += (info & PackedText.Wide) != 0 ? end % 2 : 0;
                    files[i] = new ListedFile { NameOffset = (uint)end, NameInfo = info };
                    PackedText.Write(names[i], info, packed.AsSpan(end));
                    end += PackedText.GetSize(info);
                }

                LookupKeys.Create(table.GetRecord(table.GetOrAdd(folder)), out LookupKeys keys);
                FolderListing.FolderRecord[] folders =
                    [.. files.Select(file => new FolderListing.FolderRecord { NameOffset = file.NameOffset, NameInfo = file.NameInfo })];
                ulong[] expected = [.. names.Select(name => PathHash.HashFolded($@"{folder}\{name}")), 0ul];
                ulong[] made = new ulong[names.Length + 1];
                fixed (byte* text = packed)
                fixed (ListedFile* records = files)
                fixed (FolderListing.FolderRecord* folderRecords = folders)
                fixed (ulong* room = made)
                {
                    keys.Make(text, records, names.Length, room);
                    Assert.Equal(expected, made);
                    Array.Clear(made);
                    keys.Of(text, folderRecords, names.Length, room);
                    Assert.Equal(expected, made);
                    foreach (ImageCode code in ImageCode.All)
                    {
                        Array.Clear(made);
                        if (!keys.TryRunImageCode(code.Keys, text, records, names.Length, room))
                            continue;
                        Assert.Equal(expected, made);
                        Array.Clear(made);
                        Assert.True(keys.TryRunImageCode(code.Keys, text, folderRecords, names.Length, room));
                        Assert.Equal(expected, made);
                        runs++;
                    }
                }
            }
        }

        Assert.True(runs > 10 * ImageCode.All.Count || ImageCode.All.Count == 0, $"{runs}");
    }

    [Fact]
    public unsafe void WhatIsListedOfFilesAndFoldersBeginsAlike()
    {
        var file = default(ListedFile);
        var folder = default(FolderListing.FolderRecord);
        Assert.Equal((0, 8), (Distance(&file, &file.NameOffset), Distance(&file, &file.NameInfo)));
        Assert.Equal((0, 8), (Distance(&folder, &folder.NameOffset), Distance(&folder, &folder.NameInfo)));

        static nint Distance(void* from, void* to) => (nint)to - (nint)from;
    }

    /// <summary>Names and folders begin and end at inaccessible pages, except for what may be read around them.</summary>
    [Fact]
    public unsafe void KeysReadNoMoreThanWhatTheirCallerGuarantees()
    {
        const int Front = 31, Behind = 32;
        using BoundedText folders = new(600), names = new(300);
        var random = new Random(9);
        var paths = new PathTable(new NativeByteCounter());
        foreach (int length in (int[])[3, 16, 30, 31, 32, 33, 63, 64, 100, 511, 512])
        {
            PathRecord* record = paths.GetRecord(paths.GetOrAdd(new string('f', length - 1)));
            foreach (int nameLength in (int[])[1, 8, 28, 29, 31, 32, 33, 100, 255])
            {
                foreach (bool atEnd in (bool[])[false, true])
                {
                    Span<byte> folder = Bytes(folders, length + Behind, atEnd), name = Bytes(names, Front + nameLength, atEnd);
                    folder[..(length - 1)].Fill((byte)'f');
                    folder[length - 1] = (byte)'\\';
                    name[..Front].Clear();
                    foreach (ref byte unit in name[Front..])
                        unit = (byte)random.Next(' ', 127);
                    string path = Encoding.Latin1.GetString(folder[..length]) + Encoding.Latin1.GetString(name[Front..]);
                    var listed = new ListedFile { NameOffset = Front, NameInfo = (ushort)nameLength };
                    int beyond = Front + random.Next(nameLength);
                    fixed (byte* folderText = folder, nameText = name, table = PathHash.KeyBytes)
                    {
                        ulong key = 1;
                        LookupKeys.Create(record, out LookupKeys maker);
                        maker.Make(nameText, &listed, 1, &key);
                        Assert.Equal(PathHash.HashFolded(path), key);
                        foreach (ImageCode image in ImageCode.All)
                        {
                            var code =
                                (delegate* unmanaged<byte*, nuint, byte*, ListedFile*, nuint, nuint, ulong*, byte*, nuint>)image.Keys;
                            ulong wide = 1, latin1 = 1;
                            byte unit = nameText[beyond];
                            Assert.Equal(1u, code(folderText, (uint)length, nameText, &listed, 1, 1, &key, table));
                            listed.NameInfo |= PackedText.Wide;
                            Assert.Equal(1u, code(folderText, (uint)length, nameText, &listed, 1, 1, &wide, table));
                            listed.NameInfo = (ushort)nameLength;
                            nameText[beyond] = 0xE9;
                            Assert.Equal(1u, code(folderText, (uint)length, nameText, &listed, 1, 1, &latin1, table));
                            folderText[0] = 0xE9;
                            Assert.Equal(length < PathHash.StripeLength ? 1u : 0u,
                                code(folderText, (uint)length, nameText, &listed, 1, 1, &latin1, table));
                            nameText[beyond] = unit;
                            folderText[0] = (byte)'f';
                            // The rest is left to the caller: short or long paths, and those with characters beyond ASCII.
                            bool isKnown = path.Length is >= PathHash.StripeLength and <= PathHash.MostWithImageCode;
                            Assert.Equal((isKnown ? PathHash.HashFolded(path) : 0, 0ul, 0ul), (key, wide, latin1));
                        }
                    }
                }
            }
        }

        static Span<byte> Bytes(BoundedText text, int count, bool atEnd)
        {
            int units = (count + 1) / sizeof(char);
            return atEnd ? MemoryMarshal.AsBytes(text.AtEnd(units))[^count..] : MemoryMarshal.AsBytes(text.AtStart(units))[..count];
        }
    }

    [Fact]
    public void NamesWithOneTagAreToldApart()
    {
        const string folder = @"C:\Games\A game with a long name\data";
        var seen = new Dictionary<uint, string>();
        var pairs = new List<(string First, string Second)>();
        for (int i = 0; i < 300_000; i++)
        {
            string name = $"file {i}.bin";
            if (!seen.TryAdd(LookupTable.TagOf(PathHash.HashFolded($@"{folder}\{name}")), name))
                pairs.Add((seen[LookupTable.TagOf(PathHash.HashFolded($@"{folder}\{name}"))], name));
        }

        Assert.True(pairs.Count > 2, "That many names were to have some tags twice.");
        foreach ((string first, string second) in pairs)
        {
            var files = new VirtualFileSystem();
            files.AddFolder(TestListings.Of(first), folder);
            Snapshot one = files.Snapshot;
            Assert.Equal(LookupKind.File, one.Lookup($@"{folder}\{first}").Kind);
            Assert.Equal(LookupKind.Miss, one.Lookup($@"{folder}\{second}").Kind);
            files.AddFolder(TestListings.Of(second), folder);
            Snapshot both = files.Snapshot;
            foreach (string name in (string[])[first, second, first.ToUpperInvariant(), second.ToUpperInvariant()])
            {
                LookupResult result = both.Lookup($@"{folder}\{name}");
                Assert.Equal(LookupKind.File, result.Kind);
                var target = new char[result.BackingLength];
                result.CopyBacking(target);
                Assert.EndsWith(@"\" + name, new string(target), StringComparison.OrdinalIgnoreCase);
            }
        }
    }

    /// <summary>The bounds are the expected number of collisions plus five standard deviations; the result is fixed.</summary>
    [Theory]
    [MemberData(nameof(Families))]
    public void KeysSpreadAsIfAtRandom(string family)
    {
        const string prefix = @"C:\Program Files (x86)\Steam\steamapps\common\Game\data\meshes\actors\character\";
        (string Folder, string Name)[] paths = family switch
        {
            "numbered names in one folder" => [.. Enumerable.Range(0, 100_000).Select(i => (prefix + "textures", $"TEXTURE_{i:00000}"))],
            "one name in numbered folders" => [.. Enumerable.Range(0, 100_000).Select(i => ($"{prefix}{i:00000}", "mesh.nif"))],
            "numbered names in numbered folders" =>
                [.. Enumerable.Range(0, 100_000).Select(i => ($"{prefix}{i / 320:000}", $"{i % 320:000}"))],
            _ => [.. Enumerable.Range(0, 100_000).Select(i => ($@"C:\{(char)(0x4E00 + (i / 320))}", $"{(char)(0x3000 + (i % 320))}"))],
        };
        ulong[] keys = [.. paths.Select(p => PathHash.HashFolded($@"{p.Folder}\{p.Name}"))];
        AssertLikeRandom(keys, keys.Length, Math.Pow(2, 64), "the whole");
        AssertLikeRandom(keys.Select(key => key & uint.MaxValue), keys.Length, Math.Pow(2, 32), "the tag");
        AssertLikeRandom(keys.Select(key => key >> 32), keys.Length, Math.Pow(2, 32), "what names the segment");
        // As many positions as entries.
        AssertLikeRandom(keys.Select(key => ((key & uint.MaxValue) * (ulong)keys.Length) >> 32), keys.Length, keys.Length, "the bucket");
        AssertLikeRandom(keys.Select(key => ((key >> 32) * (ulong)keys.Length) >> 32), keys.Length, keys.Length, "the segment");
    }

    private static void AssertLikeRandom(IEnumerable<ulong> values, int count, double places, string bits)
    {
        int collisions = count - values.Distinct().Count();
        // Of m positions, m (1 - 1/m)^n stay empty after n entries; an entry that fills no new position collides.
        double expected = count - (places * -double.ExpM1(count * double.LogP1(-1 / places)));
        Assert.True(collisions <= expected + (5 * Math.Sqrt(expected)) + 1, $"{bits}: {collisions} collisions, {expected:0.0} expected");
    }

    /// <summary>Returns folders with names no longer than a file system allows.</summary>
    private static string Names(Random random, int length, RandomText.Kind kind)
    {
        char[] text = Replace(RandomText.Next(random, length, kind)).ToCharArray();
        for (int i = 0; i < text.Length - 1; i += 100)
            text[i] = '\\';
        return new string(text);
    }

    /// <summary>Replaces characters that a name can't have by letters.</summary>
    private static string Replace(string text) => text.Replace('\\', 'b').Replace('/', 's').Replace('\0', 'n');
}
