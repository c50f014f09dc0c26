using System.IO.Enumeration;
using Reloaded.VFS.Mods.Caching;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Resolving;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Cli.Wine;

/// <summary>
/// The DLLs of mods that Wine must be told about, wherever in the game their program is: an Unreal game's own program is three folders
/// below the one that is started, and most mod loaders are a DLL beside it.
/// </summary>
internal static class LoaderDlls
{
    // DLLs that mod loaders and graphics mods replace, at any depth.
    private static readonly HashSet<string> s_usual = new(StringComparer.OrdinalIgnoreCase)
    {
        "version.dll", "winmm.dll", "winhttp.dll", "wininet.dll", "dinput.dll", "dinput8.dll", "dsound.dll", "ddraw.dll", "d3d8.dll",
        "d3d9.dll", "d3d10.dll", "d3d10_1.dll", "d3d11.dll", "d3d12.dll", "dxgi.dll", "dwmapi.dll", "opengl32.dll", "msacm32.dll",
        "wsock32.dll", "ws2_32.dll", "msimg32.dll", "xinput1_1.dll", "xinput1_2.dll", "xinput1_3.dll", "xinput1_4.dll",
        "xinput9_1_0.dll", "xinputuap.dll", "dbghelp.dll", "hid.dll", "userenv.dll", "iphlpapi.dll", "mf.dll", "mfplat.dll",
    };

    // No known game has programs at a greater depth. Circles of links end here, too.
    private const int Deepest = 8;

    /// <summary>
    /// Returns the names of DLLs that loaded mods, or the overwrite folder, have beside a program of the game or of a mod, or that mod
    /// loaders use.
    /// </summary>
    /// <remarks>
    /// A folder that can't be read counts as empty, and a superfluous name does no harm: Wine uses its own DLL if there is no other.
    /// </remarks>
    /// <param name="order">The load order if it has been read already; null to read it.</param>
    /// <param name="isWines">Determines whether Wine has a DLL of that name.</param>
    public static IReadOnlyCollection<string> Find(VfsConfiguration configuration, LoadOrder? order, Func<string, bool> isWines)
    {
        Dictionary<string, bool> asked = new(StringComparer.OrdinalIgnoreCase);
        HashSet<string> found = new(StringComparer.OrdinalIgnoreCase), programs = new(StringComparer.OrdinalIgnoreCase);
        List<(string Folder, string Name)> dlls = [];
        order ??= LoadOrder.Of(configuration);
        using CachedMods? opened = order.Cached is null ? CachedMods.Open(configuration.Mods) : null;
        CachedMods? kept = order.Cached ?? opened;
        foreach ((string root, Mod? mod) in order.Mods.Where(mod => mod.IsLoaded).Select(mod => (mod.Folder, (Mod?)mod))
            .Concat(OverwriteFolders(configuration).Select(folder => (folder, (Mod?)null))))
        {
            bool isMapped = mod is not null && ModMap.Of(configuration, mod) is not null;
            foreach ((string folder, string name) in mod?.CachedIn(kept) is { } own ? FilesOf(own, root) : FilesOf(root))
            {
                if (name.EndsWith(".exe", StringComparison.OrdinalIgnoreCase))
                    programs.Add(folder);
                else if (IsOfWine(name) && isMapped && s_usual.Contains(name))
                    found.Add(name); // The folder to which the map moves it doesn't matter.
                else if (IsOfWine(name))
                    dlls.Add((folder, name));
            }
        }

        string[] folders = [.. dlls.Where(dll => s_usual.Contains(dll.Name) || programs.Contains(dll.Folder) || IsOfProgram(dll.Folder))
            .Select(dll => dll.Folder).Distinct(StringComparer.OrdinalIgnoreCase)];
        if (folders.Length == 0)
            return found;
        string[] places = [.. configuration.Targets.SelectMany(_ => folders, Path.Combine)];
        using ModResolver resolver = ModResolver.OfFolders(places, configuration, order);
        foreach ((string folder, string name) in dlls.Where(dll => !found.Contains(dll.Name) && folders.Contains(dll.Folder,
            StringComparer.OrdinalIgnoreCase)))
        {
            // A rule of the mod may leave it out, and another mod may hide it.
            if (configuration.Targets.Any(target => resolver.Which(Path.Combine(target, folder, name)) is { Winner.IsGame: false }))
                found.Add(name);
        }

        return found;

        bool IsOfWine(string name)
        {
            if (!asked.TryGetValue(name, out bool isOfWine))
                asked[name] = isOfWine = isWines(name);
            return isOfWine;
        }

        bool IsOfProgram(string folder) =>
            configuration.Targets.Any(target => CaseInsensitivePath.Find(Path.Combine(target, folder)) is { } real && HasProgram(real));
    }

    private static IEnumerable<string> OverwriteFolders(VfsConfiguration configuration) =>
        configuration.Writes != WritePolicy.Overwrite ? []
        : OverwritePlaces.Of(OverwritePlaces.UsedOf(configuration), configuration).Select(place => place.Folder);

