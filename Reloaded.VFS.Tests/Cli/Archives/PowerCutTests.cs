using System.Diagnostics;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Cli.Questions;

namespace Reloaded.VFS.Tests.Cli.Archives;

/// <summary>Tests of mods on a disk whose power is cut (<see cref="DiskImage"/>): a file with its final name has its content.</summary>
[Collection(nameof(QuestionsTests))]
public sealed class PowerCutTests : IDisposable
{
    private const int Size = 300_000;

    private readonly TemporaryFolder _folder = new();
    private readonly DiskImage? _disk;

    public PowerCutTests() => _disk = DiskImage.WhyMissing is null ? new DiskImage(_folder.At("image"), 512) : null;

    public void Dispose()
    {
        _disk?.Dispose();
        _folder.Dispose();
    }

    private string Game => Path.Combine(_disk!.Folder, "g");

    private string Mods => Path.Combine(Game, "rvfs", "mods");

    /// <summary>Each name that such a cut leaves leads to the complete old content or to the complete new one.</summary>
    [LinuxFact(Needs.DiskImage)]
    public void WhatIsAddedAndUnpackedIsThereBeforeItsName()
    {
        Directory.CreateDirectory(Mods);
        File.WriteAllText(Path.Combine(Game, "game.exe"), "");
        Add(Source("1"));
        File.WriteAllBytes(Path.Combine(Mods, "unpacked.zip"), ArchiveFiles.Zip(new ZipPart("data/zip.bin", new string('z', Size))));
        (int code, _, string errors) = AskedCommand.Run("refresh", "--target", Game);
        Assert.True(code == 0, errors);
        Add(Source("2"));
        // A file that isn't flushed has its name before its content.
        Directory.CreateDirectory(Path.Combine(Mods, "made", "data"));
        File.WriteAllText(Path.Combine(Mods, "made", "data", "a.bin"), new string('m', Size));
        Directory.Move(Path.Combine(Mods, "made"), Path.Combine(Mods, "moved"));
        bool hasName = false, isNew = false;
        for (Stopwatch clock = Stopwatch.StartNew(); !(hasName && isNew) && clock.Elapsed < TimeSpan.FromSeconds(20);)
        {
            using DiskImage cut = _disk!.Cut();
            string mods = Path.Combine(cut.Folder, "g", "rvfs", "mods"), mod = Path.Combine(mods, "mod", "data", "a.bin");
            if (File.Exists(mod))
                isNew = Whole(mod) == '2';
            string cache = Path.Combine(cut.Folder, "g", "rvfs", "cache");
            string[] contents = Directory.Exists(cache)
                ? [.. Directory.GetFiles(cache, "zip.bin", SearchOption.AllDirectories).Where(file => !file.Contains(".rvfs-tmp"))]
                : [];
            Assert.All(contents, file => Assert.Equal('z', Whole(file)));
            hasName = File.Exists(Path.Combine(mods, "moved", "data", "a.bin"));
            if (hasName)
            {
                Assert.Single(contents);
                Assert.Equal(0, new FileInfo(Path.Combine(mods, "moved", "data", "a.bin")).Length);
            }
        }

        Assert.True(hasName && isNew, "no name of this test's came onto the disk");
    }

    /// <summary>Returns the only character in the content.</summary>
    private static char Whole(string file)
    {
        string text = File.ReadAllText(file);
        Assert.Equal(Size, text.Length);
        Assert.Equal(new string(text[0], Size), text);
        return text[0];
    }

    private string Source(string character)
    {
        _folder.File($"new{character}/mod/data/a.bin", new string(character[0], Size));
        return _folder.At($"new{character}/mod");
    }

    private void Add(string source)
    {
        (int code, _, string errors) = AskedCommand.Run("add", "--target", Game, source);
        Assert.True(code == 0, errors);
    }
}
