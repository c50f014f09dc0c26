using System.Collections.Concurrent;
using System.Diagnostics;
using System.Text;

namespace Reloaded.VFS.Ui.Asking;

/// <summary>The result of a call of the launcher.</summary>
/// <param name="Code">The exit code.</param>
/// <param name="Output">The standard output, UTF-8.</param>
/// <param name="Messages">The standard error: notices, warnings, errors.</param>
internal sealed record Outcome(int Code, byte[] Output, string Messages);

/// <summary>
/// The launcher, <c>rvfs</c>: it answers every question and makes every change, so that the page shows and does exactly what the commands
/// do. Thread-safe.
/// </summary>
/// <param name="program">The launcher's program.</param>
/// <param name="folder">The folder in which the launcher is started: the game's.</param>
/// <param name="context">The options that select the game; every command has them.</param>
internal sealed class Launcher(string program, string folder, Context context)
{
    // Changes one after the other: two moves of mods at once would each write the order that they have read.
    private readonly SemaphoreSlim _changes = new(1);

    public string Folder => folder;

    /// <summary>Gets the options that select the game.</summary>
    public Context Context => context;

    /// <summary>Answers a question.</summary>
    public async Task<Outcome> AskAsync(CommandWords command, string? set)
    {
        using Process process = Start(command, set);
        process.StandardInput.Close();
        using MemoryStream output = new();
        Task<string> messages = process.StandardError.ReadToEndAsync();
        await process.StandardOutput.BaseStream.CopyToAsync(output).ConfigureAwait(false);
        string said = await messages.ConfigureAwait(false);
        await process.WaitForExitAsync().ConfigureAwait(false);
        return new(process.ExitCode, output.ToArray(), said);
    }

    /// <summary>Makes a change, after the earlier ones.</summary>
    public async Task<Outcome> ChangeAsync(CommandWords command, string? set)
    {
        await _changes.WaitAsync().ConfigureAwait(false);
        try
        {
            return await AskAsync(command, set).ConfigureAwait(false);
        }
        finally
        {
            _changes.Release();
        }
    }

    /// <summary>Starts the launcher, with its input, output and errors as pipes.</summary>
    public Process Start(CommandWords command, string? set)
    {
        ProcessStartInfo start = new(program, command.With(context, set))
        {
            WorkingDirectory = folder,
            UseShellExecute = false,
            CreateNoWindow = true,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            StandardInputEncoding = new UTF8Encoding(false),
            StandardOutputEncoding = Encoding.UTF8,
            StandardErrorEncoding = Encoding.UTF8,
        };
        return Process.Start(start)!;
    }
}

/// <summary>Answers of the launcher, kept until something changes. Thread-safe.</summary>
internal sealed class Answers(Launcher launcher)
{
    private readonly ConcurrentDictionary<(string Question, string? Path, string? Set), Task<Outcome>> _kept = new();

    /// <summary>Returns the answer to a question, or null if there is no such question.</summary>
    public Task<Outcome>? Find(string question, string? path, string? set)
    {
        if (Acts.FindQuestion(question, path) is not { } command)
            return null;
        // What a run leaves behind, and what is wrong with the system, isn't known to change.
        if (question is "doctor" or "last" or "undo" or "overwrite" or "deleted" or "removed")
            return launcher.AskAsync(command, set);
        Task<Outcome> answer = _kept.GetOrAdd((question, path, set), _ => launcher.AskAsync(command, set));
        if (!answer.IsFaulted)
            return answer;
        _kept.TryRemove((question, path, set), out _);
        return launcher.AskAsync(command, set);
    }

    /// <summary>Discards all answers after a change.</summary>
    public void Forget() => _kept.Clear();
}
