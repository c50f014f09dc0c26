using System.Diagnostics;
using System.Text.RegularExpressions;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Layout;

/// <summary>
/// Tests of the listing structures against [MS-FSCC] 2.4: their sizes and offsets are the same in 64 and 32 bit (every 8-byte field is at a
/// multiple of 8, and none contains a pointer). <c>Native/layout/directory_information.c</c> makes the C compilers of both confirm the
/// documented declarations.
/// </summary>
public sealed unsafe class DirectoryInformationLayoutTests
{
    /// <summary>Gets the class, sizeof, and the documented offsets; -1 if the structure has no such field.</summary>
    public static TheoryData<FILE_INFORMATION_CLASS, int, int[]> Documented => new()
    {
        // FileNameLength, FileAttributes, EaSize, ReparsePointTag, ShortNameLength, ShortName, FileId, FileId128, FileName
        { FILE_INFORMATION_CLASS.FileDirectoryInformation, 72, [60, 56, -1, -1, -1, -1, -1, -1, 64] },
        { FILE_INFORMATION_CLASS.FileFullDirectoryInformation, 72, [60, 56, 64, -1, -1, -1, -1, -1, 68] },
        { FILE_INFORMATION_CLASS.FileBothDirectoryInformation, 96, [60, 56, 64, -1, 68, 70, -1, -1, 94] },
        { FILE_INFORMATION_CLASS.FileNamesInformation, 16, [8, -1, -1, -1, -1, -1, -1, -1, 12] },
        { FILE_INFORMATION_CLASS.FileIdBothDirectoryInformation, 112, [60, 56, 64, -1, 68, 70, 96, -1, 104] },
        { FILE_INFORMATION_CLASS.FileIdFullDirectoryInformation, 88, [60, 56, 64, -1, -1, -1, 72, -1, 80] },
        { FILE_INFORMATION_CLASS.FileIdGlobalTxDirectoryInformation, 96, [60, 56, -1, -1, -1, -1, 64, -1, 92] },
        { FILE_INFORMATION_CLASS.FileIdExtdDirectoryInformation, 96, [60, 56, 64, 68, -1, -1, -1, 72, 88] },
        { FILE_INFORMATION_CLASS.FileIdExtdBothDirectoryInformation, 120, [60, 56, 64, 68, 88, 90, -1, 72, 114] },
        { FILE_INFORMATION_CLASS.FileId64ExtdDirectoryInformation, 88, [60, 56, 64, 68, -1, -1, 72, -1, 80] },
        { FILE_INFORMATION_CLASS.FileId64ExtdBothDirectoryInformation, 112, [60, 56, 64, 68, 80, 82, 72, -1, 106] },
        { FILE_INFORMATION_CLASS.FileIdAllExtdDirectoryInformation, 104, [60, 56, 64, 68, -1, -1, 72, 80, 96] },
        { FILE_INFORMATION_CLASS.FileIdAllExtdBothDirectoryInformation, 128, [60, 56, 64, 68, 96, 98, 72, 80, 122] },
    };

    [Theory]
    [MemberData(nameof(Documented))]
    public void TheTableOfTheListingIsTheDocumentedOne(FILE_INFORMATION_CLASS informationClass, int size, int[] offsets)
    {
        Assert.True(DirectoryRecordLayout.TryGet(informationClass, out DirectoryRecordLayout layout));
        Assert.Equal(informationClass, layout.Class);
        Assert.Equal(size, layout.Size);
        Assert.True(layout.Size <= DirectoryRecordLayout.MaximumSize);
        int[] actual = [layout.FileNameLength, layout.FileAttributes, layout.EaSize, layout.ReparsePointTag, layout.ShortNameLength,
            layout.ShortName, layout.FileId, layout.FileId128, layout.FileName];
        Assert.Equal(offsets, actual);
    }

    [Theory]
    [MemberData(nameof(Documented))]
    public void TheStructuresAreLaidOutAsDocumented(FILE_INFORMATION_CLASS informationClass, int size, int[] offsets)
    {
        (int actualSize, int[] actual) = informationClass switch
        {
            FILE_INFORMATION_CLASS.FileDirectoryInformation => Directory(),
            FILE_INFORMATION_CLASS.FileFullDirectoryInformation => FullDirectory(),
            FILE_INFORMATION_CLASS.FileBothDirectoryInformation => BothDirectory(),
            FILE_INFORMATION_CLASS.FileNamesInformation => Names(),
            FILE_INFORMATION_CLASS.FileIdBothDirectoryInformation => IdBoth(),
            FILE_INFORMATION_CLASS.FileIdFullDirectoryInformation => IdFull(),
            FILE_INFORMATION_CLASS.FileIdGlobalTxDirectoryInformation => IdGlobalTx(),
            FILE_INFORMATION_CLASS.FileIdExtdDirectoryInformation => IdExtd(),
            FILE_INFORMATION_CLASS.FileIdExtdBothDirectoryInformation => IdExtdBoth(),
            FILE_INFORMATION_CLASS.FileId64ExtdDirectoryInformation => Id64Extd(),
            FILE_INFORMATION_CLASS.FileId64ExtdBothDirectoryInformation => Id64ExtdBoth(),
            FILE_INFORMATION_CLASS.FileIdAllExtdDirectoryInformation => IdAllExtd(),
            _ => IdAllExtdBoth(),
        };
        Assert.Equal(size, actualSize);
        Assert.Equal(offsets, actual);
    }

