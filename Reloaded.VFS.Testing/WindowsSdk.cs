using System.Diagnostics;
using System.Text.Json;

namespace Reloaded.VFS.Testing;

/// <summary>
/// A compiler against Windows' own headers and import libraries, as NuGet has them (<c>build/windows-sdk</c>), by clang with Visual C++'s
/// rules.
/// </summary>
/// <remarks>
/// The SDK lacks what Visual C++ keeps beside its compiler: <c>Native/sdk</c> has the few of these declarations that Windows' headers need,
/// and the empty annotations for code analysis come from MinGW.
/// </remarks>
internal static class WindowsSdk
{
    private static readonly string Packages = Environment.GetEnvironmentVariable("NUGET_PACKAGES") is { Length: > 0 } given
        ? given
        : Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".nuget", "packages");

    // The headers include each other by names in another letter case.
    private static readonly Lazy<string> s_overlay = new(() => MakeOverlay(HeaderFolders));

    /// <summary>Gets the part that this machine lacks, or null.</summary>
    public static string? WhyMissing =>
        Executables.Find("clang") is null || Executables.Find("lld-link") is null ? "no clang or lld-link; build/setup.sh installs them"
        : HeaderFolders.Length == 0 || LibraryFolder is null ? "no Windows SDK in NuGet's folder; build/setup.sh restores it"
        : null;

    private static string[] HeaderFolders => FindVersion("microsoft.windows.sdk.cpp", "c/Include") is not { } include
        ? []
        : [.. Directory.GetDirectories(include).SelectMany(
            version => ((string[])["um", "shared", "ucrt"]).Select(part => Path.Combine(version, part)))];

    private static string? LibraryFolder => FindVersion("microsoft.windows.sdk.cpp.x64", "c/um/x64");

    /// <summary>Evaluates expressions over Windows' headers.</summary>
    /// <param name="expressions">C expressions of at most 32 bits.</param>
    /// <param name="bits">The width of a pointer: 64 or 32.</param>
    /// <param name="declarations">The text that includes the headers.</param>
    /// <param name="isCpp">True if the headers are compiled as C++.</param>
    public static IReadOnlyList<int> Evaluate(IReadOnlyList<string> expressions, int bits, string declarations, bool isCpp = false) =>
        CLayout.Evaluate(expressions, isCpp ? declarations + "\nextern \"C\" const int values[];" : declarations,
            Executables.Find("clang")!, isCpp ? [.. Arguments(bits), "-x", "c++", "-std=c++17"] : Arguments(bits));

    /// <summary>Compiles a source to an object file, with all warnings as errors.</summary>
    public static void Compile(string source, string compiled, params string[] arguments) =>
        Run("clang", [.. Arguments(64), "-Wall", "-Wextra", "-Werror", "-O2", .. arguments, "-c", "-o", compiled, source]);

    /// <summary>Compiles a program without a C library, and links it with Windows' import libraries.</summary>
    /// <param name="source">The source, whose entry point is <c>start</c>.</param>
    /// <param name="program">The program's file.</param>
    /// <param name="libraries">The libraries' names in their actual letter case, or full paths of others.</param>
    public static void Link(string source, string program, params string[] libraries) => Link(source, program, [], libraries);

    /// <summary>Like <see cref="Link(string, string, string[])"/>, with further arguments for the compiler.</summary>
    public static void Link(string source, string program, string[] arguments, params string[] libraries)
    {
        string compiled = program + ".obj";
        Compile(source, compiled, arguments);
        Run("lld-link", ["/nologo", "/entry:start", "/subsystem:console", "/nodefaultlib", $"/out:{program}", compiled,
            .. libraries.Select(name => Path.Combine(LibraryFolder!, name))]);
    }

    private static string[] Arguments(int bits) =>
    [
        $"--target={(bits == 64 ? "x86_64" : "i686")}-pc-windows-msvc", "-fms-compatibility", "-fms-extensions",
        "-fms-compatibility-version=19.30", "-ivfsoverlay", s_overlay.Value,
        "-isystem", Path.Combine(RepositoryFolders.NativeSources, "sdk"),
        .. HeaderFolders.SelectMany(folder => (string[])["-isystem", folder]),
        "-idirafter", "/usr/share/mingw-w64/include",
    ];

    private static string? FindVersion(string package, string below)
    {
        string folder = Path.Combine(Packages, package);
        string? version = Directory.Exists(folder) ? Directory.GetDirectories(folder).Order(StringComparer.Ordinal).LastOrDefault() : null;
        return version is not null && Directory.Exists(Path.Combine(version, below)) ? Path.Combine(version, below) : null;
    }

    /// <summary>Writes a file by which clang finds each header in any letter case.</summary>
    private static string MakeOverlay(string[] folders)
    {
        var roots = folders.SelectMany(folder => Directory.GetDirectories(folder, "*", SearchOption.AllDirectories).Prepend(folder))
            .Select(folder => new Dictionary<string, object>
            {
                ["name"] = folder,
                ["type"] = "directory",
                ["contents"] = Directory.GetFiles(folder).Select(file => new Dictionary<string, string>
                {
                    ["name"] = Path.GetFileName(file),
                    ["type"] = "file",
                    ["external-contents"] = file,
                }).ToArray(),
            });
        string path = Path.Combine(RepositoryFolders.Root, ".cache", "windows-sdk.yaml"), made = $"{path}.{Environment.ProcessId}";
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(made, JsonSerializer.Serialize(new Dictionary<string, object>
        {
            ["version"] = 0,
            ["case-sensitive"] = "false",
            ["roots"] = roots.ToArray(),
        }));
        File.Move(made, path, overwrite: true);
        return path;
    }

    private static void Run(string program, string[] arguments)
    {
        ProcessStartInfo start = new(Executables.Find(program)!, arguments) { RedirectStandardError = true, RedirectStandardOutput = true };
        using Process process = Process.Start(start)!;
        string output = process.StandardError.ReadToEnd() + process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        if (process.ExitCode != 0)
            throw new InvalidOperationException($"{program} {string.Join(' ', arguments)}\n{output}");
    }
}
