namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>The calls with which a game may read its folder.</summary>
public static partial class ReadingScenarios
{
    /// <summary>Scenarios that see nothing of any mod (Wine 8 lacks classes 60 and 63).</summary>
    public static readonly HashSet<string> SameWithoutMods =
    [
        "paths beyond a mod's file", "list with small buffers and class 60", "list with small buffers and class 63",
        "read what no mod has", "missing files in the game's folders", "a folder that no mod has", "listing with an unknown class",
        "errors of a listing's start",
    ];

    /// <summary>Gets all scenarios.</summary>
    public static IReadOnlyList<Scenario> All { get; } =
    [
        .. Opening(), .. Attributes(), .. Finding(), .. Mapping(), .. NtOpening(), .. NtListing(),
    ];

    private static IEnumerable<Scenario> Opening() =>
    [
        new("read replaced and added files", """
            read | Data\a.txt
            read | Data\b.txt
            read | Data\new.txt
            read | Data\only-first.txt
            read | Data\BIG2.bin
            read | Data\zero.bin
            read | Data\ümlaut 日本.txt
            read | Data\añadido ñ.txt
            read | Data\.dotfile
            """),
        new("read what no mod has", """
            read | Data\only-game.txt
            read | Data\big.bin
            read | readme.txt
            read | Untouched\u.txt
            read | Data\long name with spaces.txt
            """),
        new("read by absolute path", """
            read | <ROOT>\Data\a.txt
            read | <ROOT>\ModFolder\y.txt
            read | <ROOT>\Data\only-game.txt
            """),
        new("read with the long-path prefix", """
            read | \\?\<ROOT>\Data\a.txt
            read | \\?\<ROOT>\ModFolder\inner\deeper\x.txt
            read | \\?\<ROOT>\Data\missing.txt
            read | \\.\<ROOT>\Data\a.txt
            """),
        new("read with forward slashes", """
            read | Data/a.txt
            read | <ROOT/>/Data/a.txt
            read | Data/../Data/./a.txt
            read | Data\\a.txt
            read | ModFolder/inner/..//y.txt
            """),
        new("read in any letter case", """
            read | DATA\A.TXT
            read | data\NEW.txt
            read | modfolder\INNER\DEEPER\X.TXT
            read | DATA\ÜMLAUT 日本.TXT
            read | data\AÑADIDO Ñ.TXT
            read | data\ONLY-GAME.TXT
            """),
        new("read with trailing dots and blanks", """
            read | Data\a.txt.
            read | Data\new.txt...
            read | Data\new.txt<BLANK><BLANK>
            read | Data.\a.txt
            read | ModFolder.\y.txt
            read | \\?\<ROOT>\Data\a.txt.
            """),
        new("read through the C library", """
            fopen | Data\a.txt
            fopen | Data\new.txt
            fopen | ModFolder/y.txt
            fopen | Data\only-game.txt
            fopen | Data\missing.txt
            """),
        new("missing files in the game's folders", """
            read | Data\missing.txt
            read | Data\missing\missing.txt
            read | Untouched\missing.txt
            read | missing.txt
            read | Data\a.txt\below-a-file
            read | Data
            read | Data\a*.txt
            read | <EMPTY>
            """),
        new("missing files in mods' folders", """
            read | ModFolder\missing.txt
            read | ModFolder\missing\missing.txt
            read | ModFolder\y.txt\below-a-file
            read | ModFolder
            read | ModFolder\inner
            read | ModFolder\nothing\x
            read | Data\Textures\Third Folder\missing.txt
            read | ModFolder\y.txt\
            read | Data\only-first.txt\
            read | ModFolder\?.txt
            """),
        new("paths beyond a mod's file", """
            read | Data\only-first.txt\x
            read | Data\only-first.txt\x\y
            attributes | Data\only-first.txt\x
            attributes | Data\only-first.txt\x\y
            attributes | Data\a.txt\x
            """),
        new("read relative to a folder that only mods have", """
            chdir | ModFolder
            read | y.txt
            read | inner\deeper\x.txt
            read | ..\Data\a.txt
            chdir | inner
            read | ..\z.txt
            read | deeper\x.txt
            read | missing.txt
            chdir | missing
            chdir | deeper
            find | *
            """),
        new("read relative to a merged folder", """
            chdir | Data
            read | a.txt
            read | new.txt
            read | only-game.txt
            read | Textures\t3.dds
            find | *.txt
            chdir | textures
            read | t1.dds
            read | t2.dds
            read | sub\added.dds
            attributes | sub\deep.dds
            attributes | ..\new.txt
            """),
        new("folders as current directory", """
            chdir | ModFolder
            chdir | <ROOT>\ModFolder\nothing
            chdir | <ROOT>\Data\Textures\Third Folder
            chdir | <ROOT>\Data\filled
            chdir | <ROOT>\Data\new.txt
            chdir | <ROOT>\nowhere
            chdir | <ROOT>/modfolder/inner/
            """),
    ];

