using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of opens through ntdll with contradictory parameters: the system refuses or accepts them, whatever mods have of the name, under
/// every policy. A refused open changes nothing; what goes with a handle is removed completely.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class RefusedOpensTests
{
    private const string Any = "20", Folder = "21", DeleteOnClose = "1020", FolderDeleteOnClose = "1021";

    private static readonly string[] Names =
        [@"Data\only-mod.txt", @"Data\a.txt", @"Data\only-game.txt", @"ModFolder\y.txt", "Data", "ModFolder", "Both", "nothing"];

    /// <summary>Gets the policies, as JSON objects.</summary>
    public static TheoryData<string> Policies =>
        new() { """{ "writes": "game" }""", """{ "writes": "overwrite" }""", """{ "undo": true }""" };

    /// <summary>Without the access right DELETE, delete-on-close is refused: no handle is returned, and nothing is deleted.</summary>
    [RealProcessTheory]
    [MemberData(nameof(Policies))]
    public void DeletionOnCloseWantsTheRightToDelete(string policy) => AssertSame(policy,
        [.. from name in Names
            from options in new[] { DeleteOnClose, FolderDeleteOnClose }
            // No access at all; FILE_READ_ATTRIBUTES; GENERIC_WRITE; MAXIMUM_ALLOWED.
            from access in new[] { "0", "100080", "40100000", "2100000" }
            from disposition in new[] { 1, 3, 5 }
            select $"ntopenas | {access} | {options} | {disposition} | {name}"]);

    /// <summary>An open that asks for no access right changes nothing except by its disposition.</summary>
    [RealProcessTheory]
    [MemberData(nameof(Policies))]
    public void AnOpenWithoutAnyRightIsNoDeletion(string policy) => AssertSame(policy,
        [.. from name in Names
            from options in new[] { Any, Folder }
            from disposition in new[] { 1, 2, 3, 4, 9 }
            where name != "nothing" || disposition != 3
            select $"ntopenas | 0 | {options} | {disposition} | {name}"]);

    /// <summary>The folder is opened with DELETE, and with GENERIC_ALL, which Wine accepts instead.</summary>
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

    /// <summary>A folder is reopened by its handle alone. Windows allows it; Wine refuses it, whatever access is asked for.</summary>
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
