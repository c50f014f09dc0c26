using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Interop.Entering;

/// <summary>An import of a program that isn't available.</summary>
/// <param name="Dll">The DLL's name.</param>
/// <param name="Function">The missing function, or its ordinal in words; null if the DLL itself is missing.</param>
public sealed record MissingImport(string Dll, string? Function)
{
    /// <summary>Gets the status with which Windows ends such a program.</summary>
    public NtStatus Status => Function is null ? NtStatus.STATUS_DLL_NOT_FOUND : NtStatus.STATUS_ENTRYPOINT_NOT_FOUND;

    /// <summary>Describes what is missing, as the end of a sentence that begins "the game needs". Without a full stop.</summary>
    public override string ToString() => Function is null
        ? $"{Dll}, which can't be loaded: it, or a DLL that it needs itself, isn't there"
        : $"the function {Function} of {Dll}, which that DLL doesn't have";
}
