using Reloaded.VFS.Diagnostics;

namespace Reloaded.VFS.Cli.Archives;

/// <summary>A failure to unpack an archive. Nothing of the archive is left on disk.</summary>
internal sealed class ArchiveException(Diagnostic diagnostic, Exception? cause = null) : Exception(diagnostic.Cause, cause), IOwnText
{
    /// <inheritdoc/>
    public string OwnText => Diagnostic.Cause;

    /// <summary>Gets a value indicating whether another attempt may succeed, because the cause isn't the archive's contents.</summary>
    public bool IsPassing { get; init; }

    /// <summary>Gets the archive, the cause and the remedy.</summary>
    public Diagnostic Diagnostic { get; } = diagnostic;

    /// <summary>Creates an error about one archive.</summary>
    /// <param name="archive">The archive's path.</param>
    /// <param name="what">The cause, without the archive's name.</param>
    /// <param name="fix">The remedy.</param>
    /// <param name="cause">The library's exception.</param>
    /// <param name="isPassing">True if another attempt may succeed.</param>
    public static ArchiveException Of(string archive, string what, string? fix = null, Exception? cause = null, bool isPassing = false) =>
        new(Diagnostic.Error($"the archive isn't unpacked: {what}") with { File = archive, Fix = fix }, cause) { IsPassing = isPassing };
}
