using Reloaded.VFS.Cli.Archives.Fomod;
using Reloaded.VFS.Cli.Archives.Staging;
using Reloaded.VFS.Cli.Archives.Unpacking;
using Reloaded.VFS.Listings;
using Reloaded.VFS.Mods.Laying;

namespace Reloaded.VFS.Cli.Archives;

/// <summary>
/// The choice among the parts of an archive: the options of a FOMOD installer, folders with numbers (<c>00 Core</c>, <c>01 Option</c>), or
/// folders that were asked for.
/// </summary>
internal static class ModParts
{
    private const int MostLevels = 4, MostNamed = 12;

    /// <summary>Asks for a choice, if there is one. Returns the folder with the chosen content.</summary>
    /// <exception cref="ArchiveException">Nobody can choose, or the installer can't be run.</exception>
    public static string Choose(ModSource source, string content, StagingFolder staging, List<string> notes, List<Diagnostic> leftOut)
    {
        if (FomodInstaller.Find(content, MostLevels) is { } installer && source.Parts.Count == 0)
            return RunInstaller(installer, source, staging, notes, leftOut);
        string at = FindNumbered(content) ?? content;
        string[] parts = PartsOf(at);
        IReadOnlyList<string> asked = [.. source.Parts.Where(part => !Mods.Archives.ArchiveFile.IsArchive(part))];
        if (asked.Count == 0)
        {
            // A game may have folders with such names itself.
            if (parts.Length < 2 || source.Configuration.Targets.Any(target => Array.Exists(parts,
                part => FindFolder(target, Path.GetFileName(part)) is not null)))
                return content;
            asked = source.Chooser?.ChooseParts(source.FileName, [.. parts.Select(part => Path.GetFileName(part))])
                ?? throw source.Refuse("it has parts to choose from: " + NamesOf(parts),
                    source.LineWith($"--part \"{Path.GetFileName(parts[0])}\"") + "; --part may be given several times, a later one wins");
        }

        var tree = new MergedTree(Path.Combine(staging.Root, "chosen"));
        foreach (string part in asked)
        {
            string folder = FindFolder(content, part) ?? FindFolder(at, part)
                ?? throw source.Refuse($"it has no folder '{part}'", "it has " + NamesOf(Directory.GetDirectories(at)));
            foreach (string file in Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories))
                tree.Add(AddedRecord.PathIn(folder, file), file);
        }

        tree.AddAbout(content);
        tree.Build(source.Path, source.Limits);
        notes.Add("of the archive it has " + string.Join(", ", asked));
        return tree.Folder;
    }

    private static string RunInstaller(FomodInstaller installer, ModSource source, StagingFolder staging, List<string> notes,
        List<Diagnostic> leftOut)
    {
        if (source.Chooser is not { } chooser)
            throw source.Refuse("it has an installer that lets you choose (FOMOD)", $"rvfs add \"{source.Path}\"");
        FomodScript script = installer.ReadScript(source.Path);
        FomodGame game = FomodGame.Of(source.Configuration, source.Name);
        FomodSelection selection = chooser.Choose(source, script, game);
        var tree = new MergedTree(Path.Combine(staging.Root, "chosen"));
        leftOut.AddRange(installer.Install(selection, tree, source.Path, source.Limits));
        tree.Build(source.Path, source.Limits);
        File.WriteAllBytes(Path.Combine(tree.Folder, DefaultExcludes.ChoicesFile), FomodChoices.Write(selection));
        notes.Add(selection.Describe());
        return tree.Folder;
    }

    /// <summary>Returns the folder that contains numbered folders: the top one, or the only one in it, and so on.</summary>
    private static string? FindNumbered(string content)
    {
        for (int level = 0; level <= MostLevels; level++)
        {
            if (PartsOf(content).Length > 1)
                return content;
            if (Directory.GetDirectories(content) is not [{ } only])
                return null;
            content = only;
        }

        return null;
    }

    /// <summary>Returns the folders whose names begin with two or three digits, if nothing else for the game lies beside them.</summary>
    private static string[] PartsOf(string folder)
    {
        string[] parts = [.. Directory.GetDirectories(folder).Where(path => IsNumbered(Path.GetFileName(path)))
            .Order(StringComparer.OrdinalIgnoreCase)];
        return Directory.GetDirectories(folder).All(path => IsNumbered(Path.GetFileName(path))
            || DefaultExcludes.IsInstaller(Path.GetFileName(path)) || IsDocumentation(Path.GetFileName(path)))
            ? parts
            : [];
    }

    private static bool IsNumbered(string name)
    {
        int digits = 0;
        while (digits < name.Length && char.IsAsciiDigit(name[digits]))
            digits++;
        return digits is 2 or 3 && digits < name.Length && name[digits] is ' ' or '_' or '-' or '.';
    }

    private static bool IsDocumentation(string name) => name.StartsWith("--", StringComparison.Ordinal)
        || name.ToUpperInvariant() is "DOCS" or "DOCUMENTATION" or "SCREENSHOTS" or "SCREENS" or "IMAGES" or "README";

    private static string? FindFolder(string content, string part)
    {
        string at = content;
        foreach (string name in part.Split('/', '\\', StringSplitOptions.RemoveEmptyEntries).Where(name => name != "."))
        {
            if (!Directory.Exists(at) || Directory.EnumerateDirectories(at)
                .FirstOrDefault(path => NameComparer.Instance.Equals(Path.GetFileName(path), name)) is not { } found)
                return null;
            at = found;
        }

        return at;
    }

    private static string NamesOf(string[] folders) => folders.Length == 0 ? "no folder"
        : Counted.List([.. folders.Select(folder => $"'{Path.GetFileName(folder)}'")], MostNamed);
}

