using System.Security.Cryptography;
using System.Text;

namespace Reloaded.VFS.Testing;

/// <summary>
/// The header <c>windows.h</c>, compiled once for each set of options: reading the header is most of the compiler's work for a small
/// program.
/// </summary>
internal static class PrecompiledHeader
{
    private const string Name = "first.h";

    /// <summary>Returns the options, and those that make a program begin with the precompiled header.</summary>
    /// <param name="compiler">The path of GCC.</param>
    /// <param name="options">The options that change the meaning of the header: level of optimization, standard, <c>-municode</c>.</param>
    public static string[] Options(string compiler, string[] options)
    {
        // GCC uses the compiled header only if the options are the same, and otherwise reads the header itself.
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
