using System.Collections.Immutable;
using System.Reflection;
using System.Reflection.Metadata;

namespace Reloaded.VFS.Tests.Programs.Interfaces;

/// <summary>Returns the names of types in signatures, without their assemblies, which differ between frameworks.</summary>
/// <param name="outer">The type parameters of the type.</param>
/// <param name="own">The type parameters of the method.</param>
internal sealed class TypeNames(string[] outer, string[] own) : ISignatureTypeProvider<string, object?>
{
    /// <summary>Returns type parameters with their constraints, by position, without their names.</summary>
    public static string[] ParametersOf(MetadataReader reader, GenericParameterHandleCollection parameters) =>
    [
        .. parameters.Select(reader.GetGenericParameter).Select(parameter =>
            (parameter.Parent.Kind == HandleKind.TypeDefinition ? "!" : "!!") + parameter.Index
            + ((parameter.Attributes & GenericParameterAttributes.SpecialConstraintMask) is var asked and not 0 ? $" {asked}" : "")),
    ];

    /// <summary>Returns the name of a type.</summary>
    public string Of(MetadataReader reader, EntityHandle type) => type.Kind switch
    {
        HandleKind.TypeDefinition => GetTypeFromDefinition(reader, (TypeDefinitionHandle)type, 0),
        HandleKind.TypeReference => GetTypeFromReference(reader, (TypeReferenceHandle)type, 0),
        _ => GetTypeFromSpecification(reader, null, (TypeSpecificationHandle)type, 0),
    };

    /// <inheritdoc/>
    public string GetTypeFromDefinition(MetadataReader reader, TypeDefinitionHandle handle, byte rawTypeKind)
    {
        TypeDefinition type = reader.GetTypeDefinition(handle);
        return type.GetDeclaringType() is { IsNil: false } within
            ? $"{GetTypeFromDefinition(reader, within, 0)}+{reader.GetString(type.Name)}"
            : $"{reader.GetString(type.Namespace)}.{reader.GetString(type.Name)}";
    }

    /// <inheritdoc/>
    public string GetTypeFromReference(MetadataReader reader, TypeReferenceHandle handle, byte rawTypeKind)
    {
        TypeReference type = reader.GetTypeReference(handle);
        return type.ResolutionScope.Kind == HandleKind.TypeReference
            ? $"{GetTypeFromReference(reader, (TypeReferenceHandle)type.ResolutionScope, 0)}+{reader.GetString(type.Name)}"
            : $"{reader.GetString(type.Namespace)}.{reader.GetString(type.Name)}";
    }

    /// <inheritdoc/>
    public string GetTypeFromSpecification(MetadataReader reader, object? genericContext, TypeSpecificationHandle handle,
        byte rawTypeKind) =>
        reader.GetTypeSpecification(handle).DecodeSignature(this, null);

    /// <inheritdoc/>
    public string GetPrimitiveType(PrimitiveTypeCode typeCode) => $"System.{typeCode}";

    /// <inheritdoc/>
    public string GetSZArrayType(string elementType) => elementType + "[]";

    /// <inheritdoc/>
    public string GetArrayType(string elementType, ArrayShape shape) => $"{elementType}[{new string(',', shape.Rank - 1)}]";

    /// <inheritdoc/>
    public string GetByReferenceType(string elementType) => elementType + "&";

    /// <inheritdoc/>
    public string GetPointerType(string elementType) => elementType + "*";

    /// <inheritdoc/>
    public string GetGenericInstantiation(string genericType, ImmutableArray<string> typeArguments) =>
        $"{genericType}<{string.Join(", ", typeArguments)}>";

    /// <inheritdoc/>
    public string GetGenericTypeParameter(object? genericContext, int index) => outer[index].Split(' ')[0];

    /// <inheritdoc/>
    public string GetGenericMethodParameter(object? genericContext, int index) => own[index].Split(' ')[0];

    /// <inheritdoc/>
    public string GetModifiedType(string modifier, string unmodifiedType, bool isRequired) =>
        $"{unmodifiedType} {(isRequired ? "modreq" : "modopt")}({modifier})";

    /// <inheritdoc/>
    public string GetFunctionPointerType(MethodSignature<string> signature) =>
        $"{signature.ReturnType} *({string.Join(", ", signature.ParameterTypes)})";

    /// <inheritdoc/>
    public string GetPinnedType(string elementType) => elementType;
}
