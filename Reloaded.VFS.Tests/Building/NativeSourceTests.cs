using System.Diagnostics;
using System.Text.RegularExpressions;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Building;

/// <summary>
/// Tests of the C sources of the DLL and of the proxy with Windows' compilers in mind: compiled like clang-cl with all of its warnings,
/// and, for what only cl.exe compiles, what can be checked without it.
/// </summary>
public sealed partial class NativeSourceTests
{
    private static readonly string[] Folders =
    [
        "build/image", "src/Reloaded.VFS/Native", "src/Reloaded.VFS.Dll/Native", "src/Reloaded.VFS.Dll/Proxy",
        "src/Reloaded.VFS.Hooks/Native",
    ];

    // Each with the reason why it doesn't suit these sources.
    private static readonly string[] NotAsked =
    [
        "-Wno-declaration-after-statement", // C99
        "-Wno-reserved-identifier", // names that Windows, the linker and the compilers define
        // what the linker substitutes for an import, and what is found by its address
        "-Wno-missing-prototypes", "-Wno-missing-variable-declarations",
        "-Wno-cast-align", "-Wno-cast-qual", // structures of Windows, read as bytes
        "-Wno-pedantic", // a tail call without a result is a return with an expression
        "-Wno-microsoft-enum-value",
    ];

    private static readonly string[] AsClangCl =
    [
        "--driver-mode=cl", "--target=x86_64-pc-windows-msvc", "/nologo", "/TC", "/O2", "/GS-", "/Gy", "/Zl",
        "-DRVFS_VERSION_MAJOR=0", "-DRVFS_VERSION_MINOR=1", "-DRVFS_VERSION_PATCH=0", "-DRVFS_VERSION_STRING=\"0.1.0\"",
    ];

    // The sources then use the code for cl.exe.
    private static readonly string[] AsCl = ["-U__clang__", "-U__GNUC__", "-Wno-builtin-macro-redefined"];

    /// <summary>Gets every C source of both, relative to the repository's folder.</summary>
    public static TheoryData<string> Sources => [.. All("*.c")];

    [ClangTheory]
    [MemberData(nameof(Sources))]
    public void ClangClHasNothingToSay(string source) =>
        Run([.. AsClangCl, "/c", "/W4", "/WX", "-Weverything", .. NotAsked, "/FoNUL", "--", Path.Combine(RepositoryFolders.Root, source)]);

    [ClangTheory]
    [MemberData(nameof(Sources))]
    public void WhatClIsGivenIsNoOtherCompilersLanguage(string source)
    {
        string path = Path.Combine(RepositoryFolders.Root, source);
        // It knows this Microsoft intrinsic from a header only.
        Run([.. AsClangCl, .. AsCl, "/c", "/W4", "/WX", "-Wno-ignored-pragma-intrinsic", "/FoNUL", "--", path]);
        string text = Run([.. AsClangCl, .. AsCl, "/EP", "--", path]);
        Assert.DoesNotMatch(@"__attribute__|__asm__|\basm\b|__builtin_|__atomic_|__typeof__|__auto_type|__extension__|\(\{", text);
    }

    /// <summary>
    /// C2156: cl.exe refuses the pragmas intrinsic, section and others inside a function; a function's prototype there gets a second type
    /// (C4392).
    /// </summary>
    [Fact]
    public void NoPragmaAndNoIntrinsicsPrototypeStandsInAFunction()
    {
        var wrong = new List<string>();
        foreach (string source in (string[])[.. All("*.c"), .. All("*.h")])
        {
            int depth = 0, line = 0;
            // Comments and texts contain braces, too.
            string bare = CommentsAndTexts()
                .Replace(File.ReadAllText(Path.Combine(RepositoryFolders.Root, source)),
                    m => new string('\n', m.Value.Count(c => c == '\n')));
            foreach (string text in bare.Split('\n'))
            {
                line++;
                if (text.StartsWith('#'))
                {
                    if (depth > 0 && text.StartsWith("#pragma", StringComparison.Ordinal))
                        wrong.Add($"{source}({line}): {text}");
                    continue;
                }

                if (depth > 0 && IntrinsicsPrototype().IsMatch(text))
                    wrong.Add($"{source}({line}): {text}");
                depth += text.Count(c => c == '{') - text.Count(c => c == '}');
                // Both ways of an #if may open the same block.
                if (text.StartsWith('}'))
                    depth = 0;
            }
        }

        Assert.Empty(wrong);
    }

    /// <summary>
    /// A pragma names every intrinsic that is declared by hand: otherwise cl.exe calls a function of that name, which no library here has.
    /// </summary>
    [Fact]
    public void EveryIntrinsicIsNamedAsOne()
    {
        foreach (string source in (string[])[.. All("*.c"), .. All("*.h")])
        {
            string text = File.ReadAllText(Path.Combine(RepositoryFolders.Root, source));
            string[] named = [.. Regex.Matches(text, @"^#pragma intrinsic\(([^)]*)\)", RegexOptions.Multiline)
                .SelectMany(m => m.Groups[1].Value.Split(',', StringSplitOptions.TrimEntries))];
            string[] declared = [
                .. Regex.Matches(text,
                    @"^\w[\w ]*\s\**"
                        + @"(__(?:read|write|movs|stos|cpuid|rdtsc|in|out)\w*|_Interlocked\w+|_ReadWriteBarrier|_mm_\w+|"
                        + @"_rdrand\w+)\([^;{]*\);",
                    RegexOptions.Multiline)
                    .Select(m => m.Groups[1].Value)];
            Assert.Equal(named.Order(StringComparer.Ordinal), declared.Order(StringComparer.Ordinal));
        }
    }

    private static IEnumerable<string> All(string pattern) =>
        Folders.SelectMany(f => Directory.GetFiles(Path.Combine(RepositoryFolders.Root, f), pattern))
            .Select(f => Path.GetRelativePath(RepositoryFolders.Root, f).Replace('\\', '/')).Order(StringComparer.Ordinal);

    private static string Run(string[] arguments)
    {
        using Process process = Process.Start(
            new ProcessStartInfo(Executables.Find("clang")!,
                [.. arguments.Select(a => OperatingSystem.IsWindows() ? a : a.Replace("/FoNUL", "/Fo/dev/null", StringComparison.Ordinal))])
            {
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            })!;
        Task<string> errors = process.StandardError.ReadToEndAsync();
        string output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        Assert.True(process.ExitCode == 0 && errors.Result.Length == 0, output + errors.Result);
        return output;
    }

    [GeneratedRegex("""/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""", RegexOptions.Singleline)]
    private static partial Regex CommentsAndTexts();

    [GeneratedRegex(@"^\s+(?!return\b)\w[\w ]*\s\**(__\w+|_Interlocked\w+|_mm_\w+)\([\w\s,*\[\]]*\);\s*$")]
    private static partial Regex IntrinsicsPrototype();

    /// <summary>A theory that is skipped without clang, unless skipping isn't allowed.</summary>
    private sealed class ClangTheoryAttribute : TheoryAttribute
    {
        public ClangTheoryAttribute()
        {
            if (Executables.Find("clang") is null && Environment.GetEnvironmentVariable("CI") != "true"
                && Environment.GetEnvironmentVariable("RVFS_SKIP_NOTHING") != "1")
                Skip = "no clang on PATH; build/setup.sh installs it";
        }
    }
}
