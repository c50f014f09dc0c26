using Reloaded.VFS.Mods.Scanning;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Mods.Scanning;

/// <summary>Tests that the reader which calls Linux directly finds the same as the oracle, .NET's enumeration.</summary>
public sealed class LinuxFolderReaderTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose()
    {
        // .NET doesn't delete folders whose names aren't UTF-8.
        if (OperatingSystem.IsLinux())
            TemporaryFolder.Shell("rm -rf -- \"$1\"", _folder.Root);
        _folder.Dispose();
    }

    /// <summary>
    /// Names of all kinds: not UTF-8, with line breaks, as long as possible, links of every kind, and entries that are neither files nor
    /// folders.
    /// </summary>
    [LinuxFact]
    public void OddNamesAreThoseOfTheEnumeration()
    {
        foreach (string file in new[]
        {
            "plain.txt", ".hidden", "Größe", "模组 😀.txt", "back\\slash", "\uFFFD", new string('x', 255), "..three", "...", "~", " ",
            "folder/inside", "größe/inside", ".hidden folder/inside",
        })
        {
            _folder.File(file);
        }

        TemporaryFolder.Shell("""
            cd "$1"
            touch $'line\nbreak' $'\xff\xfe' $'half\xc3' $'\xed\xa0\x80' $'\xc0\xae' "$(printf 'ж%.0s' {1..127})"
            mkdir $'\xe9t\xe9' $'new\nfolder'
            mkfifo pipe $'pipe\xff'
            ln -s plain.txt 'link to a file'
            ln -s folder 'link to a folder'
            ln -s 'link to a folder' 'link to a link'
            ln -s "$1" 'link to what it is in'
            ln -s nowhere 'link to nowhere'
            ln -s circle circle
            ln -s folder $'link\xff'
            ln -s $'\xe9t\xe9' 'link to what is not UTF-8'
            ln -s /dev 'link out of it'
            ln plain.txt 'hard link'
            """, _folder.Root);
        AssertSame(_folder.Root);
        Assert.Equal(34, Read(_folder.Root, FolderReader.Read).Count);
        foreach (string folder in new[]
        {
            "folder", "größe", "link to a folder", "link to a link", ".hidden folder", "folder/../größe", "folder/.", "new\nfolder",
            "folder/", "link to what it is in/folder",
        })
        {
            AssertSame(Path.Join(_folder.Root, folder));
        }

        foreach (string folder in new[] { "/", "/dev", "/proc/self/fd", "/proc/self/task" })
            AssertSame(folder, isStill: folder is "/" or "/dev");
    }

    /// <summary>An unreadable folder causes the same exception.</summary>
    [LinuxFact]
    public void WhatCannotBeReadThrowsTheSame()
    {
        _folder.File("file");
        foreach (string path in new[]
        {
            _folder.At("missing"), _folder.At("file"), _folder.At("missing/below"), "", "a\0b", _folder.At("a\0b"),
            _folder.At(new string('x', 256)), _folder.At(new string('y', 5000)), _folder.At("\uD800"),
        })
        {
            Exception expected = Assert.ThrowsAny<Exception>(() => FolderReader.Enumerate(path, (_, _, _) => { }));
            Exception actual = Assert.ThrowsAny<Exception>(() => FolderReader.Read(path, (_, _, _) => { }));
            Assert.Equal((expected.GetType(), expected.Message, expected.HResult), (actual.GetType(), actual.Message, actual.HResult));
        }
    }

    /// <summary>Reads more names than one system call returns, and a folder while another one is being read.</summary>
    [LinuxFact]
    public void ALargeFolderComesWhole()
    {
        for (int i = 0; i < 12_000; i++)
            _folder.File($"large/{i:00000} {new string('n', i % 60)}", []);
        AssertSame(_folder.At("large"));
        int inner = 0, outer = 0;
        FolderReader.Read(_folder.At("large"), (_, _, _) =>
        {
            if (outer++ % 1000 == 0)
                FolderReader.Read(_folder.At("large"), (_, _, _) => inner++);
        });
        Assert.Equal((12_000, 12 * 12_000), (outer, inner));
    }

    /// <summary>An action that throws leaves no descriptor open.</summary>
    [LinuxFact]
    public void AnActionThatThrowsLeavesNothingOpen()
    {
        _folder.File("file");
        for (int i = 0; i < 20; i++)
            Assert.Throws<InvalidDataException>(() => FolderReader.Read(_folder.Root, (_, _, _) => throw new InvalidDataException()));
        Assert.DoesNotContain(new DirectoryInfo("/proc/self/fd").EnumerateFileSystemInfos(), d => d.LinkTarget == _folder.Root);
    }

    /// <summary>If a file system doesn't return the type of a name, the type is queried.</summary>
    [LinuxFact]
    public void WhereTheFileSystemDoesNotSayWhatANameIsItIsAsked()
    {
        _folder.File("file");
        _folder.Folder("folder");
        TemporaryFolder.Shell("ln -s folder \"$1/link\"; ln -s nowhere \"$1/broken\"", _folder.Root);
        var records = new List<byte>();
        foreach (string name in new[] { ".", "..", "file", "folder", "link", "broken" })
        {
            byte[] record = new byte[(19 + name.Length + 1 + 7) & ~7];
            record[16] = (byte)record.Length;
            System.Text.Encoding.UTF8.GetBytes(name, record.AsSpan(19));
            records.AddRange(record);
        }

        Assert.Equal(Read(_folder.Root, FolderReader.Enumerate).Order(),
            Read(_folder.Root, (folder, action) => LinuxFolderReader.ForEach(folder, [.. records], action)).Order());
    }

    /// <summary>
    /// Checks that both readers return the same names with the same properties in the same order, or in any order if the system generates
    /// them.
    /// </summary>
    private static void AssertSame(string folder, bool isStill = true)
    {
        List<(string, bool, bool)> expected = Read(folder, FolderReader.Enumerate), actual = Read(folder, FolderReader.Read);
        if (isStill)
            Assert.Equal(expected, actual);
        else
            Assert.All(actual, entry => Assert.Matches("^[0-9]+$", entry.Item1));
    }

    private static List<(string Name, bool IsFolder, bool IsLink)> Read(string folder, Action<string, FolderEntryAction> read)
    {
        var names = new List<(string, bool, bool)>();
        read(folder, (name, isFolder, isLink) => names.Add((name.ToString(), isFolder, isLink)));
        return names;
    }
}
