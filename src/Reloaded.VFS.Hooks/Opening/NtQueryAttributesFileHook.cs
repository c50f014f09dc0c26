using Reloaded.VFS.Hooks.Writing;
using Reloaded.VFS.Mods.Events;

namespace Reloaded.VFS.Hooks.Opening;

/// <summary><c>NtQueryAttributesFile</c>: gets times and attributes by path (<c>FILE_BASIC_INFORMATION</c>, <c>winternl.h</c>).</summary>
internal static unsafe class NtQueryAttributesFileHook
{
    public static nint Handler => NtQueryAttributesFile.AddressOf(&Handle);

    [UnmanagedCallersOnly]
    [SkipLocalsInit]
    private static NtStatus Handle(void* objectAttributes, void* fileInformation)
    {
        var call = new AttributesCall<Query>(objectAttributes, fileInformation);
        return HookedCall.Run<AttributesCall<Query>, NtStatus>(ref call);
    }

    private struct Query : IAttributesQuery
    {
        public static EventFunction Function => EventFunction.NtQueryAttributesFile;

        public static int AttributesOffset => 32; // FILE_BASIC_INFORMATION.FileAttributes

        public static NtStatus Invoke(OBJECT_ATTRIBUTES* objectAttributes, void* fileInformation) =>
            new NtQueryAttributesFile(GateTable.Original(GateIndex.NtQueryAttributesFile)).Invoke(objectAttributes, fileInformation);
    }
}

/// <summary>
/// <c>NtQueryFullAttributesFile</c>: queries times, attributes and size by path (<c>FILE_NETWORK_OPEN_INFORMATION</c>, <c>wdm.h</c>).
/// </summary>
internal static unsafe class NtQueryFullAttributesFileHook
{
    public static nint Handler => NtQueryFullAttributesFile.AddressOf(&Handle);

    [UnmanagedCallersOnly]
    [SkipLocalsInit]
    private static NtStatus Handle(void* objectAttributes, void* fileInformation)
    {
        var call = new AttributesCall<Query>(objectAttributes, fileInformation);
        return HookedCall.Run<AttributesCall<Query>, NtStatus>(ref call);
    }

    private struct Query : IAttributesQuery
    {
        public static EventFunction Function => EventFunction.NtQueryFullAttributesFile;

        public static int AttributesOffset => 48; // FILE_NETWORK_OPEN_INFORMATION.FileAttributes

        public static NtStatus Invoke(OBJECT_ATTRIBUTES* objectAttributes, void* fileInformation) =>
            new NtQueryFullAttributesFile(GateTable.Original(GateIndex.NtQueryFullAttributesFile)).Invoke(objectAttributes, fileInformation);
    }
}

/// <summary>A function that queries the attributes of a file or folder by its path.</summary>
internal unsafe interface IAttributesQuery
{
    static abstract EventFunction Function { get; }

    /// <summary>Gets the offset of the attributes in the function's structure, in bytes.</summary>
    static abstract int AttributesOffset { get; }

    /// <summary>Calls the original.</summary>
    static abstract NtStatus Invoke(OBJECT_ATTRIBUTES* objectAttributes, void* fileInformation);
}

/// <summary>A call of a function that queries attributes.</summary>
/// <param name="objectAttributes">The game's pointer.</param>
/// <param name="fileInformation">The game's buffer.</param>
internal unsafe struct AttributesCall<TQuery>(void* objectAttributes, void* fileInformation) : INamedCall, IHookedCall<NtStatus>
    where TQuery : struct, IAttributesQuery
{
    public static string Failure => RedirectedCall.Failure;
    public static EventFunction Function => TQuery.Function;

    // Wine ignores the handle in these functions.
    public static bool AcceptsRelativeNames => !NtFunctions.IsWine;

    public NtStatus Answer(MergedView view, bool isPathMissing, ref Ended<NtStatus> ended) =>
        RedirectedCall.Run(view, ref this, objectAttributes, isPathMissing, ref ended, out _);

    public NtStatus AnswerWithoutVfs(MergedView view) => RedirectedCall.RunWithoutVfs(view, ref this, objectAttributes);

    public readonly bool MayCreate => false;
    public readonly bool MayChange => false;
    public readonly bool Deletes => false;
    public readonly ChangeRequest Request => default;

    public readonly NtStatus Invoke(OBJECT_ATTRIBUTES* objectAttributes) => TQuery.Invoke(objectAttributes, fileInformation);

    public readonly NtStatus InvokeAs(OBJECT_ATTRIBUTES* objectAttributes, in OpenRequest request) => Invoke(objectAttributes);

    public readonly NtStatus InvokeByName(OBJECT_ATTRIBUTES* objectAttributes) => Invoke(objectAttributes);

    public readonly NtStatus InvokeOnFolder(OBJECT_ATTRIBUTES* objectAttributes)
    {
        NtStatus status = Invoke(objectAttributes);
        return RealFiles.IsFile(status, fileInformation, TQuery.AttributesOffset) ? NtStatus.STATUS_NOT_A_DIRECTORY : status;
    }
}
