using System.Text.RegularExpressions;

namespace Reloaded.VFS.Tests.Architecture;

/// <summary>What the types of the sources are called: read as text, so that those count, too, that no test is compiled with.</summary>
public sealed partial class TypeNameTests
{
    /// <summary>One name stands for one thing, in whatever assembly.</summary>
    [Fact]
    public void NoTwoTypesHaveOneName()
    {
        (string Type, string Folder)[] types = [.. SourceFiles.All().SelectMany(TopLevelTypes).Distinct()];
        // A reader that sees nothing would find nothing wrong.
        Assert.True(types.Length > 500, $"{types.Length} types");
        Assert.Empty(types.GroupBy(type => type.Type).Where(group => group.Count() > 1)
            .Select(group => $"{group.Key}: {string.Join(", ", group.Select(type => type.Folder))}"));
    }

    // The parts of a partial type lie in one folder, and so do types that differ in their parameters alone.
    private static IEnumerable<(string Type, string Folder)> TopLevelTypes((string Name, string Text) file) =>
        TopLevelType().Matches(file.Text).Select(match => (match.Groups[1].Value, Path.GetDirectoryName(file.Name)!));

    [GeneratedRegex(@"^(?:\w+ )*?(?:class|struct|interface|enum|record(?: class| struct)?|delegate [\w<>?*\[\], ]+) (\w+)\b",
        RegexOptions.Multiline)]
    private static partial Regex TopLevelType();
}
