using System.Text.RegularExpressions;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of the policy "overwrite" in one of the user's folders to which a mod is mapped: the user's own files count when the game removes
/// or renames a folder, and nothing is created in the mod.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class OverwriteUsersFolderTests
{
    /// <summary>
    /// The mod has one file in a folder with files of the user. The oracle is the program without the VFS, after the mod's part was copied
    /// there.
    /// </summary>
    [RealProcessFact]
    public void AFolderWithFilesOfTheUsersOwnIsNotEmpty()
    {
        using var users = new UsersFolder("Profile1/x.ini");
        string[] first = [
            @"delete | Profile1\x.ini", "rmdir | Profile1", "rmdir | .", "rdclose | .", "ntdelete | .", "find | *", @"read | Saves\1.sav",
        ], second = [
            "find | *", "read | settings.ini", "delete | settings.ini", "rmdir | .", @"delete | Saves\1.sav", "rmdir | Saves", "find | *",
            "rmdir | .", "attributes | .", "mkdir | .", "find | *",
        ];
        AddOwn();
        string one = users.Run(first);
        // The Win32 error for a folder that isn't empty.
        Assert.Contains("RemoveDirectoryW: error 145", one, StringComparison.Ordinal);
        Assert.False(File.Exists(Path.Combine(users.Part, $"{users.Name}.rvfshide")));
        Assert.Equal("mine", File.ReadAllText(Path.Combine(users.Place, "Saves", "1.sav")));
        string two = users.Run(second);
        users.AssertModUntouched();

        if (Directory.Exists(users.Place))
            Directory.Delete(users.Place, recursive: true);
        users.CopyMod();
        AddOwn();
        Assert.Equal(users.Run(first, vfs: false), one);
        Assert.Equal(users.Run(second, vfs: false), two);

        void AddOwn()
        {
            users.WriteOwn("settings.ini", "mine");
            users.WriteOwn("Saves/1.sav", "mine");
        }
    }

    [RealProcessFact]
    public void AFolderWithFilesOfTheUsersOwnIsNotRenamedWithoutThem()
    {
        // The new name exists in the mod, and the game has deleted it: the folder lies in the overwrite folder.
        using var users = new UsersFolder("Slot1/x.ini", "Slot2/x.ini", "Slot3/deep/x.ini");
        users.WriteOwn("Slot1/1.sav", "mine");
        users.WriteOwn("Slot3/deep/3.sav", "mine");
        string output = users.Run([
            @"delete | Slot2\x.ini", "rmdir | Slot2", "move | Slot1 | Slot2", @"append | Slot3\deep\x.ini | _more", "move | Slot3 | Slot2",
            @"find | Slot1\*", @"find | Slot3\deep\*", "attributes | Slot2"]);
        // The error that makes a program copy instead.
        Assert.Equal(2, output.Split("MoveFileExW: error 17").Length - 1);
        Assert.Equal(1, output.Split("1.sav").Length - 1);
        Assert.Equal(1, output.Split("3.sav").Length - 1);
        Assert.Equal("mine", File.ReadAllText(Path.Combine(users.Place, "Slot1", "1.sav")));
        Assert.Equal("mine", File.ReadAllText(Path.Combine(users.Place, "Slot3", "deep", "3.sav")));
        Assert.Contains("3.sav", users.Run([@"find | Slot3\deep\*"]), StringComparison.Ordinal);
        users.AssertModUntouched();
    }

    /// <summary>A file of the user has the name of the mod's folder, so no folder can be created.</summary>
    [RealProcessFact]
    public void WhereTheUsersFolderCannotBeMadeNothingIsMadeInTheMod()
    {
        using var users = new UsersFolder("a.txt", "Sub/b.txt");
        File.WriteAllText(users.Place, "a file");
        string output = users.Run([
            "create | new.sav | new", "append | new.sav | _more", @"createnew | Sub\deep.sav | deep", "mkdir | Made",
            @"create | Made\m.txt | made",
            "create | save.tmp | saved", "rename | save.tmp | saved.sav", "rename | a.txt | a.bak",
            "read | new.sav", @"read | Sub\deep.sav", @"read | Made\m.txt", "read | saved.sav", "read | a.bak", "read | a.txt",
        ]);
        users.AssertModUntouched();
        Assert.Equal("a file", File.ReadAllText(users.Place));
        foreach (string text in (string[])["text=new_more", "text=deep", "text=made", "text=saved", "text=part a.txt"])
            Assert.Contains(text, output, StringComparison.Ordinal);
        Assert.Equal("new_more", File.ReadAllText(Path.Combine(users.Part, users.Name, "new.sav")));
        output = users.Run(["find | *", "read | new.sav", "read | a.bak", "read | a.txt"]);
        Assert.Contains("text=new_more", output, StringComparison.Ordinal);
        Assert.Contains("text=part a.txt", output, StringComparison.Ordinal);
        Assert.DoesNotContain("save.tmp", output, StringComparison.Ordinal);
        users.AssertModUntouched();
    }

    /// <summary>The game renames a file there from outside of every target.</summary>
    [RealProcessFact]
    public void AFileFromElsewhereDoesNotGetIntoTheMod()
    {
        using var users = new UsersFolder("a.txt");
        File.WriteAllText(users.Place, "a file");
        string other = Path.Combine(users.Documents, $"{users.Name}.tmp");
        File.WriteAllText(other, "from elsewhere");
        string output = users.Run([$@"rename | ..\{users.Name}.tmp | moved.sav", "read | moved.sav"]);
        users.AssertModUntouched();
        Assert.Contains("text=from elsewhere", output, StringComparison.Ordinal);
        Assert.False(File.Exists(other));
    }

    /// <summary>
    /// The overwrite folder is on another volume than the documents: a rename within these is done by a copy, because they are one folder
    /// to the game.
    /// </summary>
    [RealProcessTheory(Needs.Published | Needs.SmallVolume)]
    [InlineData("save.tmp", true)]
    [InlineData("../save.tmp", true)]
    [InlineData("../save.tmp", false)]
    public void ARenameCrossesToTheOverwriteFoldersVolume(string saved, bool hasFolder)
    {
        using var users = new UsersFolder("b.txt");
        using var volume = new SmallVolume(Path.Combine(users.Game.Folder, "rvfs", "small"), 64);
        users.Game.Write("rvfs/rvfs.json", """{ "writes": "overwrite", "overwrite": "small/overwrite" }""");
        string file = Path.Combine(users.Place, saved.Replace("../save", $"../{users.Name}", StringComparison.Ordinal));
        if (hasFolder)
            users.WriteOwn("own.txt", "own");
        else
            File.WriteAllText(users.Place, "a file");
        string from = Path.GetRelativePath(users.Place, file).Replace('/', '\\');
        string[] commands = [$"create | {from} | saved", $"rename | {from} | b.txt", "read | b.txt", $"read | {from}"];
        string output = users.Run(commands);
        Assert.Contains("text=saved", output, StringComparison.Ordinal);
        Assert.False(File.Exists(file));
        Assert.Equal("saved", File.ReadAllText(Path.Combine(volume.Folder, "overwrite.rvfs-known/documents", users.Name, "b.txt")));
        users.AssertModUntouched();
        if (!hasFolder)
            return;
        users.CopyMod();
        Assert.Equal(users.Run(commands, vfs: false), output);
    }

    /// <summary>A rename that can't hide the old name replaces nothing; one that can hides it.</summary>
    [RealProcessFact(Needs.Published | Needs.SmallVolume)]
    public void ARenameThatFailsLeavesTheUsersFile()
    {
        const int most = 24;
        using var users = new UsersFolder("save.dat", "sub/other.dat");
        using var volume = new SmallVolume(Path.Combine(users.Game.Folder, "rvfs", "small"), 64, most);
        users.Game.Write("rvfs/rvfs.json", """{ "writes": "overwrite", "overwrite": "small/overwrite" }""");
        users.WriteOwn("save.bak", "the old save");
        users.Run([@"append | sub\other.dat | _more"]);
        Directory.Delete(Path.Combine(volume.Folder, "overwrite.rvfs-undo"), recursive: true);
        var fillers = new List<string>();
        try
        {
            for (int i = 0; i < most; i++)
            {
                string filler = Path.Combine(volume.Folder, $"filler{i}");
                File.WriteAllText(filler, "");
                fillers.Add(filler);
            }
        }
        catch (IOException)
        {
            // Full.
        }

        string output = users.Run(["rename | save.dat | save.bak", "read | save.dat", "read | save.bak", "find | *"]);
        Assert.Contains("MoveFileExW: error 112", output, StringComparison.Ordinal);
        Assert.Contains("text=part save.dat", output, StringComparison.Ordinal);
        Assert.Contains("text=the old save", output, StringComparison.Ordinal);
        Assert.Equal("the old save", File.ReadAllText(Path.Combine(users.Place, "save.bak")));
        Assert.DoesNotContain("rvfs-tmp", output, StringComparison.Ordinal);

        foreach (string filler in fillers)
            File.Delete(filler);
        output = users.Run(["rename | save.dat | save.bak", "read | save.bak", "find | *"]);
        Assert.Contains("text=part save.dat", output, StringComparison.Ordinal);
        Assert.DoesNotContain("\"save.dat\"", output, StringComparison.Ordinal);
        Assert.Equal("part save.dat", File.ReadAllText(Path.Combine(users.Place, "save.bak")));
        users.AssertModUntouched();
    }

    /// <summary>A game, a mod with files, and a map that sends them to a new folder in the user's documents.</summary>
    private sealed class UsersFolder : IDisposable
    {
        private readonly UntouchedFiles _mod;

        public UsersFolder(params string[] files)
        {
            Place = Path.Combine(Documents, Name);
            Game.Add("probe.exe");
            foreach (string file in files)
                Game.Write($"rvfs/mods/mapped/part/{file}", $"part {file}");
            Game.Write("rvfs/mods/mapped/mod.json", $$"""{ "map": [{ "from": "part", "to": "%DOCUMENTS%/{{Name}}" }] }""");
            Game.Write("rvfs/rvfs.json", """{ "writes": "overwrite" }""");
            _mod = UntouchedFiles.Of(Path.Combine(Game.Folder, "rvfs/mods"));
        }

        public LoaderGame Game { get; } = new();

        /// <summary>Gets the name of the folder in the documents.</summary>
        public string Name { get; } = $"rvfs-user-{Guid.NewGuid():N}";

        public string Documents { get; } = Path.Combine(
            WinePrefix.IsNeeded
                ? Path.Combine(WinePrefix.Folder, "drive_c", "users", Environment.UserName)
                : Environment.GetFolderPath(Environment.SpecialFolder.UserProfile),
            "Documents");

        public string Place { get; }

        /// <summary>Gets the part of the overwrite folder that lies over the documents.</summary>
        public string Part => Path.Combine(Game.Folder, "rvfs/overwrite.rvfs-known/documents");

        public void WriteOwn(string name, string text)
        {
            string file = Path.Combine(Place, name);
            Directory.CreateDirectory(Path.GetDirectoryName(file)!);
            File.WriteAllText(file, text);
        }

        public void CopyMod() => MergedFolder.CopyOver(Path.Combine(Game.Folder, "rvfs/mods/mapped/part"), Place);

        public void AssertModUntouched()
        {
            string? change = _mod.FindChange();
            Assert.True(change is null, change);
        }

        /// <summary>Runs commands of the probe whose names are in the folder, and returns their output without times.</summary>
        public string Run(IEnumerable<string> commands, bool vfs = true)
        {
            string windows = WinePrefix.ToWindows(Place);
            Game.Write("script.txt", string.Concat(commands.Select(line =>
            {
                string[] words = line.Split(" | ");
                for (int i = 1; i < words.Length; i++)
                    words[i] = i == 1 || words[0] is "rename" or "move" ? NameOf(words[i]) : words[i];
                return string.Join('\t', words) + "\n";
            })));
            GameResult run = GameProcess.Run(Path.Combine(Game.Folder, "probe.exe"), ["script", "script.txt"],
                new GameOptions { Vfs = vfs });
            Assert.True(run.ExitCode == 0, run.ToString());
            return Regex.Replace(run.Text, @"\b(written|created|accessed|changed)=\d+", "$1");

            string NameOf(string name) => name switch
            {
                "." => windows,
                _ when name.StartsWith(@"..\", StringComparison.Ordinal) =>
                    string.Concat(windows.AsSpan(0, windows.LastIndexOf('\\')), name.AsSpan(2)),
                _ => $@"{windows}\{name}",
            };
        }

        public void Dispose()
        {
            if (Directory.Exists(Place))
                Directory.Delete(Place, recursive: true);
            File.Delete(Place);
            File.Delete(Place + ".tmp");
            Game.Dispose();
        }
    }
}
