using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Reloaded.VFS.Tests.Layout;

/// <summary>
/// Lays out a structure's declared fields as the runtime does for a given pointer size, so that a declaration's 32-bit layout can be
/// checked in a 64-bit process. <see cref="NtStructureLayoutTests"/> shows, by comparison with the real layout, that the rules are the
/// runtime's.
/// </summary>
public static class DeclaredLayout
{
    /// <summary>
    /// Returns the size, and each field's offset in the order of declaration. Throws if the structure isn't laid out sequentially.
    /// </summary>
    public static (int Size, IReadOnlyList<(string Name, int Offset)> Fields) Of(Type type, int pointer)
    {
        (int size, _, List<(string, int)> fields) = LayOut(type, pointer);
        return (size, fields);
    }

    /// <summary>Returns the fields in the order of declaration.</summary>
    public static IEnumerable<FieldInfo> Fields(Type type)
        => type.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic).OrderBy(field => field.MetadataToken);

    private static (int Size, int Alignment, List<(string, int)> Fields) LayOut(Type type, int pointer)
    {
        StructLayoutAttribute attribute = type.StructLayoutAttribute!;
        if (attribute.Value != LayoutKind.Sequential)
            throw new NotSupportedException($"{type} isn't sequential");
        int pack = attribute.Pack == 0 ? 8 : attribute.Pack;
        int offset = 0, largest = 1;
        List<(string, int)> fields = [];
        foreach (FieldInfo field in Fields(type))
        {
            (int size, int alignment) = Measure(field, pointer);
            alignment = Math.Min(alignment, pack);
            offset = RoundUp(offset, alignment);
            fields.Add((field.Name, offset));
            offset += size;
            largest = Math.Max(largest, alignment);
        }

        return (Math.Max(RoundUp(offset, largest), attribute.Size), largest, fields);
    }

    private static (int Size, int Alignment) Measure(FieldInfo field, int pointer)
    {
        if (field.GetCustomAttribute<FixedBufferAttribute>() is FixedBufferAttribute buffer)
        {
            (int element, int alignment) = Measure(buffer.ElementType, pointer);
            return (element * buffer.Length, alignment);
        }

        return Measure(field.FieldType, pointer);
    }

    private static (int Size, int Alignment) Measure(Type type, int pointer)
    {
        if (type.IsPointer || type.IsFunctionPointer || type == typeof(nint) || type == typeof(nuint))
            return (pointer, pointer);
        if (type.IsEnum)
            return Measure(type.GetEnumUnderlyingType(), pointer);
        int size = Type.GetTypeCode(type) switch
        {
            TypeCode.Byte or TypeCode.SByte => 1,
            TypeCode.Char or TypeCode.Int16 or TypeCode.UInt16 => 2,
            TypeCode.Int32 or TypeCode.UInt32 or TypeCode.Single => 4,
            TypeCode.Int64 or TypeCode.UInt64 or TypeCode.Double => 8,
            TypeCode.Object => 0,
            TypeCode other => throw new NotSupportedException($"{other} has no fixed size"),
        };
        if (size != 0)
            return (size, size);
        (int whole, int largest, _) = LayOut(type, pointer);
        return (whole, largest);
    }

    private static int RoundUp(int value, int alignment) => (value + alignment - 1) / alignment * alignment;
}
