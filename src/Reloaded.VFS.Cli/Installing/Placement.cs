using Reloaded.VFS.Interop.Entering;

namespace Reloaded.VFS.Cli.Installing;

/// <summary>The ways in which a game can be made to load the DLL.</summary>
internal enum InstallWay
{
    /// <summary>A proxy is beside the program under the name of a DLL that the program loads.</summary>
    Proxy,

    /// <summary>The DLL is an <c>.asi</c> file, loaded by an existing Ultimate ASI Loader.</summary>
    AsiLoader,

    /// <summary>The proxy is in the place where an existing Doorstop searches for the DLL that it replaces.</summary>
    Doorstop,
}

/// <summary>A placement of files, decided before anything is written. Immutable.</summary>
/// <param name="Way">The way in which the game loads the DLL.</param>
/// <param name="Module">The DLL of Windows that is replaced. Wine must be told to prefer the one beside the program.</param>
/// <param name="File">The path of the file that makes the game load the DLL, relative to the game's folder, with slashes.</param>
/// <param name="IsLate">True if the game loads the file only at a first call, so that it may have opened other files before.</param>
internal sealed record Placement(InstallWay Way, string Module, string File, bool IsLate)
{
    // Ultimate ASI Loader supports more names than a proxy here.
    private static readonly string[] s_loaderNames =
        [.. ProxyNames.All, "d3d10.dll", "d3d12.dll", "wininet.dll", "bink2w64.dll", "xinput1_1.dll", "xinput1_2.dll", "msacm32.dll",
            "msvfw32.dll", "xlive.dll", "binkw32.dll", "bink2w32.dll", "vorbisfile.dll"];

    /// <summary>Decides the placement for a game.</summary>
    /// <param name="folder">The game's folder, without the files that rvfs has put there.</param>
    /// <param name="is64Bit">True if the game's process is a 64-bit one.</param>
    /// <param name="systemFolder">The folder of the real DLLs.</param>
    /// <param name="known">The DLLs that the system takes only from its own folder.</param>
    /// <param name="ofMods">The DLLs that mods put beside the program.</param>
    /// <exception cref="CliException">No placement fits; the message says why for each candidate.</exception>
    public static Placement Find(GameFolder folder, bool is64Bit, string systemFolder, IReadOnlySet<string> known,
        IEnumerable<string> ofMods)
    {
        LoadedDlls loaded = LoadedDlls.Of(folder.Game, folder.Files);
        Dictionary<string, LoaderKind> taken = s_loaderNames
            .Where(name => folder.Files.ContainsKey(name) && (loaded.IsEarly(name) || loaded.IsDelayed(name)))
            .ToDictionary(name => name, name => OtherLoader.Recognise(folder.Files[name]), StringComparer.OrdinalIgnoreCase);
        // Ultimate ASI Loader exists to load other DLLs, and Wine is already set up for it.
        foreach ((string name, LoaderKind _) in taken.Where(t => t.Value == LoaderKind.UltimateAsiLoader).OrderByDescending(
            t => loaded.IsEarly(t.Key)))
            return new Placement(InstallWay.AsiLoader, name, AsiFile(folder), loaded.IsDelayed(name));

        HashSet<string> mods = new(ofMods, StringComparer.OrdinalIgnoreCase);
        LoadedDlls[] others = [.. OtherProcessors(folder, is64Bit)];
        List<string> reasons = loaded.WhyNotBeside is { } why ? [why] : [];
        if (Search(loaded.IsEarly, isLate: false) is { } early)
            return early;
        foreach ((string name, LoaderKind _) in taken.Where(t => t.Value == LoaderKind.Doorstop && loaded.IsEarly(t.Key)))
        {
            string beside = Path.GetFileNameWithoutExtension(name) + "_alt.dll";
            if (!folder.Files.ContainsKey(beside))
                return new Placement(InstallWay.Doorstop, name, beside, IsLate: false);
            reasons.Add($"{beside} is there already");
        }

        return Search(loaded.IsDelayed, isLate: true)
            ?? throw new CliException($"'{Path.GetFileName(folder.Game)}' loads no DLL that rvfs could replace"
                    + $"{(reasons.Count > 0 ? $": {string.Join("; ", reasons)}" : "")}.",
                "Start it with 'rvfs run', which needs nothing in the game's folder.");

        Placement? Search(Func<string, bool> isLoaded, bool isLate)
        {
            foreach (string name in ProxyNames.All.Where(isLoaded))
            {
                if (WhyNot(name) is not { } reason)
                    return new Placement(InstallWay.Proxy, name, name, isLate);
                reasons.Add($"{name}: {reason}");
            }

            return null;
        }

        string? WhyNot(string name) =>
            taken.TryGetValue(name, out LoaderKind kind) ? $"{OtherLoader.NameOf(kind)} is there"
            : known.Contains(name) ? "Windows always loads its own"
            : mods.Contains(name) ? "a mod brings one"
            : others.Any(other => other.IsEarly(name) || other.IsDelayed(name))
                ? $"a {(is64Bit ? "32" : "64")}-bit program in the folder loads it, too"
            : CaseInsensitivePath.Find(Path.Combine(systemFolder, name)) is not { } real ? "this system has none"
            : ProxyImage.WhyUnfit(DllExports.Read(real));
    }