/// <summary>The shift of a mod's files to the depth of the game's, as determined by <see cref="DepthCheck"/>.</summary>
internal static class ModDepth
{
    /// <summary>Corrects an unpacked mod.</summary>
    /// <param name="content">The folder with the mod's content.</param>
    /// <param name="listing">The listing of the content.</param>
    /// <param name="targets">The game's folders.</param>
    /// <param name="notes">Receives what was corrected.</param>
    /// <returns>The folder with the mod's content afterwards.</returns>
    public static string Cure(string content, StagingFolder staging, FolderListing listing, IReadOnlyList<string> targets,
        List<string> notes)
    {
        if (new DepthCheck(targets).Find(listing) is not { } wrong)
        {
            if (DataFolder.Find(content, targets) is not ({ } inner, { } data))
                return content;
            if (inner != content)
            {
                notes.Add($"the mod's files were in '{AddedRecord.PathIn(content, inner)}'");
                content = Raise(content, inner);
            }

            if (data.Length > 0)
            {
                notes.Add($"the mod's files are in '{data}' now, where the game has its plugins");
                content = PutInto(content, staging, data);
            }

            return content;
        }

        if (!wrong.IsTooDeep)
        {
            notes.Add($"the mod's files are in '{wrong.Folder}' now, as '{wrong.Example}' is in the game");
            return PutInto(content, staging, wrong.Folder);
        }

        notes.Add($"the mod's files were in '{wrong.Folder}'; they are directly in the mod now, as '{wrong.Example}' is in the game");
        return Raise(content, Path.Combine(content, wrong.Folder));
    }

    private static string PutInto(string content, StagingFolder staging, string folder)
    {
        string around = Path.Combine(staging.Root, "around");
        Directory.CreateDirectory(around);
        DiskRemoval.Rename(content, Path.Combine(around, folder));
        MoveOwn(Path.Combine(around, folder), around);
        return around;
    }

    private static string Raise(string content, string inner)
    {
        foreach (string outer in FolderPath.Upwards(Path.GetDirectoryName(inner)).TakeWhile(outer => outer.Length >= content.Length))
            MoveOwn(outer, inner);
        return inner;
    }

    /// <summary>Keeps files about the mod itself (<c>mod.json</c>, a readme) directly in its folder.</summary>
    private static void MoveOwn(string from, string to)
    {
        foreach (string file in Directory.GetFiles(from))
        {
            string name = Path.GetFileName(file), moved = Path.Combine(to, name);
            if (DefaultExcludes.IsExcluded(name, isFolder: false, atRoot: true) && !Path.Exists(moved))
                DiskRemoval.Rename(file, moved);
        }
    }
}
