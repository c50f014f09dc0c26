using System.Diagnostics;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Architecture;

/// <summary>Tests that the hooks' C sources, like the hooks' rooms, are below the DLL's: they can be linked without them.</summary>
public sealed class NativeLayerTests
{
    // A symbol of the C runtime's start-up code, in every image with thread-local variables.
    private const string Runtime = "unsigned _tls_index;\n";

    [RealProcessFact(Needs.WindowsPrograms)]
    public void TheHooksPartNeedsNothingOfTheDlls()
    {
        string folder = RepositoryFolders.CreateTemporary();
        try
        {
            string[] sources = Directory.GetFiles(Path.Combine(RepositoryFolders.Root, "src", "Reloaded.VFS.Hooks", "Native"), "*.c");
            Assert.NotEmpty(sources);
            File.WriteAllText(Path.Combine(folder, "runtime.c"), Runtime);
            List<string> objects = [];
            foreach (string source in (string[])[.. sources, Path.Combine(folder, "runtime.c")])
            {
                objects.Add(Path.Combine(folder, Path.GetFileNameWithoutExtension(source) + ".obj"));
                Run(folder, "clang",
                    ["--target=x86_64-pc-windows-msvc", "-std=c11", "-O2", "-ffreestanding", "-c", source, "-o", objects[^1]]);
            }

            // Every symbol must be there, or in a library of Windows.
            Run(folder, "lld-link",
                ["/dll", "/noentry", "/nodefaultlib", "/out:hooks.dll", .. objects, "/usr/x86_64-w64-mingw32/lib/libkernel32.a"]);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static void Run(string folder, string program, string[] arguments)
    {
        string path = Executables.Find(program) ?? throw new FileNotFoundException($"{program} isn't on PATH; build/setup.sh installs it.");
        using Process process = Process.Start(new ProcessStartInfo(path,
            arguments)
        { RedirectStandardError = true, RedirectStandardOutput = true, WorkingDirectory = folder })!;
        Task<string> output = process.StandardOutput.ReadToEndAsync();
        string errors = process.StandardError.ReadToEnd();
        process.WaitForExit();
        Assert.True(process.ExitCode == 0, errors + output.Result);
    }
}
