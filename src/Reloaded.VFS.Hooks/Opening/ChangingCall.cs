using Reloaded.VFS.Hooks.Writing;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Mods.Events;

namespace Reloaded.VFS.Hooks.Opening;

/// <summary>A call that may change what it names: everything it may change is recorded each time before the original runs.</summary>
/// <param name="call">The call.</param>
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
