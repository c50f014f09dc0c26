using Reloaded.VFS.Interop.Entering;

namespace Reloaded.VFS.Cli.Installing;

/// <summary>The DLLs of Windows that a program loads by its import tables, and by those of the DLLs beside it.</summary>
internal sealed class LoadedDlls
{
    private readonly HashSet<string> _early = new(StringComparer.OrdinalIgnoreCase);
    private readonly HashSet<string> _delayed = new(StringComparer.OrdinalIgnoreCase);

    // LOAD_LIBRARY_SEARCH_*: all of them, and those that include the program's folder.
    private const int SearchFlags = 0x1F00, SearchesProgramFolder = 0x0200 | 0x1000;

    private LoadedDlls()
    {
    }

    /// <summary>Determines whether the loader maps a DLL of that name before the program's first instruction.</summary>
    public bool IsEarly(string name) => _early.Contains(name);

    /// <summary>Determines whether a DLL is loaded only at the first call of one of its functions (delayed imports).</summary>
    public bool IsDelayed(string name) => !_early.Contains(name) && _delayed.Contains(name);

    /// <summary>
    /// Gets the reason if the loader takes none of the program's imports from the program's folder; otherwise null. Delayed imports are
    /// searched for there nevertheless.
    /// </summary>
    public string? WhyNotBeside { get; private set; }

    /// <summary>
    /// Reads the tables of a program and of the DLLs in its folder that they lead to. An unreadable file imports nothing.
    /// </summary>
    /// <param name="program">The program, an absolute path.</param>
    /// <param name="files">The files of its folder by name, in any letter case.</param>
    public static LoadedDlls Of(string program, IReadOnlyDictionary<string, string> files)
    {
        LoadedDlls loaded = new();
        if (ImportedDlls.ReadSearchFlags(program) is var flags && !LooksBeside(flags))
            loaded.WhyNotBeside =
                $"its header makes Windows load its imports from Windows' own folder only (DependentLoadFlags 0x{flags:X})";
        Queue<string> early = new([program]), delayed = new();
        while (early.TryDequeue(out string? file))
        {
            if (LooksBeside(ImportedDlls.ReadSearchFlags(file)))
                AddImports(ImportedDlls.Read(file), loaded._early, early, files);
            AddImports(ImportedDlls.ReadDelayed(file), loaded._delayed, delayed, files);
        }

        while (delayed.TryDequeue(out string? file))
            AddImports([.. ImportedDlls.Read(file), .. ImportedDlls.ReadDelayed(file)], loaded._delayed, delayed, files);
        return loaded;
    }

    private static bool LooksBeside(int flags) => (flags & SearchFlags) == 0 || (flags & SearchesProgramFolder) != 0;

    private static void AddImports(IEnumerable<string> names, HashSet<string> seen, Queue<string> queue,
        IReadOnlyDictionary<string, string> files)
    {
        foreach (string name in names.Where(seen.Add))
        {
            if (files.TryGetValue(name, out string? file))
                queue.Enqueue(file);
        }
    }
}
