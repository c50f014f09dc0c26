using System.Text.RegularExpressions;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Docs;

/// <summary>Tests that everything which docs/adding-a-hook.md names exists.</summary>
public sealed partial class AddingAHookTests
{
    private static readonly string Page = File.ReadAllText(Path.Combine(RepositoryFolders.Root, "docs", "adding-a-hook.md"));

    [Fact]
    public void ItsFilesAndFoldersExist()
    {
        string[] paths = [.. Code().Matches(Page).Select(m => m.Groups[1].Value).Where(text => text.Contains('/'))];
        Assert.NotEmpty(paths);
        Assert.All(paths, path => Assert.True(Path.Exists(Path.Combine(RepositoryFolders.Root, path)), path));
    }

    [Fact]
    public void ItsNamesStandInTheSourcesOfTheHooks()
    {
        string folder = Path.Combine(RepositoryFolders.Root, "src", "Reloaded.VFS.Hooks");
        string sources = string.Concat(Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories)
            .Where(file => Path.GetExtension(file) is ".cs" or ".c" or ".h" or ".def").Select(File.ReadAllText));
        string[] names = [.. Code().Matches(Page).Select(m => m.Groups[1].Value).Where(text => Name().IsMatch(text))];
        Assert.Contains("NtDeleteFile", names);
        Assert.All(names, name => Assert.True(Regex.IsMatch(sources, $@"\b{Regex.Escape(name)}\b"), name));
    }

    [GeneratedRegex("`([^`]+)`")]
    private static partial Regex Code();

    [GeneratedRegex(@"^[A-Za-z_]+$")]
    private static partial Regex Name();
}
