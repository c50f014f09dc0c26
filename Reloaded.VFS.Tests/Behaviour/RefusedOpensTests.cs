using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Opens with parameters that exclude each other, through ntdll: the system refuses them or doesn't, whatever mods have of the name, and
/// under every policy. What it refuses leaves everything as it was; what goes with a handle goes wholly.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class RefusedOpensTests
{
    private const string Any = "20", Folder = "21", DeleteOnClose = "1020", FolderDeleteOnClose = "1021";

    private static readonly string[] Names =
        [@"Data\only-mod.txt", @"Data\a.txt", @"Data\only-game.txt", @"ModFolder\y.txt", "Data", "ModFolder", "Both", "nothing"];

    /// <summary>The policy, with its braces.</summary>
    public static TheoryData<string> Policies =>
        new() { """{ "writes": "game" }""", """{ "writes": "overwrite" }""", """{ "undo": true }""" };

    /// <summary>Without the right to delete, nothing is deleted when the handle is closed: nor is a handle given.</summary>
    [RealProcessTheory]
    [MemberData(nameof(Policies))]
    public void DeletionOnCloseWantsTheRightToDelete(string policy) => AssertSame(policy,
        [.. from name in Names
            from options in new[] { DeleteOnClose, FolderDeleteOnClose }
            // None at all; FILE_READ_ATTRIBUTES; GENERIC_WRITE; MAXIMUM_ALLOWED.
            from access in new[] { "0", "100080", "40100000", "2100000" }
            from disposition in new[] { 1, 3, 5 }
            select $"ntopenas | {access} | {options} | {disposition} | {name}"]);

    /// <summary>An open that asks for no right changes nothing but by its disposition.</summary>
    [RealProcessTheory]
    [MemberData(nameof(Policies))]
    public void AnOpenWithoutAnyRightIsNoDeletion(string policy) => AssertSame(policy,
        [.. from name in Names
            from options in new[] { Any, Folder }
            from disposition in new[] { 1, 2, 3, 4, 9 }
            where name != "nothing" || disposition != 3
            select $"ntopenas | 0 | {options} | {disposition} | {name}"]);

    /// <summary>DELETE, and all rights, which Wine takes for it.</summary>
    [RealProcessTheory]
    [MemberData(nameof(Policies))]
    public void AFolderGoesWithAHandleThatHasTheRight(string policy)
    {
        foreach (string access in new[] { "110000", "10100000" })
        {
            foreach (int disposition in new[] { 1, 3 })
            {
                AssertSame(policy, [.. from name in new[] { "ModFolder", "Both", "Empty", "OnlyEmpty" }
                                       from options in new[] { DeleteOnClose, FolderDeleteOnClose }
                                       select $"ntopenas | {access} | {options} | {disposition} | {name}"]);
            }
        }
    }

    /// <summary>A folder that is opened once more by its handle alone: Windows does so, and Wine refuses whatever else is asked.</summary>
    [RealProcessTheory]
    [MemberData(nameof(Policies))]
    public void AFolderWithoutANameIsTheSystemsToOpen(string policy) => AssertSame(policy,
        [.. from name in new[] { "Data", "ModFolder", "Both" }
            from options in new[] { Any, Folder, "60", FolderDeleteOnClose }
            from access in new[] { "100080", "100180", "40100000" }
            select $"ntopenas | {access} | {options} | 1 | {name} | -"]);

    private static void AssertSame(string policy, string[] commands)
    {
        using MergedFolder folder = SavingTests.Build();
        foreach (string game in new[] { folder.Game, folder.Merged })
            Directory.CreateDirectory(Path.Combine(game, "Empty"));
        Directory.CreateDirectory(Path.Combine(folder.Mods, "mod", "Empty"));
        Directory.CreateDirectory(Path.Combine(folder.Mods, "mod", "OnlyEmpty"));
        Directory.CreateDirectory(Path.Combine(folder.Merged, "OnlyEmpty"));
        File.WriteAllText(Path.Combine(folder.Game, "rvfs", "rvfs.json"), policy);
        using UntouchedFiles? untouched = policy.Contains("overwrite", StringComparison.Ordinal) ? UntouchedFiles.Of(folder.Game) : null;
        BackendRunner.AssertSame(folder, [new("opens", string.Join('\n', commands) + "\ntree | .")], "opens");
        BackendRunner.AssertSame(folder, [new("look", "tree | .")], "second run");
    }
}
