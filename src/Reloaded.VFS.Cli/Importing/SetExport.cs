using System.IO.Compression;
using System.Text.RegularExpressions;
using Reloaded.VFS.Cli.Archives;
using Reloaded.VFS.Cli.OtherManagers;
using Reloaded.VFS.Cli.OtherManagers.Plans;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Metadata;
using Reloaded.VFS.Mods.Resolving;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Cli.Importing;

/// <summary>
/// The export of a game's set of mods: as a file for <c>rvfs import</c>, as a folder that Mod Organizer opens, or as a profile that
/// r2modman imports.
/// </summary>
/// <param name="configuration">The game's configuration, with its defaults and host paths.</param>
internal sealed partial class SetExport(VfsConfiguration configuration)
{
    private const string RootName = "Root", DataName = "Data", HiddenEnding = ".mohidden";

    private readonly LoadOrder _order = ReadOrder(configuration);
    private readonly List<Diagnostic> _notes = [];

    /// <summary>Gets notes for the user about what couldn't be exported.</summary>
    public IReadOnlyList<Diagnostic> Notes => _notes;

    public int Count { get; private set; }

    // An archive that can't be unpacked is a mod all the same.
    private IEnumerable<Mod> Mods => _order.Mods.Where(OwnMods.IsThere);

    /// <summary>Unpacks archives among the mods as a start does, and reads the order.</summary>
    private static LoadOrder ReadOrder(VfsConfiguration configuration)
    {
        _ = new CacheRefresh(configuration).Run();
        return LoadOrder.Of(configuration);
    }

    /// <summary>Writes the set as a file that <c>rvfs import</c> reads.</summary>
    /// <param name="file">The file, which may be there only if it is such a file.</param>
    /// <exception cref="CliException">The file can't be written.</exception>
    public void WriteSet(string file)
    {
        if (Path.Exists(file) && !SetFile.Is(file))
            throw IsThere(file);
        OwnMods own = new(configuration);
        int done = 0;
        Mod[] mods = [.. Mods];
        SetMod[] written = Progress.Of("reading the mods", () => done / (double)Math.Max(1, mods.Length),
            () => mods.Select(mod =>
            {
                SetMod read = own.Read(mod);
                done++;
                return read;
            }).ToArray());
        Count = written.Length;
        foreach (SetMod mod in written.Where(mod => mod.Hash is null))
            _notes.Add(Diagnostic.Warning($"the files of '{mod.Name}' can't all be read, so that nothing can be compared with them"));
        if (configuration.Map.Count > 0)
            _notes.Add(Diagnostic.Warning("the map of rvfs.json isn't in the file", fix: "hand rvfs.json on, too"));
        AtomicFile.Write(file, new SetFile(written,
            [.. _order.Preferences.Select(rule => new ImportedPreference(rule.Mod, rule.Pattern.Text))]).ToJson());
    }

    /// <summary>Writes the set as an instance of Mod Organizer, with a copy of each mod.</summary>
    /// <param name="folder">The folder, which mustn't be there or is empty.</param>
    /// <exception cref="CliException">The folder can't be written.</exception>
    public void WriteModOrganizer(string folder)
    {
        if (File.Exists(folder) || (Directory.Exists(folder) && Directory.EnumerateFileSystemEntries(folder).Any()))
            throw IsThere(folder);
        string? data = Directory.Exists(ImportPlaces.In(configuration.Targets[0], DataName)) ? DataName : null;
        string staged = folder + DefaultExcludes.TemporaryEnding;
        try
        {
            if (Directory.Exists(staged))
                DiskRemoval.DeleteTree(staged);
            WriteInstance(staged, data);
            if (Directory.Exists(folder))
                DiskRemoval.DeleteEmptyFolder(folder);
            DiskRemoval.Rename(staged, folder);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            if (Directory.Exists(staged))
                DiskRemoval.TryDeleteTree(staged);
            throw new CliException($"'{ErrorCause.PathOf(e) ?? folder}' can't be written: {ErrorCause.Of(e)}.");
        }
    }

