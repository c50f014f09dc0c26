namespace Reloaded.VFS.Interop.Nt;

/// <summary>Paths of programs and DLLs as Wine's loader tells them, of which some are on no drive of the prefix.</summary>
public static class ModulePath
{
    private const string Prefix = @"\\?\", OnNoDrive = @"unix\";

    /// <summary>The path as any function takes it.</summary>
    /// <param name="told">
    /// What the loader tells. Wine's tells <c>unix\home\...</c> of a file on no drive, without the <c>\\?\</c> that belongs before it.
    /// </param>
    public static string Complete(string told) => told.StartsWith(OnNoDrive, StringComparison.Ordinal) ? Prefix + told : told;

    /// <summary>Whether a complete path leads to a place on no drive.</summary>
    public static bool IsOnNoDrive(string path) => path.StartsWith(Prefix + OnNoDrive, StringComparison.OrdinalIgnoreCase);
}
