using Reloaded.VFS.Cli.OtherManagers.Formats;
using Reloaded.VFS.Cli.OtherManagers.Plans;
using Reloaded.VFS.Mods.Metadata;
using Reloaded.VFS.Mods.Scanning;

namespace Reloaded.VFS.Cli.Importing;

/// <summary>A writer of a plan's mods into a folder that nothing else uses yet. Not thread-safe.</summary>
/// <remarks>
/// A mod becomes a folder with a link to the manager's folder, and a <c>mod.json</c> with the map. So nothing is written into the manager's
/// folders, and the DLL knows the map wherever it is loaded. A copied mod is laid out like the game.
/// </remarks>
/// <param name="copies">True if files are copied, in place of links to them.</param>
internal sealed class StagedImport(bool copies)
{
    /// <summary>The name of the first link in a mod's folder.</summary>
    public const string LinkName = "files";

    private readonly List<string> _copied = [];

    /// <summary>Gets the mods that were copied because no link to them could be made.</summary>
    public IReadOnlyList<string> CopiedForWantOfLinks => _copied;

    public static string FileNameOf(ImportedMod mod) =>
        mod.Archive is { } archive ? mod.Name + Path.GetExtension(archive).ToLowerInvariant() : mod.Name;

    /// <summary>Returns a text that is the same for two imports of the same mod.</summary>
    public static string TextOf(ImportedMod mod)
    {
        var text = new StringBuilder();
        text.Append(FileNameOf(mod)).Append('\n').Append(mod.Archive).Append('\n');
        foreach (ImportedPart part in mod.Parts)
            text.Append(part.Folder).Append('\n');
        foreach (ImportedFile file in mod.Files)
            text.Append(file.Path).Append('\n').Append(Convert.ToBase64String(file.Content)).Append('\n');
        return text.Append(Encoding.UTF8.GetString(ModJsonOfLinks(mod))).ToString();
    }

    /// <summary>Determines whether a folder or file of the mods folder was made by an earlier import of the mod.</summary>
    /// <param name="path">The path in the mods folder.</param>
    public bool IsSame(string path, ImportedMod mod) => FileErrors.Ignore(() =>
    {
        if (mod.Archive is { } archive)
            return File.Exists(path) && (new FileInfo(path).LinkTarget == archive
                || (copies && new FileInfo(path).Length == new FileInfo(archive).Length));
        string json = Path.Combine(path, ModMetadataReader.FileName);
        if (!File.Exists(json))
            return false;
        byte[] content = File.ReadAllBytes(json);
        if (mod.Parts.Count > 0 && content.AsSpan().SequenceEqual(ModJsonOfLinks(mod)))
            return mod.Parts.Index().All(part => LinkTargetOf(path, part.Index) == part.Item.Folder);
        return copies && content.AsSpan().SequenceEqual(ModJsonOfCopy(mod));
    }, false);

    /// <summary>Writes a mod.</summary>
    /// <param name="folder">The folder that takes the place of the mods folder.</param>
    /// <exception cref="IOException">Something can't be read or written.</exception>
    /// <exception cref="UnauthorizedAccessException">Something may not be read or written.</exception>
    public void Write(ImportedMod mod, string folder)
    {
        string path = Path.Combine(folder, FileNameOf(mod));
        if (mod.Archive is { } archive)
        {
            if (copies || !Link(path, archive, mod))
                File.Copy(archive, path);
            return;
        }

        Directory.CreateDirectory(path);
        foreach (ImportedFile file in mod.Files)
        {
            string target = Path.Combine(path, file.Path.Replace('/', Path.DirectorySeparatorChar));
            Directory.CreateDirectory(Path.GetDirectoryName(target)!);
            File.WriteAllBytes(target, file.Content);
        }

        bool isLinked = !copies && mod.Parts.Count > 0;
        for (int i = 0; i < mod.Parts.Count && isLinked; i++)
            isLinked = Link(Path.Combine(path, NameOf(i)), mod.Parts[i].Folder, mod);
        if (!isLinked)
        {
            for (int i = 0; i < mod.Parts.Count; i++)
            {
                if (LinkTargetOf(path, i) is not null)
                    Mods.Removing.DiskRemoval.DeleteLink(Path.Combine(path, NameOf(i)));
            }

            foreach (ImportedPart part in mod.Parts)
                new PartCopy(part, path, mod.IsOn).Run();
        }

        File.WriteAllBytes(Path.Combine(path, ModMetadataReader.FileName), isLinked ? ModJsonOfLinks(mod) : ModJsonOfCopy(mod));
    }

    /// <summary>Returns the content of <c>order.txt</c> for the mods of a plan, appended to a content that names no mod.</summary>
    /// <param name="content">The file's content, or an empty one.</param>
    public static byte[] OrderOf(ReadOnlySpan<byte> content, IReadOnlyList<(string Name, bool IsOn)> mods)
    {
        var order = OrderEditor.Parse([]);
        order.ListAll(mods.Select(mod => new Mod(mod.Name, "", ModState.Active)));
        foreach ((string name, _) in mods.Where(mod => !mod.IsOn))
            order.SetEnabled(name, false);
        return [.. TextFile.JoinLines(TextFile.SplitLines(content)), .. Encoding.UTF8.GetBytes(order.ToString())];
    }

    /// <summary>Returns the content of <c>prefer.txt</c> for a plan, appended to an existing content.</summary>
    public static byte[] PreferencesOf(ReadOnlySpan<byte> content, IReadOnlyList<ImportedPreference> rules) =>
        TextFile.JoinLines(TextFile.SplitLines(content).Concat(rules.Select(rule =>
            Encoding.UTF8.GetBytes($"{(rule.Mod[0] == '#' ? "\\" : "")}{rule.Mod}: {rule.Path}"))));

