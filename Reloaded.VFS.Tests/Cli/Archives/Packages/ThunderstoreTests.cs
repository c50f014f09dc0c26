using System.IO.Compression;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Cli.Questions;

namespace Reloaded.VFS.Tests.Cli.Archives.Packages;

/// <summary>
/// Packages of Thunderstore: their files lie where r2modman's installers put them, which the tables here say as its rules do. Files that
/// tell of the package aren't laid over the game.
/// </summary>
[Collection(nameof(QuestionsTests))]
public sealed class ThunderstoreTests : AddFixture
{
    private static readonly string[] s_about = ["icon.png", "README.md", "CHANGELOG.md", "LICENSE"];

    private string Package(string file, string needs, params string[] paths)
    {
        string bare = Path.GetFileNameWithoutExtension(file);
        string[] parts = bare.Split('-');
        string manifest = $$"""{ "name": "{{parts[1]}}", "version_number": "{{parts[2]}}", "dependencies": [{{needs}}] }""";
        return Zip(file, [("manifest.json", manifest), .. s_about.Select(about => (about, "about")), .. paths.Select(path => (path, path))]);
    }

    [Theory]
    [InlineData("plugins/Plug.dll", "BepInEx/plugins/Auth-Plug/Plug.dll")]
    [InlineData("plugins/assets/a.bundle", "BepInEx/plugins/Auth-Plug/assets/a.bundle")]
    [InlineData("Plug.dll", "BepInEx/plugins/Auth-Plug/Plug.dll")]
    [InlineData("assets/loose.png", "BepInEx/plugins/Auth-Plug/loose.png")]
    [InlineData("BepInEx/plugins/Plug.dll", "BepInEx/plugins/Auth-Plug/Plug.dll")]
    [InlineData("BepInEx/plugins/Plug/Plug.dll", "BepInEx/plugins/Auth-Plug/Plug/Plug.dll")]
    [InlineData("Around/BepInEx/Plugins/Plug.dll", "BepInEx/plugins/Auth-Plug/Plug.dll")]
    [InlineData("patchers/P.dll", "BepInEx/patchers/Auth-Plug/P.dll")]
    [InlineData("monomod/A.mm.dll", "BepInEx/monomod/Auth-Plug/A.mm.dll")]
    [InlineData("A.mm.dll", "BepInEx/monomod/Auth-Plug/A.mm.dll")]
    [InlineData("core/C.dll", "BepInEx/core/Auth-Plug/C.dll")]
    [InlineData("config/plug.cfg", "BepInEx/config/plug.cfg")]
    [InlineData("config/sub/plug.cfg", "BepInEx/config/sub/plug.cfg")]
    public void BepInEx(string path, string place)
    {
        string archive = Package("Auth-Plug-1.2.3.zip", "\"BepInEx-BepInExPack-5.4.2100\"", path);
        (int code, string output, _) = Add(archive);
        Assert.Equal(0, code);
        Assert.StartsWith("Auth-Plug: added", output, StringComparison.Ordinal);
        AssertFiles("Auth-Plug", (place, path));
    }

    [Theory]
    [InlineData("Mods/M.dll", "Mods/M.dll")]
    [InlineData("M.dll", "Mods/M.dll")]
    [InlineData("Plugins/P.dll", "Plugins/P.dll")]
    [InlineData("P.plugin.dll", "Plugins/P.plugin.dll")]
    [InlineData("UserLibs/L.dll", "UserLibs/L.dll")]
    [InlineData("L.lib.dll", "UserLibs/L.lib.dll")]
    [InlineData("A.managed.dll", "MelonLoader/Managed/A.managed.dll")]
    [InlineData("UserData/M/settings.cfg", "UserData/M/settings.cfg")]
    public void MelonLoader(string path, string place)
    {
        Assert.Equal(0, Add(Package("Auth-Plug-1.2.3.zip", "\"LavaGang-MelonLoader-0.5.7\"", path)).Code);
        AssertFiles("Auth-Plug", (place, path));
    }

