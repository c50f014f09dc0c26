using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace Reloaded.VFS.Tests.Programs.Interfaces;

/// <summary>
/// Reads the declarations of assemblies: public types with their public and protected members. Attributes, parameter names and nullability
/// are left out.
/// </summary>
internal static class DeclaredTypes
{
    /// <summary>Returns the types of an assembly, from its metadata.</summary>
    public static SortedDictionary<string, DeclaredType> Read(string path)
    {
        using PEReader image = new(File.OpenRead(path));
        MetadataReader reader = image.GetMetadataReader();
        SortedDictionary<string, DeclaredType> types = new(StringComparer.Ordinal);
        foreach (TypeDefinition type in reader.TypeDefinitions.Select(reader.GetTypeDefinition))
        {
            if ((type.Attributes & TypeAttributes.VisibilityMask) == TypeAttributes.Public)
            {
                types.Add($"{reader.GetString(type.Namespace)}.{reader.GetString(type.Name)}",
                    new DeclaredType(ShapeOf(reader, type), [.. MembersOf(reader, type).Order(StringComparer.Ordinal)]));
            }
        }

        return types;
    }

    private static string ShapeOf(MetadataReader reader, TypeDefinition type)
    {
        string[] parameters = TypeNames.ParametersOf(reader, type.GetGenericParameters());
        TypeNames names = new(parameters, []);
        string kind = type.Attributes.HasFlag(TypeAttributes.Interface) ? "interface"
            : type.Attributes.HasFlag(TypeAttributes.Sealed) ? "sealed class"
            : type.Attributes.HasFlag(TypeAttributes.Abstract) ? "abstract class" : "class";
        IEnumerable<string> bases = type.GetInterfaceImplementations()
            .Select(handle => names.Of(reader, reader.GetInterfaceImplementation(handle).Interface))
            .Order(StringComparer.Ordinal);
        if (!type.BaseType.IsNil)
            bases = bases.Prepend(names.Of(reader, type.BaseType));
        string of = parameters.Length == 0 ? "" : $" <{string.Join(", ", parameters)}>";
        return bases.Any() ? $"{kind}{of} : {string.Join(", ", bases)}" : kind + of;
    }

    private static IEnumerable<string> MembersOf(MetadataReader reader, TypeDefinition type)
    {
        string[] outer = TypeNames.ParametersOf(reader, type.GetGenericParameters());
        foreach (FieldDefinition field in type.GetFields().Select(reader.GetFieldDefinition))
        {
            if ((field.Attributes & FieldAttributes.FieldAccessMask) is FieldAttributes.Public or FieldAttributes.Family)
                yield return $"{field.DecodeSignature(new TypeNames(outer, []), null)} {reader.GetString(field.Name)}";
        }

        foreach (MethodDefinition method in type.GetMethods().Select(reader.GetMethodDefinition))
        {
            if ((method.Attributes & MethodAttributes.MemberAccessMask) is MethodAttributes.Public or MethodAttributes.Family)
                yield return LineOf(reader, method, outer);
        }
    }

    private static string LineOf(MetadataReader reader, MethodDefinition method, string[] outer)
    {
        string[] own = TypeNames.ParametersOf(reader, method.GetGenericParameters());
        MethodSignature<string> signature = method.DecodeSignature(new TypeNames(outer, own), null);
        string how = method.Attributes.HasFlag(MethodAttributes.Static) ? "static "
            : method.Attributes.HasFlag(MethodAttributes.Abstract) ? DeclaredType.Abstract
            : method.Attributes.HasFlag(MethodAttributes.Virtual) ? "virtual " : "";
        string of = own.Length == 0 ? "" : $"<{string.Join(", ", own)}>";
        return $"{how}{signature.ReturnType} {reader.GetString(method.Name)}{of}({string.Join(", ", signature.ParameterTypes)})";
    }
}
