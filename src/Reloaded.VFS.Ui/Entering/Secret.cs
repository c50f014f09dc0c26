using System.Security.Cryptography;

namespace Reloaded.VFS.Ui.Entering;

/// <summary>Texts that nobody can guess.</summary>
internal static class Secret
{
    private const int Bytes = 32;

    /// <summary>Makes a new one, of letters and digits.</summary>
    public static string Make()
    {
        byte[] random = new byte[Bytes];
        // .NET's own generator is OpenSSL's on Linux, without which a program ends there.
        if (OperatingSystem.IsLinux())
        {
            using FileStream source = new("/dev/urandom", FileMode.Open, FileAccess.Read, FileShare.ReadWrite, bufferSize: 0);
            source.ReadExactly(random);
        }
        else
        {
            RandomNumberGenerator.Fill(random);
        }

        return Convert.ToHexStringLower(random);
    }
}
