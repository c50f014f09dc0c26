using System.Diagnostics;
using System.Globalization;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Building;

/// <summary>Tests of the stack cookies of images that are linked on Linux (<c>build/crosslink/crt_security.c</c>).</summary>
[Collection(RealProcesses.Name)]
public sealed class SecurityCookieTests : IDisposable
{
    private readonly string _folder = RepositoryFolders.CreateTemporary();

    [RealProcessFact(Needs.WindowsPrograms)]
    public void AGoodFramePassesABrokenOneEndsTheProcessAndTheCookieIsRandom()
    {
        // On Windows the images are linked with MSVC's own code, without any of this.
        if (OperatingSystem.IsWindows())
            return;
        string program = Build();
        foreach (string frame in new[] { "plain", "register", "aligned" })
            Assert.Equal("1", Run(program, frame).Text.Trim());
        GameResult broken = Run(program, "broken");
        Assert.Equal("", broken.Text.Trim());
        Assert.NotEqual(0, broken.ExitCode);

        var cookies = new HashSet<ulong>();
        for (int i = 0; i < 4; i++)
        {
            string[] words = Run(program, "seed").Text.Trim().Split(' ');
            Assert.Equal("kept", words[1]);
            ulong cookie = ulong.Parse(words[0], NumberStyles.HexNumber, CultureInfo.InvariantCulture);
            Assert.NotEqual(0x00002B992DDFA232ul, cookie);
            Assert.Equal(0ul, cookie >> 48);
            cookies.Add(cookie);
        }

        Assert.Equal(4, cookies.Count);
    }

    /// <inheritdoc/>
    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private static GameResult Run(string program, string which) => GameProcess.Run(program, [which]);

    private string Build()
    {
        string tested = Path.Combine(_folder, "crt_security.o");
        RunTool("clang",
            ["--target=x86_64-w64-mingw32", "-fms-extensions", "-std=c11", "-O2", "-ffreestanding", "-D__security_cookie=tested_cookie",
            "-D__security_check_cookie=tested_check", "-D__report_rangecheckfailure=tested_report", "-D__GSHandlerCheck=tested_handler",
            "-c", Path.Combine(RepositoryFolders.Root, "build", "crosslink", "crt_security.c"), "-o", tested]);
        string program = Path.Combine(_folder, "security.exe");
        RunTool(NativePrograms.Compiler!, ["-O1", "-std=gnu11", "-static", "-o", program, NativePrograms.SourceOf("security.c"), tested]);
        return program;
    }

    private static void RunTool(string tool, string[] arguments)
    {
        using Process process = Process.Start(new ProcessStartInfo(tool, arguments) { RedirectStandardError = true })!;
        string errors = process.StandardError.ReadToEnd();
        process.WaitForExit();
        Assert.True(process.ExitCode == 0, errors);
    }
}
