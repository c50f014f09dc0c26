using System.Text;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Mods.Order;

public sealed class LoadOrderTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    private LoadOrder Read(string? order, params string[] mods)
    {
        foreach (string mod in mods)
            _folder.Folder(mod);
        if (order is not null)
            _folder.File("order.txt", order);
        return LoadOrder.Read(_folder.Root);
    }

    private static string Show(LoadOrder order) => string.Join(" ", order.Mods.Select(m => $"{m.Name}:{m.State}"));

    [Fact]
    public void ListedModsComeFirstAndTheOthersByNameAsNew()
    {
        LoadOrder order = Read("zeta\n-Beta\n", "Beta", "Zeta", "éa", "apple", "Apple2", "_x", "Ébis");
        Assert.Equal("Zeta:Active Beta:Disabled apple:New Apple2:New _x:New éa:New Ébis:New", Show(order));
        Assert.Equal(_folder.At("Zeta"), order.Mods[0].Folder);
        Assert.Equal((1, 2), (order.Mods[0].Line ?? 0, order.Mods[1].Line ?? 0));
        Diagnostic notice = Assert.Single(order.Diagnostics);
        Assert.Equal(Severity.Notice, notice.Severity);
        Assert.Contains("5 new mods", notice.Cause);
    }

    [Fact]
    public void WithoutAnOrderAllModsAreThereByName()
    {
        LoadOrder order = Read(null, "b", "A", "c");
        Assert.Equal("A:Active b:Active c:Active", Show(order));
        Assert.Empty(order.Diagnostics);
    }

    [Fact]
    public void TheNameOfTheOrderItselfHasNoLetterCase()
    {
        _folder.File("ORDER.TXT", "b\na\n");
        Assert.Equal("b:Active a:Active", Show(Read(null, "a", "b")));
    }

    [Fact]
    public void AListedModThatIsNotThereIsAWarningWithItsLine()
    {
        LoadOrder order = Read("# x\nTexturePack\nGone\n-AlsoGone\n", "TexturesPack");
        Assert.Equal("TexturePack:Missing Gone:Missing AlsoGone:Disabled TexturesPack:New", Show(order));
        Diagnostic[] warnings = [.. order.Diagnostics.Where(d => d.Severity == Severity.Warning)];
        Assert.Equal([2, 3, 4], warnings.Select(w => w.Line));
        Assert.Equal("did you mean 'TexturesPack'?", warnings[0].Fix);
        Assert.Equal("there is no mod 'Gone'", warnings[1].Cause);
        Assert.Equal(_folder.At("order.txt"), warnings[1].File);
    }

    [Fact]
    public void FilesAreNoModsAndArchivesAre()
    {
        _folder.File("Pack.ZIP");
        _folder.File("b.7z");
        _folder.File("notes.txt");
        _folder.Folder(".git");
        LoadOrder order = Read("Pack\na\n", "a");
        Assert.Equal("Pack:Error a:Active b:Error", Show(order));
        Assert.Equal(["rvfs refresh", "rvfs refresh"], order.Diagnostics.Where(d => d.IsError).Select(d => d.Fix));
    }

    [Fact]
    public void BadLinesCostOnlyThemselves()
    {
        LoadOrder order = Read("b\na/b\na\n", "a", "b");
        Assert.Equal("b:Active a:Active", Show(order));
        Assert.Equal((Severity.Error, 2), (order.Diagnostics[0].Severity, order.Diagnostics[0].Line ?? 0));
    }

    [Fact]
    public void AnOrderThatCannotBeReadIsAnErrorAndTheModsAreThere()
    {
        // Root may read any file, so this one is unreadable because another program has it open without sharing.
        string file = _folder.File("order.txt", "b\n-a\n");
        using (new FileStream(file, FileMode.Open, FileAccess.ReadWrite, FileShare.None))
        {
            LoadOrder order = Read(null, "b", "a");
            Assert.Equal("a:Active b:Active", Show(order));
            Diagnostic error = Assert.Single(order.Diagnostics);
            Assert.Equal((Severity.Error, file), (error.Severity, error.File));
            Assert.Contains("can't be read", error.Cause);
        }

        Assert.Equal("b:Active a:Disabled", Show(LoadOrder.Read(_folder.Root)));
    }

    [Fact]
    public void AModsFolderThatIsMissingOrAFileIsAnError()
    {
        Assert.Contains("there is no such mods folder", Assert.Single(LoadOrder.Read(_folder.At("none")).Diagnostics).Cause);
        Diagnostic error = Assert.Single(LoadOrder.Read(_folder.File("file")).Diagnostics);
        Assert.True(error.IsError);
        Assert.Equal(_folder.At("file"), error.File);
    }

    [CaseSensitiveDiskFact]
    public void OfTwoModsThatDifferInLetterCaseTheOneWithCapitalsIsUsed()
    {
        LoadOrder order = Read("mod\n", "mod", "Mod");
        Assert.Equal("Mod:Active mod:Error", Show(order));
        Assert.Contains(order.Diagnostics, d => d.IsError && d.Mod == "mod" && d.Fix == "rename one of the two");
    }

    [Fact]
    public void TheOrderMayBeUTF16()
    {
        _folder.File("order.txt", [.. Encoding.Unicode.GetPreamble(), .. Encoding.Unicode.GetBytes("Größe\r\n-ALT\r\n")]);
        Assert.Equal("größe:Active Alt:Disabled", Show(Read(null, "größe", "Alt")));
    }
}
