namespace Reloaded.VFS.Tests.Programs.ManagedGame;

/// <summary>
/// The expected content of the game's folder, without mods and with them, as the test wrote it. A line consists of <c>F</c>, a path, the
/// file without mods and the file with them, or of <c>D</c>, a folder and its number of names without mods (-1: no folder) and with them,
/// separated by tabs.
/// </summary>
internal sealed class Expected
{
    /// <summary>The states of the start: before, during and after.</summary>
    public const int Before = 0, Starting = 1, After = 2;

    private volatile int _state;

    /// <summary>Parses the list.</summary>
    public Expected(string list, bool isStarted)
    {
        string[][] lines = [.. System.IO.File.ReadLines(list).Select(line => line.Split('\t'))];
        Files = [.. lines.Where(line => line[0] == "F")
            .Select(line => new Entry<ExpectedFile>(line[1], new ExpectedFile(line[2]), new ExpectedFile(line[3])))];
        Folders = [.. lines.Where(line => line[0] == "D")
            .Select(line => new Entry<int>(line[1], int.Parse(line[2]), int.Parse(line[3])))];
        _state = isStarted ? After : Before;
    }

    /// <summary>Gets the files.</summary>
    public Entry<ExpectedFile>[] Files { get; }

    /// <summary>Gets the folders.</summary>
    public Entry<int>[] Folders { get; }

    /// <summary>Gets or sets the state of the start.</summary>
    public int State
    {
        get => _state;
        set => _state = value;
    }

    /// <summary>
    /// Returns the right answers for a call that began at <paramref name="state"/> and has ended now: one, or two if a start ran meanwhile.
    /// </summary>
    public IEnumerable<T> Right<T>(Entry<T> entry, int state)
    {
        int now = State;
        if (state != After)
            yield return entry.Plain;
        if (now != Before)
            yield return entry.Modded;
    }

    /// <summary>A path, with its content without mods and with them.</summary>
    internal sealed record Entry<T>(string Path, T Plain, T Modded);
}
