using System.Runtime.InteropServices;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Tests.Layout;

namespace Reloaded.VFS.Tests.Hooks.Listing.Merging;

/// <summary>
/// Tests of random folders, mods and sequences of queries, compared with <see cref="NaiveMergedFolder"/>: status, length and every byte.
/// </summary>
public sealed class ListingOracleTests
{
    private const string Base = @"\??\C:\game\data\";

    [Theory]
    [MemberData(nameof(Seeds))]
    public void EverySequenceOfQueriesIsAnsweredAsByAFolderWithTheModsCopiedIn(int seed)
    {
        var random = new Random(seed);
        for (int round = 0; round < 150; round++)
        {
            (MemoryVolume volume, TestOverlay overlay, string folder) = Tree(random);
            for (int handle = 0; handle < 3; handle++)
                RunSequence(random, volume, overlay, folder, $"seed {seed}, round {round}, handle {handle}");
            Assert.Equal(0, volume.OpenHandles);
        }
    }

    public static TheoryData<int> Seeds => [.. Enumerable.Range(1, 12)];

    [Fact]
    public void EveryBufferSizeFromNothingUpwards()
    {
        var random = new Random(7);
        (MemoryVolume volume, TestOverlay overlay, string folder) = Tree(random, files: 12);
        foreach (FILE_INFORMATION_CLASS informationClass in NaiveRecords.Classes)
        {
            for (int length = 0; length < 420; length++)
            {
                using ListingHandle actual = new(volume, overlay, folder, true);
                NaiveMergedFolder expected = new(volume, overlay, folder);
                for (int call = 0; call < 4; call++)
                    CompareQuery(expected, actual, informationClass, length, 0, null,
                        $"class {informationClass}, length {length}, call {call}");
            }
        }
    }

    private static void RunSequence(Random random, MemoryVolume volume, TestOverlay overlay, string folder, string where)
    {
        using ListingHandle actual = new(volume, overlay, folder, overlay.Sources.Contains(folder) || random.Next(2) == 0);
        NaiveMergedFolder expected = new(volume, overlay, folder);
        FILE_INFORMATION_CLASS informationClass = Class(random);
        string? pattern = Pattern(random, overlay, volume.Files(folder));
        int length = Length(random);
        for (int call = 0; call < 12; call++)
        {
            if (random.Next(6) == 0)
                informationClass = Class(random);
            if (random.Next(4) == 0)
                length = Length(random);
            var flags = (QueryFlags)((random.Next(5) == 0 ? 1u : 0) | (random.Next(4) == 0 ? 2u : 0) | (random.Next(20) == 0 ? 0x10u : 0));
            if (random.Next(4) == 0)
                pattern = Pattern(random, overlay, volume.Files(folder));
            CompareQuery(expected, actual, informationClass, length, flags, pattern,
                $"{where}, call {call}: {informationClass}, {length} bytes, flags {flags}, pattern '{pattern}'");
        }
    }

    private static void CompareQuery(NaiveMergedFolder expected, ListingHandle actual, FILE_INFORMATION_CLASS informationClass, int length,
        QueryFlags flags, string? pattern, string where)
    {
        byte[] buffer = new byte[length];
        NtStatus expectedStatus = expected.Query(informationClass, buffer, flags, pattern, out int written);
        (NtStatus status, byte[] bytes) = actual.Query(informationClass, length, flags, pattern);
        where = $"{where}\nexpected {Show(buffer.AsSpan(0, written), informationClass)}\nactual   {Show(bytes, informationClass)}";
        Assert.True(expectedStatus == status, $"{where}: status {(uint)status:X8} instead of {(uint)expectedStatus:X8}");
        Assert.True(written == bytes.Length, $"{where}: {bytes.Length} bytes instead of {written}");
        int difference = buffer.AsSpan(0, written).CommonPrefixLength(bytes);
        Assert.True(difference == written, $"{where}: byte {difference} differs");
    }

    /// <summary>Returns the names in a buffer, for messages.</summary>
    private static string Show(ReadOnlySpan<byte> bytes, FILE_INFORMATION_CLASS informationClass)
    {
        if (bytes.IsEmpty || !DirectoryRecordLayout.TryGet(informationClass, out DirectoryRecordLayout layout))
            return "-";
        string text = "";
        for (int at = 0; ;)
        {
            int nameBytes = Math.Min(BitConverter.ToInt32(bytes[(at + layout.FileNameLength)..]), bytes.Length - at - layout.FileName);
            text += "[" + new string(MemoryMarshal.Cast<byte, char>(bytes.Slice(at + layout.FileName, nameBytes)));
            if (layout.HasShortName)
                text += "|"
                    + new string(MemoryMarshal.Cast<byte, char>(bytes.Slice(at + layout.ShortName, bytes[at + layout.ShortNameLength])));
            text += "]";
            int next = BitConverter.ToInt32(bytes[at..]);
            if (next == 0)
                return text;
            at += next;
        }
    }

