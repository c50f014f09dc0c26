using System.Diagnostics;
using System.Reflection.PortableExecutable;
using Reloaded.VFS.Cli.Game;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Game;

public sealed class GameExecutableTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [RealProcessFact(Needs.WindowsPrograms)]
    public void A64BitProgramIsOne()
    {
        GameExecutable game = GameExecutable.Read(NativePrograms.Get("launched.exe"));
        Assert.True(game.Is64Bit);
        Assert.True(game.IsConsole);
        Assert.False(game.IsAnyCpu);
    }

    [RealProcessFact(Needs.WindowsPrograms)]
    public void A32BitProgramIsOne()
    {
        string program = Programs32.Compile(_folder.At("game32.exe"));
        GameExecutable game = GameExecutable.Read(program);
        Assert.False(game.Is64Bit);
        Assert.False(game.IsAnyCpu);
    }

    [Fact]
    public void ANetProgramForAnyCpuRunsAs64Bit()
    {
        // The C# compiler's output for any CPU (the tests themselves), without the DLL flag.
        byte[] image = File.ReadAllBytes(typeof(GameExecutableTests).Assembly.Location);
        int header = BitConverter.ToInt32(image, 60);
        image[header + 22 + 1] &= unchecked((byte)~0x20); // IMAGE_FILE_DLL
        GameExecutable game = GameExecutable.Read(_folder.File("any.exe", image));
        Assert.True(game.IsAnyCpu);
        Assert.True(game.Is64Bit);
    }

    /// <summary>In such a process Windows loads its own DLLs below 2 GB, unlike in every other process.</summary>
    [RealProcessFact(Needs.WindowsPrograms)]
    public void A64BitProgramWithFewAddressesGetsNoMods()
    {
        string program = FewAddresses.Make(NativePrograms.Get("launched.exe"), _folder.At("few.exe"));
        GameExecutable game = GameExecutable.Read(program);
        Assert.True(game.Is64Bit);
        Assert.Contains("LARGE_ADDRESS_AWARE", game.WhyNoMods(program)!.Value.Cause, StringComparison.Ordinal);
        Assert.Null(GameExecutable.Read(NativePrograms.Get("launched.exe")).WhyNoMods(program));
    }

    [RealProcessFact(Needs.WindowsPrograms)]
    public void ADllIsNoGame() => AssertRefused(NativePrograms.Get("payload.dll"), "is a DLL, not a program");

    [Theory]
    [InlineData("start.bat", "@echo off", "is a batch file")]
    [InlineData("game.lnk", "L\0\0\0", "is a shortcut")]
    [InlineData("game.exe", "#!/bin/sh\n", "is a script")]
    [InlineData("game.exe", "\u007fELF\u0002", "is a Linux program")]
    [InlineData("game.exe", "", "is empty")]
    [InlineData("game.exe", "hello", "is no Windows program")]
    [InlineData("game.exe", "MZ", "is cut off")]
    public void OtherFilesAreNamed(string name, string content, string expected) => AssertRefused(_folder.File(name, content), expected);

    [RealProcessFact(Needs.WindowsPrograms)]
    public void ACutOffProgramIsRefusedWhereverItIsCut()
    {
        byte[] image = File.ReadAllBytes(NativePrograms.Get("launched.exe"));
        // Byte by byte in the headers, in steps through the rest.
        for (int length = 0; length < LoadedLength(image); length += length < 1024 ? 3 : 4099)
            AssertRefused(_folder.File("cut.exe", image[..length]), "");
    }

    [RealProcessFact(Needs.WindowsPrograms)]
    public void ADamagedHeaderNeverCrashes()
    {
        byte[] image = File.ReadAllBytes(NativePrograms.Get("launched.exe"));
        Random random = new(5);
        for (int i = 0; i < 500; i++)
        {
            byte[] damaged = [.. image[..4096]];
            for (int n = random.Next(1, 8); n > 0; n--)
                damaged[random.Next(1024)] = (byte)random.Next(256);
            string path = _folder.File("damaged.exe", damaged);
            Assert.Null(Record.Exception(() =>
            {
                try
                {
                    GameExecutable.Read(path);
                }
                catch (CliException)
                {
                }
            }));
        }
    }

    [RealProcessFact(Needs.WindowsPrograms)]
    public void AnExportIsFound()
        => Assert.NotEqual(0u, DllExports.FindRva(NativePrograms.Get("start_stub.dll"), "rvfs_import"));

    [RealProcessFact(Needs.WindowsPrograms)]
    public void ADllThatIsNotOursIsNamed()
    {
        Assert.Contains("has no export 'rvfs_import'", Error(NativePrograms.Get("payload.dll")), StringComparison.Ordinal);
        Assert.Contains("is missing", Error(_folder.At("none.dll")), StringComparison.Ordinal);
        Assert.Contains("no 64-bit DLL", Error(NativePrograms.Get("launched.exe")), StringComparison.Ordinal);
        Assert.Contains("damaged", Error(_folder.File("text.dll", "This is no DLL.")), StringComparison.Ordinal);

        byte[] image = File.ReadAllBytes(NativePrograms.Get("start_stub.dll"));
        for (int length = 0; length < LoadedLength(image); length += length < 1024 ? 7 : 4099)
            Assert.NotEqual("", Error(_folder.File("cut.dll", image[..length])));

        static string Error(string path) => Assert.Throws<CliException>(() => DllExports.FindRva(path, "rvfs_import")).Message;
    }

    /// <summary>Returns the length without what follows the last section: symbols, which aren't needed to run.</summary>
    private static int LoadedLength(byte[] image)
        => new PEHeaders(new MemoryStream(image)).SectionHeaders.Max(section => section.PointerToRawData + section.SizeOfRawData);

    private static void AssertRefused(string path, string expected)
    {
        CliException error = Assert.Throws<CliException>(() => GameExecutable.Read(path));
        Assert.Equal(ExitCodes.CannotRun, error.ExitCode);
        Assert.Contains(path, error.Message, StringComparison.Ordinal);
        Assert.Contains(expected, error.Message, StringComparison.Ordinal);
    }
}

/// <summary>32-bit programs: compiled with mingw-w64's other compiler, or Windows' own.</summary>
internal static class Programs32
{
    /// <summary>Compiles a 32-bit program at <paramref name="path"/>, which does the same as launched.exe.</summary>
    public static string Compile(string path)
    {
        if (Executables.Find("i686-w64-mingw32-gcc") is not { } compiler)
        {
            if (!OperatingSystem.IsWindows())
                throw new FileNotFoundException("no C compiler for 32-bit Windows (i686-w64-mingw32-gcc); build/setup.sh installs it");
            File.Copy(Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.SystemX86), "cmd.exe"), path);
            return path;
        }

        ProcessStartInfo start = new(compiler, ["-municode", "-static", "-o", path, NativePrograms.SourceOf("launched.c")])
        {
            RedirectStandardError = true,
        };
        using Process process = Process.Start(start)!;
        string errors = process.StandardError.ReadToEnd();
        process.WaitForExit();
        return process.ExitCode == 0 ? path : throw new InvalidOperationException(errors);
    }
}