    /// <summary>Returns the programs and DLLs of a kept mod, each with its folder. Only folders that have changed are listed.</summary>
    private static List<(string Folder, string Name)> FilesOf(CachedMod mod, string root)
    {
        List<(string Folder, string Name)> found = [];
        Span<char> buffer = stackalloc char[VirtualPath.MaxNameLength];
        Stack<(int Number, string Folder, bool IsUnmoved)> pending = new([(mod.Folder, "", mod.IsUnmoved)]);
        while (pending.TryPop(out (int Number, string Folder, bool IsUnmoved) next))
        {
            string path = Path.Join(root, next.Folder);
            if (next.Number == CachedLayout.None || !mod.Folders.Confirm(next.Number, path, next.IsUnmoved))
            {
                found.AddRange(FilesOf(path).Select(file => (Path.GetRelativePath(root, Path.Join(path, file.Folder)), file.Name)));
                continue;
            }

            (int first, int count) = mod.Folders.GetEntries(next.Number);
            for (int entry = first; entry < first + count; entry++)
            {
                ReadOnlySpan<char> name = mod.Folders.GetName(entry, buffer);
                if (mod.Folders.IsFolder(entry))
                    pending.Push((mod.Folders.GetFolder(entry), Path.Join(next.Folder, name), true));
                else if (IsWanted(name))
                    found.Add((next.Folder.Length == 0 ? "." : next.Folder, name.ToString()));
            }
        }

        return found;
    }

    /// <summary>Returns the programs and DLLs below a folder, each with its relative folder.</summary>
    private static List<(string Folder, string Name)> FilesOf(string root) =>
        FileErrors.Ignore<List<(string, string)>>(() => [.. new FileSystemEnumerable<(string, string)>(root,
            (ref FileSystemEntry entry) => (Path.GetRelativePath(root, entry.Directory.ToString()), entry.FileName.ToString()),
            new EnumerationOptions { RecurseSubdirectories = true, MaxRecursionDepth = Deepest, AttributesToSkip = 0 })
        {
            ShouldIncludePredicate = (ref FileSystemEntry entry) => IsWanted(entry.FileName),
        }], []);

    private static bool IsWanted(ReadOnlySpan<char> name) =>
        name.EndsWith(".dll", StringComparison.OrdinalIgnoreCase) || name.EndsWith(".exe", StringComparison.OrdinalIgnoreCase);

    private static bool HasProgram(string folder) =>
        FileErrors.Ignore(() => Directory.EnumerateFiles(folder)
            .Any(file => file.EndsWith(".exe", StringComparison.OrdinalIgnoreCase)), false);
}

/// <summary>The overrides that Wine needs to prefer mods' DLLs to its own of the same names.</summary>
/// <remarks>
/// Beside a program, Wine prefers its own DLL unless <c>WINEDLLOVERRIDES</c> says otherwise. It reads the variable of the Linux process,
/// which the programs that it runs can't set for each other.
/// </remarks>
internal static class DllOverrides
{
    public const string Variable = "WINEDLLOVERRIDES";

    /// <summary>Returns <c>n,b</c> overrides for each DLL that Wine also has. What the user has set for a DLL stays.</summary>
    /// <param name="given">The variable as the user has set it.</param>
    /// <param name="dlls">The DLLs that mods bring beside the program that is started.</param>
    /// <param name="configuration">The configuration, with its defaults filled in, for what mods bring beside other programs.</param>
    /// <param name="order">The load order if it has been read already; null to read it.</param>
    /// <param name="isWines">Determines whether Wine has a DLL of that name.</param>
    /// <returns>The addition, in the variable's format, empty if none is needed.</returns>
    public static string Missing(string? given, ModDlls dlls, VfsConfiguration configuration, LoadOrder? order,
        Func<string, bool> isWines) =>
        Missing(given ?? "", dlls.Names.Union(LoaderDlls.Find(configuration, order, isWines), StringComparer.OrdinalIgnoreCase), isWines);

    /// <summary>Returns a function that determines whether Wine has a DLL, by the folder of a prefix that contains Wine's own.</summary>
    public static Func<string, bool> In(string systemFolder) =>
        name => File.Exists(Path.Combine(systemFolder, name.ToLowerInvariant()));

    /// <summary>Returns the addition to <paramref name="given"/> that is needed, in order of the names.</summary>
    /// <param name="given">The variable: <c>name,name=order;…</c>.</param>
    /// <param name="dlls">Names with their extension.</param>
    /// <param name="isWines">Determines whether Wine has a DLL of that name.</param>
    internal static string Missing(string given, IEnumerable<string> dlls, Func<string, bool> isWines)
    {
        HashSet<string> known = new(
            given.Split(';').SelectMany(part => part.Split('=')[0].Split(',')).Select(name => WithoutExtension(name.Trim().TrimStart('*'))),
            StringComparer.OrdinalIgnoreCase);
        return string.Join(';', dlls.Where(name => !known.Contains(WithoutExtension(name)) && isWines(name))
            .Select(name => $"{WithoutExtension(name)}=n,b").Order(StringComparer.OrdinalIgnoreCase));
    }

    /// <summary>Returns the whole variable, which consists of what the user has set and the addition, and reports the addition.</summary>
    /// <param name="given">The variable as the user has set it.</param>
    /// <param name="added">The result of <see cref="Missing(string, IEnumerable{string}, Func{string, bool})"/>, not empty.</param>
    public static string Join(string? given, string added)
    {
        Messages.Say($"mods bring DLLs that Wine has, too; so that Wine uses theirs, the game gets {Variable}={added}");
        return With(given, added);
    }

    /// <summary>Returns the whole variable, without a report.</summary>
    /// <inheritdoc cref="Join"/>
    public static string With(string? given, string added) => string.IsNullOrEmpty(given) ? added : $"{given};{added}";

    private static string WithoutExtension(string name) => name.EndsWith(".dll", StringComparison.OrdinalIgnoreCase) ? name[..^4] : name;
}
