using System.IO.Compression;
using System.Reflection.Metadata;
using System.Text;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Building;

/// <summary>The NuGet packages of a release: what is in them, and what a project gets that has them from a folder.</summary>
[Collection(RealProcesses.Name)]
public sealed partial class ReleasePackageTests(ReleaseFixture release) : IClassFixture<ReleaseFixture>, IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public static TheoryData<string, string[]> Packages() => new()
    {
        { "Reloaded.VFS", ["net10.0", "net8.0"] },
        { "Reloaded.VFS.Mods", ["net10.0", "net8.0"] },
        { "Reloaded.VFS.Client", ["net8.0", "netstandard2.0"] },
    };

    /// <inheritdoc/>
    public void Dispose() => _folder.Dispose();

    [ReleaseTheory]
    [MemberData(nameof(Packages))]
    public void APackageSaysWhatItIs(string name, string[] frameworks)
    {
        using ZipArchive package = ZipFile.OpenRead(release.PathOf($"{name}.*.nupkg"));
        string[] files = [.. package.Entries.Select(entry => entry.FullName)];
        foreach (string file in (string[])["README.md", "icon.png", "LICENSE", .. frameworks.SelectMany(framework =>
            (string[])[$"lib/{framework}/{name}.dll", $"lib/{framework}/{name}.xml"])])
            Assert.Contains(file, files);
        Assert.Equal(frameworks, files.Where(file => file.StartsWith("lib/", StringComparison.Ordinal)).Select(file => file.Split('/')[1])
            .Distinct().Order(StringComparer.Ordinal));
        XElement metadata = XDocument.Parse(Text(package, $"{name}.nuspec")).Root!.Elements().First();
        Dictionary<string, XElement> values = metadata.Elements().ToDictionary(e => e.Name.LocalName);
        foreach (string key in (string[])["authors", "description", "tags", "releaseNotes", "projectUrl"])
            Assert.False(string.IsNullOrWhiteSpace(values[key].Value), key);
        Assert.Equal("The Reloaded VFS contributors", values["authors"].Value);
        Assert.Equal("MIT", values["license"].Value);
        Assert.Equal(ReleaseFixture.Repository, values["projectUrl"].Value);
        Assert.Matches("^[0-9a-f]{40}$", values["repository"].Attribute("commit")?.Value ?? "");

        // Symbols go to another package.
        using ZipArchive symbols = ZipFile.OpenRead(release.PathOf($"{name}.*.snupkg"));
        foreach (string framework in frameworks)
            Assert.NotNull(symbols.GetEntry($"lib/{framework}/{name}.pdb"));
        // One time, and names in order: the bytes depend on the content alone.
        Assert.Single(package.Entries.Select(entry => entry.LastWriteTime).Distinct());
        Assert.Equal(files.Order(StringComparer.Ordinal), files);
        Assert.Equal(name == "Reloaded.VFS.Client", files.Contains("runtimes/win-x64/native/reloaded_vfs.dll"));
        Assert.Equal(name == "Reloaded.VFS.Client", files.Contains("THIRD-PARTY-NOTICES.txt"));
    }

    /// <summary>Tests that the packages' documentation covers the listed public interface: no internal type, and no gap.</summary>
    [ReleaseTheory]
    [MemberData(nameof(Packages))]
    public void OnlyPublicMembersAreDocumented(string name, string[] frameworks)
    {
        using ZipArchive package = ZipFile.OpenRead(release.PathOf($"{name}.*.nupkg"));
        string[] types = [.. File.ReadAllLines(Path.Combine(RepositoryFolders.Root, "src", name, "PublicAPI.Unshipped.txt"))
            .Where(line => TypeLine().IsMatch(line)).Select(line => Generic().Replace(line, ""))];
        Assert.NotEmpty(types);
        foreach (string framework in frameworks)
        {
            string[] documented = [.. XDocument.Parse(Text(package, $"lib/{framework}/{name}.xml")).Descendants("member")
                .Select(member => member.Attribute("name")!.Value)];
            Assert.Equal(types.Order(StringComparer.Ordinal), documented.Where(id => id[0] == 'T')
                .Select(id => id[2..].Split('`')[0]).Order(StringComparer.Ordinal));
            Assert.All(documented.Where(id => id[0] != 'T'), id => Assert.Contains(types, type =>
                id[2..].StartsWith(type + ".", StringComparison.Ordinal) || id[2..].StartsWith(type + "`", StringComparison.Ordinal)));
        }
    }

    /// <summary>A debugger finds the sources at their commit: where git knows a remote, each symbol file says where they are.</summary>
    [ReleaseFact]
    public void SymbolsLeadToTheSourcesOfTheCommit()
    {
        string copy = _folder.Folder("copy");
        string files = ReleaseFixture.Run(RepositoryFolders.Root, "git", "ls-files", "--cached", "--others", "--exclude-standard",
            "src/Reloaded.VFS", "src/Directory.Build.props", "src/BannedSymbols.txt", "build", "Directory.*", "global.json",
            ".editorconfig", "CHANGELOG.md", "LICENSE");
        foreach (string file in files.Split('\n', StringSplitOptions.RemoveEmptyEntries))
        {
            if (File.Exists(Path.Combine(RepositoryFolders.Root, file)))
                _folder.File($"copy/{file}", File.ReadAllBytes(Path.Combine(RepositoryFolders.Root, file)));
        }

        foreach (string[] step in (string[][])[["init", "--quiet"], ["remote", "add", "origin", ReleaseFixture.Repository + ".git"],
            ["add", "--all"], ["-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "--quiet", "-m", "all"]])
            ReleaseFixture.Run(copy, "git", step);
        string commit = ReleaseFixture.Run(copy, "git", "rev-parse", "HEAD").Trim();
        ReleaseFixture.Run(copy, DotNetPrograms.Host, "pack", "src/Reloaded.VFS", "-c", "Release", "-v", "quiet", "-nologo", "-o", "out",
            "-p:RvfsPack=true");
        using ZipArchive symbols = ZipFile.OpenRead(Assert.Single(Directory.GetFiles(Path.Combine(copy, "out"), "*.snupkg")));
        using Stream entry = symbols.GetEntry("lib/net10.0/Reloaded.VFS.pdb")!.Open();
        using var bytes = new MemoryStream();
        entry.CopyTo(bytes);
        bytes.Position = 0;
        using MetadataReaderProvider provider = MetadataReaderProvider.FromPortablePdbStream(bytes);
        MetadataReader reader = provider.GetMetadataReader();
        var sourceLink = new Guid("CC110556-A091-4D38-9FEC-25AB9A351A6A");
        string link = reader.CustomDebugInformation.Select(reader.GetCustomDebugInformation)
            .Where(i => reader.GetGuid(i.Kind) == sourceLink).Select(i => Encoding.UTF8.GetString(reader.GetBlobBytes(i.Value))).Single();
        Assert.Contains($"\"/_/*\":\"https://raw.githubusercontent.com/example/reloaded-vfs/{commit}/*\"", link, StringComparison.Ordinal);
        string[] documents = [.. reader.Documents.Select(d => reader.GetString(reader.GetDocument(d).Name))];
        Assert.Contains("/_/src/Reloaded.VFS/VirtualFileSystem.cs", documents);
        Assert.All(documents, document => Assert.StartsWith("/_/", document, StringComparison.Ordinal));
    }

    /// <summary>
    /// The example on the packages' own pages, in a project that has the packages from a folder. The code for .NET 8 runs on the runtime
    /// that is there.
    /// </summary>
    [ReleaseTheory]
    [InlineData("net10.0")]
    [InlineData("net8.0")]
    public void ALibrarysPageHasAProgramThatRuns(string framework)
    {
        string project = MakeProject("library", "Reloaded.VFS.Mods",
            $"<OutputType>Exe</OutputType><TargetFramework>{framework}</TargetFramework><RollForward>Major</RollForward>"
            + "<UseAppHost>false</UseAppHost>", Example("Reloaded.VFS.Mods"));
        _folder.File("game/rvfs/mods/Better Hero/data/hero.dds");
        string said = ReleaseFixture.Run(project, DotNetPrograms.Host, "run", "-c", "Release", "--", _folder.At("game"));
        Assert.Contains("hero.dds, from Better Hero", said, StringComparison.Ordinal);
        foreach (string library in (string[])["Reloaded.VFS", "Reloaded.VFS.Mods"])
        {
            using ZipArchive package = ZipFile.OpenRead(release.PathOf($"{library}.*.nupkg"));
            using Stream packed = package.GetEntry($"lib/{framework}/{library}.dll")!.Open();
            using var bytes = new MemoryStream();
            packed.CopyTo(bytes);
            Assert.Equal(bytes.ToArray(), File.ReadAllBytes(Path.Combine(project, "bin", "Release", framework, $"{library}.dll")));
        }
    }

    /// <summary>The client's example in a Windows program with its runtime beside it: the DLL comes by itself.</summary>
    [ReleaseFact]
    public void TheClientsPageHasAProgramThatRunsInAGame()
    {
        const string Reading = "Console.WriteLine(File.ReadAllText(args[1] + @\"\\data\\a.txt\"));";
        string program = Example("Reloaded.VFS.Client").Replace("@\"C:\\game\"", "args[1]", StringComparison.Ordinal)
            .Replace("@\"C:\\mods\\Better Hero\"", "args[0]", StringComparison.Ordinal)
            .Replace("// The game now opens, lists and maps the mod's files as its own.", Reading, StringComparison.Ordinal);
        program += $$"""

            {{Reading}}
            bool isKnown = Vfs.Which(args[1] + @"\data\a.txt").Contains("winner");
            Console.WriteLine($"{Vfs.Version} {Vfs.LastError.Length} {Vfs.Describe()[0]} {isKnown}");
            Vfs.Enable();
            VfsHandle hidden = Vfs.Hide(args[1] + @"\data\a.txt");
            Console.WriteLine($"{Vfs.Enumerate(args[1]).Count} {Vfs.Enumerate(args[1] + @"\data").Count} {Vfs.GetStatistics().Hooks > 0}");
            Vfs.Remove(hidden);
            string source = Vfs.Enumerate(args[1] + @"\data")[0].Source;
            Console.WriteLine($"{Vfs.WaitReady(TimeSpan.FromMinutes(1))} {source == args[1] + @"\data\a.txt"}");
            Vfs.SetLog(VfsLogLevel.Event, (level, text) => { });
            Vfs.SetLog(VfsLogLevel.Off, null);
            try
            {
                Vfs.SetPolicy(VfsWrites.Overwrite);
            }
            catch (VfsException e)
            {
                Console.WriteLine(e.Status);
            }
            try
            {
                Vfs.AddFolder("relative", args[1]);
            }
            catch (VfsException e)
            {
                Console.WriteLine($"{e.Status} {e.Message.Contains("relative")}");
            }
            Vfs.Stop();
            """;
        string project = MakeProject("client", "Reloaded.VFS.Client", """
            <OutputType>Exe</OutputType><TargetFramework>net10.0</TargetFramework><RuntimeIdentifier>win-x64</RuntimeIdentifier>
            <SelfContained>true</SelfContained><InvariantGlobalization>true</InvariantGlobalization>
            """, program);
        ReleaseFixture.Run(project, DotNetPrograms.Host, "publish", "-c", "Release", "-v", "quiet", "-nologo", "-o", "out");
        Assert.Equal(File.ReadAllBytes(PublishedArtifacts.Library), File.ReadAllBytes(Path.Combine(project, "out", "reloaded_vfs.dll")));
        _folder.File("mod/data/a.txt", "over");
        _folder.File("own/data/a.txt", "base");
        GameResult result = GameProcess.Run(Path.Combine(project, "out", "client.exe"),
            [WinePrefix.ToWindows(_folder.At("mod")), WinePrefix.ToWindows(_folder.At("own"))],
            // Wine's loader wants mscoree.dll for every assembly that the program's runtime has mapped as a DLL.
            new GameOptions { Environment = new Dictionary<string, string?> { ["WINEDLLOVERRIDES"] = "mshtml=" } });
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Equal(["over", "base", $"{ReleaseFixture.Version} 0 {{ True", "1 0 True", "True True", "Started", "InvalidArgument True"],
            result.Text.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries));
    }

    /// <summary>A plug-in for Unity's Mono: the DLL is copied beside it.</summary>
    [ReleaseFact]
    public void APluginForNetStandardHasTheDllBesideIt()
    {
        string project = MakeProject("plugin", "Reloaded.VFS.Client",
            "<TargetFramework>netstandard2.0</TargetFramework><LangVersion>latest</LangVersion>",
            "using Reloaded.VFS.Client;\npublic static class Plugin { public static VfsHandle Start(string mod, string game) { "
            + "Vfs.Load(@\"C:\\game\\reloaded_vfs.dll\"); Vfs.StartConfiguration(); return Vfs.AddFolder(mod, game); } }");
        ReleaseFixture.Run(project, DotNetPrograms.Host, "build", "-c", "Release", "-v", "quiet", "-nologo", "-o", "out");
        Assert.True(File.Exists(Path.Combine(project, "out", "plugin.dll")));
        Assert.Equal(File.ReadAllBytes(PublishedArtifacts.Library), File.ReadAllBytes(Path.Combine(project, "out", "reloaded_vfs.dll")));
    }

    private static string Text(ZipArchive package, string name)
    {
        using var reader = new StreamReader(package.GetEntry(name)!.Open());
        return reader.ReadToEnd();
    }

    /// <summary>The C# on a package's page.</summary>
    private string Example(string name)
    {
        using ZipArchive package = ZipFile.OpenRead(release.PathOf($"{name}.*.nupkg"));
        return Fence().Match(Text(package, "README.md")).Groups[1].Value;
    }

    /// <summary>
    /// A project with a package from the release's folder. What the release has is unpacked into a folder of its own, since a package that
    /// lies in NuGet's under the same version would count; other packages come from there.
    /// </summary>
    private string MakeProject(string name, string package, string properties, string program)
    {
        string packages = Environment.GetEnvironmentVariable("NUGET_PACKAGES") is { Length: > 0 } given
            ? given
            : Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".nuget", "packages");
        _folder.File($"{name}/Program.cs", program);
        _folder.File($"{name}/nuget.config", $"""
            <configuration>
              <packageSources><add key="release" value="{release.Folder}" /></packageSources>
              <fallbackPackageFolders><add key="known" value="{packages}" /></fallbackPackageFolders>
              <config><add key="globalPackagesFolder" value="{_folder.At("packages")}" /></config>
            </configuration>
            """);
        _folder.File($"{name}/{name}.csproj", $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                {properties}
                <ImplicitUsings>enable</ImplicitUsings>
                <Nullable>enable</Nullable>
                <TreatWarningsAsErrors>true</TreatWarningsAsErrors>
              </PropertyGroup>
              <ItemGroup>
                <PackageReference Include="{package}" Version="{ReleaseFixture.Version}" />
              </ItemGroup>
            </Project>
            """);
        return _folder.At(name);
    }

    [GeneratedRegex(@"^Reloaded[\w.<>, ]+$")]
    private static partial Regex TypeLine();

    [GeneratedRegex("<[^<>]*>")]
    private static partial Regex Generic();

    [GeneratedRegex("(?s)```csharp\n(.*?)```")]
    private static partial Regex Fence();
}
