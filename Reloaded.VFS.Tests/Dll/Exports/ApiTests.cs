using System.Globalization;
using System.Runtime.InteropServices;
using System.Text.RegularExpressions;
using Reloaded.VFS.Dll.Interface;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Dll.Exports;

/// <summary>
/// Tests of the C interface against the committed list, <c>api.txt</c>: exported names, values of constants, sizes and offsets. The
/// interface only grows: a line of the list is never changed or removed.
/// </summary>
public sealed partial class ApiTests
{
    private static readonly string LoaderSources = Path.Combine(RepositoryFolders.Root, "src", "Reloaded.VFS.Dll");
    private static readonly string Header = File.ReadAllText(Path.Combine(LoaderSources, "reloaded_vfs.h"));

    private static readonly string[][] List = [
        .. File.ReadAllLines(Path.Combine(RepositoryFolders.Root, "Reloaded.VFS.Tests", "Dll", "Exports", "api.txt"))
        .Where(line => line.Length > 0 && line[0] != '#').Select(line => line.Split(' '))];

    private static readonly string[] Exports = [.. List.Where(l => l[0] == "export").Select(l => l[1]).Order(StringComparer.Ordinal)];

    [Fact]
    public void TheHeaderDeclaresWhatTheListNames() =>
        Assert.Equal(Exports, Declaration().Matches(Header).Select(m => m.Groups[1].Value).Order(StringComparer.Ordinal));

    /// <summary>Each function's comment, or that of the group it stands in, says on which threads the function may be called.</summary>
    [Fact]
    public void EveryFunctionSaysOnWhichThreadsItMayBeCalled()
    {
        string comment = "";
        int functions = 0;
        foreach (Match match in CommentOrFunction().Matches(Header))
        {
            if (match.Groups[1].Success)
            {
                functions++;
                Assert.True(comment.Contains("Threads: ", StringComparison.Ordinal), match.Groups[1].Value);
            }
            else
            {
                comment = match.Value;
            }
        }

        Assert.Equal(Exports.Length, functions);
    }

    [Fact]
    public void TheDefinitionFileExportsWhatTheListNames() =>
        Assert.Equal(Exports, File.ReadAllLines(Path.Combine(LoaderSources, "exports.def"))
            .Where(l => l.StartsWith("    ", StringComparison.Ordinal)).Select(l => l.Trim()).Order(StringComparer.Ordinal));

    [RealProcessFact(Needs.Published)]
    public void ThePublishedDLLExportsWhatTheListNamesAndNothingElse() =>
        Assert.Equal(Exports, ExportedNames.Read(PublishedArtifacts.Library).Order(StringComparer.Ordinal));

    [RealProcessFact(Needs.Published)]
    public void ThePublishedHeaderIsTheOneInTheSources() => Assert.Equal(Header, File.ReadAllText(PublishedArtifacts.Header));

    [RealProcessTheory(Needs.WindowsPrograms)]
    [InlineData(64)]
    [InlineData(32)]
    public void ValuesSizesAndOffsetsAreThoseOfTheList(int bits)
    {
        string[][] lines = [.. List.Where(l => l[0] != "export")];
        IReadOnlyList<int> actual = CLayout.Evaluate([.. lines.Select(Expression)], bits);
        Assert.Equal(lines.Select(l => $"{l[0]} {l[1]} {Expected(l, bits)}"), lines.Zip(actual, (l, value) => $"{l[0]} {l[1]} {value}"));
    }

    /// <summary>A compiler for another system reports one sentence, not a hundred lines.</summary>
    [RealProcessFact(Needs.WindowsPrograms)]
    public void ACompilerForAnotherSystemSaysWhatTheHeaderIsFor()
    {
        using TemporaryFolder folder = new();
        string source = folder.File("user.c", "#include \"reloaded_vfs.h\"\n");
        string[] arguments = ["-U_WIN32", "-fsyntax-only", "-I", LoaderSources, source];
        var start = new System.Diagnostics.ProcessStartInfo(NativePrograms.Compiler!, arguments) { RedirectStandardError = true };
        using System.Diagnostics.Process compiler = System.Diagnostics.Process.Start(start)!;
        string said = compiler.StandardError.ReadToEnd();
        compiler.WaitForExit();
        Assert.Equal(1, Regex.Count(said, "error:"));
        Assert.Contains("is for programs of Windows", said, StringComparison.Ordinal);
    }

    [Fact]
    public void TheListNamesEveryConstantAndEveryFieldOfTheHeader()
    {
        string code = Comment().Replace(Header, "");
        string[] constants = [.. Constant().Matches(code).Select(m => m.Groups[1].Value)];
        Assert.Equal(constants.Order(StringComparer.Ordinal),
            List.Where(l => l[0] == "value").Select(l => l[1]).Order(StringComparer.Ordinal));
        var fields = new List<string>();
        foreach (Match structure in Structure().Matches(code))
            fields.AddRange(structure.Groups[1].Value.Split(';', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries)
                .Select(f => $"{structure.Groups[2].Value}.{f.Split('[')[0].Split(' ', '*')[^1]}"));
        Assert.NotEmpty(fields);
        Assert.Equal(fields.Order(StringComparer.Ordinal),
            List.Where(l => l[0] == "offset").Select(l => l[1]).Order(StringComparer.Ordinal));
    }

