using System.Diagnostics;
using System.IO.MemoryMappedFiles;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;
using Reloaded.VFS.Cli.Checking.Reporting;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Cli.SelfTesting;

/// <summary>
/// The game of the self-test: rvfs.exe, started under another name. It makes the calls that games make in their own folders, and records
/// the results, line by line and status by status.
/// </summary>
/// <remarks>
/// The same tasks run in a plain folder into which the mod was copied, and must have the same results. Nothing in it depends on times, on
/// the order of a listing, or on the folder's place.
/// </remarks>
internal sealed unsafe class GameTasks
{
    /// <summary>The ending of the file that the game makes once it waits for <see cref="LateFile"/>.</summary>
    public const string ReadyEnding = ".ready";

    /// <summary>The ending of the file with the description of the DLL.</summary>
    public const string DescriptionEnding = ".describe.json";

    /// <summary>The ending of the file with the game's modules.</summary>
    public const string ProcessEnding = ".process.txt";

    /// <summary>The file that another program adds while the game runs.</summary>
    public const string LateFile = @"data\late.txt";

    /// <summary>The names of the tasks that only look.</summary>
    public static readonly string[] Looks = ["opens", "listings", "mapping", "dll", "child"];

    /// <summary>The names of all tasks, in their order.</summary>
    public static readonly string[] All = [.. Looks, "live", "saves", "tree"];

    private const int Patience = 30_000, Pause = 10; // milliseconds

    private static readonly EnumerationOptions s_all = new() { AttributesToSkip = 0 };

    private readonly StringBuilder _log = new();
    private readonly string _output;
    private readonly string _folder = Path.GetDirectoryName(Environment.ProcessPath!)!;

    private GameTasks(string output) => _output = output;

    /// <summary>Runs tasks, and writes what they saw to a file.</summary>
    /// <returns>The exit code: 0, whatever the tasks saw.</returns>
    public static int Play(string output, IReadOnlyList<string> tasks)
    {
        GameTasks game = new(output);
        Environment.CurrentDirectory = game._folder;
        foreach (string task in tasks)
        {
            game._log.Append("## ").Append(task).Append('\n');
            game.Find(task)();
        }

        if (tasks.Count > 1)
            game.Describe();
        File.WriteAllText(output, game._log.ToString());
        return 0;
    }

    private Action Find(string task) => task switch
    {
        "opens" => Open,
        "listings" => List,
        "mapping" => Map,
        "dll" => LoadDll,
        "child" => StartChild,
        "live" => WaitForLateFile,
        "saves" => Save,
        "tree" => ShowTree,
        _ => throw new ArgumentException($"There is no task '{task}'.", nameof(task)),
    };

    private void Open()
    {
        foreach (string path in (string[])[@"data\wall.txt", @"DATA\WALL.TXT", "data/../data/wall.txt", @"island\map.txt", @"data\own.txt",
            @"data\nothing.txt", @"nowhere\nothing.txt", "data", "rvfs"])
            Say($"open {path}", () => File.ReadAllText(path));
        foreach (string path in (string[])[@"data\wall.txt", @"island\map.txt", "island", @"data\nothing.txt"])
            Say($"attributes {path}", () => (File.GetAttributes(path) & (FileAttributes.Directory | FileAttributes.ReadOnly)).ToString());
        Say("length", () => Number(new FileInfo(@"data\wall.txt").Length));
        Say("absolute", () => File.ReadAllText(Path.Combine(_folder, "data", "wall.txt")));
    }

    private void List()
    {
        foreach ((string folder, string pattern) in ((string, string)[])[(".", "*"), ("data", "*"), ("data", "*.TXT"), ("data", "a*"),
            ("data", "wall.txt"), ("data", "nothing*"), ("island", "*"), ("nowhere", "*")])
        {
            // Where the VFS is installed, the DLL by which the game loads it lies beside the game, and is seen.
            Say($"list {folder} {pattern}", () => string.Join(", ", new DirectoryInfo(folder).EnumerateFileSystemInfos(pattern, s_all)
                .Where(entry => !entry.Name.Equals(SelfTest.ImportedDll, StringComparison.OrdinalIgnoreCase))
                .Select(entry => entry is FileInfo file ? $"{file.Name} {Number(file.Length)}" : entry.Name + "\\")
                .Order(StringComparer.OrdinalIgnoreCase)));
        }
    }

    private void Map()
    {
        Say("map", () =>
        {
            using FileStream file = File.OpenRead(@"data\wall.txt");
            using MemoryMappedFile map = MemoryMappedFile.CreateFromFile(file, null, 0, MemoryMappedFileAccess.Read,
                HandleInheritability.None, leaveOpen: true);
            using MemoryMappedViewStream view = map.CreateViewStream(0, file.Length, MemoryMappedFileAccess.Read);
            byte[] bytes = new byte[file.Length];
            view.ReadExactly(bytes);
            return Encoding.ASCII.GetString(bytes);
        });
        Say("name by handle", () =>
        {
            const string Own = "own.txt";
            string own = NameOf(Path.Combine("data", Own)), name = NameOf(@"data\wall.txt"), folder = own[..^Own.Length];
            return name.StartsWith(folder, StringComparison.OrdinalIgnoreCase) ? name[folder.Length..] : name;
        });
    }

