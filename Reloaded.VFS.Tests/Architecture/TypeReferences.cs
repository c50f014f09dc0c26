using System.Collections.Immutable;
using System.Reflection.Emit;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;

namespace Reloaded.VFS.Tests.Architecture;

/// <summary>
/// Reads from an assembly's metadata which of its types use which others: bases, fields, signatures, locals, attributes and every
/// instruction. A constant that the compiler has inlined leaves no trace.
/// </summary>
internal sealed class TypeReferences : ISignatureTypeProvider<int, int>
{
    private readonly MetadataReader _reader;
    private readonly PEReader _image;
    private readonly HashSet<TypeDefinitionHandle> _used = [];

    private TypeReferences(PEReader image)
    {
        _image = image;
        _reader = image.GetMetadataReader();
    }

    /// <summary>Returns every pair of outermost types of which the first uses the second, with their namespaces.</summary>
    public static IReadOnlyCollection<((string Namespace, string Name) From, (string Namespace, string Name) To)> Read(string path)
    {
        using PEReader image = new(File.OpenRead(path));
        TypeReferences references = new(image);
        HashSet<((string, string), (string, string))> pairs = [];
        foreach (TypeDefinitionHandle handle in references._reader.TypeDefinitions)
        {
            references._used.Clear();
            references.ReadType(references._reader.GetTypeDefinition(handle));
            foreach (TypeDefinitionHandle used in references._used)
                pairs.Add((references.NameOf(handle), references.NameOf(used)));
        }

        return pairs;
    }

    private (string Namespace, string Name) NameOf(TypeDefinitionHandle handle)
    {
        TypeDefinition type = _reader.GetTypeDefinition(handle);
        return type.GetDeclaringType() is { IsNil: false } outer
            ? NameOf(outer)
            : (_reader.GetString(type.Namespace), _reader.GetString(type.Name));
    }

    private void ReadType(TypeDefinition type)
    {
        Use(type.BaseType);
        foreach (InterfaceImplementationHandle i in type.GetInterfaceImplementations())
            Use(_reader.GetInterfaceImplementation(i).Interface);
        foreach (FieldDefinitionHandle field in type.GetFields())
            _reader.GetFieldDefinition(field).DecodeSignature(this, 0);
        foreach (GenericParameterHandle parameter in type.GetGenericParameters())
            UseConstraints(parameter);
        Use(type.GetCustomAttributes());
        foreach (MethodDefinitionHandle handle in type.GetMethods())
        {
            MethodDefinition method = _reader.GetMethodDefinition(handle);
            method.DecodeSignature(this, 0);
            Use(method.GetCustomAttributes());
            foreach (GenericParameterHandle parameter in method.GetGenericParameters())
                UseConstraints(parameter);
            if (method.RelativeVirtualAddress != 0)
                ReadBody(_image.GetMethodBody(method.RelativeVirtualAddress));
        }
    }

    private void UseConstraints(GenericParameterHandle parameter)
    {
        foreach (GenericParameterConstraintHandle constraint in _reader.GetGenericParameter(parameter).GetConstraints())
            Use(_reader.GetGenericParameterConstraint(constraint).Type);
    }

    private void Use(CustomAttributeHandleCollection attributes)
    {
        foreach (CustomAttributeHandle attribute in attributes)
            Use(_reader.GetCustomAttribute(attribute).Constructor);
    }

    private void ReadBody(MethodBodyBlock body)
    {
        if (!body.LocalSignature.IsNil)
            _reader.GetStandaloneSignature(body.LocalSignature).DecodeLocalSignature(this, 0);
        foreach (ExceptionRegion region in body.ExceptionRegions)
            Use(region.CatchType);
        IlInstructions.Read(body, (operand, value) =>
        {
            if (operand == OperandType.InlineSig)
                _reader.GetStandaloneSignature((StandaloneSignatureHandle)MetadataTokens.EntityHandle(value))
                    .DecodeMethodSignature(this, 0);
            else if (operand
                is OperandType.InlineField or OperandType.InlineMethod or OperandType.InlineTok or OperandType.InlineType)
                Use(MetadataTokens.EntityHandle(value));
        });
    }

    private void Use(EntityHandle handle)
    {
        switch (handle.Kind)
        {
            case HandleKind.TypeDefinition when !handle.IsNil:
                _used.Add((TypeDefinitionHandle)handle);
                break;
            case HandleKind.TypeSpecification:
                _reader.GetTypeSpecification((TypeSpecificationHandle)handle).DecodeSignature(this, 0);
                break;
            case HandleKind.MethodDefinition:
                Use(_reader.GetMethodDefinition((MethodDefinitionHandle)handle).GetDeclaringType());
                break;
            case HandleKind.FieldDefinition:
                Use(_reader.GetFieldDefinition((FieldDefinitionHandle)handle).GetDeclaringType());
                break;
            case HandleKind.MemberReference:
                MemberReference member = _reader.GetMemberReference((MemberReferenceHandle)handle);
                Use(member.Parent);
                if (member.GetKind() == MemberReferenceKind.Method)
                    member.DecodeMethodSignature(this, 0);
                else
                    member.DecodeFieldSignature(this, 0);
                break;
            case HandleKind.MethodSpecification:
                MethodSpecification generic = _reader.GetMethodSpecification((MethodSpecificationHandle)handle);
                Use(generic.Method);
                generic.DecodeSignature(this, 0);
                break;
        }
    }

    int ISimpleTypeProvider<int>.GetTypeFromDefinition(MetadataReader reader, TypeDefinitionHandle handle, byte rawTypeKind)
    {
        _used.Add(handle);
        return 0;
    }

    int ISignatureTypeProvider<int, int>.GetTypeFromSpecification(MetadataReader reader, int genericContext, TypeSpecificationHandle handle,
        byte rawTypeKind) =>
        reader.GetTypeSpecification(handle).DecodeSignature(this, genericContext);

    int ISimpleTypeProvider<int>.GetPrimitiveType(PrimitiveTypeCode typeCode) => 0;

    int ISimpleTypeProvider<int>.GetTypeFromReference(MetadataReader reader, TypeReferenceHandle handle, byte rawTypeKind) => 0;

    int ISZArrayTypeProvider<int>.GetSZArrayType(int elementType) => 0;

    int IConstructedTypeProvider<int>.GetArrayType(int elementType, ArrayShape shape) => 0;

    int IConstructedTypeProvider<int>.GetByReferenceType(int elementType) => 0;

    int IConstructedTypeProvider<int>.GetGenericInstantiation(int genericType, ImmutableArray<int> typeArguments) => 0;

    int IConstructedTypeProvider<int>.GetPointerType(int elementType) => 0;

    int ISignatureTypeProvider<int, int>.GetFunctionPointerType(MethodSignature<int> signature) => 0;

    int ISignatureTypeProvider<int, int>.GetGenericMethodParameter(int genericContext, int index) => 0;

    int ISignatureTypeProvider<int, int>.GetGenericTypeParameter(int genericContext, int index) => 0;

    int ISignatureTypeProvider<int, int>.GetModifiedType(int modifier, int unmodifiedType, bool isRequired) => 0;

    int ISignatureTypeProvider<int, int>.GetPinnedType(int elementType) => 0;
}
