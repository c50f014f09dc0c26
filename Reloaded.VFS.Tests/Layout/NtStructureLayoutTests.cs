using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Tests.Layout;

/// <summary>Tests of the structures as declared in C#, against <see cref="DocumentedLayouts"/>, for 64 and for 32 bit.</summary>
public sealed class NtStructureLayoutTests
{
    private static readonly Dictionary<string, Type> Declared = FindDeclared().ToDictionary(type => type.Name);

    /// <summary>Gets each structure's name with each size of a pointer.</summary>
    public static TheoryData<string, int> Documented
    {
        get
        {
            TheoryData<string, int> data = [];
            foreach (DocumentedStructure structure in DocumentedLayouts.All)
            {
                data.Add(structure.Name, 8);
                data.Add(structure.Name, 4);
            }

            return data;
        }
    }

    [Theory]
    [MemberData(nameof(Documented))]
    public void SizeAndEveryFieldAreAsDocumented(string name, int pointer)
    {
        DocumentedStructure documented = DocumentedLayouts.All.Single(structure => structure.Name == name);
        (int size, IReadOnlyList<(string, int)> fields) = DeclaredLayout.Of(Declared[name], pointer);
        Assert.Equal(documented.Fields.Select(field => (field.Name, pointer == 8 ? field.On64 : field.On32)), fields);
        Assert.Equal(documented.Size(pointer), size);
    }

    /// <summary>
    /// The rules of <see cref="DeclaredLayout"/> are the runtime's: for this process's own pointer size, both results are the same.
    /// </summary>
    [Theory]
    [MemberData(nameof(Names))]
    public void TheCalculationIsTheRuntimesOwn(string name)
    {
        Type type = Declared[name];
        (int size, IReadOnlyList<(string Name, int Offset)> fields) = DeclaredLayout.Of(type, nint.Size);
        MethodInfo sizeOf = typeof(Unsafe).GetMethod(nameof(Unsafe.SizeOf))!.MakeGenericMethod(type);
        Assert.Equal((int)sizeOf.Invoke(null, null)!, size);
        Assert.All(fields, field => Assert.Equal((int)Marshal.OffsetOf(type, field.Name), field.Offset));
    }

    /// <summary>An open that is answered in a gate reads one cache line of the gates' state: the fields up to the mods' names.</summary>
    [Fact]
    public void WhatOpensReadOfTheGatesIsInOneCacheLine()
    {
        const int Line = 64, Pointer = 8;
        (_, IReadOnlyList<(string Name, int Offset)> fields) = DeclaredLayout.Of(typeof(GateState), Pointer);
        Assert.InRange(fields.Single(field => field.Name == nameof(GateState.Names)).Offset, 0, Line - Pointer);
    }

    /// <summary>A new structure needs a row in <see cref="DocumentedLayouts"/>.</summary>
    [Fact]
    public void EveryStructureOfTheBorderIsDocumented()
    {
        string[] rows = [.. DocumentedLayouts.All.Select(structure => structure.Name)];
        Assert.Empty(Declared.Keys.Except(rows));
        Assert.Empty(rows.Except(Declared.Keys));
    }

    public static TheoryData<string> Names => [.. DocumentedLayouts.All.Select(structure => structure.Name)];

    // All structures of the interop project, the listing records that the tests declare, and the structures of the hooks that C shares.
    private static IEnumerable<Type> FindDeclared()
        => typeof(UNICODE_STRING).Assembly.GetTypes()
            .Concat(typeof(FILE_DIRECTORY_INFORMATION).Assembly.GetTypes().Where(IsRecord))
            .Where(type => type.IsValueType && !type.IsEnum && !type.IsPrimitive && !type.Name.Contains('<', StringComparison.Ordinal)
                && !(type.DeclaringType?.Name.Contains('<', StringComparison.Ordinal) ?? false))
            // A function pointer is called, and has no layout.
            .Where(type => type.GetMethod("Invoke") is null)
            .Where(type => DeclaredLayout.Fields(type).Any() && type.Namespace?.StartsWith("Reloaded", StringComparison.Ordinal) == true
                && !type.IsDefined(typeof(CompilerGeneratedAttribute)))
            .Concat([typeof(GateState), typeof(ModNameState), typeof(PrefixFilter.FilterHeader), typeof(PrefixFilter.FilterStart),
                typeof(PrefixFilter.FilterPrefix), typeof(GateSlots), typeof(CapturedAttributes), typeof(IpMove), typeof(CodePatch),
                typeof(NativeServices), typeof(ThreadErrors), typeof(NotificationTable), typeof(PendingCall), typeof(SettlingThread)]);

    private static bool IsRecord(Type type) =>
        type.Namespace == typeof(FILE_DIRECTORY_INFORMATION).Namespace && type.Name.StartsWith("FILE_", StringComparison.Ordinal);
}
