using Reloaded.VFS.Cli;

namespace Reloaded.VFS.Tests.Cli;

/// <summary>What the first word of a command line is.</summary>
public sealed class ApplicationTests
{
    /// <summary>A command's name is none of a game, even where a file of that name lies in the current folder.</summary>
    [Fact]
    public void EveryCommandIsKnownByItsName() => Assert.Equal(
        Application.CreateRoot([], dropped: false).Subcommands.Select(command => command.Name), Application.Names);
}
