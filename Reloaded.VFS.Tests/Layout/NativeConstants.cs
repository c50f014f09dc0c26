using System.Text.RegularExpressions;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Layout;

/// <summary>Reads the constants in C sources: their names from the text, and their values as the compiler computes them.</summary>
internal static partial class NativeConstants
{
    /// <summary>
    /// Returns every enumerator and every macro that stands for one expression, except those of included tables (<c>.def</c>).
    /// </summary>
    public static IReadOnlyList<string> NamesIn(string source)
    {
        string text = Comment().Replace(File.ReadAllText(source), "");
        IEnumerable<string> macros = Macro().Matches(text).Select(m => m.Groups[1].Value);
        // All branches of an #if count.
        IEnumerable<string> enumerators = Enumeration().Matches(Directive().Replace(text, ""))
            .SelectMany(e => Enumerator().Matches(e.Groups[1].Value)).Select(m => m.Groups[1].Value);
        return [.. macros.Concat(enumerators).Distinct()];
    }

    /// <summary>Returns the values of expressions, for 64-bit Windows, at the end of a source.</summary>
    public static IReadOnlyList<ulong> Evaluate(string source, IReadOnlyList<string> expressions) =>
        Evaluate(expressions, [$"#include \"{source.Replace('\\', '/')}\""], "-ffreestanding");

    /// <summary>Returns the values of expressions by the headers of the Windows SDK.</summary>
    public static IReadOnlyList<ulong> EvaluateWindows(IReadOnlyList<string> expressions)
    {
        string[] headers = ["#define WIN32_NO_STATUS", "#include <windows.h>", "#undef WIN32_NO_STATUS", "#include <winternl.h>",
            "#include <ntstatus.h>", "#include <tlhelp32.h>", "#include <stddef.h>"];
        IReadOnlyList<int> halves = CLayout.Evaluate(Halves(expressions), 64, string.Join('\n', headers));
        return Join(halves);
    }

    private static IReadOnlyList<ulong> Evaluate(IReadOnlyList<string> expressions, IReadOnlyList<string> declarations,
        params string[] flags)
    {
        string clang = Executables.Find("clang") ?? throw new FileNotFoundException("clang isn't on PATH; build/setup.sh installs it.");
        string[] arguments = ["--target=x86_64-pc-windows-msvc", "-Wno-everything", .. Defines, .. flags];
        return Join(CLayout.Evaluate(Halves(expressions), string.Join('\n', declarations), clang, arguments));
    }

    private static readonly string[] Defines =
        ["-DRVFS_VERSION_MAJOR=0", "-DRVFS_VERSION_MINOR=0", "-DRVFS_VERSION_PATCH=0", "-DRVFS_VERSION_STRING=\"0.0.0\""];

    // The compiler's table has 32 bits per entry.
    private static string[] Halves(IReadOnlyList<string> expressions) =>
        [.. expressions.SelectMany(e => (string[])[$"(unsigned long long)({e})", $"((unsigned long long)({e})) >> 32"])];

    private static IReadOnlyList<ulong> Join(IReadOnlyList<int> halves) =>
        [.. halves.Chunk(2).Select(pair => (uint)pair[0] | ((ulong)(uint)pair[1] << 32))];

    [GeneratedRegex(@"/\*.*?\*/|//[^\n]*", RegexOptions.Singleline)]
    private static partial Regex Comment();

    // Excludes macros with parameters, without a value, and those that rename a keyword.
    [GeneratedRegex(@"^#define ([A-Z]\w+) +(?:\\\n)? *[(\d]", RegexOptions.Multiline)]
    private static partial Regex Macro();

    [GeneratedRegex(@"^#[^\n]*\n", RegexOptions.Multiline)]
    private static partial Regex Directive();

    [GeneratedRegex(@"\benum\b[^{;()]*\{([^}]*)\}")]
    private static partial Regex Enumeration();

    [GeneratedRegex(@"(?:^|,)\s*([A-Za-z]\w*)\s*(?==|,|$)", RegexOptions.Singleline)]
    private static partial Regex Enumerator();
}
