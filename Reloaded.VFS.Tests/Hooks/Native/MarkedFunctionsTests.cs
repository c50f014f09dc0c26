using System.Diagnostics;
using System.Text.RegularExpressions;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Hooks.Native;

/// <summary>
/// Tests of 32-bit code's functions that are marked <c>MAY_FAULT</c>: <c>faults.c</c> has a list of them, and unwinds by the instructions that
/// the compiler makes for them.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed partial class MarkedFunctionsTests
{
    private static readonly string s_sources = Path.Combine(RepositoryFolders.Root, "src", "Reloaded.VFS.Hooks", "Native");

    [Fact]
    public void TheListHasEachOfThem()
    {
        string faults = File.ReadAllText(Path.Combine(s_sources, "faults.c"));
        Dictionary<string, int> listed = Listed().Matches(faults).ToDictionary(m => m.Groups[1].Value, m => int.Parse(m.Groups[2].Value, null));
        Dictionary<string, int> marked = Directory.GetFiles(s_sources, "*.c").SelectMany(file => Marked().Matches(File.ReadAllText(file)))
            .ToDictionary(m => m.Groups["name"].Value, m => m.Groups["takes"].Success
                ? m.Groups["parameters"].Value.Split(',').Sum(parameter => parameter.Contains("u64 value", StringComparison.Ordinal) ? 8 : 4)
                : 0);
        Assert.NotEmpty(marked);
        Assert.Equal(marked.OrderBy(pair => pair.Key, StringComparer.Ordinal), listed.OrderBy(pair => pair.Key, StringComparer.Ordinal));
    }

    [RealProcessFact(Needs.Bits32)]
    public void EachReturnsToItsCallerFromAFault()
    {
        string folder = RepositoryFolders.CreateTemporary();
        try
        {
            string program = Path.Combine(folder, "marked.exe");
            string targets = File.ReadAllText(Path.Combine(RepositoryFolders.Root, "src", "Reloaded.VFS.Dll", "CoreClr", "CoreClr.targets"));
            string[] options = Options().Match(targets).Groups[1].Value.Split(' '), sources = Directory.GetFiles(s_sources, "*.c");
            List<string> objects = [];
            foreach (string source in (string[])[.. sources, NativePrograms.SourceOf("marked.c")])
            {
                objects.Add(Path.Combine(folder, Path.GetFileNameWithoutExtension(source) + ".obj"));
                Run("clang", [.. options, "-I", s_sources, "-c", source, "-o", objects[^1]]);
            }

            Run("lld-link", ["/nologo", "/machine:x86", "/entry:start", "/nodefaultlib", "/subsystem:console", "/safeseh:no",
                "/out:" + program, .. objects, "/usr/i686-w64-mingw32/lib/libkernel32.a"]);
            GameResult result = GameProcess.Run(program, [], new GameOptions { Is32Bit = true });
            Assert.True(result.ExitCode == 0, result.ToString());
            string[] lines = result.Text.Split('\n', StringSplitOptions.RemoveEmptyEntries);
            Assert.All(lines, line => Assert.EndsWith(": 0, registers kept, stack kept", line, StringComparison.Ordinal));
            IEnumerable<string> tried = lines.Select(line => line.Split(':')[0]).Distinct();
            IEnumerable<string> marked = sources.SelectMany(file => Marked().Matches(File.ReadAllText(file))).Select(m => m.Groups["name"].Value);
            Assert.Equal(marked.Order(StringComparer.Ordinal), tried.Order(StringComparer.Ordinal));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static void Run(string program, string[] arguments)
    {
        string path = Executables.Find(program) ?? throw new FileNotFoundException($"{program} isn't on PATH; build/setup.sh installs it.");
        using Process process = Process.Start(new ProcessStartInfo(path, arguments) { RedirectStandardError = true })!;
        string errors = process.StandardError.ReadToEnd();
        process.WaitForExit();
        Assert.True(process.ExitCode == 0, errors);
    }

    [GeneratedRegex(@"^    MARKED\((\w+), (\d+)\)", RegexOptions.Multiline)]
    private static partial Regex Listed();

    [GeneratedRegex(@"^MAY_FAULT (?:AVX2 )?\w+ (?<takes>NTAPI )?(?<name>\w+)\((?<parameters>[^)]*)\)", RegexOptions.Multiline)]
    private static partial Regex Marked();

    [GeneratedRegex("<RvfsCFlags32>([^<]*)</RvfsCFlags32>")]
    private static partial Regex Options();
}