    [Fact]
    public unsafe void TheManagedTwinsHaveTheCLayout()
    {
        Assert.Equal(Expected("size", "rvfs_options"), sizeof(RvfsOptions));
        Assert.Equal(Expected("size", "rvfs_folder"), sizeof(RvfsFolder));
        Assert.Equal(Expected("size", "rvfs_statistics"), sizeof(RvfsStatistics));
        foreach (Type type in new[] { typeof(RvfsOptions), typeof(RvfsFolder), typeof(RvfsStatistics) })
        {
            string structure = SnakeCase(type.Name);
            foreach (System.Reflection.FieldInfo field in type.GetFields())
            {
                Assert.Equal(Expected("offset", $"{structure}.{SnakeCase(field.Name)}"), (int)Marshal.OffsetOf(type, field.Name));
            }
        }
    }

    /// <summary>
    /// Managed code that returns statuses, and the client's package, repeat the header's values; none of them differs or is missing.
    /// </summary>
    [Fact]
    public void TheManagedEnumsRepeatTheHeadersValues()
    {
        Assert.Equal(Values("RVFS_OK", "RVFS_STATUS_", "RVFS_ERROR_"), Values<Reloaded.VFS.Client.VfsStatus>());
        Assert.Equal(Values("RVFS_START_"), Values<Reloaded.VFS.Client.VfsStart>().Where(pair => pair.Value != 0));
        Assert.Equal(Values("RVFS_WRITES_"), Values<Reloaded.VFS.Client.VfsWrites>());
        Assert.Equal(Values("RVFS_LOG_"), Values<Reloaded.VFS.Client.VfsLogLevel>());
        Assert.Equal(Values("RVFS_START_"), Values<RvfsStartFlags>().Where(pair => pair.Value != 0));
        Assert.Equal(Values("RVFS_WRITES_"), Values<RvfsWrites>());
        Assert.Equal(Values("RVFS_LOG_"), Values<RvfsLogLevel>());
        // Managed code doesn't return those of the C side.
        Assert.Empty(Values<RvfsStatus>().Except(Values("RVFS_OK", "RVFS_STATUS_", "RVFS_ERROR_")));
    }

    /// <summary>The client calls every function but those of launchers and of loaders' conventions, and nothing else.</summary>
    [Fact]
    public void TheClientCallsWhatTheListNames() =>
        Assert.Equal(Exports.Where(name => name.StartsWith("rvfs_", StringComparison.Ordinal))
                .Except(["rvfs_enter", "rvfs_import", "rvfs_version_string"]),
            ClientEntry().Matches(File.ReadAllText(Path.Combine(RepositoryFolders.Root, "src", "Reloaded.VFS.Client", "NativeMethods.cs")))
                .Select(m => m.Groups[1].Value).Order(StringComparer.Ordinal));

    private static IEnumerable<KeyValuePair<string, long>> Values(params string[] prefixes) =>
        from line in List
        where line[0] == "value"
        let prefix = prefixes.FirstOrDefault(prefix => line[1].StartsWith(prefix, StringComparison.Ordinal))
        where prefix is not null
        let value = long.Parse(line[2], CultureInfo.InvariantCulture)
        orderby value
        select KeyValuePair.Create(prefix == line[1] ? "OK" : line[1][prefix.Length..].Replace("_", "", StringComparison.Ordinal), value);

    private static IEnumerable<KeyValuePair<string, long>> Values<T>()
        where T : struct, Enum =>
        from name in Enum.GetNames<T>()
        let value = Convert.ToInt64(Enum.Parse<T>(name), CultureInfo.InvariantCulture)
        orderby value
        select KeyValuePair.Create(name.ToUpperInvariant(), value);

    private static string SnakeCase(string name) =>
        Capital().Replace(name, m => (m.Index == 0 ? "" : "_") + char.ToLowerInvariant(m.Value[0]));

    private static string Expression(string[] line) => line[0] switch
    {
        "value" => line[1],
        "size" => $"sizeof({line[1]})",
        "offset" => $"offsetof({line[1].Replace('.', ',')})",
        _ => throw new InvalidDataException($"api.txt: {string.Join(' ', line)}"),
    };

    private static int Expected(string[] line, int bits) =>
        int.Parse(line.Length > 3 && bits == 32 ? line[3] : line[2], CultureInfo.InvariantCulture);

    private static int Expected(string kind, string name) => Expected(List.Single(l => l[0] == kind && l[1] == name), 64);

    [GeneratedRegex(@"(?s)/\*.*?\*/|RVFS_API [^\n;(]*?RVFS_CALL (\w+)\(")]
    private static partial Regex CommentOrFunction();

    [GeneratedRegex(@"^RVFS_API [\w *]+?RVFS_CALL (\w+)\(", RegexOptions.Multiline)]
    private static partial Regex Declaration();

    [GeneratedRegex(@"/\*.*?\*/", RegexOptions.Singleline)]
    private static partial Regex Comment();

    [GeneratedRegex(@"^(?:\s+|enum { )(RVFS_\w+) = -?\d+(?:,| };)?\s*$", RegexOptions.Multiline)]
    private static partial Regex Constant();

    [GeneratedRegex(@"typedef struct \w+ \{(.*?)\} (\w+);", RegexOptions.Singleline)]
    private static partial Regex Structure();

    [GeneratedRegex("EntryPoint = \"(rvfs_\\w+)\"")]
    private static partial Regex ClientEntry();

    [GeneratedRegex("[A-Z]")]
    private static partial Regex Capital();
}
