using System.Diagnostics;

namespace Reloaded.VFS.Testing;

/// <summary>
/// A running Native/live/live.c, which reads commands from a file, line by line, and answers in another: a game with its mods, or a Windows
/// program that changes mods. Not thread-safe.
/// </summary>
public sealed class LiveProgram : IDisposable
{
    private readonly string _folder = RepositoryFolders.CreateTemporary();
    private readonly Task<GameResult> _run;
    private int _asked;

    /// <summary>Starts the program.</summary>
    /// <param name="program">The program, in the game's folder.</param>
    /// <param name="options">The options of its run.</param>
    public LiveProgram(string program, GameOptions options)
    {
        File.WriteAllText(Commands, "");
        _run = Task.Run(() => GameProcess.Run(program, [WinePrefix.ToWindows(Commands), WinePrefix.ToWindows(Answers)], options));
    }

    private string Commands => Path.Combine(_folder, "commands");

    private string Answers => Path.Combine(_folder, "answers");

    /// <summary>Sends a command; <see cref="Answer"/> must take the answer.</summary>
    public void Tell(params string[] words)
    {
        File.AppendAllText(Commands, string.Join('\t', words) + "\n");
        _asked++;
    }

    /// <summary>Waits for the answer to the last command.</summary>
    /// <exception cref="InvalidOperationException">The program has ended or hangs.</exception>
    public string Answer()
    {
        Stopwatch clock = Stopwatch.StartNew();
        while (true)
        {
            string[] lines = File.Exists(Answers) ? Read().Split('\n') : [];
            if (lines.Length > _asked)
                return lines[_asked - 1];
            if (_run.IsCompleted || clock.Elapsed > TimeSpan.FromSeconds(60) * GameProcess.Patience)
                throw new InvalidOperationException($"no answer: {(_run.IsCompleted ? _run.Result.ToString() : "the program is running")}");
            Thread.Sleep(2);
        }
    }

    /// <summary>Sends a command and waits for the answer.</summary>
    public string Ask(params string[] words)
    {
        Tell(words);
        return Answer();
    }

    /// <summary>Ends the program and waits for its end.</summary>
    public GameResult Quit()
    {
        File.AppendAllText(Commands, "quit\n");
        return _run.GetAwaiter().GetResult();
    }

    /// <summary>Ends the program if it is still running.</summary>
    public void Dispose()
    {
        if (!_run.IsCompleted)
        {
            File.AppendAllText(Commands, "quit\n");
            Task.WaitAny([_run], TimeSpan.FromSeconds(30));
        }

        if (_run.IsCompleted)
            Directory.Delete(_folder, recursive: true);
    }

    private string Read()
    {
        using FileStream file = new(Answers, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        return new StreamReader(file).ReadToEnd();
    }
}
