using System.Collections.Concurrent;

namespace Reloaded.VFS.Ui.Asking;

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

    /// <summary>Forgets all answers, because something has changed.</summary>
    public void Forget() => _kept.Clear();
}
