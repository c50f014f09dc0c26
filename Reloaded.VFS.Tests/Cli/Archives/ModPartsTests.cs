using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Cli.Questions;

namespace Reloaded.VFS.Tests.Cli.Archives;

/// <summary>Archives that aren't simply a mod: archives in archives, numbered parts, files of a game of Bethesda's.</summary>
[Collection(nameof(QuestionsTests))]
public sealed class ModPartsTests : AddFixture
{
    private string Pack(string archive, params string[] files)
    {
        string folder = Folder.Folder("packed-" + Path.GetFileName(archive));
        foreach (string file in files)
        {
            if (File.Exists(Folder.At(file)))
                File.Copy(Folder.At(file), Path.Combine(folder, Path.GetFileName(file)));
            else
                Folder.File($"packed-{Path.GetFileName(archive)}/{file}", file);
        }

        ArchiveFiles.Pack(folder, Folder.At(archive));
        return Folder.At(archive);
    }

    [LinuxFact]
    public void AnArchiveInAnArchiveIsFollowed()
    {
        Pack("inner.7z", "data/wall.dds");
        Pack("middle.zip", "inner.7z", "how to.txt");
        (int code, _, string errors) = Add(Pack("outer.7z", "middle.zip", "readme.txt"));
        Assert.Equal(0, code);
        Assert.Contains("the mod was in an archive of its own, 'inner.7z'", errors, StringComparison.Ordinal);
        Assert.Equal(["data/wall.dds = data/wall.dds"], Files("outer"));
    }

    [LinuxFact]
    public void SeveralAreNamedAndOneIsTaken()
    {
        Pack("one.7z", "data/one.dds");
        Pack("two.zip", "data/two.dds");
        string archive = Pack("both.7z", "one.7z", "two.zip");
        AssertRefused(archive, "it holds archives only: one.7z, two.zip");
        Assert.Contains($"rvfs add --part \"one.7z\" \"{archive}\"", Add(archive).Errors, StringComparison.Ordinal);
        Assert.Equal(0, Add(archive, "--part", "two.zip", "--name", "Two").Code);
        Assert.Equal(["data/two.dds = data/two.dds"], Files("Two"));
    }

    /// <summary>An archive beside files is one that the game reads.</summary>
    [LinuxFact]
    public void AnArchiveBesideFilesIsAFile()
    {
        Pack("inner.zip", "x");
        Assert.Equal(0, Add(Pack("m.7z", "data/wall.dds", "inner.zip")).Code);
        Assert.Contains("inner.zip", Names(Mod("m")));
    }

    [LinuxFact]
    public void ABombInAnArchiveIsRefused()
    {
        Folder.Folder("zero/data");
        TemporaryFolder.Shell("truncate -s 300M \"$1/data/zero\" && cd \"$1\" && 7z a -mx1 \"$2\" . >/dev/null", Folder.At("zero"), Folder.At("inner.zip"));
        AssertRefused(Pack("outer.7z", "inner.zip"), "it becomes more than 0.2 GB", "--limit", "0.2");
    }

    [LinuxFact]
    public void NumberedPartsAreChosen()
    {
        string archive = Pack("parts.7z", "00 Core/data/a", "01 Option/data/a", "01 Option/data/b", "Docs/how.txt", "package.txt");
        AssertRefused(archive, "it has parts to choose from: '00 Core', '01 Option'");
        Assert.Contains("--part \"00 Core\"", Add(archive).Errors, StringComparison.Ordinal);
        Assert.Equal(0, Add(archive, "--part", "00 core", "--part", "01 Option").Code);
        Assert.Equal(["data/a = 01 Option/data/a", "data/b = 01 Option/data/b"], Files("parts"));
        Assert.Equal(0, Add(archive, "--part", "01 Option", "--part", "00 Core").Code);
        Assert.Equal(["data/a = 00 Core/data/a", "data/b = 01 Option/data/b"], Files("parts"));
        AssertRefused(archive, "it has no folder '02 None'", "--part", "02 None");
    }

    [LinuxFact]
    public void APartIsAnyFolder()
    {
        Assert.Equal(0, Add(Pack("m.7z", "Option A/data/a", "Option B/data/a"), "--part", "Option B").Code);
        Assert.Equal(["data/a = Option B/data/a"], Files("m"));
        // Numbers beside the game's own names are names.
        Assert.Equal(0, Add(Pack("n.7z", "data/a", "01 x/b", "02 y/b")).Code);
        Assert.Equal(["01 x/b = 01 x/b", "02 y/b = 02 y/b", "data/a = data/a"], Files("n"));
    }

    [LinuxTheory]
    [InlineData("New.esp", "Data/New.esp")]
    [InlineData("meshes/a.nif", "Data/meshes/a.nif")]
    [InlineData("My Mod 1.0/textures/a.dds", "Data/textures/a.dds")]
    [InlineData("My Mod 1.0/Data/new/a.dds", "Data/new/a.dds")]
    [InlineData("data/new.esp", "data/new.esp")]
    [InlineData("skse64_loader.exe", "skse64_loader.exe")]
    [InlineData("enbseries/x.fx", "enbseries/x.fx")]
    public void WhereTheGameHasPluginsThereTheyGo(string path, string place)
    {
        TemporaryFolder.Delete(Folder.At("g/data"));
        Folder.File("g/Data/Skyrim.esm");
        Assert.Equal(0, Add(Pack("m.7z", path)).Code);
        Assert.Equal([$"{place} = {path}"], Files("m"));
    }

    /// <summary>Another game with a folder of that name has no plugins.</summary>
    [LinuxFact]
    public void ElsewhereTheyStay()
    {
        Assert.Equal(0, Add(Pack("m.7z", "meshes/a.nif")).Code);
        Assert.Equal(["meshes/a.nif = meshes/a.nif"], Files("m"));
    }
}