    [Theory]
    [InlineData("northstar-Northstar-1.0.0", "mods/Auth.Mod/mod.json", "R2Northstar/mods/Auth.Mod/mod.json")]
    [InlineData("Thunderstore-unreal_shimloader-1.1.3", "pak/a.pak", "shimloader/pak/Auth-Plug/a.pak")]
    [InlineData("Thunderstore-unreal_shimloader-1.1.3", "a.pak", "shimloader/pak/Auth-Plug/a.pak")]
    [InlineData("Thunderstore-unreal_shimloader-1.1.3", "mod/scripts/main.lua", "shimloader/mod/Auth-Plug/scripts/main.lua")]
    [InlineData("ReturnOfModding-ReturnOfModding-1.0.0", "main.lua", "ReturnOfModding/plugins/Auth-Plug/main.lua")]
    [InlineData("ReturnOfModding-ReturnOfModding-1.0.0", "plugins_data/d.json", "ReturnOfModding/plugins_data/Auth-Plug/d.json")]
    [InlineData("NotNet-GDWeave-2.0.0", "Inner/manifest.json", "GDWeave/mods/Auth-Plug/manifest.json")]
    [InlineData("Thunderstore-lovely-0.6.0", "lovely.toml", "mods/Auth-Plug/lovely.toml")]
    public void OtherLoaders(string needs, string path, string place)
    {
        Assert.Equal(0, Add(Package("Auth-Plug-1.2.3.zip", $"\"{needs}\"", path)).Code);
        AssertFiles("Auth-Plug", (place, path));
    }

    [Theory]
    [InlineData("BepInEx-BepInExPack-5.4.2100.zip", "BepInExPack/", "winhttp.dll", "doorstop_config.ini", "BepInEx/core/BepInEx.dll")]
    [InlineData("denikson-BepInExPack_Valheim-5.4.2202.zip", "BepInExPack_Valheim/", "winhttp.dll", "BepInEx/core/BepInEx.dll", "start.sh")]
    [InlineData("LavaGang-MelonLoader-0.6.1.zip", "", "version.dll", "MelonLoader/net6/MelonLoader.dll", "dobby.dll")]
    [InlineData("NotNet-GDWeave-2.0.13.zip", "", "winmm.dll", "GDWeave/core/GDWeave.dll")]
    [InlineData("Thunderstore-lovely-0.6.0.zip", "", "version.dll")]
    public void ALoadersOwnPackageIsLaidAsItIs(string file, string folder, params string[] paths)
    {
        Assert.Equal(0, Add(Package(file, "", [.. paths.Select(path => folder + path)])).Code);
        AssertFiles(string.Join('-', file.Split('-')[..2]), [.. paths.Select(path => (path, folder + path))]);
    }

