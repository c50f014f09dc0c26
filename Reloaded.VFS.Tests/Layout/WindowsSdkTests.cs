using System.Text.RegularExpressions;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Layout;

/// <summary>
/// Tests with Windows' own headers, by clang with Visual C++'s rules: what other tests compare with MinGW's headers is the same in
/// Microsoft's, the C sources call Windows' functions as Microsoft declares them, and a program that is linked with Microsoft's import
/// libraries runs.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed partial class WindowsSdkTests
{
    private const string Headers = "#define WIN32_NO_STATUS\n#include <windows.h>\n#undef WIN32_NO_STATUS\n#include <winternl.h>\n"
        + "#include <ntstatus.h>\n#include <tlhelp32.h>\n#include <psapi.h>\n#include <combaseapi.h>\n#include <stddef.h>\n";

    // MinGW has these and the SDK doesn't: they are the driver kit's, or phnt's.
    private static readonly string[] NotMicrosofts = ["ThreadQuerySetWin32StartAddress", "FILE_FS_DEVICE_INFORMATION",
        "FILE_FS_SIZE_INFORMATION", "FILE_STANDARD_INFORMATION"];

    // Fields that the SDK declares as reserved.
    private static readonly Dictionary<string, string> Reserved = new()
    {
        ["PROCESS_BASIC_INFORMATION.ExitStatus"] = "Reserved1",
        ["PROCESS_BASIC_INFORMATION.AffinityMask"] = "Reserved2[0]",
        ["PROCESS_BASIC_INFORMATION.BasePriority"] = "Reserved2[1]",
        ["PROCESS_BASIC_INFORMATION.InheritedFromUniqueProcessId"] = "Reserved3",
    };

    private static readonly string Sources = Path.Combine(RepositoryFolders.Root, "src");

    [RealProcessTheory(Needs.WindowsSdk)]
    [InlineData(64)]
    [InlineData(32)]
    public void LayoutsAreMicrosofts(int bits)
    {
        List<string> expressions = [];
        List<int> expected = [];
        foreach (DocumentedStructure structure in DocumentedLayouts.All
            .Where(structure => structure.Header == "windows" && !NotMicrosofts.Contains(structure.InC)))
        {
            expressions.Add($"sizeof({structure.InC})");
            expected.Add(structure.Size(bits / 8));
            foreach (DocumentedField field in structure.Fields)
            {
                string name = Reserved.GetValueOrDefault($"{structure.InC}.{field.InC}", field.InC);
                expressions.Add($"__builtin_offsetof({structure.InC}, {name})");
                expected.Add(bits == 64 ? field.On64 : field.On32);
            }
        }

        Assert.True(expected.Count > 60, $"{expected.Count} numbers");
        Assert.Equal(expressions.Zip(expected), expressions.Zip(WindowsSdk.Evaluate(expressions, bits, Headers)));
    }

    [RealProcessFact(Needs.WindowsSdk)]
    public void ConstantsAreMicrosofts()
    {
        string[] expressions =
            [.. ConstantTwins.Files.SelectMany(ConstantTwins.Of).Select(twin => twin.InWindows).OfType<string>().Distinct()
                .Except(NotMicrosofts)];
        Assert.True(expressions.Length > 50);
        IReadOnlyList<ulong> mingw = NativeConstants.EvaluateWindows(expressions);
        string[] halves = [.. expressions.SelectMany(e => (string[])[$"(unsigned long long)({e})", $"((unsigned long long)({e})) >> 32"])];
        ulong[] own = [.. WindowsSdk.Evaluate(halves, 64, Headers).Chunk(2).Select(pair => (uint)pair[0] | ((ulong)(uint)pair[1] << 32))];
        Assert.Equal(expressions.Zip(mingw), expressions.Zip(own));
    }

    /// <summary>
    /// No source includes a system header; each declares the functions that it calls. A call has as many arguments, and a result of the
    /// same width.
    /// </summary>
    [RealProcessFact(Needs.WindowsSdk)]
    public void FunctionsAreDeclaredAsMicrosoftDeclaresThem()
    {
        string[] files = SourceFiles();
        string[] calls = [.. files.SelectMany(file => Import().Matches(File.ReadAllText(file))).Select(AsCall).Distinct().Order()];
        Assert.True(calls.Length > 60, $"{calls.Length} declarations");
        // The two sides of the comparison: a call's result as this project declares it, and as Microsoft does.
        IReadOnlyList<int> own = Own([.. calls.Select(call => $"sizeof({call})")], Declarations(files));
        Assert.Equal(calls.Zip(own), calls.Zip(WindowsSdk.Evaluate([.. calls.Select(call => $"sizeof({call})")], 64, Headers)));
    }

    /// <summary>Each argument has the same width as Microsoft's.</summary>
    [RealProcessFact(Needs.WindowsSdk)]
    public void ArgumentsAreAsWideAsMicrosofts()
    {
        const string width = "template <class R, class... A> constexpr int width(R(__stdcall *)(A...), int i) "
            + "{ int widths[] = {(int)sizeof(A)..., 0}; return widths[i]; }";
        List<(string Type, string Width)> arguments = [];
        foreach (Match import in SourceFiles().SelectMany(file => Import().Matches(File.ReadAllText(file))))
        {
            string[] types = TypesOf(import);
            arguments.AddRange(types.Select((type, i) => ($"sizeof({type})", $"width(&{import.Groups["name"].Value}, {i})")));
        }

        Assert.True(arguments.Count > 150, $"{arguments.Count} arguments");
        IReadOnlyList<int> own = Own([.. arguments.Select(argument => argument.Type)], []);
        Assert.Equal(arguments.Zip(own),
            arguments.Zip(WindowsSdk.Evaluate([.. arguments.Select(argument => argument.Width)], 64, Headers + width, isCpp: true)));
    }

    /// <summary>The linker uses nothing of MinGW: the entry point is the program's own, and so are the libraries.</summary>
    [RealProcessFact(Needs.WindowsSdk | Needs.Published)]
    public void AProgramOfMicrosoftsHeadersAndLibrariesSeesTheMods()
    {
        using TemporaryFolder folder = new();
        folder.File("g/Data/a.txt", "game");
        folder.File("g/rvfs/mods/m/Data/a.txt", "mod");
        string program = folder.At("g/linked.exe");
        WindowsSdk.Link(NativePrograms.SourceOf("linked.c"), program, "kernel32.Lib", "ntdll.lib");
        Assert.Equal((7, "by name: game\nby NtOpenFile: game\n"), Outcome(new GameOptions()));
        Assert.Equal((7, "by name: mod\nby NtOpenFile: mod\n"), Outcome(new GameOptions { Vfs = true }));

        (int, string) Outcome(GameOptions options)
        {
            GameResult result = GameProcess.Run(program, [], options);
            return (result.ExitCode, result.Text.ReplaceLineEndings("\n"));
        }
    }

    private static string[] SourceFiles() =>
        [.. ((string[])["Reloaded.VFS.Dll/Native", "Reloaded.VFS.Dll/Proxy", "Reloaded.VFS.Hooks/Native"])
            .SelectMany(folder => Directory.GetFiles(Path.Combine(Sources, folder), "*.?"))];

    private static IReadOnlyList<int> Own(IReadOnlyList<string> expressions, IEnumerable<string> declarations) =>
        CLayout.Evaluate(expressions,
            string.Join('\n', declarations.Prepend($"#include \"{Sources.Replace('\\', '/')}/Reloaded.VFS.Dll/Native/native.h\"")),
            Executables.Find("clang")!, ["--target=x86_64-pc-windows-msvc", "-ffreestanding", "-Wno-everything"]);

    // Returns the types without the parameters' names.
    private static string[] TypesOf(Match import)
    {
        string parameters = import.Groups["parameters"].Value.Trim();
        return parameters is "void" or "" ? []
            : [.. Pointer().Replace(parameters, "void *p").Split(',').Select(p => ParameterName().Replace(p.Trim(), "").Trim())];
    }

    // Returns a call with zeros as arguments, which fit any pointer and any number.
    private static string AsCall(Match import) =>
        $"{import.Groups["name"].Value}({string.Join(", ", Enumerable.Repeat("0", TypesOf(import).Length))})";

    // Returns the declarations, without those of the header, and one of two files' declarations of the same function.
    private static IEnumerable<string> Declarations(string[] files)
    {
        string header = File.ReadAllText(Path.Combine(Sources, "Reloaded.VFS.Dll", "Native", "native.h"));
        HashSet<string> known = [.. Import().Matches(header).Select(match => match.Groups["name"].Value)];
        return files.SelectMany(file => Import().Matches(File.ReadAllText(file))).Where(match => known.Add(match.Groups["name"].Value))
            .Select(match => $"{ResultOf(match)} {match.Groups["name"].Value}();");
    }

    private static string ResultOf(Match import) => import.Groups["result"].Value.Trim();

    [GeneratedRegex(@"^(?:IMPORT|__declspec\(dllimport\))\s+(?<result>[^;(]*?)\s*\bNTAPI\s+(?<name>\w+)"
        + @"\((?<parameters>(?:[^()]|\([^()]*\))*)\);", RegexOptions.Multiline)]
    private static partial Regex Import();

    [GeneratedRegex(@"(?<=[ *])\w+$")]
    private static partial Regex ParameterName();

    // A pointer to a function contains commas of its own.
    [GeneratedRegex(@"\w[\w ]*\(\w+ \*\w+\)\([^()]*\)")]
    private static partial Regex Pointer();
}
