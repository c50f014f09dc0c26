using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Building;

/// <summary>Tests of the sources' layout that neither the compiler nor .editorconfig checks.</summary>
public sealed class SourceLayoutTests
{
    /// <summary>
    /// Using directives at the top of a file are sorted: System's first, the others by name, without a blank line between.
    /// </summary>
    [Fact]
    public void UsingDirectivesAreSorted()
    {
        var wrong = new List<string>();
        foreach (string file in Files("*.cs"))
        {
            string[] usings = [
                .. File.ReadLines(file).TakeWhile(line => line.Length == 0 || line.StartsWith("using ", StringComparison.Ordinal)
                || line.StartsWith("//", StringComparison.Ordinal))
                    .Where(line => line.StartsWith("using ", StringComparison.Ordinal) && !line.Contains('('))];
            if (!usings.SequenceEqual(usings.OrderBy(Kind).ThenBy(Name, StringComparer.OrdinalIgnoreCase)))
                wrong.Add(Path.GetRelativePath(RepositoryFolders.Root, file));
        }

        Assert.Empty(wrong);

        // Namespaces of the system, others, static ones, aliases.
        static int Kind(string line) => line.Contains('=') ? 3 : line.StartsWith("using static ", StringComparison.Ordinal) ? 2
            : Name(line) == "System" || Name(line).StartsWith("System.", StringComparison.Ordinal) ? 0 : 1;
        static string Name(string line) => line["using ".Length..].Replace("static ", "", StringComparison.Ordinal).TrimEnd(';');
    }

    private static IEnumerable<string> Files(string pattern)
    {
        string[] files = [
            .. ((string[])["src", "Reloaded.VFS.Testing", "Reloaded.VFS.Tests", "Reloaded.VFS.Benchmarks", "build", "samples"])
            .Select(folder => Path.Combine(RepositoryFolders.Root, folder)).Where(Directory.Exists)
            .SelectMany(folder => Directory.EnumerateFiles(folder, pattern, SearchOption.AllDirectories))
            .Where(file => !file.Split(Path.DirectorySeparatorChar).Any(part => part is "obj" or "bin"))];
        Assert.NotEmpty(files);
        return files;
    }
}