    private static string NameOf(string path)
    {
        using SafeFileHandle file = File.OpenHandle(path);
        char[] name = new char[32768];
        fixed (char* first = name)
        {
            uint length = Kernel32.GetFinalPathNameByHandleW(file.DangerousGetHandle(), first, (uint)name.Length, 0);
            return length == 0 ? throw new IOException("no name", Marshal.GetHRForLastWin32Error()) : new string(first, 0, (int)length);
        }
    }

    private void LoadDll() => Say("load", () =>
    {
        nint dll = NativeLibrary.Load(Path.Combine(_folder, "plugins", "extra.dll"));
        try
        {
            string mark = Encoding.ASCII.GetString((byte*)dll + GameImages.MarkOffset, GameImages.Mark.Length);
            char[] path = new char[32768];
            fixed (char* first = path)
            {
                string name = new(first, 0, (int)Modules.GetModuleFileNameW(dll, first, (uint)path.Length));
                return $"{mark}, {Path.GetRelativePath(_folder, name)}";
            }
        }
        finally
        {
            NativeLibrary.Free(dll);
        }
    });

    private void StartChild() => Say("child", () =>
    {
        string output = _output + ".child";
        string[] arguments = ["selftest", "--play", output, "--task", "opens"];
        ProcessStartInfo start = new(Environment.ProcessPath!, arguments) { UseShellExecute = false };
        using Process child = Process.Start(start)!;
        if (!child.WaitForExit(Patience))
        {
            child.Kill();
            return "hasn't ended";
        }

        // A child that saw something else would write it down.
        string wrote = File.Exists(output) ? File.ReadAllText(output).TrimEnd() : "wrote nothing";
        return $"{Number(child.ExitCode)}, {wrote.Replace("\n", "\n  ", StringComparison.Ordinal)}";
    });

    private void WaitForLateFile()
    {
        File.WriteAllText(_output + ReadyEnding, "");
        Say("appears", () =>
        {
            for (long until = Environment.TickCount64 + (Patience / 3); ; Thread.Sleep(Pause))
            {
                if (File.Exists(LateFile))
                    break;
                if (Environment.TickCount64 > until)
                    return "never";
            }

            // The file is seen from its creation on; its writer may still have it open.
            return File.ReadAllText(LateFile);
        });
    }

    private void Save()
    {
        Say("in place", () =>
        {
            using (FileStream file = new(@"data\wall.txt", FileMode.Open, FileAccess.ReadWrite, FileShare.Read))
                file.Write("painted"u8);
            return File.ReadAllText(@"data\wall.txt");
        });
        Say("append", () =>
        {
            File.AppendAllText(@"data\own.txt", " and more");
            return File.ReadAllText(@"data\own.txt");
        });
        Say("save and rename", () =>
        {
            File.WriteAllText(@"data\options.tmp", "high");
            File.Move(@"data\options.tmp", @"data\options.ini", overwrite: true);
            return $"{File.ReadAllText(@"data\options.ini")}, {File.Exists(@"data\options.tmp")}";
        });
        Say("ReplaceFile", () =>
        {
            File.WriteAllText(@"data\own.new", "replaced");
            File.Replace(@"data\own.new", @"data\own.txt", @"data\own.bak");
            return $"{File.ReadAllText(@"data\own.txt")}, {File.ReadAllText(@"data\own.bak")}, {File.Exists(@"data\own.new")}";
        });
        Say("delete and create", () =>
        {
            File.Delete(@"data\added.txt");
            bool isThere = File.Exists(@"data\added.txt");
            File.WriteAllText(@"data\added.txt", "made anew");
            return $"{isThere}, {File.ReadAllText(@"data\added.txt")}";
        });
        Say("delete", () =>
        {
            File.Delete(@"data\wanted.txt");
            File.Delete(@"data\unwanted.txt");
            return $"{File.Exists(@"data\wanted.txt")}, {File.Exists(@"data\unwanted.txt")}";
        });
        Say("new folder", () =>
        {
            Directory.CreateDirectory("saves");
            File.WriteAllText(@"saves\one.sav", "saved");
            return File.ReadAllText(@"saves\one.sav");
        });
    }

    private void ShowTree() => Say("all", () => string.Join('\n',
        new DirectoryInfo(".").EnumerateFileSystemInfos("*", new EnumerationOptions { AttributesToSkip = 0, RecurseSubdirectories = true })
            .Select(entry => Path.GetRelativePath(_folder, entry.FullName) + (entry is FileInfo file ? $" {Show(file)}" : "\\"))
            .Order(StringComparer.OrdinalIgnoreCase)));

    private static string Show(FileInfo file)
    {
        const int Small = 200;
        return file.Length > Small ? Number(file.Length) : File.ReadAllText(file.FullName);
    }

    /// <summary>Writes the state of the DLL, if it is in this process, and the other modules.</summary>
    private void Describe()
    {
        nint dll = Modules.GetModuleHandleW(OwnNames.Dll);
        if (dll == 0)
            return;
        File.WriteAllBytes(_output + DescriptionEnding, HookProbe.Describe(dll));
        StringBuilder process = new();
        ProcessReport.Write(Environment.ProcessId, process);
        File.WriteAllText(_output + ProcessEnding, process.ToString());
    }

    private void Say(string what, Func<string> look)
    {
        string seen;
        try
        {
            seen = look();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or DllNotFoundException or BadImageFormatException
            or System.ComponentModel.Win32Exception)
        {
            seen = $"status 0x{e.HResult:X8}";
        }

        _log.Append(what).Append(": ").Append(seen).Append('\n');
    }

    private static string Number(long number) => number.ToString(CultureInfo.InvariantCulture);
}
