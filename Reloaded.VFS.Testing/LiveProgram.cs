using System.Diagnostics;

namespace Reloaded.VFS.Testing;

/// <summary>
/// A running Native/live/live.c that is told what to do, line by line, through a file, and answers through another: as a game with its
/// mods, or as a Windows program that changes mods. Not thread-safe.
/// </summary>
public sealed class LiveProgram : IDisposable
{
    private readonly string _folder = RepositoryFolders.CreateTemporary();
    private readonly Task<GameResult> _run;
    private int _asked;

    /// <summary>Starts it.</summary>
    /// <param name="program">The program, in the game's folder.</param>
    /// <param name="options">How it is run.</param>
    public LiveProgram(string program, GameOptions options)
    {
        File.WriteAllText(Commands, "");
        _run = Task.Run(() => GameProcess.Run(program, [WinePrefix.ToWindows(Commands), WinePrefix.ToWindows(Answers)], options));
    }

    private string Commands => Path.Combine(_folder, "commands");

    private string Answers => Path.Combine(_folder, "answers");

    /// <summary>Has it do something; the answer is to be taken by <see cref="Answer"/>.</summary>
    public void Tell(params string[] words)
    {
        File.AppendAllText(Commands, string.Join('\t', words) + "\n");
        _asked++;
    }

    /// <summary>Waits for the answer to the last command.</summary>
    /// <exception cref="InvalidOperationException">There is none: it has ended, or hangs.</exception>
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

    /// <summary>Both.</summary>
    public string Ask(params string[] words)
    {
        Tell(words);
        return Answer();
    }

    /// <summary>Ends it, and waits for that.</summary>
    public GameResult Quit()
    {
        File.AppendAllText(Commands, "quit\n");
        return _run.GetAwaiter().GetResult();
    }

    /// <summary>Ends it if it runs.</summary>
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
