using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Architecture;

/// <summary>Tests, by the imports of the compiled assemblies, that Windows' functions are declared in Reloaded.VFS.Interop only.</summary>
public sealed class ImportHomeTests
{
    // Not Windows' libraries: the DLL's own C part, and Linux' C library.
    private static readonly string[] Others = ["reloaded_vfs_native", "libc"];

    public static TheoryData<string> Assemblies() => RoomOrderTests.Assemblies();

    [Theory]
    [MemberData(nameof(Assemblies))]
    public void OnlyInteropImportsFromWindows(string assembly)
    {
        (string Library, string Function)[] imports = [.. Read(assembly).Where(import => !Others.Contains(import.Library))];
        if (assembly == "Reloaded.VFS.Interop")
            Assert.True(imports.Length > 40, $"{imports.Length} imports");
        else
            Assert.Empty(imports);
    }

    private static List<(string Library, string Function)> Read(string assembly)
    {
        (_, string root, _) = Rooms.All.Single(a => a.Assembly == assembly);
        using PEReader image = new(File.OpenRead(RoomOrderTests.PathOf(assembly, root)));
        MetadataReader reader = image.GetMetadataReader();
        var imports = new List<(string, string)>();
        foreach (MethodDefinitionHandle handle in reader.MethodDefinitions)
        {
            MethodDefinition method = reader.GetMethodDefinition(handle);
            if ((method.Attributes & MethodAttributes.PinvokeImpl) == 0)
                continue;
            MethodImport import = method.GetImport();
            imports.Add((reader.GetString(reader.GetModuleReference(import.Module).Name), reader.GetString(import.Name)));
        }

        return imports;
    }
}
