using System.IO.Compression;
using System.Runtime.InteropServices;
using System.Text.Json;
using Reloaded.VFS.Cli.Archives.Staging;

namespace Reloaded.VFS.Cli.Archives.Packages;

/// <summary>A package of Thunderstore: a mod with folders laid out for its mod loader's installer, not for the game. Immutable.</summary>
internal sealed class ThunderstorePackage
{
    private const string Manifest = "manifest.json";
    private const int MostLevels = 2;

    // Names beside each other that a loader's package has, and no mod's.
    private static readonly string[][] s_packs =
    [
        ["winhttp.dll", "BepInEx"], ["winhttp.dll", "doorstop_config.ini"], ["BepInEx", "doorstop_config.ini"],
        ["BepInEx", "doorstop_libs"], ["MelonLoader", "version.dll"], ["MelonLoader", "dobby.dll"], ["MelonLoader", "winhttp.dll"],
        ["NorthstarLauncher.exe"], ["GDWeave", "winmm.dll"], ["UE4SS", "dwmapi.dll"], ["Rivet.ini", "version.dll"],
    ];

    // What a loader's package has elsewhere than the game: a part of the package's name, and the beginnings of paths.
    private static readonly (string Package, string From, string To)[] s_moves =
    [
        ("_shimloader", "UE4SS/Mods/", "shimloader/mod/"), ("_shimloader", "UE4SS/", ""), ("lovely", "lovely/", "mods/lovely/"),
    ];

    // The loaders that are a DLL alone.
    private static readonly string[] s_dllLoaders = ["lovely", "ReturnOfModding", "Hell2Modding"];

    private readonly string _folder;

    private ThunderstorePackage(string folder, string name, string version, IReadOnlyList<string> needs) =>
        (_folder, Name, Version, Needs) = (folder, name, version, needs);

    /// <summary>Gets the mod's name, without that of its team.</summary>
    public string Name { get; }

    public string Version { get; }

    /// <summary>Gets the needed packages, each with its version.</summary>
    public IReadOnlyList<string> Needs { get; }

    /// <summary>Reads the manifest of an unpacked archive. Returns null if the archive isn't such a package.</summary>
    public static ThunderstorePackage? TryRead(string folder)
    {
        string? file = Directory.EnumerateFiles(folder)
            .FirstOrDefault(path => NameComparer.Instance.Equals(Path.GetFileName(path), Manifest));
        if (file is null)
            return null;
        try
        {
            using JsonDocument json = JsonDocument.Parse(TextFile.Decode(File.ReadAllBytes(file)),
                new JsonDocumentOptions { CommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true });
            JsonElement root = json.RootElement;
            if (root.ValueKind != JsonValueKind.Object || TextOf(root, "name") is not { } name
                || TextOf(root, "version_number") is not { } version || ModName.WhyNoMod(name) is not null)
                return null;
            string[] needs = root.TryGetProperty("dependencies", out JsonElement listed) && listed.ValueKind == JsonValueKind.Array
                ? [.. JsonText.ReadList(JsonMarshal.GetRawUtf8Value(listed)) ?? []]
                : [];
            return new ThunderstorePackage(folder, name, version, needs);
        }
        catch (Exception e) when (e is JsonException or IOException or UnauthorizedAccessException)
        {
            // Another program's manifest, or none that can be read: the archive is an ordinary one.
            return null;
        }
    }

    /// <summary>Puts the package's files where the loader expects them.</summary>
    /// <param name="mod">The mod's name, which is that of its own folders.</param>
    /// <param name="tree">Receives the files.</param>
    /// <param name="configuration">The game's configuration, with its defaults; host paths.</param>
    /// <returns>A sentence that says what was done; null if nothing was, because no loader is known for the package.</returns>
    public string? Lay(string mod, MergedTree tree, VfsConfiguration configuration)
    {
        if (FindPack() is { } pack)
        {
            bool isMoved = AddPack(tree, pack);
            tree.AddAbout(_folder);
            return pack == _folder
                ? isMoved ? "the mod loader's files lie where it looks for them now" : null
                : $"the mod loader's files were in '{AddedRecord.PathIn(_folder, pack)}'; they are directly in the mod now";
        }

        if (FindLoader(configuration) is not { } loader)
            return null;
        LoaderRoute first = loader.Routes[0];
        if (first.IsZip)
            tree.Add($"{first.Target}/{mod}.ts.zip", Zip(tree));
        tree.AddAbout(_folder);
        if (loader.Name == "GDWeave")
            AddBelow(tree, FindInnerManifest() ?? _folder, $"{first.Target}/{mod}");
        else if (first.Folder.Length == 0 && !first.IsZip)
            AddAsIs(tree, loader, mod);
        else if (!first.IsZip)
            AddByRoutes(tree, _folder, loader, mod);
        return tree.Count == 0 ? null : $"the package's files lie as {loader.Name} wants them now";
    }

