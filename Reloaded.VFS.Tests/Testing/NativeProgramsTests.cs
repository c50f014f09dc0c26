using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Testing;

public sealed class NativeProgramsTests
{
    /// <summary>Each program has a line about its purpose, under its folder's heading.</summary>
    [Fact]
    public void EveryProgramIsInTheReadme()
    {
        string readme = File.ReadAllText(Path.Combine(RepositoryFolders.NativeSources, "README.md"));
        List<string> missing = [], sources = [.. Directory.GetFiles(RepositoryFolders.NativeSources, "*.c", SearchOption.AllDirectories)];
        Assert.True(sources.Count > 50, $"{sources.Count} sources");
        foreach (string source in sources)
        {
            string folder = Path.GetFileName(Path.GetDirectoryName(source)!);
            bool isOneProgram = File.Exists(Path.Combine(Path.GetDirectoryName(source)!, folder + ".c"));
            if (!readme.Contains(isOneProgram ? $"| `{folder}/` |" : $"| `{Path.GetFileName(source)}` |", StringComparison.Ordinal)
                || !readme.Contains($"`{folder}/`", StringComparison.Ordinal))
                missing.Add(source);
        }

        Assert.Empty(missing);
    }

    [Fact]
    public void ASourceIsFoundInItsFolder()
    {
        Assert.Equal(Path.Combine(RepositoryFolders.NativeSources, "probe", "probe.c"), NativePrograms.SourceOf("probe.c"));
        Assert.Throws<FileNotFoundException>(() => NativePrograms.SourceOf("nobody.c"));
    }
}
