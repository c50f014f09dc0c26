using System.Text.RegularExpressions;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Architecture;

namespace Reloaded.VFS.Tests.Docs;

/// <summary>What docs/architecture.md and docs/limits.md say of the source is so.</summary>
public sealed partial class ArchitecturePageTests
{
    private static readonly string[] Numbers = ["twenty", "twenty-one", "twenty-two", "twenty-three", "twenty-four", "twenty-five",
        "twenty-six", "twenty-seven", "twenty-eight", "twenty-nine", "thirty"];

    /// <summary>The tables have the rooms of <see cref="Rooms"/>, in their order. A folder without C# is on the page alone.</summary>
    [Fact]
    public void TheTablesHaveTheRoomsInTheirOrder() => Assert.All(Rooms.All,
        project => Assert.Equal(project.Rooms, RoomsOnThePage(project.Namespace)));

    [Fact]
    public void TheLimitsHaveTheNumberOfHookedFunctions()
    {
        string said = File.ReadAllText(PageOf("limits.md"));
        string hooked = Numbers[(int)GateIndex.Count - OfKernelbase - 20];
        Assert.Contains($"the entries of {hooked} functions in ntdll", said, StringComparison.Ordinal);
        Assert.Equal(1, OfKernelbase);
        Assert.Contains("of one in kernelbase", said, StringComparison.Ordinal);
    }

    private static int OfKernelbase =>
        File.ReadLines(Path.Combine(RepositoryFolders.Root, "src", "Reloaded.VFS.Hooks", "Native", "gates.def"))
            .Count(line => Gate().IsMatch(line) && line.Contains(", KERNELBASE,", StringComparison.Ordinal));

    private static IEnumerable<string> RoomsOnThePage(string project) => File.ReadLines(PageOf("architecture.md"))
        .SkipWhile(line => line != $"## {project}").Skip(1)
        .SkipWhile(line => !line.StartsWith("| --- | --- |", StringComparison.Ordinal)).Skip(1)
        .TakeWhile(line => line.StartsWith('|'))
        .Select(line => line.Split('|')[1].Trim())
        .SelectMany(cell => cell == "the root" ? [""] : Code().Matches(cell).Select(match => match.Groups[1].Value.Replace('/', '.')))
        .Where(room => room == "" || HasSources(project, room));

    private static bool HasSources(string project, string room) => Directory.EnumerateFiles(
        Path.Combine(RepositoryFolders.Root, "src", project, room.Replace('.', '/')), "*.cs", SearchOption.AllDirectories).Any();

    private static string PageOf(string name) => Path.Combine(RepositoryFolders.Root, "docs", name);

    [GeneratedRegex("^(?:OWN|ASKING|OPENING)_GATE\\(")]
    private static partial Regex Gate();

    [GeneratedRegex("`([^`]+)`")]
    private static partial Regex Code();
}