    [Fact]
    public void WhatComesBeforeTheAttributesIsTheSameInEveryClass()
    {
        FILE_DIRECTORY_INFORMATION d;
        byte* s = (byte*)&d;
        int[] expected = [0, 4, 8, 16, 24, 32, 40, 48];
        Assert.Equal(expected,
            (int[])[Offset(s, &d.NextEntryOffset), Offset(s, &d.FileIndex), Offset(s, &d.CreationTime), Offset(s, &d.LastAccessTime),
                Offset(s, &d.LastWriteTime), Offset(s, &d.ChangeTime), Offset(s, &d.EndOfFile), Offset(s, &d.AllocationSize)]);
        FILE_ID_GLOBAL_TX_DIR_INFORMATION t;
        s = (byte*)&t;
        expected = [72, 88];
        Assert.Equal(expected, (int[])[Offset(s, &t.LockingTransactionId), Offset(s, &t.TxInfoFlags)]);
        Assert.Equal(16, sizeof(FILE_ID_128));
    }

    [Fact]
    public void ClassesThatListNoFolderAreNotMerged()
    {
        FILE_INFORMATION_CLASS[] listed = [.. Documented.Select(row => (FILE_INFORMATION_CLASS)row[0])];
        for (uint i = 0; i < 200; i++)
            Assert.Equal(listed.Contains((FILE_INFORMATION_CLASS)i), DirectoryRecordLayout.TryGet((FILE_INFORMATION_CLASS)i, out _));
    }

    [RealProcessTheory(Needs.WindowsPrograms)]
    [InlineData("x86_64-w64-mingw32-gcc")]
    [InlineData("i686-w64-mingw32-gcc")]
    public void TheCompilersOfBothWidthsAgree(string compiler)
    {
        string? path = Executables.Find(compiler);
        Assert.True(path is not null, $"{compiler} isn't on PATH; build/setup.sh installs it.");
        // The numbers for the compiler are those of the table above.
        List<string> arguments = ["-fsyntax-only", "-Wall", "-Werror",
            Path.Combine(RepositoryFolders.NativeSources, "layout", "directory_information.c")];
        foreach (object[] row in Documented)
        {
            string name = Regex.Replace(((FILE_INFORMATION_CLASS)row[0]).ToString(), "^File|Information$", "");
            arguments.Add($"-DSIZE_{name}={row[1]}");
            arguments.Add($"-DNAME_{name}={((int[])row[2])[8]}");
        }

        using Process process = Process.Start(new ProcessStartInfo(path, arguments) { RedirectStandardError = true })!;
        string errors = process.StandardError.ReadToEnd();
        process.WaitForExit();
        Assert.True(process.ExitCode == 0, errors);
    }

    private static int Offset(void* start, void* field) => (int)((byte*)field - (byte*)start);

    private static (int Size, int[] Offsets) Directory()
    {
        FILE_DIRECTORY_INFORMATION r;
        return (sizeof(FILE_DIRECTORY_INFORMATION),
            [Offset(&r, &r.FileNameLength), Offset(&r, &r.FileAttributes), -1, -1, -1, -1, -1, -1, Offset(&r, &r.FileName)]);
    }

    private static (int Size, int[] Offsets) FullDirectory()
    {
        FILE_FULL_DIR_INFORMATION r;
        return (sizeof(FILE_FULL_DIR_INFORMATION),
            [Offset(&r, &r.FileNameLength), Offset(&r, &r.FileAttributes), Offset(&r, &r.EaSize), -1, -1, -1, -1, -1,
                Offset(&r, &r.FileName)]);
    }

    private static (int Size, int[] Offsets) BothDirectory()
    {
        FILE_BOTH_DIR_INFORMATION r;
        return (sizeof(FILE_BOTH_DIR_INFORMATION),
            [Offset(&r, &r.FileNameLength), Offset(&r, &r.FileAttributes), Offset(&r, &r.EaSize), -1, Offset(&r, &r.ShortNameLength),
                Offset(&r, r.ShortName), -1, -1, Offset(&r, &r.FileName)]);
    }

    private static (int Size, int[] Offsets) Names()
    {
        FILE_NAMES_INFORMATION r;
        return (sizeof(FILE_NAMES_INFORMATION), [Offset(&r, &r.FileNameLength), -1, -1, -1, -1, -1, -1, -1, Offset(&r, &r.FileName)]);
    }

