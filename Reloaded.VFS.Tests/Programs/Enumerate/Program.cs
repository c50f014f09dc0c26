using System.Globalization;
using System.Text;

namespace Reloaded.VFS.Tests.Programs.Enumerate;

/// <summary>
/// Lists a folder by every way of .NET's library, and prints each result in its order. Arguments: the folder, and "all" to print every
/// entry instead of their number and a sum. Or "watch", the folder, and a file that is created once the FileSystemWatcher runs: prints
/// every event in its order, until a file "end" appears in the folder.
/// </summary>
internal static class Program
{
    private static readonly string[] Patterns = ["*", "*.*", "*.txt", "*.", "?", "???*", "*1*", "a*", "A.TXT", "*.t?t", "*.tx", "<.txt",
        "no such", "many*", "*d*"];

    private static bool s_all;

    private static int Main(string[] arguments)
    {
        using StreamWriter output = new(Console.OpenStandardOutput(), new UTF8Encoding(false), 1 << 16);
        output.NewLine = "\n";
        Console.SetOut(output);
        if (arguments[0] == "watch")
            return Watch(arguments[1], arguments[2]);
        string root = arguments[0];
        s_all = arguments.Length > 1 && arguments[1] == "all";
        foreach (string pattern in Patterns)
            foreach (MatchType type in Enum.GetValues<MatchType>())
                foreach (MatchCasing casing in Enum.GetValues<MatchCasing>())
                    foreach (bool recurse in (bool[])[false, true])
                        Enumerate(root, pattern,
                            new EnumerationOptions { MatchType = type, MatchCasing = casing, RecurseSubdirectories = recurse });
        EnumerationOptions[] others =
        [
            new() { AttributesToSkip = 0 },
            new() { AttributesToSkip = FileAttributes.ReadOnly, RecurseSubdirectories = true },
            new() { AttributesToSkip = FileAttributes.Directory, RecurseSubdirectories = true },
            new() { ReturnSpecialDirectories = true, RecurseSubdirectories = true },
            new() { BufferSize = 1, RecurseSubdirectories = true },
            new() { BufferSize = 700, RecurseSubdirectories = true },
            new() { BufferSize = 1 << 20, RecurseSubdirectories = true },
            new() { MaxRecursionDepth = 0, RecurseSubdirectories = true },
            new() { MaxRecursionDepth = 1, RecurseSubdirectories = true },
            new() { IgnoreInaccessible = false, RecurseSubdirectories = true },
        ];
        foreach (EnumerationOptions options in others)
            Enumerate(root, "*", options);
        foreach (SearchOption option in Enum.GetValues<SearchOption>())
            Answer($"GetFiles {option}", () => Directory.GetFiles(root, "*.txt", option));
        Answer("below", () => Directory.EnumerateFileSystemEntries(root, "ModFolder\\*"));
        Answer("missing", () => Directory.EnumerateFiles(Path.Combine(root, "missing")));
        Answer("a file", () => Directory.EnumerateFiles(Path.Combine(root, "readme.txt")));
        Answer("folder's information", () => Describe(new DirectoryInfo(root)));
        Answer("by every spelling", () => Existence(root));
        return 0;
    }

    private static int Watch(string folder, string ready)
    {
        using ManualResetEventSlim end = new();
        using FileSystemWatcher watcher = new(folder)
        {
            IncludeSubdirectories = true,
            NotifyFilter = NotifyFilters.FileName | NotifyFilters.DirectoryName | NotifyFilters.LastWrite | NotifyFilters.Size,
        };
        watcher.Created += (_, e) => Tell(e, e.Name);
        watcher.Deleted += (_, e) => Tell(e, e.Name);
        watcher.Changed += (_, e) => Tell(e, e.Name);
        watcher.Renamed += (_, e) => Tell(e, $"{e.OldName} -> {e.Name}");
        watcher.Error += (_, e) => Console.WriteLine($"Error {e.GetException().GetType().Name}");
        watcher.EnableRaisingEvents = true;
        File.WriteAllText(ready, "");
        bool ended = end.Wait(TimeSpan.FromSeconds(50));
        watcher.EnableRaisingEvents = false;
        return ended ? 0 : 1;

        void Tell(FileSystemEventArgs e, string? names)
        {
            lock (end)
                Console.WriteLine($"{e.ChangeType} {names}");
            if (e.Name == "end")
                end.Set();
        }
    }

    private static void Enumerate(string root, string pattern, EnumerationOptions options)
    {
        string what =
            $"{pattern} {options.MatchType} {options.MatchCasing} recurse={options.RecurseSubdirectories} skip={options.AttributesToSkip} "
                + $"buffer={options.BufferSize} depth={options.MaxRecursionDepth} special={options.ReturnSpecialDirectories}";
        Answer("files " + what, () => Directory.EnumerateFiles(root, pattern, options));
        Answer("folders " + what, () => Directory.EnumerateDirectories(root, pattern, options));
        Answer("entries " + what, () => Directory.EnumerateFileSystemEntries(root, pattern, options));
    }

    // Returns what the listing says about each entry, and what the file itself says when it is queried and read.
    private static IEnumerable<string> Describe(DirectoryInfo folder)
    {
        foreach (FileSystemInfo entry in folder.EnumerateFileSystemInfos("*", SearchOption.AllDirectories))
        {
            string line = string.Create(CultureInfo.InvariantCulture,
                $"{entry.FullName} {entry.Extension} {entry.Attributes} exists={entry.Exists}");
            if (entry is FileInfo file)
            {
                byte[] content = File.ReadAllBytes(file.FullName);
                line = string.Create(CultureInfo.InvariantCulture,
                    $"{line} {file.Length} {file.IsReadOnly} {file.LastWriteTimeUtc.Ticks} read={content.Length} {Sum(content)} "
                        + $"{File.GetLastWriteTimeUtc(file.FullName).Ticks} {file.Directory!.Name}");
            }

            yield return line;
        }
    }

    private static IEnumerable<string> Existence(string root)
    {
        foreach (string path in Directory.EnumerateFileSystemEntries(root, "*", SearchOption.AllDirectories))
        {
            string upper = path.ToUpperInvariant(), slashes = path.Replace('\\', '/'), full = Path.GetFullPath(path);
            yield return $"{path} {File.Exists(upper)} {Directory.Exists(upper)} {File.Exists(slashes)} {Directory.Exists(@"\\?\" + full)} "
                + $"{File.Exists(full)} {(int)File.GetAttributes(upper)}";
        }
    }

    private static void Answer(string what, Func<IEnumerable<string>> ask)
    {
        Console.WriteLine("> " + what);
        int count = 0;
        ulong sum = 0;
        try
        {
            foreach (string line in ask())
            {
                count++;
                sum = (sum * 31) + Sum(Encoding.UTF8.GetBytes(Relative(line)));
                if (s_all)
                    Console.WriteLine(line);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            Console.WriteLine($"{e.GetType().Name}: {e.Message}");
        }

        Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{count} {sum:x}"));
    }

    // The names of the two folders differ.
    private static string Relative(string line) => line.Replace(Environment.CurrentDirectory, "<ROOT>", StringComparison.OrdinalIgnoreCase);

    private static ulong Sum(byte[] content)
    {
        ulong hash = 0xcbf29ce484222325;
        foreach (byte b in content)
            hash = (hash ^ b) * 0x100000001b3;
        return hash;
    }
}
