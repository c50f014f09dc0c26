namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>The spellings of a path, in commands of the probe.</summary>
internal static class SpellingScenarios
{
    /// <summary>Gets all scenarios.</summary>
    public static readonly Scenario[] All =
    [
        new("prefixes of Win32", """
            read | <ROOT>\Data\a.txt
            read | \\?\<ROOT>\Data\a.txt
            read | \\.\<ROOT>\Data\a.txt
            read | \??\<ROOT>\Data\a.txt
            attributes | \\.\<ROOT>\Data\only-mod.txt
            attributes | \\?\<ROOT>\ModFolder\inner
            find | \\.\<ROOT>\Data\*
            read | //?/<ROOT/>/Data/a.txt
            read | //./<ROOT/>/Data/a.txt
            """),
        new("prefixes of NT", """
            readraw | \??\<ROOT>\Data\a.txt
            readraw | \DosDevices\<ROOT>\Data\a.txt
            readraw | \dosdevices\<ROOT>\data\A.TXT
            readraw | <ROOT>\Data\a.txt
            readraw | \\?\<ROOT>\Data\a.txt
            readraw | \??\<ROOT>\Data/a.txt
            readraw | \??\<ROOT>\Data\.\a.txt
            readraw | \??\<ROOT>\Data\..\Data\a.txt
            readraw | \??\<ROOT>\Data\\a.txt
            readraw | \??\<ROOT>\Data\a.txt\
            """),
        new("two backslashes behind the drive", """
            readraw | \??\<DRIVE>\<ROOT-ON-VOLUME>\Data\a.txt
            readraw | \??\<DRIVE>\<ROOT-ON-VOLUME>\Data\only-mod.txt
            readraw | \DosDevices\<DRIVE>\<ROOT-ON-VOLUME>\data\A.TXT
            readraw | \??\<DRIVE>\\<ROOT-ON-VOLUME>\Data\a.txt
            readraw | \??\<DRIVE>\\\<ROOT-ON-VOLUME>\Data\only-mod.txt
            readraw | \??\\<ROOT>\Data\a.txt
            readraw | \\??\<ROOT>\Data\a.txt
            readraw | \??\<ROOT>\\Data\a.txt
            readraw | \??\<ROOT>\Data\a.txt\\
            readraw | \??\<DRIVE>\<ROOT-ON-VOLUME>\rvfs\mods\order.txt
            read | \\?\<DRIVE>\<ROOT-ON-VOLUME>\Data\a.txt
            read | \\?\<DRIVE>\<ROOT-ON-VOLUME>\ModFolder\inner\x.txt
            attributes | \\?\<DRIVE>\<ROOT-ON-VOLUME>\ModFolder
            find | \\?\<DRIVE>\<ROOT-ON-VOLUME>\Data\*
            """),
        new("through the root of names", """
            read | \\?\GLOBALROOT\??\<ROOT>\Data\a.txt
            read | \\?\GLOBALROOT\DosDevices\<ROOT>\Data\a.txt
            read | \\?\GLOBALROOT\GLOBAL??\<ROOT>\Data\a.txt
            read | \\?\globalroot\??\<ROOT>\data\only-MOD.txt
            read | \\?\GLOBALROOT<DEVICE><ROOT-ON-VOLUME>\Data\a.txt
            read | \\?\GLOBALROOT<DEVICE><ROOT-ON-VOLUME>\ModFolder\inner\x.txt
            readraw | <DEVICE><ROOT-ON-VOLUME>\Data\a.txt
            find | \\?\GLOBALROOT<DEVICE><ROOT-ON-VOLUME>\Data\*
            readraw | \GLOBAL??\<ROOT>\Data\a.txt
            readraw | \global??\<ROOT>\ModFolder\inner\x.txt
            """)
        {
            OracleOnWine = """
                read | <ROOT>\Data\a.txt
                read | <ROOT>\Data\a.txt
                read | <ROOT>\Data\a.txt
                read | <ROOT>\data\only-MOD.txt
                read | <ROOT>\Data\a.txt
                read | <ROOT>\ModFolder\inner\x.txt
                readraw | \??\<ROOT>\Data\a.txt
                find | <ROOT>\Data\*
                readraw | \??\<ROOT>\Data\a.txt
                readraw | \??\<ROOT>\ModFolder\inner\x.txt
                """,
        },
        ToNtDll("a device's name in ntdll's calls", "<DEVICE><ROOT-ON-VOLUME>"),
        ToNtDll("the root of all drive letters in ntdll's calls", @"\GLOBAL??\<ROOT>"),
        new("volume GUIDs", """
            read | <VOLUME><ROOT-ON-VOLUME>\Data\a.txt
            read | <VOLUME><ROOT-ON-VOLUME>\MODFOLDER\inner\x.txt
            attributes | <VOLUME><ROOT-ON-VOLUME>\ModFolder
            find | <VOLUME><ROOT-ON-VOLUME>\Data\*
            """)
        {
            OracleOnWine = """
                read | <ROOT>\Data\a.txt
                read | <ROOT>\MODFOLDER\inner\x.txt
                attributes | <ROOT>\ModFolder
                find | <ROOT>\Data\*
                """,
        },
        new("Unix paths", """
            read | \\?\unix<ROOT-ON-VOLUME>\Data\a.txt
            read | \\?\unix<ROOT-ON-VOLUME>\ModFolder\inner\x.txt
            attributes | \\?\unix<ROOT-ON-VOLUME>\Data\only-mod.txt
            readraw | \??\unix<ROOT-ON-VOLUME>\Data\a.txt
            find | \\?\unix<ROOT-ON-VOLUME>\Data\*
            """),
        new("relative to a drive and to the current directory", """
            read | <ROOT-ON-VOLUME>\Data\a.txt
            read | <DRIVE>Data\a.txt
            read | Data\a.txt
            read | .\Data\a.txt
            chdir | Data
            read | a.txt
            read | <DRIVE>a.txt
            read | ..\ModFolder\inner\x.txt
            chdir | ..\ModFolder
            read | y.txt
            read | <DRIVE>inner\x.txt
            read | .\inner\..\y.txt
            """),
        new("relative to the process's own handle of its current directory", """
            readfromcwd | Data\a.txt
            readfromcwd | data\ONLY-mod.txt
            readfromcwd | ModFolder\inner\x.txt
            readfromcwd | Data\only-game.txt
            readfromcwd | missing.txt
            """),
        new("relative to copied handles", """
            readfromcopy | Data | a.txt
            readfromcopy | . | ModFolder\inner\x.txt
            readfromcopy | ModFolder | inner\x.txt
            readfromcopy | ModFolder\inner | X.TXT
            readfromcopy | <VOLUME><ROOT-ON-VOLUME>\Data | a.txt
            readfromcopy | \\?\unix<ROOT-ON-VOLUME>\Data | a.txt
            readfromcopy | \\?\GLOBALROOT\??\<ROOT>\ModFolder | inner\x.txt
            """)
        {
            OracleOnWine = """
                readfromcopy | Data | a.txt
                readfromcopy | . | ModFolder\inner\x.txt
                readfromcopy | ModFolder | inner\x.txt
                readfromcopy | ModFolder\inner | X.TXT
                readfromcopy | Data | a.txt
                readfromcopy | Data | a.txt
                readfromcopy | ModFolder | inner\x.txt
                """,
        },
        new("slashes and dots", """
            read | <ROOT/>/Data/a.txt
            read | <ROOT/>/Data\a.txt
            read | Data/./a.txt
            read | Data//a.txt
            read | Data\.\..\Data\a.txt
            read | Nowhere\..\Data\a.txt
            read | ModFolder\..\..\game\Data\a.txt
            read | Data\a.txt\..\a.txt
            """),
        new("trailing dots and blanks", """
            read | Data\a.txt.
            read | Data\a.txt...
            read | Data\a.txt<BLANK>
            read | Data.\a.txt
            read | Data \a.txt
            read | \\?\<ROOT>\Data\a.txt.
            read | \\?\<ROOT>\Data\a.txt<BLANK>
            read | \\.\<ROOT>\Data\a.txt.
            attributes | ModFolder.
            attributes | ModFolder\
            """),
        new("alternate data streams", """
            read | Data\a.txt::$DATA
            read | Data\a.txt:
            read | Data\a.txt:missing
            read | Data\only-game.txt:missing
            read | Data\missing.txt:stream
            attributes | Data\a.txt::$DATA
            create | Data\a.txt:stream | in a stream
            read | Data\a.txt:stream
            read | Data\a.txt
            """),
        new("8.3 names", """
            readshort | Data\a name that is long.text
            readshort | Data\only-mod.txt
            readshort | A folder of a mod\a file of a mod.text
            readshort | Data\another long name of the game.text
            readmixed | Data\a name that is long.text
            readmixed | Data\only-mod.txt
            readmixed | A folder of a mod\a file of a mod.text
            readmixed | Data\another long name of the game.text
            """),
        new("file ids", """
            byid | Data\a.txt | .
            byid | Data\only-game.txt | .
            byid | Data\a.txt | Data
            byid | Data\only-mod.txt | Data
            byid | Data\only-game.txt | Data
            byid | ModFolder\inner\x.txt | ModFolder
            byid | ModFolder\inner\x.txt | .
            byid | Data\a.txt | ModFolder
            byid | Data | Data
            byid | . | Data
            byid | ModFolder | ModFolder
            """),
        new("a backslash behind a file's name", """
            attributes | Data\a.txt\
            attributesex | Data\a.txt\
            attributes | Data\only-mod.txt\
            attributes | Data\only-game.txt\
            attributes | ModFolder\inner\x.txt\
            attributes | Data\missing.txt\
            ntattributes | Data\only-mod.txt\
            ntfullattributes | Data\only-mod.txt\
            ntopen | Data\only-mod.txt\
            read | Data\only-mod.txt\
            create | Data\only-mod.txt\ | never
            create | ModFolder\inner\x.txt\ | never
            read | Data\only-mod.txt
            tree | .
            """),
        new("letter case", """
            read | DATA\A.TXT
            read | dAtA\oNlY-mOd.TxT
            read | \\?\<ROOT>\mODfOLDER\INNER\x.TXT
            read | data\ümlaut.txt
            read | data\ÜMLAUT.TXT
            """),
    ];