    /// <summary>Writes the set as a profile that r2modman and Gale import: the names of the mods, and the settings the game sees.</summary>
    /// <param name="file">The file, which mustn't be there.</param>
    /// <param name="name">The profile's name.</param>
    /// <exception cref="CliException">The file can't be written.</exception>
    public void WriteThunderstore(string file, string name)
    {
        if (Path.Exists(file))
            throw IsThere(file);
        var list = new StringBuilder();
        list.Append($"profileName: {Quote(name)}\nmods:\n");
        List<string> unnamed = [];
        foreach (Mod mod in Mods)
        {
            ModMetadata metadata = OwnMods.MetadataOf(mod);
            Match match = Package().Match(mod.Name);
            Match version = Version().Match(metadata.Version ?? match.Groups["version"].Value);
            if (!match.Success || !version.Success)
            {
                if (match.Success)
                    _notes.Add(Diagnostic.Warning($"the mod '{mod.Name}' isn't exported: its version isn't known"));
                else
                    unnamed.Add(mod.Name);
                continue;
            }

            Count++;
            list.Append($"  - name: {Quote(match.Groups["name"].Value)}\n    version:\n");
            list.Append($"      major: {version.Groups[1].Value}\n      minor: {version.Groups[2].Value}\n");
            list.Append($"      patch: {version.Groups[3].Value}\n");
            list.Append($"    enabled: {(mod.IsLoaded ? "true" : "false")}\n");
        }

        if (unnamed.Count > 0)
            _notes.Add(Diagnostic.Warning((unnamed.Count == 1
                ? $"the mod '{unnamed[0]}' isn't exported: its name isn't that"
                : $"the mods '{string.Join("', '", unnamed)}' aren't exported: their names aren't those")
                + " of a package of Thunderstore (Team-Mod)"));
        if (Count == 0)
            list.Replace("mods:\n", "mods: []\n");
        try
        {
            using ModResolver resolver = new(ModSet.Load(configuration));
            SeenName[] settings = [.. resolver.List($@"{ThunderstoreProfile.Loader}\config").Where(line => !line.IsFolder)];
            AtomicFile.Put(file, temporary =>
            {
                using ZipArchive archive = ZipFile.Open(temporary, ZipArchiveMode.Create);
                using (Stream entry = archive.CreateEntry(ThunderstoreProfile.ExportName).Open())
                    entry.Write(Encoding.UTF8.GetBytes(list.ToString()));
                foreach (SeenName line in settings)
                    archive.CreateEntryFromFile(line.Source, line.Path[(ThunderstoreProfile.Loader.Length + 1)..].Replace('\\', '/'));
            }, replaces: false);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new CliException($"'{ErrorCause.PathOf(e) ?? file}' can't be written: {ErrorCause.Of(e)}.");
        }
    }

    private static CliException IsThere(string path) =>
        new($"There is something in '{path}' already, which stays as it is.", "Name another place.");

    private void WriteInstance(string folder, string? data)
    {
        Mod[] mods = [.. Mods.Where(mod => Directory.Exists(mod.Folder))];
        foreach (Mod mod in Mods.Except(mods))
            _notes.Add(Diagnostic.Warning($"the mod '{mod.Name}' isn't exported: its archive isn't unpacked", file: mod.Archive?.Path));
        List<ModFile>[] files = [.. mods.Select(mod => ModFiles.Of(mod, OwnMods.MetadataOf(mod), configuration))];
        HashSet<(int Mod, string Path)> hidden = FindHidden(mods, files);
        HashSet<string> left = [];
        int done = 0;
        _ = Progress.Of("copying the mods", () => done / (double)Math.Max(1, mods.Length), () =>
        {
            for (int i = 0; i < mods.Length; i++, done++)
            {
                string own = Path.Combine(folder, "mods", mods[i].Name);
                Directory.CreateDirectory(own);
                WriteMetadata(mods[i], own);
                foreach (ModFile file in files[i])
                {
                    if (file.Path.StartsWith('%'))
                    {
                        left.Add(mods[i].Name);
                        continue;
                    }

                    string target = Path.Combine(own, PlaceOf(file.Path, data).Replace('\\', Path.DirectorySeparatorChar));
                    Directory.CreateDirectory(Path.GetDirectoryName(target)!);
                    File.Copy(file.File, target + (hidden.Contains((i, TreeHash.Fold(file.Path))) ? HiddenEnding : ""));
                }
            }

            return done;
        });
        foreach (string name in left)
            _notes.Add(Diagnostic.Warning($"what '{name}' has for the user's own folders isn't exported: there is no place for it"));
        foreach (Mod mod in mods.Where(mod => OwnMods.MetadataOf(mod).Hide.Count > 0))
            _notes.Add(Diagnostic.Warning($"what '{mod.Name}' hides isn't exported: Mod Organizer has no way to say it"));
        Count = mods.Length;
        string list = "# This file was written by rvfs export.\r\n"
            + string.Concat(mods.Reverse().Select(mod => $"{(mod.IsLoaded ? '+' : '-')}{mod.Name}\r\n"));
        string profile = Path.Combine(folder, "profiles", "Default");
        AtomicFile.Write(Path.Combine(profile, ModOrganizerInstance.ListName), Encoding.UTF8.GetBytes(list));
        string game = configuration.ToGamePath?.Invoke(configuration.Targets[0]) ?? configuration.Targets[0];
        // Mod Organizer asks its game plugins which of them knows the folder.
        AtomicFile.Write(Path.Combine(folder, ModOrganizerInstance.SettingsName), Encoding.UTF8.GetBytes(
            $"[General]\r\ngamePath={Bytes(game)}\r\nselected_profile=@ByteArray(Default)\r\n"));
    }

