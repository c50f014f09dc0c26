using System.Text.RegularExpressions;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Architecture;

/// <summary>Tests that rooms are layers: the references in the compiled assemblies are compared with <see cref="Rooms"/>.</summary>
public sealed partial class RoomOrderTests
{
    public static TheoryData<string> Assemblies() => [.. Rooms.All.Select(a => a.Assembly)];

    [Theory]
    [MemberData(nameof(Assemblies))]
    public void ARoomUsesOnlyRoomsBelow(string assembly)
    {
        (_, string root, string[] rooms) = Rooms.All.Single(a => a.Assembly == assembly);
        IReadOnlyCollection<((string Namespace, string Name) From, (string Namespace, string Name) To)> references =
            TypeReferences.Read(PathOf(assembly, root));
        // A reader that sees no references would find no faults.
        Assert.True(references.Count > 20, $"{references.Count} references");
        List<string> wrong = [];
        foreach (((string Namespace, string Name) from, (string Namespace, string Name) to) in references)
        {
            if (!to.Namespace.StartsWith("Reloaded", StringComparison.Ordinal))
                continue;
            int user = IndexOf(from.Namespace, root, rooms), used = IndexOf(to.Namespace, root, rooms);
            if (user < 0 || used < 0)
                wrong.Add($"{(user < 0 ? from : to).Namespace} is in no list of rooms");
            else if (used > user)
                wrong.Add($"{from.Namespace}: {from.Name} uses {to.Namespace}: {to.Name}");
        }

        Assert.True(wrong.Count == 0, string.Join('\n', wrong.Distinct().Order(StringComparer.Ordinal)));
    }

    [Theory]
    [MemberData(nameof(Assemblies))]
    public void EveryRoomHasTypes(string assembly)
    {
        (_, string root, string[] rooms) = Rooms.All.Single(a => a.Assembly == assembly);
        HashSet<string> namespaces = [.. TypeReferences.Read(PathOf(assembly, root)).Select(r => r.From.Namespace)];
        Assert.DoesNotContain(rooms, room => !namespaces.Contains(room.Length == 0 ? root : $"{root}.{room}"));
    }

    [Fact]
    public void AFilesNamespaceIsItsFolder()
    {
        string source = Path.Combine(RepositoryFolders.Root, "src");
        List<string> wrong = [];
        foreach (string file in Directory.EnumerateFiles(source, "*.cs", SearchOption.AllDirectories))
        {
            string relative = Path.GetRelativePath(source, file).Replace(Path.DirectorySeparatorChar, '/');
            if (relative.Contains("/obj/", StringComparison.Ordinal) || relative.Contains("/bin/", StringComparison.Ordinal)
                || NamespaceLine().Match(File.ReadAllText(file)) is not { Success: true } match)
                continue;
            string expected = Path.GetDirectoryName(relative)!.Replace('/', '.').Replace(Path.DirectorySeparatorChar, '.');
            if (match.Groups[1].Value != expected)
                wrong.Add($"{relative}: {match.Groups[1].Value}");
        }

        Assert.Empty(wrong);
    }

    // Types that the compiler generates have no namespace of the project: they count as high as a program's top-level statements.
    private static int IndexOf(string name, string root,
        string[] rooms) => !name.StartsWith("Reloaded", StringComparison.Ordinal) ? rooms.Length - 1
        : name == root ? Array.IndexOf(rooms, "")
        : name.StartsWith(root + ".", StringComparison.Ordinal) ? Array.IndexOf(rooms, name[(root.Length + 1)..])
        : -1;

    // The DLL is for Windows only, so the tests don't reference it: its compiled assembly is in the folder from which it was published.
    internal static string PathOf(string assembly, string root) => assembly == "reloaded_vfs"
        ? Path.Combine(RepositoryFolders.Root, "src", root, "obj", "Release", "net10.0", "win-x64", "reloaded_vfs.dll")
        : Path.Combine(AppContext.BaseDirectory, assembly + ".dll");

    [GeneratedRegex(@"^namespace ([\w.]+);", RegexOptions.Multiline)]
    private static partial Regex NamespaceLine();
}
