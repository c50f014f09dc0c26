using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Interop.Entering;

/// <summary>The game's view of a DLL, by its name, beside the program.</summary>
/// <param name="File">The file that the game sees, whose own imports count; null if there is none or it is hidden.</param>
/// <param name="IsElsewhere">
/// True if Windows' loader, before the VFS is active, would take another file, or one where the game sees none.
/// </param>
public sealed record SeenDll(string? File, bool IsElsewhere);

/// <summary>
/// A walk of the imports of a program, direct or through DLLs beside it: Windows maps all of them before anything else runs in the process.
/// </summary>
public static class ImportWalk
{
    /// <summary>Returns the imports that Windows' loader would take from another place than the game sees.</summary>
    /// <param name="program">The program's file.</param>
    /// <param name="see">Called once for each name; returns null if nothing of that name is beside the program.</param>
    public static IReadOnlyList<string> FindElsewhere(string program, Func<string, SeenDll?> see)
    {
        List<string> elsewhere = [];
        HashSet<string> asked = new(StringComparer.OrdinalIgnoreCase);
        Queue<string> files = new([program]);
        while (files.TryDequeue(out string? file))
        {
            foreach (string name in ImportedDlls.Read(file).Where(asked.Add))
            {
                if (see(name) is not { } dll)
                    continue;
                if (dll.IsElsewhere)
                    elsewhere.Add(name);
                if (dll.File is { } own)
                    files.Enqueue(own);
            }
        }

        return elsewhere;
    }
}

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
