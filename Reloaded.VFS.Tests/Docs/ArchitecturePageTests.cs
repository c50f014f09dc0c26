using System.Text.RegularExpressions;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Architecture;

namespace Reloaded.VFS.Tests.Docs;

/// <summary>Tests that the tables of src/README.md agree with the source.</summary>
public sealed partial class ArchitecturePageTests
{
    private static readonly string s_page = Path.Combine(RepositoryFolders.Root, "src", "README.md");

    /// <summary>
    /// The tables list the rooms of <see cref="Rooms"/>, in their order. A folder without C#, or with C# for 32 bits alone, is in the tables
    /// only.
    /// </summary>
    [Fact]
    public void TheTablesHaveTheRoomsInTheirOrder() => Assert.All(Rooms.All,
        project => Assert.Equal(project.Rooms, RoomsOnThePage(project.Namespace)));

    private static IEnumerable<string> RoomsOnThePage(string project) => File.ReadLines(s_page)
        .SkipWhile(line => line != $"## {project}").Skip(1)
        .SkipWhile(line => !line.StartsWith("| --- | --- |", StringComparison.Ordinal)).Skip(1)
        .TakeWhile(line => line.StartsWith('|'))
        .Select(line => line.Split('|')[1].Trim())
        .SelectMany(cell => cell == "the root" ? [""] : Code().Matches(cell).Select(match => match.Groups[1].Value.Replace('/', '.')))
        .Where(room => room == "" || (room != "CoreClr" && HasSources(project, room)));

    private static bool HasSources(string project, string room) => Directory.EnumerateFiles(
        Path.Combine(RepositoryFolders.Root, "src", project, room.Replace('.', '/')), "*.cs", SearchOption.AllDirectories).Any();

    [GeneratedRegex("`([^`]+)`")]
    private static partial Regex Code();
}
