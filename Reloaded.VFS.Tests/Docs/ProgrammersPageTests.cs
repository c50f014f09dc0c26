using System.Diagnostics;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Docs;

/// <summary>Tests that the programs on the page for programmers compile, and print the output below them.</summary>
public sealed class ProgrammersPageTests
{
    private const string Fence = "```";

    private static readonly string[] Page = File.ReadAllLines(Path.Combine(RepositoryFolders.Root, "docs", "programmers.md"));

    [Fact]
    public void TheExamplesPrintWhatThePageSays()
    {
        int[] begins = [.. Enumerable.Range(0, Page.Length).Where(i => Page[i] == Fence + "csharp")];
        Assert.Equal(2, begins.Length);
        foreach (int begin in begins)
        {
            int end = Array.IndexOf(Page, Fence, begin), output = Array.IndexOf(Page, Fence + "text", end);
            Assert.InRange(output, end + 1, end + 3);
            string[] expected = Page[(output + 1)..Array.IndexOf(Page, Fence, output)];
            Assert.Equal(expected, Run(string.Join('\n', Page[(begin + 1)..end])));
        }
    }

    private static string[] Run(string program)
    {
        string folder = RepositoryFolders.CreateTemporary();
        try
        {
            File.WriteAllText(Path.Combine(folder, "Program.cs"), program);
            File.WriteAllText(Path.Combine(folder, "Directory.Build.props"), "<Project />");
            File.WriteAllText(Path.Combine(folder, "Directory.Build.targets"), "<Project />");
            File.WriteAllText(Path.Combine(folder, "Directory.Packages.props"), "<Project />");
            File.WriteAllText(Path.Combine(folder, "Example.csproj"), $"""
                <Project Sdk="Microsoft.NET.Sdk">
                  <PropertyGroup>
                    <OutputType>Exe</OutputType>
                    <TargetFramework>net{Environment.Version.Major}.0</TargetFramework>
                    <ImplicitUsings>enable</ImplicitUsings>
                    <Nullable>enable</Nullable>
                  </PropertyGroup>
                  <ItemGroup>
                    <Reference Include="{Path.Combine(AppContext.BaseDirectory, "Reloaded.VFS.dll")}" />
                    <Reference Include="{Path.Combine(AppContext.BaseDirectory, "Reloaded.VFS.Mods.dll")}" />
                  </ItemGroup>
                </Project>
                """);
            DotNetPrograms.Run("build", "-c", "Release", "-o", Path.Combine(folder, "out"), folder);
            ProcessStartInfo start = new(DotNetPrograms.Host, [Path.Combine(folder, "out", "Example.dll")])
            {
                RedirectStandardOutput = true,
            };
            using Process process = Process.Start(start)!;
            string text = process.StandardOutput.ReadToEnd();
            process.WaitForExit();
            Assert.Equal(0, process.ExitCode);
            return text.ReplaceLineEndings("\n").TrimEnd().Split('\n').Select(line => line.TrimEnd()).ToArray();
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }
}
