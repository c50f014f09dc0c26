using System.Security.Cryptography;
using Reloaded.VFS.Cli.Archives;
using Reloaded.VFS.Cli.Archives.Unpacking;
using Reloaded.VFS.Mods.Archives;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Archives;

public sealed class CachedContentTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    /// <summary>
    /// If an archive is replaced between hashing and unpacking, its content is never stored under the old archive's name.
    /// </summary>
    [Fact]
    [Trait("Processors", "All")]
    public void AnArchiveThatIsReplacedMeanwhileIsNotPutUnderTheOldName()
    {
        byte[] first = ArchiveFiles.Zip(new ZipPart("data/a.txt", "first")), second = ArchiveFiles.Zip(new ZipPart("data/a.txt", "2nd"));
        string cache = _folder.Folder("rvfs/cache"), content = ArchiveCache.ContentOf(cache, ArchiveCache.KeyOf(SHA256.HashData(first)));
        VfsConfiguration configuration = new VfsConfiguration { Targets = [_folder.Folder("g")] }.WithDefaults(_folder.At("g"));
        for (int round = 0; round < 50; round++)
        {
            string path = _folder.File("rvfs/mods/m.zip", first), other = _folder.File("rvfs/mods/other", second);
            ArchiveFile archive = ArchiveFile.Of(path)!;
            using FileSystemWatcher watcher = new(cache);
            watcher.Created += (_, e) =>
            {
                if (e.Name!.EndsWith(".rvfs-tmp", StringComparison.Ordinal) && File.Exists(other))
                    File.Move(other, path, overwrite: true);
            };
            watcher.EnableRaisingEvents = true;
            ArchiveRecord record = CachedContent.Put(archive, "m", cache, configuration, UnpackLimits.Default);
            if (Directory.Exists(content))
                Assert.Equal("first", File.ReadAllText(Path.Combine(content, "data", "a.txt")));
            Assert.True(record.Outcome != ArchiveOutcome.Unpacked || Directory.Exists(content), record.ToString());
            watcher.EnableRaisingEvents = false;
            TemporaryFolder.Delete(cache);
            Directory.CreateDirectory(cache);
        }
    }
}