    private static (int Size, int[] Offsets) IdBoth()
    {
        FILE_ID_BOTH_DIR_INFORMATION r;
        return (sizeof(FILE_ID_BOTH_DIR_INFORMATION),
            [Offset(&r, &r.FileNameLength), Offset(&r, &r.FileAttributes), Offset(&r, &r.EaSize), -1, Offset(&r, &r.ShortNameLength),
                Offset(&r, r.ShortName), Offset(&r, &r.FileId), -1, Offset(&r, &r.FileName)]);
    }

    private static (int Size, int[] Offsets) IdFull()
    {
        FILE_ID_FULL_DIR_INFORMATION r;
        return (sizeof(FILE_ID_FULL_DIR_INFORMATION),
            [Offset(&r, &r.FileNameLength), Offset(&r, &r.FileAttributes), Offset(&r, &r.EaSize), -1, -1, -1, Offset(&r, &r.FileId), -1,
                Offset(&r, &r.FileName)]);
    }

    private static (int Size, int[] Offsets) IdGlobalTx()
    {
        FILE_ID_GLOBAL_TX_DIR_INFORMATION r;
        return (sizeof(FILE_ID_GLOBAL_TX_DIR_INFORMATION),
            [Offset(&r, &r.FileNameLength), Offset(&r, &r.FileAttributes), -1, -1, -1, -1, Offset(&r, &r.FileId), -1,
                Offset(&r, &r.FileName)]);
    }

    private static (int Size, int[] Offsets) IdExtd()
    {
        FILE_ID_EXTD_DIR_INFORMATION r;
        return (sizeof(FILE_ID_EXTD_DIR_INFORMATION),
            [Offset(&r, &r.FileNameLength), Offset(&r, &r.FileAttributes), Offset(&r, &r.EaSize), Offset(&r, &r.ReparsePointTag), -1, -1,
                -1, Offset(&r, &r.FileId), Offset(&r, &r.FileName)]);
    }

    private static (int Size, int[] Offsets) IdExtdBoth()
    {
        FILE_ID_EXTD_BOTH_DIR_INFORMATION r;
        return (sizeof(FILE_ID_EXTD_BOTH_DIR_INFORMATION),
            [Offset(&r, &r.FileNameLength), Offset(&r, &r.FileAttributes), Offset(&r, &r.EaSize), Offset(&r, &r.ReparsePointTag),
                Offset(&r, &r.ShortNameLength), Offset(&r, r.ShortName), -1, Offset(&r, &r.FileId), Offset(&r, &r.FileName)]);
    }

    private static (int Size, int[] Offsets) Id64Extd()
    {
        FILE_ID_64_EXTD_DIR_INFORMATION r;
        return (sizeof(FILE_ID_64_EXTD_DIR_INFORMATION),
            [Offset(&r, &r.FileNameLength), Offset(&r, &r.FileAttributes), Offset(&r, &r.EaSize), Offset(&r, &r.ReparsePointTag), -1, -1,
                Offset(&r, &r.FileId), -1, Offset(&r, &r.FileName)]);
    }

    private static (int Size, int[] Offsets) Id64ExtdBoth()
    {
        FILE_ID_64_EXTD_BOTH_DIR_INFORMATION r;
        return (sizeof(FILE_ID_64_EXTD_BOTH_DIR_INFORMATION),
            [Offset(&r, &r.FileNameLength), Offset(&r, &r.FileAttributes), Offset(&r, &r.EaSize), Offset(&r, &r.ReparsePointTag),
                Offset(&r, &r.ShortNameLength), Offset(&r, r.ShortName), Offset(&r, &r.FileId), -1, Offset(&r, &r.FileName)]);
    }

    private static (int Size, int[] Offsets) IdAllExtd()
    {
        FILE_ID_ALL_EXTD_DIR_INFORMATION r;
        return (sizeof(FILE_ID_ALL_EXTD_DIR_INFORMATION),
            [Offset(&r, &r.FileNameLength), Offset(&r, &r.FileAttributes), Offset(&r, &r.EaSize), Offset(&r, &r.ReparsePointTag), -1, -1,
                Offset(&r, &r.FileId), Offset(&r, &r.FileId128), Offset(&r, &r.FileName)]);
    }

    private static (int Size, int[] Offsets) IdAllExtdBoth()
    {
        FILE_ID_ALL_EXTD_BOTH_DIR_INFORMATION r;
        return (sizeof(FILE_ID_ALL_EXTD_BOTH_DIR_INFORMATION),
            [Offset(&r, &r.FileNameLength), Offset(&r, &r.FileAttributes), Offset(&r, &r.EaSize), Offset(&r, &r.ReparsePointTag),
                Offset(&r, &r.ShortNameLength), Offset(&r, r.ShortName), Offset(&r, &r.FileId), Offset(&r, &r.FileId128),
                Offset(&r, &r.FileName)]);
    }
}
