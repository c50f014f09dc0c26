using System.Diagnostics;
using System.Globalization;

namespace Reloaded.VFS.Testing;

/// <summary>An evaluator of C expressions over <c>reloaded_vfs.h</c> or other declarations as a compiler for 64 or 32 bits does.</summary>
internal static class CLayout
{
    /// <summary>Returns the path of the compiler for a width, or null.</summary>
    public static string? FindCompiler(int bits) => Executables.Find(bits == 64 ? "x86_64-w64-mingw32-gcc" : "i686-w64-mingw32-gcc");

    /// <summary>
    /// Evaluates expressions: compiles them into a table of assembly and reads the table, so that nothing runs and 32 bits work anywhere.
    /// </summary>
    public static IReadOnlyList<int> Evaluate(IReadOnlyList<string> expressions, int bits,
        string declarations = "#include \"reloaded_vfs.h\"")
    {
        string compiler = FindCompiler(bits)
            ?? throw new FileNotFoundException($"No C compiler for {bits}-bit Windows; build/setup.sh installs it.");
        return Evaluate(expressions, declarations, compiler, ["-std=c11", "-Wall", "-Wextra", "-Werror"]);
    }

    /// <summary>Evaluates expressions with the caller's compiler and arguments.</summary>
    public static IReadOnlyList<int> Evaluate(IReadOnlyList<string> expressions, string declarations, string compiler, string[] arguments)
    {
        string folder = RepositoryFolders.CreateTemporary();
        try
        {
            string source = Path.Combine(folder, "layout.c");
            File.WriteAllText(source,
                $"{declarations}\nconst int values[] = {{\n{string.Join(",\n", expressions.Select(e => $"(int)({e})"))}\n}};\n");
            string assembly = Path.Combine(folder, "layout.s");
            ProcessStartInfo start = new(compiler,
                [.. arguments, "-S", "-I", Path.Combine(RepositoryFolders.Root, "src", "Reloaded.VFS.Dll"), "-o", assembly, source])
            {
                RedirectStandardError = true,
            };
            using Process process = Process.Start(start)!;
            string errors = process.StandardError.ReadToEnd();
            process.WaitForExit();
            if (process.ExitCode != 0)
                throw new InvalidOperationException(errors);
            return ReadTable(File.ReadAllLines(assembly));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static List<int> ReadTable(string[] assembly)
    {
        var values = new List<int>();
        foreach (string line in assembly.SkipWhile(l => !l.TrimEnd().EndsWith("values:", StringComparison.Ordinal)).Select(l => l.Trim()))
        {
            if (line.StartsWith(".long", StringComparison.Ordinal))
                values.Add(unchecked((int)long.Parse(Number(line[5..]), CultureInfo.InvariantCulture)));
            else if (line.StartsWith(".space", StringComparison.Ordinal) || line.StartsWith(".zero", StringComparison.Ordinal))
                values.AddRange(Fill(Number(line[line.IndexOfAny([' ', '\t'])..]).Split(',')));
        }

        return values;
    }

    // A number of bytes and the value of each byte, by default 0.
    private static IEnumerable<int> Fill(string[] operands)
    {
        int fill = operands.Length > 1 ? int.Parse(operands[1], CultureInfo.InvariantCulture) : 0;
        return Enumerable.Repeat(fill * 0x01010101, int.Parse(operands[0], CultureInfo.InvariantCulture) / sizeof(int));
    }

    // clang adds the number in hexadecimal as a comment.
    private static string Number(string operand) => operand.Split('#')[0].Trim();
}
