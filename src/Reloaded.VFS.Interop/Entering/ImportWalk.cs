using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Interop.Entering;

/// <summary>What the game sees of a DLL by its name, beside the program or on disk there.</summary>
/// <param name="File">The file that the game sees, whose own imports count; null: there is none, or it is hidden.</param>
/// <param name="IsElsewhere">Whether Windows' loader, before the VFS is there, would take another one, or one where there is none.</param>
public sealed record SeenDll(string? File, bool IsElsewhere);

/// <summary>
/// What a program imports, itself or through DLLs beside it: Windows maps all of them before anything else runs in the process.
/// </summary>
public static class ImportWalk
{
    /// <summary>The imports that Windows' loader would take from elsewhere than the game sees them.</summary>
    /// <param name="program">The program's file.</param>
    /// <param name="see">Asked once for each name; null: nothing of that name lies beside the program.</param>
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
