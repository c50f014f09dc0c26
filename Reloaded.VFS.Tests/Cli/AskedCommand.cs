using Reloaded.VFS.Cli;

namespace Reloaded.VFS.Tests.Cli;

/// <summary>
/// A command of the launcher, run in the tests' own process: what it prints is taken from the process's streams, so tests that use this
/// belong to the collection of <see cref="Questions.QuestionsTests"/>.
/// </summary>
internal static class AskedCommand
{
    public static (int Code, string Output, string Errors) Run(params string[] arguments)
    {
        TextWriter output = Console.Out, errors = Console.Error;
        using StringWriter said = new(), wrong = new();
        try
        {
            Console.SetOut(said);
            Console.SetError(wrong);
            return (Application.Run(arguments), said.ToString(), wrong.ToString());
        }
        finally
        {
            Console.SetOut(output);
            Console.SetError(errors);
        }
    }

    /// <summary>Runs it with what is typed meanwhile.</summary>
    public static (int Code, string Output, string Errors) Answer(string input, params string[] arguments)
    {
        TextReader before = Console.In;
        using StringReader answer = new(input);
        try
        {
            Console.SetIn(answer);
            return Run(arguments);
        }
        finally
        {
            Console.SetIn(before);
        }
    }
}
