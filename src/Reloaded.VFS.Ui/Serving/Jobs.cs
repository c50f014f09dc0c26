using System.Collections.Concurrent;
using System.Diagnostics;
using System.Text.Json;
using Reloaded.VFS.Ui.Asking;

namespace Reloaded.VFS.Ui.Serving;

/// <summary>Commands that run for a while, such as a game or the adding of an archive. Thread-safe.</summary>
/// <param name="events">Receives the jobs' events.</param>
/// <param name="changed">Called when a job has ended.</param>
internal sealed class Jobs(Launcher launcher, EventStream events, Action changed)
{
    // A question of 'rvfs add' begins so; no other line of it is JSON.
    private const string QuestionStart = "{\"question\":";

    private readonly ConcurrentDictionary<int, Job> _running = new();
    private int _last;

    private sealed record Job(int Number, string Act, string Line, Process Process, Action? Ended)
    {
        public JobEvent? Question { get; set; }
    }

    /// <summary>Gets a value indicating whether a job is running: its game, or the user who answers it, needs this server.</summary>
    public bool AreRunning => !_running.IsEmpty;

    /// <summary>Returns the running jobs and their open questions.</summary>
    public IReadOnlyList<JobEvent> List() => [.. _running.Values.OrderBy(job => job.Number)
        .SelectMany(job => (JobEvent?[])[new("begun", job.Number, job.Act, job.Line), job.Question]).OfType<JobEvent>()];

    /// <summary>Begins a job.</summary>
    /// <param name="asked">The act to perform.</param>
    /// <param name="line">The line that is shown for it.</param>
    /// <param name="ended">Called when it has ended; null for nothing.</param>
    public ActAnswer Begin(ActRequest asked, CommandWords command, string line, Action? ended)
    {
        Job job = new(Interlocked.Increment(ref _last), asked.Act, line, launcher.Start(command, asked.Set), ended);
        _running[job.Number] = job;
        // A question is answered there; a game has no input here.
        if (asked.Act != "add")
            job.Process.StandardInput.Close();
        Tell(new("begun", job.Number, job.Act, line));
        _ = FollowAsync(job);
        return new(0, line, "", "", job.Number);
    }

    /// <summary>Answers a job's question.</summary>
    /// <returns>True if there is such a job.</returns>
    public async Task<bool> AnswerAsync(JobAnswer answer)
    {
        if (!_running.TryGetValue(answer.Job, out Job? job))
            return false;
        if (answer.Answer is { } text && job.Act == "add")
        {
            job.Question = null;
            await job.Process.StandardInput.WriteLineAsync(text.ReplaceLineEndings(" ")).ConfigureAwait(false);
            await job.Process.StandardInput.FlushAsync().ConfigureAwait(false);
            return true;
        }

        // A game isn't ended from here.
        if (job.Act == "add")
            job.Process.StandardInput.Close();
        else if (job.Act == "monitor")
            job.Process.Kill();
        return true;
    }

    /// <summary>Returns the picture of an option in the open question, or null if there is none.</summary>
    public string? FindPicture(int number, int option)
    {
        if (!_running.TryGetValue(number, out Job? job) || job.Question is not { } question)
            return null;
        using JsonDocument document = JsonDocument.Parse(question.Text);
        return document.RootElement.TryGetProperty("options", out JsonElement options) && option >= 0 && option < options.GetArrayLength()
            && options[option].TryGetProperty("picture", out JsonElement picture) ? picture.Deserialize(UiJson.Context.String) : null;
    }

    private async Task FollowAsync(Job job)
    {
        try
        {
            await Task.WhenAll(ReadAsync(job, job.Process.StandardOutput), ReadAsync(job, job.Process.StandardError)).ConfigureAwait(false);
            await job.Process.WaitForExitAsync().ConfigureAwait(false);
        }
        catch (IOException)
        {
            // It has ended.
        }

        _running.TryRemove(job.Number, out _);
        int code = job.Process.HasExited ? job.Process.ExitCode : -1;
        job.Process.Dispose();
        job.Ended?.Invoke();
        changed();
        Tell(new("ended", job.Number, job.Act, job.Line, code));
    }

    private async Task ReadAsync(Job job, StreamReader reader)
    {
        while (await reader.ReadLineAsync().ConfigureAwait(false) is { } line)
        {
            if (job.Act == "add" && line.StartsWith(QuestionStart, StringComparison.Ordinal))
                Tell(job.Question = new("question", job.Number, job.Act, line));
            else
                Tell(new("line", job.Number, job.Act, line));
        }
    }

    private void Tell(JobEvent what) => events.Tell(JsonSerializer.Serialize(what, UiJson.Context.JobEvent));
}
