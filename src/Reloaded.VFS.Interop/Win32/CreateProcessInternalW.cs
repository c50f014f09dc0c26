using System.Runtime.CompilerServices;
using unsafe Function = delegate* unmanaged<
    nint, char*, char*, void*, void*, int, Reloaded.VFS.Interop.Win32.ProcessCreationFlags, void*, char*, void*, void*, nint*, int>;

namespace Reloaded.VFS.Interop.Win32;

/// <summary>
/// <c>CreateProcessInternalW</c>: what every way to start a process comes down to (kernelbase). Microsoft documents it nowhere.
/// </summary>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct CreateProcessInternalW(nint address)
{
    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>The address of a function that takes its place.</summary>
    public static nint AddressOf(Function function) => (nint)function;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Invoke(
        nint token, char* application, char* commandLine, void* processAttributes, void* threadAttributes, int inheritHandles,
        ProcessCreationFlags flags, void* environment, char* currentDirectory, void* startupInfo, void* processInformation,
        nint* restrictedToken) =>
        ((Function)address)(
            token, application, commandLine, processAttributes, threadAttributes, inheritHandles, flags, environment, currentDirectory,
            startupInfo, processInformation, restrictedToken);
}
