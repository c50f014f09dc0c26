using Reloaded.VFS.Hooks.Opening;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Hooks.Writing;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Tests.Hooks.Opening;

/// <summary>
/// Tests of the rule that the game's own comes first, for all inputs, against a list of the right results and against the rule written in
/// another way.
/// </summary>
public sealed class BaseFirstTests
{
    private static readonly bool[] s_both = [false, true];

    [Fact]
    public void TheFirstCallIsOnTheModOnlyWhereAFolderWouldBeMadeThatTheModHas()
    {
        var inputs = from a in s_both from b in s_both from c in s_both from d in s_both select (a, b, c, d);
        foreach ((bool isFolder, bool mayCreate, bool isInBase, bool isInMod) in inputs)
        {
            FirstPlace expected = isFolder && mayCreate && !isInBase && isInMod
                ? FirstPlace.Mod
                : isFolder ? FirstPlace.OwnFolder : FirstPlace.Own;
            Assert.Equal(expected, BaseFirst.First(isFolder, mayCreate, isInBase, isInMod));
        }
    }

    /// <summary>The order is: name, folder; then opens, creates; then without a backslash, with one.</summary>
    [Theory]
    [InlineData(OwnOutcome.Final, "None None None None None None None None")]
    [InlineData(OwnOutcome.NoName, "None None None None Mod Mod Mod Mod")]
    [InlineData(OwnOutcome.FileWithBackslash, "None None None None None Mod None Mod")]
    [InlineData(OwnOutcome.NoFolderAbove,
        "Mod ModUnlessOwnFile OwnWithParents OwnWithParentsUnlessOwnFile Mod Mod OwnWithParents OwnWithParents")]
    public void EachOutcomeHasItsRow(object outcome, string expected) => Assert.Equal(
        expected.Split(' ').Select(Enum.Parse<NextPlace>), RowsOf((OwnOutcome)outcome, NewNames.InOwnFolder));

    /// <summary>The policy decides only about new names in a folder that only mods have.</summary>
    [Theory]
    [InlineData(NewNames.InOwnFolderOrElsewhere,
        "Mod ModUnlessOwnFile OwnWithParentsOrElsewhere OwnWithParentsOrElsewhereUnlessOwnFile Mod Mod OwnWithParentsOrElsewhere "
        + "OwnWithParentsOrElsewhere")]
    [InlineData(NewNames.Nowhere, "Mod ModUnlessOwnFile None None Mod Mod None None")]
    public void WhatIsNewGoesWhereThePolicySays(object newNames, string expected)
    {
        foreach (OwnOutcome outcome in Enum.GetValues<OwnOutcome>())
        {
            NextPlace[] rows = RowsOf(outcome, (NewNames)newNames), plain = RowsOf(outcome, NewNames.InOwnFolder);
            Assert.Equal(outcome == OwnOutcome.NoFolderAbove ? expected.Split(' ').Select(Enum.Parse<NextPlace>) : plain, rows);
            for (int i = 0; i < rows.Length; i++)
                Assert.True(rows[i] == plain[i] || BaseFirst.AsksPolicy(isNew: (i & 2) != 0, outcome), $"{outcome}, row {i}");
        }
    }

    private static NextPlace[] RowsOf(OwnOutcome outcome, NewNames newNames) =>
        [.. from isFolder in s_both
            from isNew in s_both
            from hasBackslash in s_both
            select BaseFirst.Next(isFolder, isNew, outcome, hasBackslash, newNames)];

    /// <summary>The rule as two questions: whether the game's own lacks the name, and whether folders are created for a new one.</summary>
    [Fact]
    public void TheTableSaysWhatTheRuleSays()
    {
        var inputs = from a in Enum.GetValues<OwnOutcome>()
                     from b in s_both
                     from c in s_both
                     from d in s_both
                     from e in Enum.GetValues<NewNames>()
                     select (a, b, c, d, e);
        foreach ((OwnOutcome outcome, bool isFolder, bool isNew, bool hasBackslash, NewNames newNames) in inputs)
        {
            NextPlace next = BaseFirst.Next(isFolder, isNew, outcome, hasBackslash, newNames);
            bool isNowhere = isNew && outcome == OwnOutcome.NoFolderAbove && newNames == NewNames.Nowhere;
            Assert.Equal(isNew && outcome == OwnOutcome.NoFolderAbove && !isNowhere, (next & NextPlace.WithParents) != 0);
            foreach (bool isOwnFile in s_both)
            {
                bool isMissing = (outcome == OwnOutcome.NoFolderAbove && (isFolder || !hasBackslash || !isOwnFile))
                    || (isFolder && outcome == OwnOutcome.NoName)
                    || (isFolder && outcome == OwnOutcome.FileWithBackslash && hasBackslash);
                bool goesOn = next != NextPlace.None && !(isOwnFile && (next & NextPlace.UnlessOwnFile) != 0);
                Assert.Equal(isMissing && !isNowhere, goesOn);
            }
        }
    }

    [Theory]
    [InlineData(NtStatus.STATUS_SUCCESS, OwnOutcome.Final)]
    [InlineData(NtStatus.STATUS_ACCESS_DENIED, OwnOutcome.Final)]
    [InlineData(NtStatus.STATUS_DELETE_PENDING, OwnOutcome.Final)]
    [InlineData(NtStatus.STATUS_OBJECT_PATH_NOT_FOUND, OwnOutcome.NoFolderAbove)]
    [InlineData(NtStatus.STATUS_OBJECT_NAME_NOT_FOUND, OwnOutcome.NoName)]
    [InlineData(NtStatus.STATUS_NO_SUCH_FILE, OwnOutcome.NoName)]
    [InlineData(NtStatus.STATUS_NOT_A_DIRECTORY, OwnOutcome.NoName)]
    [InlineData(NtStatus.STATUS_OBJECT_NAME_INVALID, OwnOutcome.FileWithBackslash)]
    public void AStatusIsAnOutcome(NtStatus status, object expected) => Assert.Equal(expected, BaseFirst.OutcomeOf(status));
}
