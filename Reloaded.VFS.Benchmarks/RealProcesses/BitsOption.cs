using System.CommandLine;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Benchmarks.RealProcesses;

/// <summary>The option <c>--bits</c> of the commands that can measure 32-bit programs, too.</summary>
internal static class BitsOption
{
    /// <summary>Creates <c>--bits</c>.</summary>
    public static Option<int> Create()
    {
        Option<int> bits = new("--bits")
        {
            Description = "32 measures 32-bit programs with the DLL for them (build/publish.sh --bits 32).",
            DefaultValueFactory = _ => 64,
        };
        bits.AcceptOnlyFromAmong("32", "64");
        return bits;
    }

    /// <summary>Chooses the width of all programs, and returns it as it is written on the command line. Call it before any is built.</summary>
    /// <param name="result">The command line.</param>
    /// <param name="bits">The option of <see cref="Create"/>.</param>
    public static string Choose(ParseResult result, Option<int> bits)
    {
        if (result.GetValue(bits) != 32)
            return "";
        Environment.SetEnvironmentVariable(Width.Variable, "32");
        return " --bits 32";
    }
}
