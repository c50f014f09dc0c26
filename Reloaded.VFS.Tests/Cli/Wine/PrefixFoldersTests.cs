using Reloaded.VFS.Cli.Wine;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Wine;

/// <summary>Tests of known folders of a Wine prefix, found without Wine.</summary>
public sealed class PrefixFoldersTests
{
    private static readonly KnownFolder[] s_all = Enum.GetValues<KnownFolder>();

    [LinuxFact]
    public void TheyAreWhereTheRegistrySays()
    {
        using var prefix = new TemporaryFolder();
        prefix.Folder($"drive_c/users/{Environment.UserName}");
        prefix.Folder("dosdevices");
        prefix.Folder("elsewhere/Docs");
        File.CreateSymbolicLink(prefix.At("dosdevices/c:"), "../drive_c");
        File.CreateSymbolicLink(prefix.At("dosdevices/e:"), "../elsewhere");
        prefix.File("user.reg", """
            WINE REGISTRY Version 2

            [Software\\Microsoft\\Windows\\CurrentVersion\\Explorer\\Shell Folders] 1
            "Personal"="C:\\not\\this"

            [Software\\Microsoft\\Windows\\CurrentVersion\\Explorer\\User Shell Folders] 1
            #time=1
            "AppData"=str(2):"%USERPROFILE%\\AppData\\Roaming"
            "Personal"="E:\\docs"
            "{4C5C32FF-BB9D-43B0-B5B4-2D72E54EAAA4}"=str(2):"%USERPROFILE%\\Saved Games"

            [Software\\Other] 1
            "Local AppData"="C:\\not\\this"
            """);
        string user = prefix.At($"drive_c/users/{Environment.UserName}");
        Assert.Equal([prefix.At("elsewhere/Docs"), $"{user}/Saved Games", $"{user}/AppData/Roaming", $"{user}/AppData/Local"],
            s_all.Select(new PrefixFolders(prefix.Root).Find));
    }

    [LinuxFact]
    public void APrefixOfProtonSHasAUserOfItsOwn()
    {
        using var prefix = new TemporaryFolder();
        prefix.Folder("drive_c/users/steamuser/Documents");
        prefix.Folder("dosdevices");
        File.CreateSymbolicLink(prefix.At("dosdevices/c:"), "../drive_c");
        Assert.Equal(prefix.At("drive_c/users/steamuser/Documents"), new PrefixFolders(prefix.Root).Find(KnownFolder.Documents));
    }
}