    private static IEnumerable<Scenario> Attributes() =>
    [
        new("attributes of files", """
            attributes | Data\a.txt
            attributes | Data\b.txt
            attributes | Data\new.txt
            attributes | Data\readonly.txt
            attributes | Data\.dotfile
            attributes | Data\only-game.txt
            attributes | DATA\NEW.TXT
            attributes | Data\missing.txt
            attributes | ModFolder\missing.txt
            attributes | ModFolder\missing\missing.txt
            attributes | nowhere\missing.txt
            """),
        new("attributes of folders", """
            attributes | ModFolder
            attributes | ModFolder\
            attributes | ModFolder\inner
            attributes | ModFolder\nothing
            attributes | Data
            attributes | Data\empty
            attributes | Data\filled
            attributes | Data\Textures\Third Folder
            attributes | .
            attributes | ModFolder\..
            attributes | <ROOT>
            """),
        new("sizes and times", """
            attributesex | Data\a.txt
            attributesex | Data\old.txt
            attributesex | Data\new.txt
            attributesex | Data\BIG2.bin
            attributesex | Data\zero.bin
            attributesex | Data\only-game.txt
            attributesex | Data\readonly.txt
            attributesex | Data
            attributesex | ModFolder
            attributesex | ModFolder\nothing
            attributesex | Data\missing.txt
            attributesex | ModFolder\missing\x
            """),
        new("information by handle", """
            info | Data\a.txt
            info | Data\old.txt
            info | Data\new.txt
            info | ModFolder\y.txt
            info | Data\only-game.txt
            info | Data\missing.txt
            """),
        new("information by handle of folders", """
            info | ModFolder\inner
            info | ModFolder
            info | Data\filled
            info | ModFolder\missing
            """),
        new("attributes through ntdll", """
            ntattributes | Data\a.txt
            ntattributes | Data\old.txt
            ntattributes | ModFolder
            ntattributes | ModFolder\missing
            ntattributes | ModFolder\missing\x
            ntattributes | Data\missing
            ntfullattributes | Data\a.txt
            ntfullattributes | Data\zero.bin
            ntfullattributes | Data\BIG2.bin
            ntfullattributes | ModFolder\inner
            ntfullattributes | ModFolder\missing
            ntfullattributes | Data\only-game.txt
            """),
        new("attributes relative to a handle", """
            ntattributes | Data | a.txt
            ntattributes | Data | Textures\t1.dds
            ntattributes | Data | missing
            ntattributes | ModFolder | y.txt
            ntattributes | ModFolder | inner\deeper
            ntattributes | ModFolder\inner | deeper\x.txt
            ntattributes | . | ModFolder\z.txt
            ntfullattributes | Data | new.txt
            ntfullattributes | ModFolder | z.txt
            ntfullattributes | ModFolder | missing.txt
            """)
        {
            // Wine 8 ignores the handle in these two functions.
            OracleOnWine = """
                ntattributes | Data\a.txt
                ntattributes | Data\Textures\t1.dds
                ntattributes | Data\missing
                ntattributes | ModFolder\y.txt
                ntattributes | ModFolder\inner\deeper
                ntattributes | ModFolder\inner\deeper\x.txt
                ntattributes | ModFolder\z.txt
                ntfullattributes | Data\new.txt
                ntfullattributes | ModFolder\z.txt
                ntfullattributes | ModFolder\missing.txt
                """,
        },
    ];