    /// <summary>
    /// Returns the path of the <c>.asi</c> file: in a folder of its own, where the loader searches whatever its settings for the game's
    /// folder.
    /// </summary>
    private static string AsiFile(GameFolder folder)
    {
        string name = ((string[])["scripts", "plugins"]).FirstOrDefault(folder.Folders.ContainsKey) ?? "scripts";
        return (folder.Folders.TryGetValue(name, out string? path) ? Path.GetFileName(path) : name) + "/reloaded_vfs.asi";
    }

    /// <summary>Returns the imports of programs of the other width beside the game: a DLL of the game's would keep them from starting.</summary>
    private static IEnumerable<LoadedDlls> OtherProcessors(GameFolder folder, bool isGame64Bit)
    {
        foreach (string file in folder.Files.Values.Where(f => f.EndsWith(".exe", StringComparison.OrdinalIgnoreCase) && f != folder.Game))
        {
            bool is64Bit;
            try
            {
                is64Bit = GameExecutable.Read(file).Is64Bit;
            }
            catch (CliException)
            {
                continue;
            }

            if (is64Bit != isGame64Bit)
                yield return LoadedDlls.Of(file, folder.Files);
        }
    }
}

/// <summary>The kinds of DLLs beside a game that <c>rvfs install</c> can make use of.</summary>
internal enum LoaderKind
{
    /// <summary>Anything else: the game's own DLL, or a mod's.</summary>
    Unknown,

    /// <summary>Ultimate ASI Loader, which loads every <c>.asi</c> file of some folders.</summary>
    UltimateAsiLoader,

    /// <summary>Unity Doorstop, which starts BepInEx and passes calls on to <c>NAME_alt.dll</c> if that exists.</summary>
    Doorstop,

    ReShade,
}

/// <summary>The recognition of a DLL by texts that only one product contains, in ASCII or UTF-16. The DLL's name doesn't matter.</summary>
internal static class OtherLoader
{
    // All texts of a line must be present: keys of Ultimate ASI Loader's settings file, Doorstop's settings file, ReShade's.
    private static readonly (LoaderKind Kind, string[] Texts)[] s_marks =
    [
        (LoaderKind.UltimateAsiLoader, ["globalsets", "loadfromscriptsonly"]),
        (LoaderKind.Doorstop, ["doorstop_config"]),
        (LoaderKind.ReShade, ["reshade.ini"]),
    ];