    /// <summary>
    /// Puts a loader's own files into the game's folder. Returns true if the place of one of them differs from that in the package.
    /// </summary>
    private bool AddPack(MergedTree tree, string pack)
    {
        bool isMoved = false;
        (string Package, string From, string To)[] moves =
            [.. s_moves.Where(move => Name.Contains(move.Package, StringComparison.OrdinalIgnoreCase))];
        foreach ((string path, string file) in FilesBelow(pack))
        {
            (_, string from, string to) = Array.Find(moves, move => path.StartsWith(move.From, StringComparison.OrdinalIgnoreCase));
            tree.Add(from is null ? path : to + path[from.Length..], file);
            isMoved |= from is not null;
        }

        return isMoved;
    }

    /// <summary>Puts the package into one folder, except the folders at its top that have a rule.</summary>
    private void AddAsIs(MergedTree tree, ModLoader loader, string mod)
    {
        foreach ((string path, string file) in FilesBelow(_folder))
        {
            int end = path.IndexOf('/', StringComparison.Ordinal);
            LoaderRoute? route = end < 0 ? null
                : Array.Find(loader.Routes, route => route.Folder.Length > 0 && NameComparer.Instance.Equals(route.Folder, path[..end]));
            tree.Add(route is null ? $"{TargetOf(loader.Routes[0], mod)}/{path}" : $"{TargetOf(route, mod)}/{path[(end + 1)..]}", file);
        }
    }

    /// <summary>Packs the whole package, as it was downloaded, into an archive beside the tree.</summary>
    private string Zip(MergedTree tree)
    {
        string zip = tree.Folder + ".zip";
        ZipFile.CreateFromDirectory(_folder, zip, CompressionLevel.Fastest, includeBaseDirectory: false);
        return zip;
    }

    /// <summary>Puts the files of a folder where the loader's rules say; folders without a rule are entered.</summary>
    private void AddByRoutes(MergedTree tree, string folder, ModLoader loader, string mod)
    {
        foreach (string file in Directory.EnumerateFiles(folder).Order(StringComparer.Ordinal))
        {
            string name = Path.GetFileName(file);
            if (folder == _folder && DefaultExcludes.IsExcluded(name, isFolder: false, atRoot: true))
                continue;
            // ".mm.dll" before ".dll".
            LoaderRoute route = loader.Routes
                .SelectMany(route => route.Endings, (route, ending) => (Route: route, Ending: ending))
                .Where(one => name.EndsWith(one.Ending, StringComparison.OrdinalIgnoreCase))
                .DefaultIfEmpty((Route: loader.Routes[0], Ending: ""))
                .MaxBy(one => one.Ending.Length).Route;
            string inner = route.KeepsFolders && folder != _folder ? AddedRecord.PathIn(_folder, folder) + '/' : "";
            tree.Add($"{TargetOf(route, mod)}/{inner}{name}", file);
        }

        foreach (string inner in Directory.EnumerateDirectories(folder).Order(StringComparer.Ordinal))
        {
            string name = Path.GetFileName(inner);
            if (Array.Find(loader.Routes, route => NameComparer.Instance.Equals(route.Folder, name)) is not { } route)
                AddByRoutes(tree, inner, loader, mod);
            else
                AddBelow(tree, inner, TargetOf(route, mod));
        }
    }

    private static string TargetOf(LoaderRoute route, string mod) => route.IsOwn ? $"{route.Target}/{mod}" : route.Target;

