using System.Text.RegularExpressions;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Dll.Exports;
using Reloaded.VFS.Tests.Docs;

namespace Reloaded.VFS.Tests.Building;

/// <summary>The SDK of a release, unpacked: its samples and its libraries with both families of compilers.</summary>
[Collection(RealProcesses.Name)]
public sealed partial class ReleaseSdkTests(ReleaseFixture release) : IClassFixture<ReleaseFixture>, IDisposable
{
    private readonly TemporaryFolder _folder = new();

    private string Sdk => field ??= Assert.Single(Directory.GetDirectories(release.Unpack("reloaded-vfs-sdk-*.zip")));

    /// <inheritdoc/>
    public void Dispose() => _folder.Dispose();

    [ReleaseFact]
    public void ItHasEverythingThatItsPageNames()
    {
        foreach (Match match in Named().Matches(File.ReadAllText(Path.Combine(Sdk, "README.md"))))
            Assert.True(Path.Exists(Path.Combine(Sdk, match.Groups[1].Value)), match.Value);
        foreach (string file in (string[])["LICENSE", "THIRD-PARTY-NOTICES.txt"])
            Assert.True(File.Exists(Path.Combine(Sdk, file)));
        string[] exports = [.. File.ReadAllLines(Path.Combine(Sdk, "lib", "reloaded_vfs.def")).Skip(2).Select(line => line.Trim())];
        Assert.Equal(ExportedNames.Read(PublishedArtifacts.Library).Order(StringComparer.Ordinal), exports);
    }

    /// <summary>The types for <c>GetProcAddress</c> are those of the functions, each of which has one.</summary>
    [ReleaseTheory]
    [InlineData("c")]
    [InlineData("cpp")]
    public void EveryExportHasAPointersType(string language)
    {
        string[] exports = [.. ExportedNames.Read(PublishedArtifacts.Library)];
        Assert.True(exports.Length > 20);
        string source = _folder.File($"types.{language}", "#include \"reloaded_vfs.h\"\n"
            + string.Concat(exports.Select(name => $"{name}_fn pointer_{name} = {name};\n")));
        ReleaseFixture.Run(_folder.Root, NativePrograms.Compiler!, "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I",
            Path.Combine(Sdk, "include"), source);
    }

    [ReleaseFact]
    public void TheSampleInCIsCompiledByMinGWAndRuns()
    {
        string program = _folder.At("c/overlay.exe");
        Directory.CreateDirectory(Path.GetDirectoryName(program)!);
        ReleaseFixture.Run(Sdk, NativePrograms.Compiler!, "-municode", "-static", "-Wall", "-Wextra", "-Werror", "-I", "include",
            "samples/loader-c/overlay.c", "-o", program);
        File.Copy(Path.Combine(Sdk, "bin", "reloaded_vfs.dll"), _folder.At("c/reloaded_vfs.dll"));
        Assert.Equal(SamplesTests.SaidInC, Play(program).Select(line => line[(line.LastIndexOf(": ", StringComparison.Ordinal) + 2)..]));
    }

    /// <summary>The sample in C++ is built by the CMake package with MinGW, and linked with its import library.</summary>
    [ReleaseFact]
    public void TheSampleInCppIsBuiltByCMakeAndRuns()
    {
        string build = _folder.At("cpp");
        ReleaseFixture.Run(Sdk, "cmake", "-S", "samples/loader-cpp", "-B", build, $"-DCMAKE_PREFIX_PATH={Sdk}",
            "-DCMAKE_SYSTEM_NAME=Windows", "-DCMAKE_CXX_COMPILER=x86_64-w64-mingw32-g++", "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror");
        ReleaseFixture.Run(Sdk, "cmake", "--build", build);
        Assert.Equal(SamplesTests.SaidInCpp, Play(Path.Combine(build, "overlay.exe")));
        // An older version is served, a newer one and another system aren't.
        string asked = _folder.File("asked/CMakeLists.txt",
            "cmake_minimum_required(VERSION 3.20)\nproject(asked NONE)\nset(CMAKE_SIZEOF_VOID_P 8)\n"
            + "find_package(ReloadedVFS ${WANTED} REQUIRED)\n");
        foreach ((string wanted, string system, bool found) in ((string, string, bool)[])
            [("0.0.1", "Windows", true), ("99", "Windows", false), ("0.0.1", "Linux", false)])
        {
            (int code, string text) = ReleaseFixture.TryRun(_folder.Root, "cmake", "-S", Path.GetDirectoryName(asked)!, "-B",
                _folder.At($"{wanted}-{system}"), $"-DCMAKE_PREFIX_PATH={Sdk}", $"-DCMAKE_SYSTEM_NAME={system}", $"-DWANTED={wanted}");
            Assert.True(found == (code == 0), text);
        }
    }

    /// <summary>By Visual C++'s rules, against Windows' own headers: the sample compiles, and a program is linked with the .lib.</summary>
    [ReleaseFact(Needs.WindowsSdk | Needs.Published)]
    public void ClangAndLldLinkTakeItAsVisualCppWould()
    {
        WindowsSdk.Compile(Path.Combine(Sdk, "samples", "loader-c", "overlay.c"), _folder.At("overlay.obj"), "-I",
            Path.Combine(Sdk, "include"), "-D_CRT_SECURE_NO_WARNINGS");
        string program = _folder.At("msvc/redirected.exe");
        Directory.CreateDirectory(Path.GetDirectoryName(program)!);
        WindowsSdk.Link(NativePrograms.SourceOf("redirected.c"), program, ["-I", Path.Combine(Sdk, "include")], "kernel32.Lib",
            Path.Combine(Sdk, "lib", "reloaded_vfs.lib"));
        File.Copy(Path.Combine(Sdk, "bin", "reloaded_vfs.dll"), _folder.At("msvc/reloaded_vfs.dll"));
        _folder.File("msvc/data/a.txt", "base");
        _folder.File("msvc/over/a.txt", "over");
        GameResult result = GameProcess.Run(program, []);
        Assert.True(result.ExitCode == 7, result.ToString());
        Assert.Equal("base over base", result.Text.Trim());
    }

    /// <summary>Runs a sample with a folder of its own over another one.</summary>
    private string[] Play(string program)
    {
        string folder = _folder.Folder("play-" + Path.GetRandomFileName());
        foreach ((string name, string content) in ((string, string)[])[("over", "over\n"), ("own", "base\n")])
            File.WriteAllText(Path.Combine(Directory.CreateDirectory(Path.Combine(folder, name, "data")).FullName, "a.txt"), content);
        GameResult result = GameProcess.Run(program,
            [WinePrefix.ToWindows(Path.Combine(folder, "over")), WinePrefix.ToWindows(Path.Combine(folder, "own"))]);
        Assert.True(result.ExitCode == 0, result.ToString());
        return [.. result.Text.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)];
    }

    [GeneratedRegex(@"^\| `([^`]+)` \|", RegexOptions.Multiline)]
    private static partial Regex Named();
}