    /// <summary>A game may have folders of its own, one loader only, or a place where files keep their folders.</summary>
    [Theory]
    [InlineData("valheim.exe", "BepInEx-BepInExPack-5.4.2100", "SlimVML/a.dll", "BepInEx/SlimVML/Auth-Plug/a.dll")]
    [InlineData("other.exe", "BepInEx-BepInExPack-5.4.2100", "SlimVML/a.png", "BepInEx/plugins/Auth-Plug/a.png")]
    [InlineData("gtfo.exe", "", "Assets/x/a.bundle", "BepInEx/Assets/x/a.bundle")]
    [InlineData("h3vr.exe", "", "deep/a.hotmod", "BepInEx/Sideloader/a.hotmod")]
    [InlineData("Subnautica.exe", "", "plugins/a.dll", "BepInEx/plugins/a.dll")]
    [InlineData("Subnautica.exe", "", "QMods/M/mod.json", "QMods/M/mod.json")]
    [InlineData("BONEWORKS.exe", "LavaGang-MelonLoader-0.5.4", "a.body", "PlayerModels/a.body")]
    [InlineData("RUMBLE.exe", "LavaGang-MelonLoader-0.5.7", "songs/a.ogg", "UserData/ModManager/Auth-Plug/songs/a.ogg")]
    [InlineData("RUMBLE.exe", "LavaGang-MelonLoader-0.5.7", "deep/M.dll", "Mods/M.dll")]
    [InlineData("Schedule I.exe", "LavaGang-MelonLoader-0.7.0", "Mods/M.dll", "Mods/Auth-Plug/Mods/M.dll")]
    [InlineData("Schedule I.exe", "LavaGang-MelonLoader-0.7.0", "UserData/m.cfg", "UserData/Auth-Plug/m.cfg")]
    [InlineData("Astro.exe", "", "a.pak", "shimloader/pak/Auth-Plug/a.pak")]
    [InlineData("Balatro.exe", "", "main.lua", "mods/Auth-Plug/main.lua")]
    [InlineData("Broforce_beta.exe", "", "M.dll", "UMM/Mods/Auth-Plug/M.dll")]
    [InlineData("ScrapMechanic.exe", "", "a/b.lua", "Rivet/Mods/Auth-Plug/a/b.lua")]
    [InlineData("Ancient_Dungeon.exe", "", "a/b.json", "mods/Auth-Plug/a/b.json")]
    public void AGamesOwnRules(string program, string needs, string path, string place)
    {
        Folder.File("g/" + program);
        Assert.Equal(0, Add(Package("Auth-Plug-1.2.3.zip", needs.Length == 0 ? "" : $"\"{needs}\"", path)).Code);
        AssertFiles("Auth-Plug", (place, path));
    }

    /// <summary>Godot's loader reads the package itself, as it was downloaded.</summary>
    [Fact]
    public void APackageMayStayAnArchive()
    {
        Folder.File("g/Brotato.exe");
        Assert.Equal(0, Add(Package("Auth-Plug-1.2.3.zip", "", "mods-unpacked/Auth-Plug/mod_main.gd")).Code);
        using ZipArchive zip = ZipFile.OpenRead(Mod("Auth-Plug/mods/Auth-Plug.ts.zip"));
        Assert.Equal(["CHANGELOG.md", "LICENSE", "README.md", "icon.png", "manifest.json", "mods-unpacked/Auth-Plug/mod_main.gd"],
            zip.Entries.Select(entry => entry.FullName).Order(StringComparer.Ordinal));
    }

    /// <summary>These loaders look for their files elsewhere than their packages have them.</summary>
    [Theory]
    [InlineData("Thunderstore-lovely-0.6.0.zip", "lovely/dump.toml", "mods/lovely/dump.toml", "version.dll")]
    [InlineData("Thunderstore-unreal_shimloader-1.1.3.zip", "UE4SS/Mods/Keybinds/main.lua", "shimloader/mod/Keybinds/main.lua", "dwmapi.dll")]
    [InlineData("Thunderstore-unreal_shimloader-1.1.3.zip", "UE4SS/ue4ss.dll", "ue4ss.dll", "dwmapi.dll")]
    [InlineData("ReDoIngMods-Rivet-1.0.0.zip", "RivetPack/Rivet.ini", "Rivet.ini", "RivetPack/version.dll")]
    public void ALoadersOwnFilesLieWhereItLooksForThem(string file, string path, string place, string beside)
    {
        Assert.Equal(0, Add(Package(file, "", path, beside)).Code);
        AssertFiles(string.Join('-', file.Split('-')[..2]), (place, path), (beside[(beside.LastIndexOf('/') + 1)..], beside));
    }