    private static IEnumerable<Scenario> Finding() =>
    [
        new("find everything", """
            find | *
            find | Data\*
            find | Data\*.*
            find | ModFolder\*
            find | Data\Textures\*
            find | Data\empty\*
            find | Data\filled\*
            find | ModFolder\nothing\*
            """),
        new("find by pattern", """
            find | Data\*.txt
            find | Data\a*
            find | Data\?.txt
            find | Data\*.b*
            find | Data\*.
            find | Data\n*w*
            find | Data\*gz
            find | DATA\*.TXT
            find | Data\BIG?.bin
            find | Data\ü*
            find | Data\*.nothing
            find | ModFolder\*.txt
            find | ModFolder\?
            """),
        new("find with the old wildcards", """
            find | Data\a.???
            find | Data\????????.txt
            find | Data\*.?
            find | Data\n?????
            find | Data\<.txt
            find | Data\"
            find | Data\*a*.t*
            find | Data\*.*.*
            find | Data\??????????????????????
            """),
        new("find one name", """
            find | Data\a.txt
            find | Data\NEW.TXT
            find | Data\only-game.txt
            find | ModFolder
            find | modfolder\INNER
            find | Data\missing.txt
            find | ModFolder\missing.txt
            find | ModFolder\missing\x
            find | nowhere\*
            find | Data\a.txt\*
            find | ModFolder\y.txt\*
            find | Data\
            find | ModFolder\
            """),
        new("find with levels and flags", """
            findex | Data\* | 1 | 0 | 2
            findex | Data\*.txt | 1 | 0 | 0
            findex | Data\* | 0 | 1 | 0
            findex | ModFolder\* | 1 | 0 | 2
            findex | ModFolder\* | 0 | 1 | 2
            findex | Data\many\* | 1 | 0 | 2
            findex | Data\many\m*5.txt | 0 | 0 | 0
            findex | Data\* | 9 | 0 | 0
            """),
        new("find with paths in any form", """
            find | <ROOT>\ModFolder\*
            find | \\?\<ROOT>\ModFolder\*
            find | <ROOT/>/modfolder/*
            find | ModFolder\inner\..\*
            find | Data\many\*9.txt
            """),
        new("walk the whole tree", """
            tree | .
            tree | <ROOT>
            tree | ModFolder
            """),
        new("a folder that no mod has", """
            find | Untouched\*
            tree | Untouched
            attributes | Untouched
            ntlist | Untouched | 3 | 4096 | all
            """),
    ];

    private static IEnumerable<Scenario> Mapping() =>
    [
        new("map files", """
            map | Data\a.txt
            map | Data\BIG2.bin
            map | Data\Textures\t1.dds
            map | Data\only-game.txt
            map | Data\zero.bin
            map | ModFolder\y.txt
            """),
        new("map programs", """
            map | Data\plugin.dll | image
            map | ModFolder\mod-only.dll | image
            map | Data\game-only.dll | image
            map | Data\a.txt | image
            """),
        new("load libraries", """
            load | <ROOT>\Data\plugin.dll
            load | <ROOT>\ModFolder\mod-only.dll
            load | <ROOT>\Data\game-only.dll
            load | Data\plugin.dll
            load | ModFolder\mod-only.dll
            load | <ROOT>\ModFolder\missing.dll
            load | <ROOT>\data\PLUGIN
            """),
        new("load a library from the current directory", """
            chdir | ModFolder
            load | .\mod-only.dll
            load | mod-only
            load | ..\Data\plugin.dll
            """),
    ];
}