    private static string? LinkTargetOf(string folder, int part) => new DirectoryInfo(Path.Combine(folder, NameOf(part))).LinkTarget;

    private static string NameOf(int part) => part == 0 ? LinkName : $"{LinkName}-{part + 1}";

    private bool Link(string link, string target, ImportedMod mod)
    {
        if (FolderLink.TryMake(link, target))
            return true;
        _copied.Add(mod.Name);
        return false;
    }

    private static byte[] ModJsonOfLinks(ImportedMod mod)
    {
        List<MapRule> map = [];
        List<string> exclude = [];
        foreach ((int i, ImportedPart part) in mod.Parts.Index())
        {
            string link = NameOf(i);
            if (part.To is { } to)
                map.Add(new MapRule(link, to));
            map.AddRange(part.Inner.Select(rule => rule with { From = $@"{link}\{rule.From}" }));
            exclude.AddRange(ExcludedOf(part).Select(pattern => $"{link}/{pattern}"));
        }

        return ForeignMetadata.ToJson(mod.Metadata with { Map = map, Exclude = exclude });
    }

    // Only what goes into one of the user's own folders needs a map.
    private static byte[] ModJsonOfCopy(ImportedMod mod) => ForeignMetadata.ToJson(mod.Metadata with
    {
        Map = PartCopy.MapOf(mod),
        Exclude = [],
    });

    private static IEnumerable<string> ExcludedOf(ImportedPart part) =>
        (part.OffEnding is { } ending ? part.Exclude.Append($"**/*{ending}") : part.Exclude)
            .Where(pattern => IncludePatterns.Validate(pattern) is null);

    /// <summary>A copy of a part of a mod, laid out like the game. Used once.</summary>
    /// <param name="mod">The mod's new folder.</param>
    /// <param name="isOn">True if the mod is switched on.</param>
    private sealed class PartCopy(ImportedPart part, string mod, bool isOn)
    {
        private const string GameName = "game";

        private readonly IncludePatterns _excluded = new([.. part.Exclude.Where(pattern => IncludePatterns.Validate(pattern) is null)]);
        private readonly Stack<string> _above = [];
        private readonly bool _isMapped = Leaves(part);

        /// <summary>Returns the map of a mod that is copied, or null if it needs none.</summary>
        public static List<MapRule>? MapOf(ImportedMod mod)
        {
            string[] bases = [.. mod.Parts.SelectMany(TosOf).Where(to => to.StartsWith('%')).Select(to => to.Split('\\')[0])
                .Distinct(NameComparer.Instance)];
            return bases.Length == 0 ? null : [new MapRule(GameName, ""), .. bases.Select(known => new MapRule(known.Trim('%'), known))];
        }

        public void Run()
        {
            if (_isMapped)
                Directory.CreateDirectory(Path.Combine(mod, GameName));
            Copy(part.Folder, "");
        }

        private static bool Leaves(ImportedPart part) => TosOf(part).Any(to => to.StartsWith('%'));

        private static IEnumerable<string> TosOf(ImportedPart part) =>
            part.Inner.Select(rule => rule.To).Concat(part.To is { } to ? [to] : []);

        private void Copy(string folder, string below)
        {
            // A link that leads to a folder above would never end.
            if (FolderLinks.Resolve(folder) is not { } real || _above.Contains(real) || _above.Count > FolderLinks.MostLinks * 4)
                return;
            _above.Push(real);
            foreach (FileSystemInfo entry in new DirectoryInfo(folder).GetFileSystemInfos())
            {
                string path = below.Length == 0 ? entry.Name : $"{below}/{entry.Name}";
                if (DefaultExcludes.IsExcludedAnywhere(entry.Name) || _excluded.Matches(path))
                    continue;
                if (Directory.Exists(entry.FullName))
                    Copy(entry.FullName, path);
                else if (TargetOf(path) is { } target && File.Exists(entry.FullName))
                    CopyFile(entry.FullName, target);
            }

            _above.Pop();
        }

        private void CopyFile(string file, string target)
        {
            target = Path.Combine(mod, target.Replace('\\', Path.DirectorySeparatorChar));
            Directory.CreateDirectory(Path.GetDirectoryName(target)!);
            // Two parts may have one path; the later one wins.
            File.Copy(file, target, overwrite: true);
        }

        /// <summary>Returns the path that a file of the part has in the mod, or null if the mod doesn't include the file.</summary>
        private string? TargetOf(string path)
        {
            if (part.OffEnding is { } ending && path.EndsWith(ending, StringComparison.OrdinalIgnoreCase))
            {
                if (isOn)
                    return null;
                path = path[..^ending.Length];
            }

            string native = path.Replace('/', '\\');
            MapRule? rule = part.Inner.Where(rule => NameComparer.Instance.Equals(native, rule.From)
                || (native.Length > rule.From.Length && native[rule.From.Length] == '\\'
                    && NameComparer.Instance.Equals(native[..rule.From.Length], rule.From)))
                .MaxBy(rule => rule.From.Length);
            if (rule is null && part.To is null)
                return null;
            string to = rule is null ? part.To! : rule.To, rest = rule is null ? native
                : native.Length == rule.From.Length ? native[(native.LastIndexOf('\\') + 1)..] : native[(rule.From.Length + 1)..];
            string place = to.Length == 0 ? rest : $@"{to}\{rest}";
            if (!_isMapped)
                return place;
            string known = place.Split('\\')[0];
            return place.StartsWith('%') ? known.Trim('%') + place[known.Length..] : $@"{GameName}\{place}";
        }
    }
}
