namespace Reloaded.VFS.Tests.Programs.ManagedGame;

/// <summary>
/// What the game's folder holds, without mods and with them, as the test wrote it down. A line is <c>F</c>, a path, the file without mods,
/// the file with them; or <c>D</c>, a folder, its number of names without mods (-1: no folder), and with them. Tabs lie between.
/// </summary>
internal sealed class Expected
{
    /// <summary>The mods aren't there yet; a start is running; they are there.</summary>
    public const int Before = 0, Starting = 1, After = 2;

    private volatile int _state;

    /// <summary>Reads the list.</summary>
    public Expected(string list, bool isStarted)
    {
        string[][] lines = [.. System.IO.File.ReadLines(list).Select(line => line.Split('\t'))];
        Files = [.. lines.Where(line => line[0] == "F")
            .Select(line => new Entry<ExpectedFile>(line[1], new ExpectedFile(line[2]), new ExpectedFile(line[3])))];
        Folders = [.. lines.Where(line => line[0] == "D")
            .Select(line => new Entry<int>(line[1], int.Parse(line[2]), int.Parse(line[3])))];
        _state = isStarted ? After : Before;
    }

    /// <summary>The files.</summary>
    public Entry<ExpectedFile>[] Files { get; }

    /// <summary>The folders.</summary>
    public Entry<int>[] Folders { get; }

    /// <summary>How far the start has come.</summary>
    public int State
    {
        get => _state;
        set => _state = value;
    }

    /// <summary>
    /// The answers that are right for a call that began at <paramref name="state"/> and has ended now: one, or both while a start ran.
    /// </summary>
    public IEnumerable<T> Right<T>(Entry<T> entry, int state)
    {
        int now = State;
        if (state != After)
            yield return entry.Plain;
        if (now != Before)
            yield return entry.Modded;
    }

    /// <summary>A path, and what is there without mods and with them.</summary>
    internal sealed record Entry<T>(string Path, T Plain, T Modded);
}
