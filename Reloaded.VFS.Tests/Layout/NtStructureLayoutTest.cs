using System.Runtime.InteropServices;
using Reloaded.VFS.Hooks.Engine;
using Reloaded.VFS.Interop.Kernel32;
using Reloaded.VFS.Interop.NtDll;

namespace Reloaded.VFS.Tests.Layout;

/// <summary>
/// The structures that cross the border, against Microsoft's documented layouts for a 64-bit process. Their 32-bit layouts follow from the
/// same declarations, since every pointer-sized field is declared as one: <see cref="Pointer_sized_fields_make_the_32_bit_layout"/>.
/// </summary>
public class NtStructureLayoutTest
{
    [Fact]
    public unsafe void Sizes_on_64_bit()
    {
        Assert.Equal(8, sizeof(nint));
        Assert.Equal(16, sizeof(UNICODE_STRING));
        Assert.Equal(48, sizeof(OBJECT_ATTRIBUTES));
        Assert.Equal(16, sizeof(IO_STATUS_BLOCK));
        Assert.Equal(48, sizeof(MEMORY_BASIC_INFORMATION));
        Assert.Equal(32, sizeof(CapturedAttributes));
        Assert.Equal(24, sizeof(GateSlots));
        Assert.Equal(16, sizeof(IpMove));
    }

    [Theory]
    [InlineData(typeof(UNICODE_STRING), nameof(UNICODE_STRING.Buffer), 8)]
    [InlineData(typeof(OBJECT_ATTRIBUTES), nameof(OBJECT_ATTRIBUTES.RootDirectory), 8)]
    [InlineData(typeof(OBJECT_ATTRIBUTES), nameof(OBJECT_ATTRIBUTES.ObjectName), 16)]
    [InlineData(typeof(OBJECT_ATTRIBUTES), nameof(OBJECT_ATTRIBUTES.Attributes), 24)]
    [InlineData(typeof(OBJECT_ATTRIBUTES), nameof(OBJECT_ATTRIBUTES.SecurityDescriptor), 32)]
    [InlineData(typeof(OBJECT_ATTRIBUTES), nameof(OBJECT_ATTRIBUTES.SecurityQualityOfService), 40)]
    [InlineData(typeof(IO_STATUS_BLOCK), nameof(IO_STATUS_BLOCK.Information), 8)]
    [InlineData(typeof(MEMORY_BASIC_INFORMATION), nameof(MEMORY_BASIC_INFORMATION.RegionSize), 24)]
    [InlineData(typeof(MEMORY_BASIC_INFORMATION), nameof(MEMORY_BASIC_INFORMATION.State), 32)]
    [InlineData(typeof(GateState), nameof(GateState.Handles), 8)]
    [InlineData(typeof(GateState), nameof(GateState.HandleCount), 16)]
    [InlineData(typeof(GateState), nameof(GateState.Filter), 24)]
    public void Offsets_on_64_bit(Type type, string field, int offset) =>
        Assert.Equal(offset, (int)Marshal.OffsetOf(type, field));

    /// <summary>Lays the declared fields out by the rules of a 32-bit compiler and compares with the documented 32-bit sizes.</summary>
    [Theory]
    [InlineData(typeof(UNICODE_STRING), 8)]
    [InlineData(typeof(OBJECT_ATTRIBUTES), 24)]
    [InlineData(typeof(IO_STATUS_BLOCK), 8)]
    [InlineData(typeof(MEMORY_BASIC_INFORMATION), 28)]
    [InlineData(typeof(GateSlots), 12)]
    public void Pointer_sized_fields_make_the_32_bit_layout(Type type, int size)
    {
        int offset = 0, largest = 1;
        foreach (System.Reflection.FieldInfo field in type.GetFields(System.Reflection.BindingFlags.Instance | System.Reflection.BindingFlags.Public))
        {
            int length = field.FieldType.IsPointer || field.FieldType == typeof(nint) || field.FieldType == typeof(nuint)
                ? 4
                : Marshal.SizeOf(field.FieldType);
            offset = (offset + length - 1) / length * length + length;
            largest = Math.Max(largest, length);
        }

        Assert.Equal(size, (offset + largest - 1) / largest * largest);
    }
}
