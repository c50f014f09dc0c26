using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Layout;

/// <summary>Reads the constants in compiled assemblies, including private ones and members of enumerations.</summary>
internal static class ManagedConstants
{
    private static readonly string[] Assemblies =
    [
        Path.Combine(AppContext.BaseDirectory, "Reloaded.VFS.dll"),
        Path.Combine(AppContext.BaseDirectory, "Reloaded.VFS.Interop.dll"),
        Path.Combine(AppContext.BaseDirectory, "Reloaded.VFS.Hooks.dll"),
        Path.Combine(AppContext.BaseDirectory, "rvfs.dll"),
        // For Windows only: read from the folder into which it was compiled.
        Path.Combine(RepositoryFolders.Root, "src", "Reloaded.VFS.Dll", "obj", "Release", "net10.0", "win-x64", "reloaded_vfs.dll"),
    ];

    /// <summary>Returns every integer constant as <c>Type.Name</c>; a nested type's name follows its outer type's.</summary>
    public static IReadOnlyDictionary<string, ulong> Read()
    {
        var constants = new Dictionary<string, ulong>(StringComparer.Ordinal);
        foreach (string assembly in Assemblies)
        {
            using PEReader image = new(File.OpenRead(assembly));
            MetadataReader reader = image.GetMetadataReader();
            foreach (FieldDefinitionHandle handle in reader.FieldDefinitions)
            {
                FieldDefinition field = reader.GetFieldDefinition(handle);
                if (field.GetDefaultValue() is { IsNil: false } value && TryRead(reader, reader.GetConstant(value)) is { } number)
                    constants.TryAdd($"{NameOf(reader, field.GetDeclaringType())}.{reader.GetString(field.Name)}", number);
            }
        }

        return constants;
    }

    private static string NameOf(MetadataReader reader, TypeDefinitionHandle handle)
    {
        TypeDefinition type = reader.GetTypeDefinition(handle);
        string name = reader.GetString(type.Name);
        return type.GetDeclaringType() is { IsNil: false } outer ? $"{NameOf(reader, outer)}.{name}" : name;
    }

    private static ulong? TryRead(MetadataReader reader, Constant constant)
    {
        BlobReader value = reader.GetBlobReader(constant.Value);
        return constant.TypeCode switch
        {
            ConstantTypeCode.Byte => value.ReadByte(),
            ConstantTypeCode.SByte => (ulong)value.ReadSByte(),
            ConstantTypeCode.Char or ConstantTypeCode.UInt16 => value.ReadUInt16(),
            ConstantTypeCode.Int16 => (ulong)value.ReadInt16(),
            ConstantTypeCode.Int32 => (ulong)value.ReadInt32(),
            ConstantTypeCode.UInt32 => value.ReadUInt32(),
            ConstantTypeCode.Int64 or ConstantTypeCode.UInt64 => value.ReadUInt64(),
            _ => null,
        };
    }
}
