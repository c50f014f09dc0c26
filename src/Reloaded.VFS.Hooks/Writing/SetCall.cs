using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Writing;

/// <summary>A call of <c>NtSetInformationFile</c>, with the game's arguments; the pointers may be invalid.</summary>
/// <param name="handle">The handle.</param>
/// <param name="block">The status block.</param>
/// <param name="information">The information to set.</param>
/// <param name="length">The length of the information, in bytes.</param>
/// <param name="informationClass">The class of the information.</param>
internal readonly unsafe struct SetCall(nint handle, void* block, void* information, uint length, FILE_INFORMATION_CLASS informationClass)
{
    /// <summary>Gets the handle.</summary>
    public nint Handle => handle;

    /// <summary>Gets the pointer to the status block.</summary>
    public void* Block => block;

    /// <summary>Gets the pointer to the information to set.</summary>
    public void* Information => information;

    /// <summary>Gets the length of <see cref="Information"/>, in bytes.</summary>
    public uint Length => length;

    /// <summary>Gets the class of <see cref="Information"/>.</summary>
    public FILE_INFORMATION_CLASS Class => informationClass;

    /// <summary>Calls the original with the game's arguments.</summary>
    public NtStatus Invoke() => RealFiles.Set(handle, block, information, length, informationClass);

    /// <summary>Writes success to the game's status block if the call has succeeded.</summary>
    public void SetDone(NtStatus status)
    {
        IO_STATUS_BLOCK result = default;
        if (status.IsSuccess())
            GateTable.Native.TryCopy(block, &result, (nuint)sizeof(IO_STATUS_BLOCK));
    }
}