    /// <summary>Returns the kind of a file; <see cref="LoaderKind.Unknown"/> if it is unreadable.</summary>
    public static LoaderKind Recognise(string path)
    {
        byte[] bytes = FileErrors.Ignore(() => File.ReadAllBytes(path), []);

        // The letter case of the settings differs between versions.
        for (int i = 0; i < bytes.Length; i++)
        {
            if (bytes[i] is >= (byte)'A' and <= (byte)'Z')
                bytes[i] += 'a' - 'A';
        }

        return s_marks.FirstOrDefault(mark => mark.Texts.All(text => Has(bytes, text))).Kind;
    }

    public static string NameOf(LoaderKind kind) => kind switch
    {
        LoaderKind.UltimateAsiLoader => "Ultimate ASI Loader",
        LoaderKind.Doorstop => "Doorstop (BepInEx)",
        LoaderKind.ReShade => "ReShade",
        _ => "another DLL",
    };

    private static bool Has(byte[] bytes, string text) =>
        bytes.AsSpan().IndexOf(Encoding.ASCII.GetBytes(text)) >= 0 || bytes.AsSpan().IndexOf(Encoding.Unicode.GetBytes(text)) >= 0;
}

/// <summary>The DLLs of Windows that a program loads by its import tables, and by those of the DLLs beside it.</summary>
internal sealed class LoadedDlls
{
    private readonly HashSet<string> _early = new(StringComparer.OrdinalIgnoreCase);
    private readonly HashSet<string> _delayed = new(StringComparer.OrdinalIgnoreCase);

    // LOAD_LIBRARY_SEARCH_*: all of them, and those that include the program's folder.
    private const int SearchFlags = 0x1F00, SearchesProgramFolder = 0x0200 | 0x1000;

    /// <summary>Determines whether the loader maps a DLL of that name before the program's first instruction.</summary>
    public bool IsEarly(string name) => _early.Contains(name);

    /// <summary>Determines whether a DLL is loaded only at the first call of one of its functions (delayed imports).</summary>
    public bool IsDelayed(string name) => !_early.Contains(name) && _delayed.Contains(name);

    /// <summary>
    /// Gets the reason if the loader takes none of the program's imports from the program's folder; otherwise null. Delayed imports are
    /// searched for there nevertheless.
    /// </summary>
    public string? WhyNotBeside { get; private set; }

    /// <summary>Reads the tables of a program and of the DLLs in its folder that they lead to. Unreadable files import nothing.</summary>
    /// <param name="program">The program, an absolute path.</param>
    /// <param name="files">The files of its folder by name, in any letter case.</param>
    public static LoadedDlls Of(string program, IReadOnlyDictionary<string, string> files)
    {
        LoadedDlls loaded = new();
        if (ImportedDlls.ReadSearchFlags(program) is var flags && !SearchesBeside(flags))
            loaded.WhyNotBeside =
                $"its header makes Windows load its imports from Windows' own folder only (DependentLoadFlags 0x{flags:X})";
        Queue<string> early = new([program]), delayed = new();
        while (early.TryDequeue(out string? file))
        {
            if (SearchesBeside(ImportedDlls.ReadSearchFlags(file)))
                AddImports(ImportedDlls.Read(file), loaded._early, early, files);
            AddImports(ImportedDlls.ReadDelayed(file), loaded._delayed, delayed, files);
        }

        while (delayed.TryDequeue(out string? file))
            AddImports([.. ImportedDlls.Read(file), .. ImportedDlls.ReadDelayed(file)], loaded._delayed, delayed, files);
        return loaded;
    }

    private static bool SearchesBeside(int flags) => (flags & SearchFlags) == 0 || (flags & SearchesProgramFolder) != 0;

    private static void AddImports(IEnumerable<string> names, HashSet<string> seen, Queue<string> queue,
        IReadOnlyDictionary<string, string> files)
    {
        foreach (string name in names.Where(name => seen.Add(name) && files.ContainsKey(name)))
            queue.Enqueue(files[name]);
    }
}
