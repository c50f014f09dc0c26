using Reloaded.VFS.Cli.Archives.Unpacking;
using Reloaded.VFS.Mods.Configuration;

namespace Reloaded.VFS.Cli.Archives;

/// <summary>What a mod is made from, and how. Immutable.</summary>
/// <param name="Path">An archive or a folder.</param>
/// <param name="Name">The mod's name.</param>
/// <param name="Configuration">The game's configuration, with its defaults; host paths.</param>
/// <param name="Limits">The limits of an archive's contents.</param>
internal sealed record ModSource(string Path, string Name, VfsConfiguration Configuration, UnpackLimits Limits)
{
    /// <summary>Gets a value indicating whether the name was given, and isn't replaced by a better one.</summary>
    public bool IsNamed { get; init; }

    /// <summary>Gets the parts of the archive that were asked for: folders, or an archive in it. Empty for all of it.</summary>
    public IReadOnlyList<string> Parts { get; init; } = [];

    /// <summary>Gets the one who chooses among the options of an installer, or null if nobody can.</summary>
    public IModChooser? Chooser { get; init; }

    /// <summary>Gets the file name of the archive or folder.</summary>
    public string FileName => System.IO.Path.GetFileName(System.IO.Path.TrimEndingDirectorySeparator(Path));

    /// <summary>Returns the error of an archive that can't be unpacked.</summary>
    public ArchiveException Refuse(string what, string? fix) => ArchiveException.Of(Path, what, fix);

    /// <summary>Returns the line that adds this source, with an option.</summary>
    public string LineWith(string option) => $"rvfs add {option} \"{Path}\"";
}
