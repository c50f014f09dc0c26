using System.Text.Json;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Dll.Watching;

/// <summary>
/// Tests that the gates, which answer for names that no mod has, do so only while the names alone decide: a mod's new file, a mod that
/// hides names, and the game's deletions are all seen.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class LiveGateTests
{
    private static readonly string[] s_files =
        ["data/own.txt", "data/other.txt", "data/both.txt", "rvfs/mods/A/data/both.txt", "rvfs/mods/A/data/mods.txt"];

    [RealProcessFact]
    public void AFileThatAModBringsIsSeenWhereTheGameHasOneOfTheName()
    {
        using LiveGame game = new(s_files);
        game.Start();
        AssertAnswers(game, true);
        Assert.Equal("data/own.txt", game.Ask("read", game.InGame("data/own.txt")));
        // First into the current snapshot, then into a new one.
        File.WriteAllText(game.At("rvfs/mods/A/data/own.txt"), "mod's");
        game.Await("data/own.txt", "mod's");
        Directory.CreateDirectory(game.At("rvfs/mods/B/data"));
        File.WriteAllText(game.At("rvfs/mods/B/data/other.txt"), "another mod's");
        game.Await("data/other.txt", "another mod's");
        AssertAnswers(game, true);
        File.Delete(game.At("rvfs/mods/A/data/own.txt"));
        game.Await("data/own.txt", "data/own.txt");
        game.Quit();
    }

    [RealProcessFact]
    public void WhatAModHidesIsGoneAndComesBack()
    {
        using LiveGame game = new(s_files);
        game.Start();
        Assert.Equal("data/own.txt", game.Ask("read", game.InGame("data/own.txt")));
        File.WriteAllText(game.At("rvfs/mods/A/data/own.txt.rvfshide"), "");
        game.Await("data/own.txt", "-");
        AssertAnswers(game, false);
        File.Delete(game.At("rvfs/mods/A/data/own.txt.rvfshide"));
        game.Await("data/own.txt", "data/own.txt");
        AssertAnswers(game, true);
        game.Quit();
    }

    [RealProcessFact]
    public void WhatTheGameHasDeletedStaysDeleted()
    {
        using LiveGame game = new(s_files);
        game.Start();
        Assert.Equal("rvfs/mods/A/data/both.txt", game.Ask("read", game.InGame("data/both.txt")));
        AssertAnswers(game, true);
        game.Ask("delete", game.InGame("data/both.txt"));
        Assert.Equal("error 2", game.Ask("read", game.InGame("data/both.txt")));
        AssertAnswers(game, false);
        Assert.Equal("data/own.txt", game.Ask("read", game.InGame("data/own.txt")));
        File.WriteAllText(game.At("rvfs/mods/A/data/new.txt"), "new");
        game.Await("data/new.txt", "new");
        AssertAnswers(game, false);
        game.Quit();
    }

    private static void AssertAnswers(LiveGame game, bool expected)
    {
        using var description = JsonDocument.Parse(game.Ask("describe"));
        // If the processor, or the image, lacks the code for it, managed code always answers.
        bool canAnswer = description.RootElement.GetProperty("instructionSet").GetString()!.Contains("AVX", StringComparison.Ordinal);
        Assert.Equal(expected && canAnswer, description.RootElement.GetProperty("answersInGate").GetBoolean());
    }
}
