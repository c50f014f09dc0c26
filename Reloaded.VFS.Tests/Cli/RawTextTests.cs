using System.Text.RegularExpressions;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Cli.Archives;
using Reloaded.VFS.Tests.Cli.Questions;

namespace Reloaded.VFS.Tests.Cli;

/// <summary>
/// What goes wrong is said in the words of rvfs: no text of .NET or of a library, no type, no parameter, no stack trace reaches a user.
/// </summary>
[Collection(nameof(QuestionsTests))]
public sealed partial class RawTextTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public RawTextTests()
    {
        _folder.File("g/game.exe");
        _folder.File("g/data/a.txt");
        _folder.File("g/rvfs/mods/One/data/a.txt");
    }

    public void Dispose() => _folder.Dispose();

    [GeneratedRegex(@"Exception|Parameter|\bSystem\.|\bat [\w.]+\(|Nullable|Cannot parse|Unrecognized|Required argument|Could not|Access to the path"
        + @"|Is a directory|Permission denied|No such file|The process cannot|Sequence contains|Failed to|\(os error|nextHeader|Object reference"
        + @"|Index was|Specified argument|The given|Unexpected|Stream was|Zip Header|SharpCompress|Value cannot")]
    private static partial Regex Raw();

    internal static void AssertPlain(string text) =>
        Assert.False(Raw().IsMatch(text), $"'{Raw().Match(text).Value}' in: {text}");

    private string Refused((int Code, string Output, string Errors) ran, params string[] expected)
    {
        Assert.NotEqual(0, ran.Code);
        AssertPlain(ran.Errors);
        AssertPlain(ran.Output);
        Assert.All(expected, text => Assert.Contains(text, ran.Errors, StringComparison.Ordinal));
        return ran.Errors;
    }

    private (int Code, string Output, string Errors) Run(params string[] words) => AskedCommand.Run([.. words, "--target", _folder.At("g")]);

    [Theory]
    [InlineData("monitor --seconds x 1", "--seconds x: 'x' is no number from 0 on.")]
    [InlineData("monitor --seconds -1 1", "--seconds")]
    [InlineData("refresh --keep -1", "--keep")]
    [InlineData("refresh --keep 1e9", "--keep 1e9: '1e9' is no number from 0 on.")]
    [InlineData("refresh --limit NaN", "--limit NaN: 'NaN' is no number from 0 on.")]
    [InlineData("refresh --limit 1,5", "--limit 1,5: '1,5' is no number from 0 on.")]
    [InlineData("refresh --keep", "--keep needs a value: --keep GB.")]
    [InlineData("add --limit ∞ x.zip", "--limit ∞")]
    [InlineData("mods enable", "MOD is missing.")]
    [InlineData("mods move A --after", "--after needs a value: --after MOD.")]
    [InlineData("which", "is missing.")]
    [InlineData("run", "is no game's folder")]
    [InlineData("ls a b c", "'")]
    [InlineData("init x", "'x'")]
    [InlineData("mods --jsno", "--jsno")]
    public void BadWordsAreSaidPlainly(string line, string expected) => Refused(AskedCommand.Run(line.Split(' ')), expected);

    [LinuxTheory]
    [InlineData("zip")]
    [InlineData("7z")]
    [InlineData("rar")]
    public void CutArchivesAreSaidPlainly(string kind)
    {
        byte[] whole;
        if (kind == "rar")
        {
            whole = ArchiveFiles.Rar(("data/a.txt", new byte[3000]), ("data/b.txt", new byte[10]));
        }
        else
        {
            _folder.File("packed/data/a.txt", string.Concat(Enumerable.Range(0, 3000).Select(i => (char)('a' + (i * i % 26)))));
            ArchiveFiles.Pack(_folder.At("packed"), _folder.At("whole." + kind));
            whole = File.ReadAllBytes(_folder.At("whole." + kind));
        }

        for (int length = 0; length < whole.Length; length += Math.Max(1, whole.Length / 23))
        {
            string archive = _folder.File($"cut.{kind}", whole[..length]);
            Refused(Run("add", archive), archive, "the archive isn't unpacked");
        }

        byte[] damaged = [.. whole];
        for (int i = 40; i < damaged.Length; i += 7)
            damaged[i] ^= 0x55;
        Refused(Run("add", _folder.File($"damaged.{kind}", damaged)), "the archive isn't unpacked");
    }

    [Fact]
    public void AFolderInAFilesPlaceIsSaidPlainly()
    {
        _folder.Folder("g/rvfs/mods/order.txt");
        Refused(Run("mods", "disable", "One"), _folder.At("g/rvfs/mods/order.txt"));
        _folder.Folder("g/rvfs/rvfs.json");
        AssertPlain(Run("ls").Errors);
        _folder.Folder("g/rvfs/mods/prefer.txt");
        AssertPlain(Run("ls").Errors);
        Refused(AskedCommand.Run("doctor", _folder.At("g")));
        Refused(AskedCommand.Run("run", _folder.At("g")));
        Refused(AskedCommand.Run("add", "--target", _folder.At("g"), "/"));
    }

    [Fact]
    public void WhatIsNotThereIsSaidPlainly()
    {
        Refused(Run("add", _folder.At("none.zip")), _folder.At("none.zip"));
        Refused(AskedCommand.Run("run", _folder.At("none/g.exe")));
        Refused(AskedCommand.Run("last", _folder.At("g/game.exe")));
        Refused(Run("which", "nothing.txt"));
        Refused(Run("mods", "disable", "Nobody"));
        Refused(AskedCommand.Run("monitor", "999999"));
    }

    [Fact]
    public void WhatIsDamagedIsSaidPlainly()
    {
        _folder.File("g/rvfs/logs/start-20260101-000000-1.json", "{ \"version\": ");
        Refused(AskedCommand.Run("last", _folder.At("g/game.exe")), "start-20260101-000000-1.json");
        _folder.File("g/rvfs/install.json", "{ \"format\": 1, \"files\": [null] }");
        Refused(AskedCommand.Run("uninstall", _folder.At("g/game.exe")), "install.json");
    }

    /// <summary>Another user runs the launcher in a folder that isn't its own.</summary>
    [RealProcessFact(Needs.Published)]
    public void NoRightsAreSaidPlainly()
    {
        TemporaryFolder.Shell("chmod 711 \"$1\"; chmod 755 \"$1/g\" \"$1/g/rvfs\" \"$1/g/rvfs/mods\"; chmod 600 \"$1\"/g/data/a.txt", _folder.Root);
        string rvfs = Path.Combine(RepositoryFolders.Artifacts, "linux-x64", "rvfs");
        foreach (string command in (string[])["init", "set hard", "mods disable One", "refresh", "ls", "doctor", "overwrite", "undo --yes",
            "add /etc/hostname", "conflicts"])
        {
            string target = command == "doctor" ? "game.exe" : "--target .";
            TemporaryFolder.Shell("cd \"$1/g\" && HOME=/nonexistent setpriv --reuid 65534 --regid 65534 --clear-groups \"$2\" " + $"{command} {target}"
                + " >\"$1/said\" 2>&1; true", _folder.Root, rvfs);
            AssertPlain(File.ReadAllText(_folder.At("said")));
        }
    }
}
