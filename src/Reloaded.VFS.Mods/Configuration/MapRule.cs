using Reloaded.VFS.Mods.Diagnostics;
using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Mods.Configuration;

/// <summary>A rule that says where a part of a mod goes. Immutable.</summary>
/// <param name="From">
/// The part, a folder or a file. In a mod's own file this is a path in the mod, empty for the whole mod; in a configuration, a path in the
/// mods folder, beginning with the mod's name. Names are joined with backslashes.
/// </param>
/// <param name="To">
/// The folder that a folder's content is laid over, or that a file is laid into: relative to the target, empty for the target itself, or
/// beginning with a known folder (<c>%DOCUMENTS%</c>). Names are joined with backslashes.
/// </param>
public sealed record MapRule(string From, string To)
{
    /// <summary>Gets the location of the rule in a file, or null if it isn't from a file.</summary>
    internal ConfigurationLocation? Location { get; init; }

    /// <summary>Gets the known folder that <see cref="To"/> begins with, or null if it is relative to the target.</summary>
    internal KnownFolder? Base => To.StartsWith('%') ? KnownFolders.Parse(To.Split('\\')[0]) : null;

    /// <summary>Gets <see cref="To"/> relative to the target or the known folder, empty for that folder itself.</summary>
    internal string Below => Base is null ? To : To[Math.Min(To.Length, To.Split('\\')[0].Length + 1)..];

    /// <summary>Gets the name of the mod that a configuration's rule is about.</summary>
    internal string Mod => From.Split('\\')[0];

    /// <summary>Returns a configuration's rule as the mod's own file would have it.</summary>
    internal MapRule InMod() => this with { From = From[Math.Min(From.Length, Mod.Length + 1)..] };

    /// <summary>Converts a path that a person wrote to the form of <see cref="From"/> and <see cref="To"/>.</summary>
    /// <param name="path">The path.</param>
    /// <param name="mayBeKnown">Whether the path may begin with a known folder.</param>
    /// <param name="normal">The result.</param>
    /// <param name="fix">A suggestion if the path is refused, or null if there is none.</param>
    /// <returns>The reason why the path can't be used, or null if it can.</returns>
    internal static string? Normalize(string path, bool mayBeKnown, out string normal, out string? fix)
    {
        normal = "";
        fix = null;
        if (string.IsNullOrWhiteSpace(path))
        {
            fix = "write \".\" for the whole folder";
            return "the path is empty";
        }

        if (path.Length > ConfigurationPath.LongestPath)
            return "the path is longer than any Windows path";
        string[] names = path.Replace('/', '\\').Split('\\');
        if (names[0].Length == 0 || ConfigurationPath.IsWindowsAbsolute(path) || names[0].Contains(':'))
        {
            fix = mayBeKnown
                ? $"write it relative to the game's folder, or begin with {string.Join(", ", KnownFolders.Names)}"
                : "write it relative to the mod's folder";
            return "the path is absolute";
        }

        int first = 0;
        if (mayBeKnown && names[0].StartsWith('%'))
        {
            if (KnownFolders.Parse(names[0]) is not { } known)
            {
                string? near = NearestName.Find(names[0], KnownFolders.Names);
                fix = near is null ? $"the known folders are {string.Join(", ", KnownFolders.Names)}" : $"did you mean {near}?";
                return $"there is no known folder '{ModName.Show(names[0])}'";
            }

            names[0] = KnownFolders.NameOf(known);
            first = 1;
        }

        names = [.. names.Where((name, i) => name is not ("" or "."))];
        foreach (string name in names.Skip(first))
        {
            if (name == "..")
                return "the path can't contain '..'";
            if (ModName.WhyImpossible(name) is { } cause)
                return $"'{ModName.Show(name)}' can't be a name in the path: {cause}";
        }

        normal = string.Join('\\', names);
        return null;
    }
}
