using Reloaded.VFS.Cli.Archives;

namespace Reloaded.VFS.Cli.Questions;

/// <summary>A mod's lines in every <c>order.txt</c> and <c>prefer.txt</c> of a mods folder: its own and those of all sets.</summary>
internal static class ModLines
{
    /// <summary>Removes a mod's lines. A file that can't be read or written keeps its lines, with a warning.</summary>
    /// <param name="name">The mod's name.</param>
    /// <param name="configuration">The configuration, with its defaults and host paths.</param>
    /// <param name="current">The order that counts, from which the mod's line is removed, too. It isn't written yet.</param>
    /// <param name="removed">Called with the lines before any file is written.</param>
    public static void Remove(string name, VfsConfiguration configuration, OrderChange current, Action<IReadOnlyList<RemovedLine>> removed)
    {
        string mods = configuration.Mods!;
        List<RemovedLine> lines = [];
        List<(string File, Action Save)> changed = [(current.File, current.Save)];
        if (current.Remove(name) is { } own)
            lines.Add(RemovedLine.OfOrder(NameOf(current.File, mods), own.Place, own.Enabled));
        string[] orders = [.. OrdersOf(mods).Prepend(current.File).Distinct(NameComparer.Instance)];
        foreach (string order in orders.Where(order => order != current.File))
            Try(order, () => TakeOrder(order));
        foreach (string preferences in orders.Select(order => PreferenceFile.PathOf(mods, order)).Distinct(NameComparer.Instance))
            Try(preferences, () => TakeRules(preferences));

        removed(lines);
        foreach ((string file, Action save) in changed)
            Try(file, save);

        void TakeOrder(string file)
        {
            var editor = OrderEditor.Parse(File.ReadAllBytes(file));
            editor.Recognise(current.Order.Mods);
            if (editor.Remove(name) is not { } place)
                return;
            lines.Add(RemovedLine.OfOrder(NameOf(file, mods), place.Position, place.Enabled));
            changed.Add((file, () => editor.Save(file)));
        }

        void TakeRules(string file)
        {
            PreferenceEditor editor = PreferenceEditor.Read(file);
            IReadOnlyList<(int Place, string Text)> rules = editor.RemoveMod(name);
            if (rules.Count == 0)
                return;
            lines.AddRange(rules.Select(rule => RemovedLine.OfRule(NameOf(file, mods), rule.Place, rule.Text)));
            changed.Add((file, editor.Save));
        }

        void Try(string file, Action act) => Guard(act, $"'{file}' keeps its lines of '{name}'");
    }

    /// <summary>Puts a mod's lines back to their places in the files that are still there.</summary>
    /// <param name="name">The mod's name.</param>
    /// <param name="mods">The mods folder.</param>
    public static void PutBack(string name, IReadOnlyList<RemovedLine> lines, string mods)
    {
        foreach (IGrouping<string, RemovedLine> file in lines.GroupBy(line => line.File))
        {
            string path = Path.GetFullPath(Path.Combine(mods, file.Key));
            Guard(() => PutBack(path, name, [.. file]), $"'{path}' hasn't got back its lines of '{name}'");
        }
    }

    /// <summary>Describes what lines were removed besides that of the order that counts, or returns null if there are none.</summary>
    public static string? Describe(IReadOnlyList<RemovedLine> lines, string current, string mods)
    {
        string[] sets = [.. lines.Where(line => line.Rule is null && line.File != NameOf(current, mods))
            .Select(line => line.File == OrderFile.Name ? "order.txt" : $"the set '{Path.GetFileName(Path.GetDirectoryName(line.File))}'")];
        int rules = lines.Count(line => line.Rule is not null);
        string[] all = [
            .. sets.Length > 0 ? ["its line in " + string.Join(" and ", sets)] : Array.Empty<string>(),
            .. rules > 0 ? [rules == 1 ? "a rule that prefers it" : $"{rules} rules that prefer it"] : Array.Empty<string>()];
        return all.Length == 0 ? null : string.Join(" and ", all);
    }

    private static void PutBack(string path, string name, RemovedLine[] lines)
    {
        // A set, or the file, may have been deleted meanwhile.
        if (!Directory.Exists(Path.GetDirectoryName(path)) || (lines[0].Rule is null && !File.Exists(path)))
            return;
        if (lines[0].Rule is null)
        {
            var order = OrderEditor.Parse(File.ReadAllBytes(path));
            order.Insert(name, lines[0].Place, lines[0].IsEnabled);
            order.Save(path);
            return;
        }

        PreferenceEditor rules = PreferenceEditor.Read(path);
        foreach (RemovedLine line in lines)
            rules.Insert(line.Place, line.Rule!);
        rules.Save();
    }

    /// <summary>Returns the order files of a mods folder and of its sets that are there.</summary>
    private static IEnumerable<string> OrdersOf(string mods)
    {
        string? sets = SetPlaces.FolderOf(mods);
        IEnumerable<string> folders = sets is not null && Directory.Exists(sets)
            ? Directory.GetDirectories(sets).Where(set => !DefaultExcludes.IsTemporary(Path.GetFileName(set))).Order(StringComparer.Ordinal)
            : [];
        return folders.Select(SetPlaces.OrderOf).Prepend(Path.Combine(mods, OrderFile.Name)).Where(File.Exists);
    }

    /// <summary>Returns a file's path relative to the mods folder, so that it is right wherever the game is moved to.</summary>
    private static string NameOf(string file, string mods) => Path.GetRelativePath(mods, file).Replace('\\', '/');

    private static void Guard(Action act, string otherwise)
    {
        try
        {
            act();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            Messages.Warn($"{otherwise}: {ErrorCause.Of(e)}.");
        }
    }
}
