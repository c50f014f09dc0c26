using Reloaded.VFS.Cli.Warming;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Warming;

/// <summary>A kept list of a start's files that is damaged, of another version or another program is as good as none.</summary>
public sealed class StartFilesTests : IDisposable
{
    private const string Game = "/games/g/game.exe";

    private static readonly StartFile[] s_files =
        [new(@"C:\g\data\größe.dds", "/games/g/rvfs/mods/m/data/größe.dds", 1), new(@"C:\g\模组", "/games/g/模组", 32 << 20)];

    private readonly TemporaryFolder _folder = new();

    private string Kept => _folder.At("rvfs/opens.kept");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void What_was_written_is_read()
    {
        Assert.Null(StartFiles.TryRead(Kept, Game));
        StartFiles.TryWrite(Kept, Game, s_files);
        Assert.Equal(s_files, StartFiles.TryRead(Kept, Game));
        Assert.Null(StartFiles.TryRead(Kept, "/games/g/other.exe"));
        Assert.Equal(["opens.kept"], Directory.GetFiles(_folder.At("rvfs")).Select(Path.GetFileName));
    }

    [Fact]
    public void A_file_with_any_bit_changed_or_cut_off_anywhere_counts_as_none()
    {
        StartFiles.TryWrite(Kept, Game, s_files);
        byte[] content = File.ReadAllBytes(Kept);
        for (int bit = 0; bit < content.Length * 8; bit++)
        {
            byte[] changed = [.. content];
            changed[bit / 8] ^= (byte)(1 << (bit % 8));
            File.WriteAllBytes(Kept, changed);
            Assert.Null(StartFiles.TryRead(Kept, Game));
        }

        for (int length = 0; length < content.Length; length++)
        {
            File.WriteAllBytes(Kept, content[..length]);
            Assert.Null(StartFiles.TryRead(Kept, Game));
        }
    }

    [Fact]
    public void A_name_that_is_no_text_does_no_harm()
    {
        StartFiles.TryWrite(Kept, Game, [new("C:\\g\\\ud800", "/games/g/\ud800", 1), s_files[0]]);
        Assert.Equal(s_files[0], StartFiles.TryRead(Kept, Game)?[1]);
    }

    [Fact]
    public void Where_it_cant_be_written_nothing_happens()
    {
        _folder.File("rvfs");
        StartFiles.TryWrite(Kept, Game, s_files);
        Assert.Null(StartFiles.TryRead(Kept, Game));
    }
}
