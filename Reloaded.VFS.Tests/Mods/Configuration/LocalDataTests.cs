using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Mods.Configuration;

public sealed class LocalDataTests
{
    /// <summary>A predictable name in the temporary folder could be created first by any user.</summary>
    [LinuxFact]
    public void WithoutAHomeNobodyElseCanMakeTheFolder()
    {
        string first = LocalData.FolderIn(null), second = LocalData.FolderIn("");
        try
        {
            Assert.NotEqual(first, second);
            const UnixFileMode own = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;
            if (!OperatingSystem.IsWindows())
                Assert.Equal((own, own), (File.GetUnixFileMode(first), File.GetUnixFileMode(second)));
        }
        finally
        {
            Directory.Delete(first);
            Directory.Delete(second);
        }
    }

    [Fact]
    public void WithOneTheFolderIsThere() => Assert.Equal(Path.Combine("x", "reloaded-vfs"), LocalData.FolderIn("x"));
}
