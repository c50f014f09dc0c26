using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Interop.Entering;

/// <summary>What a program imports and can't have.</summary>
/// <param name="Dll">The DLL's name.</param>
/// <param name="Function">The function that the DLL lacks, or its number in words; null where the DLL itself is missing.</param>
public sealed record MissingImport(string Dll, string? Function)
{
    /// <summary>What Windows ends such a program with.</summary>
    public NtStatus Status => Function is null ? NtStatus.STATUS_DLL_NOT_FOUND : NtStatus.STATUS_ENTRYPOINT_NOT_FOUND;

    /// <summary>What is needed and why it isn't there: behind "the game needs". Without a full stop.</summary>
    public override string ToString() => Function is null
        ? $"{Dll}, which can't be loaded: it, or a DLL that it needs itself, isn't there"
        : $"the function {Function} of {Dll}, which that DLL doesn't have";
}
