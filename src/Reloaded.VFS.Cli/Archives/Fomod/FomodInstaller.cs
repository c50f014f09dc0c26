using Reloaded.VFS.Cli.Archives.Staging;
using Reloaded.VFS.Cli.Archives.Unpacking;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Cli.Archives.Fomod;

/// <summary>A FOMOD installer in an unpacked archive: the folder <c>fomod</c>, and what it installs from. Immutable.</summary>
internal sealed class FomodInstaller
{
    private const string ScriptName = "ModuleConfig.xml", ProgramName = "script.cs";
    private const long LongestScript = 32 << 20;

    private readonly string _root;
    private readonly string _script;

    private FomodInstaller(string root, string script) => (_root, _script) = (root, script);

    /// <summary>Finds the installer of an unpacked archive, at the top or alone in folders. Returns null if there is none.</summary>
    /// <param name="content">The folder.</param>
    /// <param name="levels">The number of folders around the mod that are gone through.</param>
    public static FomodInstaller? Find(string content, int levels)
    {
        for (int level = 0; level <= levels; level++)
        {
            string[] folders = Directory.GetDirectories(content);
            if (Array.Find(folders, folder => DefaultExcludes.IsInstaller(Path.GetFileName(folder))) is { } own
                && (FindFile(own, ScriptName) ?? FindFile(own, ProgramName)) is { } script)
                return new FomodInstaller(content, script);
            if (folders is not [{ } only])
                return null;
            content = only;
        }

        return null;
    }

    /// <summary>Reads the installer's description.</summary>
    /// <param name="archive">The archive, for messages.</param>
    /// <exception cref="ArchiveException">It can't be understood, or isn't a description.</exception>
    public FomodScript ReadScript(string archive)
    {
        string name = $"{Path.GetFileName(Path.GetDirectoryName(_script))}/{Path.GetFileName(_script)}";
        if (NameComparer.Instance.Equals(Path.GetFileName(_script), ProgramName))
            throw ArchiveException.Of(archive, $"its installer is a program ({name}), which isn't run", WithoutIt(archive));
        try
        {
            if (new FileInfo(_script).Length > LongestScript)
                throw new FomodException(1, "it has more than 32 MB");
            return FomodScript.Parse(File.ReadAllBytes(_script)) with { Root = _root };
        }
        catch (FomodException e)
        {
            throw ArchiveException.Of(archive,
                $"its installer can't be understood: {name}({e.Line}): {e.OwnText}", WithoutIt(archive), e);
        }
    }

    /// <summary>Adds the files of a selection to a tree.</summary>
    /// <param name="selection">The choices.</param>
    /// <param name="tree">Receives the files.</param>
    /// <param name="archive">The archive, for messages.</param>
    /// <param name="limits">The limits, because an installer may name a file any number of times.</param>
    /// <returns>Diagnostics of what the installer names and the archive doesn't have.</returns>
    /// <exception cref="ArchiveException">The files are too many.</exception>
    public IReadOnlyList<Diagnostic> Install(FomodSelection selection, MergedTree tree, string archive, UnpackLimits limits)
    {
        string[] all = [.. AddedRecord.FilesIn(_root).Select(file => file.FullName).Order(StringComparer.Ordinal)];
        string[] paths = [.. all.Select(file => AddedRecord.PathIn(_root, file))];
        var places = new Dictionary<string, int>(NameComparer.Instance);
        for (int i = 0; i < paths.Length; i++)
            places.TryAdd(paths[i], i);
        HashSet<string> folders = Directory.EnumerateDirectories(_root, "*", SearchOption.AllDirectories)
            .Select(folder => AddedRecord.PathIn(_root, folder)).ToHashSet(NameComparer.Instance);
        List<Diagnostic> missing = [];
        int added = 0;
        long letters = 0;
        foreach (FomodFile file in selection.Files)
        {
            int found = 0;
            foreach (int at in file.IsFolder ? FindBelow(paths, file.Source) : places.TryGetValue(file.Source, out int one) ? [one] : [])
            {
                string rest = file.IsFolder ? paths[at][file.Source.Length..].TrimStart('/') : "";
                // A whole archive includes the installer itself.
                if (file.Source.Length == 0 && DefaultExcludes.IsInstaller(rest.Split('/')[0]))
                    continue;
                found++;
                string place = rest.Length == 0 ? file.Destination : $"{file.Destination}/{rest}".TrimStart('/');
                letters += place.Length;
                if (++added > limits.MostEntries || letters > limits.MostLetters)
                    throw ArchiveException.Of(archive, added > limits.MostEntries
                        ? $"its installer installs more than {limits.MostEntries:N0} files"
                        : $"the paths to which its installer installs files have more than {limits.MostLetters:N0} characters",
                        WithoutIt(archive));
                tree.Add(place, all[at]);
            }

            if (found > 0 || (file.IsFolder && (file.Source.Length == 0 || folders.Contains(file.Source))))
                continue;
            Diagnostic gone = Diagnostic.Warning($"its installer names '{ModName.Show(file.Source)}', which isn't in the archive",
                file: archive);
            missing.Add(gone with { Line = file.Line, Key = Path.GetFileName(_script) });
        }

        tree.AddAbout(_root);
        return missing;
    }

    private static string WithoutIt(string archive) => $"choose its folders yourself: rvfs add --part \"FOLDER\" \"{archive}\"";

    private static IEnumerable<int> FindBelow(string[] paths, string folder) => folder.Length == 0
        ? Enumerable.Range(0, paths.Length)
        : Enumerable.Range(0, paths.Length).Where(i => paths[i].Length > folder.Length && paths[i][folder.Length] == '/'
            && CaseFolding.Equals(paths[i].AsSpan(0, folder.Length), folder));

    private static string? FindFile(string folder, string name) =>
        Directory.EnumerateFiles(folder).FirstOrDefault(file => NameComparer.Instance.Equals(Path.GetFileName(file), name));
}