    /// <summary>
    /// Returns a scenario with files and folders of the game, of a mod and of both, each under a name that only ntdll's functions accept.
    /// </summary>
    private static Scenario ToNtDll(string name, string game)
    {
        string[] files = [@"Data\a.txt", @"Data\only-game.txt", @"Data\only-mod.txt", @"ModFolder\y.txt", @"Data\missing.txt",
            @"ModFolder\missing.txt", @"GameFolder\g.txt", "game.exe"];
        string[] folders = ["", @"\Data", @"\ModFolder", @"\ModFolder\inner", @"\GameFolder", @"\Nowhere"];
        string Commands(string root) => string.Join('\n', [
            .. files.SelectMany(file =>
                (string[])[$@"ntopen | {root}\{file}", $@"ntattributes | {root}\{file}", $@"ntfullattributes | {root}\{file}"]),
            .. folders.SelectMany(folder => (string[])[$"ntopen | {root}{folder}", $"ntattributes | {root}{folder}",
                $"ntlist | {root}{folder} | 37 | 4096 | all", $"ntlist | {root}{folder} | 1 | 300 | single | *.txt"]),
            $@"readfromcopy | {root}\Data | only-game.txt", $@"readfromcopy | {root}\Data | only-mod.txt",
            $@"readfromcopy | {root}\ModFolder | inner\x.txt",
            $@"ntcreate | 2 | 40 | {root}\Data\new.txt", @"attributes | Data\new.txt", $@"ntlist | {root}\Data | 12 | 4096 | all",
            $@"ntdelete | {root}\Data\new.txt", @"attributes | Data\new.txt"]);
        return new Scenario(name, Commands(game)) { OracleOnWine = Commands(@"\??\<ROOT>") };
    }
}
