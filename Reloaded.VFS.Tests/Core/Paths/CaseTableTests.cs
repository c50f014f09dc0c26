using System.Runtime.InteropServices;
using System.Text;
using Reloaded.VFS.Hashing;
using Reloaded.VFS.Paths;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Core.Paths;

/// <summary>The collection of tests that replace the process's case table, which run while no other test does.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class CaseTableCollection
{
    internal const string Name = "Case table";
}

/// <summary>Tests of the embedded table against a running system's, and of using a running system's instead.</summary>
[Collection(CaseTableCollection.Name)]
public sealed class CaseTableTests : IDisposable
{
    [Fact]
    public void TheEmbeddedTableIsInForceUntilAnotherIsTaken()
    {
        Assert.Empty(CompareWithEmbedded(Current()));
        // The count in the dump from which the table was made.
        Assert.Equal(1163, Current().Where((folded, unit) => folded != unit).Count());
    }

    [RealProcessFact(Needs.WindowsPrograms)]
    public void TheEmbeddedTableIsWhatRtlUpcaseUnicodeCharReturns()
    {
        string output = Path.Combine(Path.GetTempPath(), $"rvfs-upcase-{Guid.NewGuid():N}.bin");
        try
        {
            GameResult result = GameProcess.Run(NativePrograms.Get("upcase_dump.exe"), [WinePrefix.ToWindows(output)]);
            Assert.True(result.ExitCode == 0, result.ToString());
            byte[] bytes = File.ReadAllBytes(output);
            Assert.Equal(65_536 * sizeof(char), bytes.Length);
            char[] system = MemoryMarshal.Cast<byte, char>(bytes).ToArray();
            List<Difference> differences = CompareWithEmbedded(system);
            // Windows' versions differ for newer scripts (which is why CaseFolding.UseTable exists); the project's table is from one Wine.
            if (OperatingSystem.IsWindows())
                differences = [.. differences.Where(difference => difference.Unit < 0x250)];
            Assert.True(differences.Count == 0,
                $"{differences.Count} units differ, first {differences.FirstOrDefault()}. Rows of the system's table:\n{Rows(system)}");
        }
        finally
        {
            File.Delete(output);
        }
    }

    [Fact]
    public void ATableTakenIsUsedByFoldingComparingAndHashingAtEveryLength()
    {
        char[] table = Current();
        table['ж'] = 'ж';
        table['\uE000'] = '\uE001';
        table['ı'] = 'I';
        List<Difference> differences = [new('ı', 'ı', 'I'), new('ж', 'Ж', 'ж'), new('\uE000', '\uE000', '\uE001')];
        Assert.Equal(differences, CompareWithEmbedded(table));
        CaseFolding.UseTable(table);

        for (int length = 5; length < 80; length++)
        {
            string text = new string('a', length - 5) + "жıё\uE000q", expected = new string('A', length - 5) + "жIЁ\uE001Q";
            char[] folded = new char[length];
            CaseFolding.ToUpper(text, folded);
            Assert.Equal(expected, new string(folded));
            Assert.Equal(NaivePathHash.Hash(expected), PathHash.FoldAndHash(text, folded));
            Assert.Equal(expected, new string(folded));
            Assert.True(CaseFolding.Equals(text, expected));
            Assert.True(CaseFolding.EqualsFolded(expected, text));
            Assert.False(CaseFolding.Equals(text, text.Replace('ж', 'Ж')));
        }

        CaseFolding.UseEmbeddedTable();
        Assert.Equal('Ж', CaseFolding.ToUpper('ж'));
    }

    [Fact]
    public void ATableThatFoldsCyrillicOrWhatHasNoLetterCaseOtherwiseIsToldApart()
    {
        char[] table = Current();
        Assert.True(CaseFolding.HasKnownAlphabets(table));
        foreach (int unit in (int[])[0x0400, 0x0430, 0x044F, 0x0450, 0x045F, 0x2E80, 0x2E81, 0x8000, 0xA63F, 0xABC0, 0xD800, 0xFF40])
        {
            table[unit]++;
            Assert.False(CaseFolding.HasKnownAlphabets(table), $"U+{unit:X4}");
            table[unit]--;
        }

        foreach (int unit in (int[])[0x03FF, 0x0460, 0x2E7F, 0xA640, 0xABBF, 0xFF41])
            table[unit]++;
        Assert.True(CaseFolding.HasKnownAlphabets(table));
        // Folded by the table and then by arithmetic, it would become another letter than if folded once.
        foreach (char lower in "\u0430\u044F\u0450\u045F")
        {
            table[0x0461] = lower;
            Assert.False(CaseFolding.HasKnownAlphabets(table));
        }
    }

    [Fact]
    public void ATableThatTheVectorisedCodeCouldNotFollowIsRefusedAndChangesNothing()
    {
        char[] table = Current();
        table['ж'] = '!';
        table['a'] = 'B';
        ArgumentException error = Assert.ThrowsAny<ArgumentException>(() => CaseFolding.UseTable(table));
        Assert.Contains("U+0061 to U+0042", error.Message, StringComparison.Ordinal);
        table['a'] = 'A';
        table['я'] = 'b';
        error = Assert.ThrowsAny<ArgumentException>(() => CaseFolding.UseTable(table));
        Assert.Contains("U+044F", error.Message, StringComparison.Ordinal);
        Assert.ThrowsAny<ArgumentException>(() => CaseFolding.UseTable(table.AsSpan(1)));
        Assert.Empty(CompareWithEmbedded(Current()));
    }

    public void Dispose() => CaseFolding.UseEmbeddedTable();

    /// <summary>A code unit, and its upper-case forms by the embedded table and by another one.</summary>
    private readonly record struct Difference(char Unit, char Embedded, char Other);

    private static List<Difference> CompareWithEmbedded(ReadOnlySpan<char> table)
    {
        char[] embedded = new char[UpcaseTable.Length];
        UpcaseTable.CopyEmbedded(embedded);
        List<Difference> differences = [];
        for (int unit = 0; unit < embedded.Length; unit++)
        {
            if (table[unit] != embedded[unit])
                differences.Add(new((char)unit, embedded[unit], table[unit]));
        }

        return differences;
    }

    private static char[] Current() => [.. Enumerable.Range(0, 65_536).Select(unit => CaseFolding.ToUpper((char)unit))];

    /// <summary>
    /// Returns a table in the form of UpcaseTable.cs: from each unit that changes, the longer run of stride 1 or 2 with one delta.
    /// </summary>
    private static string Rows(char[] table)
    {
        StringBuilder rows = new();
        int[] changing = [.. Enumerable.Range(0, table.Length).Where(unit => table[unit] != unit)];
        for (int i = 0; i < changing.Length;)
        {
            int first = changing[i], delta = table[first] - first;
            (int count, int stride) = new[] { (Run(1), -1), (Run(2), -2) }.Max();
            rows.AppendLine(FormattableString.Invariant($"0x{first:X4}, 0x{first - ((count - 1) * stride):X4}, {-stride}, {delta},"));
            i += count;

            int Run(int step)
            {
                int n = 1;
                while (i + n < changing.Length && changing[i + n] == first + (n * step)
                    && table[changing[i + n]] - changing[i + n] == delta)
                    n++;
                return n;
            }
        }

        return rows.ToString();
    }
}