    /// <summary>A package that says nothing of its loader is for the one that the game has.</summary>
    [Theory]
    [InlineData("g/MelonLoader/net6/MelonLoader.dll", "Mods/M.dll")]
    [InlineData("g/rvfs/mods/Loader/BepInEx/core/BepInEx.dll", "BepInEx/plugins/Auth-Plug/M.dll")]
    [InlineData("g/UnityPlayer.dll", "BepInEx/plugins/Auth-Plug/M.dll")]
    [InlineData("g/other.dll", "M.dll")]
    public void TheGameTellsOfTheLoader(string present, string place)
    {
        Folder.File(present);
        Assert.Equal(0, Add(Package("Auth-Plug-1.2.3.zip", "", "M.dll")).Code);
        AssertFiles("Auth-Plug", (place, "M.dll"));
    }

    [Fact]
    public void AMissingPackageIsNamed()
    {
        Folder.File("g/rvfs/mods/Auth-Here/BepInEx/plugins/here.dll");
        (_, _, string errors) =
            Add(Package("Auth-Plug-1.2.3.zip", "\"Auth-Here-1.0.0\", \"Auth-Gone-2.0.0\"", "plugins/Plug.dll"));
        Assert.Contains("'Auth-Plug' needs 'Auth-Gone', which isn't there", errors, StringComparison.Ordinal);
        Assert.DoesNotContain("'Auth-Here', which", errors, StringComparison.Ordinal);
    }

    [Fact]
    public void AListOfModsSaysWhichItWants()
    {
        (int code, _, string errors) = Add(Package("Auth-Pack-1.0.0.zip", "\"Auth-One-1.0.0\", \"Auth-Two-2.0.0\""));
        Assert.Equal(125, code);
        Assert.Contains("list of mods and has no files of its own: it wants Auth-One-1.0.0, Auth-Two-2.0.0", errors, StringComparison.Ordinal);
    }

    [Fact]
    public void TwoPackagesDoNotConflictOverWhatTellsOfThem()
    {
        Add(Package("Auth-One-1.0.0.zip", "\"BepInEx-BepInExPack-5.4.2100\"", "plugins/One.dll"));
        Add(Package("Auth-Two-1.0.0.zip", "\"BepInEx-BepInExPack-5.4.2100\"", "plugins/Two.dll"));
        Assert.Contains("No conflicts", AskedCommand.Run("conflicts", "--target", Folder.At("g")).Output, StringComparison.OrdinalIgnoreCase);
    }

    /// <summary>An archive in the mods folder is the same mod.</summary>
    [Fact]
    public void AnArchiveInTheModsFolderIsLaidAlike()
    {
        Package("g/rvfs/mods/Auth-Plug-1.2.3.zip", "\"BepInEx-BepInExPack-5.4.2100\"", "plugins/Plug.dll");
        Assert.Equal(0, AskedCommand.Run("refresh", "--target", Folder.At("g")).Code);
        (_, string output, _) = AskedCommand.Run("which", "--target", Folder.At("g"), "BepInEx/plugins/Auth-Plug/Plug.dll");
        Assert.Contains("Auth-Plug", output, StringComparison.Ordinal);
    }

    /// <summary>Another program's manifest.json is nobody's package.</summary>
    [Theory]
    [InlineData("{")]
    [InlineData("[]")]
    [InlineData("{ \"name\": \"x\" }")]
    [InlineData("{ \"name\": 1, \"version_number\": \"1.0.0\" }")]
    [InlineData("{ \"name\": \"..\", \"version_number\": \"1.0.0\" }")]
    public void AnotherManifestMeansNothing(string manifest)
    {
        Folder.File("g/UnityPlayer.dll");
        Assert.Equal(0, Add(Zip("M.zip", ("manifest.json", manifest), ("plugins/x.dll", "x"))).Code);
        AssertFiles("M", ("plugins/x.dll", "x"));
    }

    private void AssertFiles(string mod, params (string Place, string Path)[] files)
    {
        string[] own = [.. s_about, "manifest.json", "mod.json"];
        Assert.Equal(files.Select(file => $"{file.Place} = {file.Path}").Order(StringComparer.Ordinal),
            Files(mod).Where(file => !own.Contains(file.Split(" = ")[0])).Order(StringComparer.Ordinal));
    }
}