    /// <summary>
    /// Builds a game's folder with mods over it and files of other folders over single names, or a folder that only mods have.
    /// </summary>
    private static (MemoryVolume Volume, TestOverlay Overlay, string Folder) Tree(Random random, int files = 0)
    {
        long id = 100;
        MemoryVolume volume = new()
        {
            RestartReplacesPattern = random.Next(2) == 0,
            OverflowAdvances = random.Next(2) == 0,
            Hidden = name => name.Equals("rvfs", StringComparison.OrdinalIgnoreCase),
        };
        volume.AddFolder(Base, Files(random, files > 0 ? files : random.Next(12), ref id, exclusive: true), sorted: random.Next(4) != 0);
        volume.AddFolder(@"\??\D:\single\", Files(random, 8, ref id, exclusive: true));
        TestOverlay overlay = new();
        for (int mod = random.Next(4); mod >= 0; mod--)
        {
            string path = $@"\??\D:\mods\{mod}\data\";
            // A USB stick with an old file system supports the old classes only.
            bool old = random.Next(5) == 0;
            volume.AddFolder(path, Files(random, files > 0 ? files : random.Next(9), ref id, exclusive: true), sorted: random.Next(5) != 0,
                supports: old ? c => c <= FILE_INFORMATION_CLASS.FileNamesInformation : null);
            overlay.Lay(volume, path, file => file.Name.Length % 5 != 4);
        }

        foreach (MemoryFile file in volume.Files(@"\??\D:\single\").Where(f => f.Name is not "." and not ".." && random.Next(4) == 0))
        {
            string name = random.Next(2) == 0 ? file.Name : Name(random);
            overlay.Lay(name, file.IsFolder, @"\??\D:\single\", file.Name);
        }
        // Files that have gone since the snapshot was made: one, or as many as a mod lacks while it is being deleted.
        int most = random.Next(6) switch { 0 => 1, 1 => overlay.Entries.Count, _ => 0 };
        foreach (TestOverlay.Entry gone in overlay.Entries.Values.Take(random.Next(most + 1)))
            volume.Files(gone.BackingFolder).RemoveAll(f => f.Name == gone.BackingName);
        bool modsOnly = random.Next(4) == 0;
        return (volume, overlay, modsOnly ? overlay.Sources[random.Next(overlay.Sources.Count)] : Base);
    }

    private static List<MemoryFile> Files(Random random, int count, ref long id, bool exclusive)
    {
        Dictionary<string, MemoryFile> files = new(StringComparer.OrdinalIgnoreCase);
        for (int i = 0; i < count; i++)
        {
            string name = Name(random);
            string shortName = random.Next(3) == 0 ? $"{(char)('A' + random.Next(3))}~{random.Next(3)}.{(char)('X' + random.Next(2))}" : "";
            bool taken = exclusive
                && (files.ContainsKey(name) || files.ContainsKey(shortName)
                    || files.Values.Any(f => f.ShortName.Equals(name, StringComparison.OrdinalIgnoreCase)
                        || (shortName.Length > 0 && f.ShortName == shortName)));
            if (!taken)
                files.Add(name, new MemoryFile(name, random.Next(4) == 0, random.Next(10_000), random.Next(1, 1 << 30), ++id, shortName,
                    random.Next(8) == 0 ? 0xA000000Cu : 0));
        }

        return [.. files.Values];
    }

    private static string Name(Random random)
    {
        if (random.Next(25) == 0)
            return random.Next(2) == 0 ? "rvfs" : "A~1.X";
        string alphabet = "abAB_é{Z";
        string name = new([.. Enumerable.Range(0, random.Next(1, 4)).Select(_ => alphabet[random.Next(alphabet.Length)])]);
        return random.Next(2) == 0 ? name : name + (random.Next(2) == 0 ? ".x" : ".Y") + new string('l', random.Next(40));
    }

    private static FILE_INFORMATION_CLASS Class(Random random) => NaiveRecords.Classes[random.Next(NaiveRecords.Classes.Length)];

    private static int Length(Random random) => random.Next(4) switch
    {
        0 => random.Next(0, 130),
        1 => random.Next(130, 600),
        2 => 4096,
        _ => random.Next(80, 250),
    };

    private static string? Pattern(Random random, TestOverlay overlay, List<MemoryFile> files) => random.Next(9) switch
    {
        0 => "",
        1 => "*.x",
        2 => "?b*",
        3 => "a*",
        4 => Name(random),
        5 => overlay.Entries.Keys.Skip(random.Next(overlay.Entries.Count + 1)).FirstOrDefault("*")!.ToUpperInvariant(),
        6 => files[random.Next(files.Count)].ShortName is { Length: > 0 } shortName ? shortName : "A~1.X",
        _ => random.Next(2) == 0 ? null : "*",
    };
}
