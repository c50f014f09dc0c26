using Reloaded.VFS.Diagnostics;

namespace Reloaded.VFS.Cli.Archives;

/// <summary>An archive that isn't unpacked. Nothing of it is left on disk.</summary>
internal sealed class ArchiveException(Diagnostic diagnostic, Exception? cause = null) : Exception(diagnostic.Cause, cause), IOwnText
{
    /// <inheritdoc/>
    public string OwnText => Diagnostic.Cause;

    /// <summary>Whether another attempt may end otherwise: the cause isn't what is in the archive.</summary>
    public bool IsPassing { get; init; }

    /// <summary>The archive, what is wrong with it, and what to do about it.</summary>
    public Diagnostic Diagnostic { get; } = diagnostic;

    /// <summary>An error in one archive.</summary>
    /// <param name="archive">The archive's path.</param>
    /// <param name="what">What is wrong, without the archive's name.</param>
    /// <param name="fix">What to do about it.</param>
    /// <param name="cause">What the library says.</param>
    /// <param name="isPassing">Whether another attempt may end otherwise.</param>
    public static ArchiveException Of(string archive, string what, string? fix = null, Exception? cause = null, bool isPassing = false) =>
        new(Diagnostic.Error($"the archive isn't unpacked: {what}") with { File = archive, Fix = fix }, cause) { IsPassing = isPassing };
}
