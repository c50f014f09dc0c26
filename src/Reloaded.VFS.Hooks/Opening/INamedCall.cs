using Reloaded.VFS.Hooks.Writing;
using Reloaded.VFS.Mods.Events;

namespace Reloaded.VFS.Hooks.Opening;

/// <summary>A call that names its object by <c>OBJECT_ATTRIBUTES</c>, with its other arguments.</summary>
/// <remarks>No member has a body here: a structure would be boxed for it, and CoreCLR's compiler leaves such a call to the game.</remarks>
internal unsafe interface INamedCall
{
    /// <summary>Gets a value indicating whether the call may create something new.</summary>
    bool MayCreate { get; }

    /// <summary>Gets a value indicating whether the call, or the handle that it gives, may change what it names.</summary>
    bool MayChange { get; }

    /// <summary>Gets a value indicating whether the call deletes what it names, at once or when the handle is closed.</summary>
    bool Deletes { get; }

    static abstract EventFunction Function { get; }

    /// <summary>Gets a value indicating whether the original accepts names that are relative to a folder's handle.</summary>
    static abstract bool AcceptsRelativeNames { get; }

    /// <summary>Calls the original with the given attributes and the game's other arguments.</summary>
    NtStatus Invoke(OBJECT_ATTRIBUTES* objectAttributes);

    /// <summary>
    /// Calls the original on the game's own folder of a name that is a folder to the game: a file of that name isn't seen, and gives
    /// <c>STATUS_NOT_A_DIRECTORY</c>.
    /// </summary>
    /// <remarks>
    /// The system doesn't delete that folder alone when the handle is closed: <c>NtClose</c> has all of its parts deleted, or none.
    /// </remarks>
    NtStatus InvokeOnFolder(OBJECT_ATTRIBUTES* objectAttributes);

    /// <summary>Gets the call's request. Only for a call that gives a handle, or that may change what it names.</summary>
    ChangeRequest Request { get; }

    /// <summary>Calls the original with the given attributes and another request. Only for a call that gives a handle.</summary>
    NtStatus InvokeAs(OBJECT_ATTRIBUTES* objectAttributes, in OpenRequest request);

    /// <summary>
    /// Calls the function as the game sees it, hooks included, by a name instead of an id or a file's handle: another call. Only for a call
    /// that may change what it names.
    /// </summary>
    NtStatus InvokeByName(OBJECT_ATTRIBUTES* objectAttributes);
}

/// <summary>A call that may change what it names: everything it may change is recorded each time before the original runs.</summary>
/// <param name="record">Records the call's changes; null if nothing is recorded.</param>
internal unsafe struct ChangingCall<TCall>(TCall call, CallRecord? record) : INamedCall
    where TCall : struct, INamedCall
{
    private TCall _call = call;

    public static EventFunction Function => TCall.Function;
    public static bool AcceptsRelativeNames => TCall.AcceptsRelativeNames;

    /// <summary>Gets the call in its current state.</summary>
    public readonly TCall Call => _call;

    public readonly bool MayCreate => _call.MayCreate;
    public readonly bool MayChange => true;
    public readonly bool Deletes => _call.Deletes;
    public readonly ChangeRequest Request => _call.Request;

    public NtStatus Invoke(OBJECT_ATTRIBUTES* objectAttributes)
    {
        record?.BeforeOriginal(objectAttributes);
        return _call.Invoke(objectAttributes);
    }

    public NtStatus InvokeOnFolder(OBJECT_ATTRIBUTES* objectAttributes)
    {
        record?.BeforeOriginal(objectAttributes);
        return _call.InvokeOnFolder(objectAttributes);
    }

    public NtStatus InvokeAs(OBJECT_ATTRIBUTES* objectAttributes, in OpenRequest request)
    {
        record?.BeforeOriginal(objectAttributes);
        return _call.InvokeAs(objectAttributes, request);
    }

    public NtStatus InvokeByName(OBJECT_ATTRIBUTES* objectAttributes) => _call.InvokeByName(objectAttributes);
}
