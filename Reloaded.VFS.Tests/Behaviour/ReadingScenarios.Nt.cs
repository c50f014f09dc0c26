namespace Reloaded.VFS.Tests.Behaviour;

public static partial class ReadingScenarios
{
    private static IEnumerable<Scenario> NtOpening() =>
    [
        new("open relative to a handle", """
            ntopen | Data | a.txt
            ntopen | Data | A.TXT
            ntopen | Data | Textures\t1.dds
            ntopen | Data | Textures
            ntopen | . | ModFolder\y.txt
            ntopen | ModFolder | z.txt
            ntopen | ModFolder | inner\deeper\x.txt
            ntopen | ModFolder\inner | deeper
            ntopen | Data\filled | now.txt
            ntopen | Data | only-game.txt
            """),
        new("open relative to a handle what isn't there", """
            ntopen | Data | missing.txt
            ntopen | Data | missing\x
            ntopen | ModFolder | missing.txt
            ntopen | ModFolder | missing\x
            ntopen | ModFolder | ..\Data\a.txt
            ntopen | Data | .\a.txt
            ntopen | Data | a.txt\x
            ntopen | Data | a.txt\
            ntopen | Data | \a.txt
            ntopen | Data | Textures/t1.dds
            """),
        new("open a folder again by an empty name", """
            ntopen | Data | <EMPTY>
            ntopen | ModFolder | <EMPTY>
            """),
        new("open through ntdll by path", """
            ntopen | Data\a.txt
            ntopen | ModFolder\inner
            ntopen | ModFolder
            ntopen | ModFolder\missing
            ntopen | ModFolder\missing\x
            ntopen | \??\<ROOT>\Data\a.txt
            ntopen | \??\<ROOT>\ModFolder\y.txt
            ntopen | \??\<ROOT>\ModFolder\
            ntopen | \??\<ROOT>\ModFolder\y.txt\
            ntopen | \??\<ROOT>\\ModFolder\y.txt
            ntopen | \??\<ROOT>\Data\.\a.txt
            ntopen | \??\<ROOT>\Data/a.txt
            ntopen | \??\<ROOT>\Data\a.txt.
            """),
        new("create with options", """
            ntcreate | 1 | 40 | Data\a.txt
            ntcreate | 1 | 1 | Data\a.txt
            ntcreate | 1 | 40 | ModFolder
            ntcreate | 1 | 1 | ModFolder
            ntcreate | 1 | 1 | ModFolder\inner
            ntcreate | 1 | 40 | ModFolder\y.txt
            ntcreate | 1 | 1 | ModFolder\y.txt
            ntcreate | 1 | 40 | Data | new.txt
            ntcreate | 1 | 1 | Data | Textures
            ntcreate | 2 | 40 | Data\a.txt
            ntcreate | 2 | 40 | ModFolder\y.txt
            ntcreate | 2 | 1 | ModFolder\inner
            """),
        new("duplicate a folder's handle", """
            duplicate | Data | a.txt
            duplicate | Data | a.txt | closesource
            duplicate | ModFolder | y.txt
            duplicate | ModFolder | y.txt | closesource
            duplicate | Untouched | u.txt
            """),
        new("open folders that aren't shared",
            Lines([.. from folder in new[] { "ModFolder", @"ModFolder\inner", @"ModFolder\inner\deeper", "Data", @"Data\Textures" }
            from share in new[] { 0, 1, 2, 6, 7 } from access in new[] { "1", "80", "10000",
                "120089" } select $"ntshare | {access} | {share} | {folder} | 1 | 7 | {folder}"])),
        new("use a folder's handle after its end", """
            stale | Data | a.txt
            stale | ModFolder | y.txt
            ntopen | Data | a.txt
            """),
    ];

    private static IEnumerable<Scenario> NtListing()
    {
        foreach (int number in (int[])[1, 2, 3, 12, 37, 38, 50, 60, 63])
        {
            yield return new Scenario($"list with class {number}", Lines(
                $"ntlist | Data | {number} | 65536 | all",
                $"ntlist | ModFolder | {number} | 65536 | all",
                $"ntlist | Data\\Textures | {number} | 4096 | all | *.dds",
                $"ntlist | . | {number} | 4096 | all"));
            yield return new Scenario($"list one by one with class {number}", Lines(
                $"ntlist | Data | {number} | 1024 | single",
                $"ntlist | ModFolder | {number} | 1024 | single | *.txt",
                $"ntrestart | Data | {number} | 1024 | - | -"));
            yield return new Scenario($"list with small buffers and class {number}",
                Lines([.. Sizes(number).Select(size => $"ntlist | Data | {number} | {size} | all")]));
        }

        yield return new("list many files with any buffer",
            Lines([.. from size in new[] { 150, 512, 1000, 4096, 8192 } from number in new[] { 3, 37 }
            select $"ntlist | Data\\many | {number} | {size} | all"]));
        yield return new("list with patterns",
            Lines([.. from pattern in new[] { "*", "*.txt", "A*", "?.TXT", "new.txt", "NEW.TXT", "missing", "missing*", "*.", "<.txt",
                "a>>>>", "a\"txt",
            "*\"b\"*", "DOS_STAR.<", ".", "..", "*.*", "", "ü*", "*~*" } select $"ntlist | Data | 3 | 4096 | all | {pattern}"]));
        yield return new("list a mod's folder with patterns",
            Lines([.. from pattern in new[] { "*", "*.txt", "y.txt", "Y.TXT", "missing", "inner", "*.", ".." }
            select $"ntlist | ModFolder | 37 | 4096 | all | {pattern}"]));
        yield return new("restart a listing", """
            ntrestart | Data | 3 | 4096 | - | -
            ntrestart | Data | 3 | 4096 | *.txt | -
            ntrestart | Data | 3 | 4096 | *.txt | a*
            ntrestart | Data | 37 | 4096 | - | new.txt
            ntrestart | ModFolder | 3 | 4096 | - | -
            ntrestart | ModFolder | 3 | 4096 | missing | *
            ntrestart | Data\many | 1 | 600 | m* | g*
            """);
        yield return new("list through two handles", """
            ntlistdup | Data | 3 | 4096
            ntlistdup | ModFolder | 37 | 4096
            ntlisttwo | Data | 3 | 4096
            ntlisttwo | ModFolder | 1 | 4096
            """);
        yield return new("change the class in mid-listing", """
            ntlistmix | Data | 4096
            ntlistmix | ModFolder | 4096
            ntlistmix | Data\many | 1000
            """);
        yield return new("listing with an unknown class",
            Lines([
                .. from number in new[] { 0, 4, 5, 6, 29, 32, 33, 76, 77, 78, 79, 1000 } select $"ntlist | Data | {number} | 4096 | all"]));
        yield return new("errors of a listing's start", """
            ntlist | Data\missing | 3 | 4096 | all
            ntlist | Data\only-game.txt | 3 | 4096 | all
            """);
    }

    // Buffer sizes near the smallest: too small for any record, for the first name, for the second one, and some between.
    private static int[] Sizes(int number) =>
        number == 12 ? [0, 8, 12, 14, 16, 20, 24, 40, 100] : [0, 8, 60, 64, 68, 72, 80, 94, 96, 98, 104, 108, 112, 114, 120, 130, 160, 250];

    private static string Lines(params string[] lines) => string.Join('\n', lines);
}
