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
