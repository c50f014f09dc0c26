using System.Security.Cryptography;
using System.Text;

namespace Reloaded.VFS.Testing;

/// <summary>
/// <c>windows.h</c>, compiled once for each set of options. Reading it is most of what the compiler does for a small program.
/// </summary>
internal static class PrecompiledHeader
{
    private const string Name = "first.h";

    /// <summary>The options, and those by which a program begins with it.</summary>
    /// <param name="compiler">GCC.</param>
    /// <param name="options">What decides how the header is read: level of optimisation, standard, <c>-municode</c>.</param>
    public static string[] Options(string compiler, string[] options)
    {
        // GCC takes it where it was compiled with the same options, and reads the header itself otherwise.
        byte[] key = SHA256.HashData(Encoding.UTF8.GetBytes(string.Join('\0', [compiler, .. options])));
        string folder = Path.Combine(RepositoryFolders.Cache, "native", "header-" + Convert.ToHexStringLower(key)[..16]);
        NewFolder.Make(folder, unfinished =>
        {
            string header = Path.Combine(unfinished, Name);
            File.WriteAllText(header, "#include <windows.h>\n");
            NativePrograms.Run(compiler, [.. options, "-x", "c-header", "-o", header + ".gch", header], Name);
        });
        return [.. options, "-include", Path.Combine(folder, Name)];
    }
}
