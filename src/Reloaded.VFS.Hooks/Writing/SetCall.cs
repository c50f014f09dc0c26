using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Writing;

/// <summary>A call of <c>NtSetInformationFile</c>, with the arguments that the game gave; the pointers may lead anywhere.</summary>
/// <param name="handle">The handle.</param>
/// <param name="block">Where the outcome goes.</param>
/// <param name="information">What is to be set.</param>
/// <param name="length">Its bytes.</param>
/// <param name="informationClass">Its class.</param>
internal readonly unsafe struct SetCall(nint handle, void* block, void* information, uint length, FILE_INFORMATION_CLASS informationClass)
{
    /// <summary>The handle.</summary>
    public nint Handle => handle;

    /// <summary>Where the outcome goes.</summary>
    public void* Block => block;

    /// <summary>What is to be set.</summary>
    public void* Information => information;

    /// <summary>The bytes of <see cref="Information"/>.</summary>
    public uint Length => length;

    /// <summary>The class of <see cref="Information"/>.</summary>
    public FILE_INFORMATION_CLASS Class => informationClass;

    /// <summary>Calls the original with what the game gave.</summary>
    public NtStatus Invoke() => RealFiles.Set(handle, block, information, length, informationClass);

    /// <summary>Has the game's own block say that the call has succeeded, if it has.</summary>
    public void SetDone(NtStatus status)
    {
        IO_STATUS_BLOCK result = default;
        if (status.IsSuccess())
            GateTable.Native.TryCopy(block, &result, (nuint)sizeof(IO_STATUS_BLOCK));
    }
}