    /// <summary>Returns the files that are left out because a preference lets a lower mod win.</summary>
    private HashSet<(int Mod, string Path)> FindHidden(Mod[] mods, List<ModFile>[] files)
    {
        HashSet<(int Mod, string Path)> hidden = [];
        if (_order.Preferences.Count == 0)
            return hidden;
        Dictionary<string, int> winners = [];
        foreach (PreferenceRule rule in _order.Preferences)
        {
            int mod = Array.FindIndex(mods, mod => mod.IsLoaded && NameComparer.Instance.Equals(mod.Name, rule.Mod));
            IncludePatterns pattern = new([rule.Pattern.Text]);
            foreach (ModFile file in mod < 0 ? [] : files[mod].Where(file => pattern.Matches(file.Path.Replace('\\', '/'))))
                winners[TreeHash.Fold(file.Path)] = mod;
        }

        for (int i = 0; i < mods.Length; i++)
        {
            hidden.UnionWith(files[i].Select(file => TreeHash.Fold(file.Path))
                .Where(path => mods[i].IsLoaded && winners.TryGetValue(path, out int winner) && winner < i).Select(path => (i, path)));
        }

        return hidden;
    }

    private static void WriteMetadata(Mod mod, string folder)
    {
        if (OwnMods.MetadataOf(mod).Version is { } version && !version.AsSpan().ContainsAny('\r', '\n'))
            File.WriteAllText(Path.Combine(folder, "meta.ini"), $"[General]\r\nversion={version}\r\n");
    }

    private static string PlaceOf(string path, string? data) => data is null ? path
        : path.Length > data.Length && path[data.Length] == '\\' && CaseFolding.Equals(path.AsSpan(0, data.Length), data)
            ? path[(data.Length + 1)..]
            : $@"{RootName}\{path}";

    /// <summary>Returns a path in the form in which Qt writes a byte array.</summary>
    private static string Bytes(string path)
    {
        var text = new StringBuilder("@ByteArray(");
        bool isAfterCode = false;
        foreach (byte one in Encoding.UTF8.GetBytes(path))
        {
            // After a code, a digit would be taken for one of its own.
            bool isCode = one is < 0x20 or > 0x7E or (byte)'"' or (byte)',' or (byte)';'
                || (isAfterCode && char.IsAsciiHexDigit((char)one));
            if (isCode)
                text.Append($"\\x{one:x2}");
            else
                text.Append(one == '\\' ? "\\\\" : ((char)one).ToString());
            isAfterCode = isCode;
        }

        return text.Append(')').ToString();
    }

    // What JSON quotes, YAML reads.
    private static string Quote(string text) => $"\"{System.Text.Json.JsonEncodedText.Encode(text)}\"";

    [GeneratedRegex(@"^(?<name>[A-Za-z0-9_]+-[A-Za-z0-9_]+)(-(?<version>\d+\.\d+\.\d+))?$")]
    private static partial Regex Package();

    [GeneratedRegex(@"^(\d{1,9})\.(\d{1,9})\.(\d{1,9})")]
    private static partial Regex Version();
}
