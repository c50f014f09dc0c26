using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Tests.Cli.Questions;

namespace Reloaded.VFS.Tests.Cli.Terminal;

/// <summary>Tests that a failure beside a game is one message, and never ends the process on which the game depends.</summary>
[Collection(nameof(QuestionsTests))]
public sealed class AttemptTests
{
    public static TheoryData<Type> Kinds =>
    [
        typeof(IOException), typeof(UnauthorizedAccessException), typeof(InvalidDataException), typeof(InvalidOperationException),
        typeof(NullReferenceException), typeof(OutOfMemoryException), typeof(AggregateException), typeof(ArgumentException),
    ];

    [Theory]
    [MemberData(nameof(Kinds))]
    public void WhateverIsThrownIsOneMessage(Type kind)
    {
        (bool isDone, string said) = Make(() => throw (Exception)Activator.CreateInstance(kind, "The Parameter 'x' of Foo.Bar")!);
        Assert.False(isDone);
        string line = Assert.Single(said.Split('\n', StringSplitOptions.RemoveEmptyEntries)).TrimEnd('\r');
        Assert.StartsWith("rvfs: warning: folders aren't read ahead: ", line, StringComparison.Ordinal);
        Assert.EndsWith(".", line, StringComparison.Ordinal);
        Assert.False(line.EndsWith("..", StringComparison.Ordinal), line);
        // InvalidDataException is the project's own, with a text for users.
        if (kind != typeof(InvalidDataException))
            Assert.DoesNotContain("Parameter", line, StringComparison.Ordinal);
        Assert.DoesNotContain("Exception", line, StringComparison.Ordinal);
    }

    [Fact]
    public void WhatGoesWellSaysNothing()
    {
        int count = 0;
        Assert.Equal((true, ""), Make(() => count++));
        Assert.Equal(1, count);
    }

    private static (bool IsDone, string Said) Make(Action action)
    {
        TextWriter errors = Console.Error;
        using StringWriter said = new();
        try
        {
            Console.SetError(said);
            return (Attempt.Make(action, "folders aren't read ahead"), said.ToString());
        }
        finally
        {
            Console.SetError(errors);
        }
    }
}
