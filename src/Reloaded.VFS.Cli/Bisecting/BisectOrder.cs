namespace Reloaded.VFS.Cli.Bisecting;

/// <summary>An order of mods as a file: all of them at their places, those that a trial is without switched off.</summary>
internal static class BisectOrder
{
    /// <summary>Writes it.</summary>
    /// <param name="file">The file.</param>
    /// <param name="all">Every mod of the mods folder, in order.</param>
    /// <param name="active">Those that the trial has.</param>
    public static void Write(string file, IEnumerable<string> all, IReadOnlyCollection<string> active) =>
        File.WriteAllLines(file, all.Select(name => (active.Contains(name) ? "" : "-") + (name[0] is '-' or '#' ? "\\" : "") + name));
}
