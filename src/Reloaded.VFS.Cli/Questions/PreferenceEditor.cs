using System.Text;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Diagnostics;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Mods.Scanning;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Cli.Questions;

/// <summary>
/// Changes a <c>prefer.txt</c> as a person would: comments, and lines that can't be read, stay byte by byte. Not thread-safe.
/// </summary>
internal sealed class PreferenceEditor
{
    private readonly string _file;
    private readonly List<byte[]> _lines;

    private PreferenceEditor(string file, List<byte[]> lines) => (_file, _lines) = (file, lines);

    /// <summary>Reads a file, which may not be there yet.</summary>
    /// <exception cref="IOException">It can't be read.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be read.</exception>
    public static PreferenceEditor Read(string file) =>
        new(file, File.Exists(file) ? TextFile.SplitLines(File.ReadAllBytes(file)) : []);

    /// <summary>How many files of a mod a path means.</summary>
    public static int CountFiles(Mod mod, string path, VfsConfiguration configuration) =>
        FolderScanner.Scan(mod.Name, mod.Folder, ScanOptions.Of(configuration)).Listing is { } listing
            ? Preference.Select(ModMap.Split(configuration, mod, listing, []), new PathPattern(path)).Sum(part => part.Listing.FileCount)
            : 0;

    /// <summary>Adds a rule behind the others; what was said of this path goes.</summary>
    public void Prefer(string mod, string path)
    {
        Remove(path);
        _lines.Add(Encoding.UTF8.GetBytes($"{(mod[0] == '#' ? "\\" : "")}{mod}: {path}"));
    }

    /// <summary>Removes the rules for a path, as it is written, in any letter case. False where there was none.</summary>
    public bool Remove(string path) => _lines.RemoveAll(line =>
        PreferenceFile.Parse(line, "").Rules is [{ } rule]
            && NameComparer.Instance.Equals(Plain(rule.Pattern.Text), Plain(path))) > 0;

    /// <summary>Writes the file, never half of it.</summary>
    public void Save() => AtomicFile.Write(_file, TextFile.JoinLines(_lines));

    private static string Plain(string path) => path.Replace('\\', '/').Trim('/');
}