    private void AddBelow(MergedTree tree, string folder, string target)
    {
        foreach ((string path, string file) in FilesBelow(folder))
            tree.Add($"{target}/{path}", file);
    }

    /// <summary>Returns the files of a folder, except those that describe the package, each with its path in the folder.</summary>
    private IEnumerable<(string Path, string File)> FilesBelow(string folder)
    {
        foreach (string file in Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories))
        {
            string path = AddedRecord.PathIn(folder, file);
            if (folder != _folder || path.Contains('/') || !DefaultExcludes.IsExcluded(path, isFolder: false, atRoot: true))
                yield return (path, file);
        }
    }

    /// <summary>Finds the folder with a mod loader's files, which keep their places. Returns null if the package isn't a loader.</summary>
    private string? FindPack()
    {
        if (s_dllLoaders.Contains(Name, StringComparer.OrdinalIgnoreCase)
            && FoldersIn(_folder, MostLevels).FirstOrDefault(folder => Directory.EnumerateFiles(folder)
                .Any(file => file.EndsWith(".dll", StringComparison.OrdinalIgnoreCase))) is { } ofDll)
            return ofDll;
        return FoldersIn(_folder, MostLevels).FirstOrDefault(folder =>
            NamesIn(folder) is var names && Array.Exists(s_packs, pack => Array.TrueForAll(pack, names.Contains)));
    }

    /// <summary>Determines the loader that the package is for: by its needs, its folders, and the game's and its mods' loaders.</summary>
    private ModLoader? FindLoader(VfsConfiguration configuration)
    {
        ModLoader? needed = ModLoader.All.FirstOrDefault(loader =>
            Needs.Any(need => need.Contains(loader.Mark, StringComparison.OrdinalIgnoreCase)));
        HashSet<string> names = configuration.Targets.SelectMany(NamesIn).ToHashSet(NameComparer.Instance);
        if (LoaderGame.Find(names) is { } game && (needed is null || needed.Name == game.Loader.Name))
            return game.Loader;
        if (needed is not null)
            return needed;
        HashSet<string> own = NamesIn(_folder);
        if (ModLoader.All.FirstOrDefault(loader => Array.Exists(loader.Shapes, own.Contains)) is { } shaped)
            return shaped;
        string[] roots =
            [.. configuration.Targets, .. Directory.Exists(configuration.Mods) ? Directory.GetDirectories(configuration.Mods) : []];
        if (ModLoader.All.FirstOrDefault(loader => Array.Exists(roots, root => Has(root, loader.Folder))) is { } present)
            return present;
        // Of a Unity game's loaders, BepInEx is the one that nearly all packages are for.
        return names.Contains("UnityPlayer.dll") || own.Contains("plugins") ? ModLoader.All.First(loader => loader.Name == "BepInEx") : null;
    }

    /// <summary>Finds the folder of a mod for GDWeave: the one with a manifest of its own.</summary>
    private string? FindInnerManifest() => Directory.EnumerateFiles(_folder, "*", SearchOption.AllDirectories)
        .Where(file => NameComparer.Instance.Equals(Path.GetFileName(file), Manifest))
        .Select(file => Path.GetDirectoryName(file)!).Where(folder => folder != _folder).MinBy(folder => folder.Length);

    /// <summary>Returns a folder and the folders in it, down to a number of levels.</summary>
    private static IEnumerable<string> FoldersIn(string folder, int levels) => levels == 0
        ? [folder]
        : Directory.GetDirectories(folder).Order(StringComparer.Ordinal).SelectMany(inner => FoldersIn(inner, levels - 1)).Prepend(folder);

    private static bool Has(string root, string folder) => Directory.Exists(CaseInsensitivePath.Find(Path.Combine(root, folder)));

    private static HashSet<string> NamesIn(string folder) => Directory.Exists(folder)
        ? Directory.EnumerateFileSystemEntries(folder).Select(path => Path.GetFileName(path)).ToHashSet(NameComparer.Instance)
        : [];

    private static string? TextOf(JsonElement root, string key) =>
        root.TryGetProperty(key, out JsonElement value) && JsonText.ReadValue(JsonMarshal.GetRawUtf8Value(value)) is { Length: > 0 } text
            ? text
            : null;
}
