using Reloaded.VFS.Diagnostics;

namespace Reloaded.VFS.Mods.Order;

/// <summary>How far from their right depth a mod's files are. Immutable.</summary>
/// <param name="Levels">How many folders too deep; -1: one folder too high.</param>
/// <param name="Folder">
/// Of files that are too deep, the folder in the mod that the right ones are in, with <c>/</c>; of files that are too high, the folder of
/// the game that they belong in.
/// </param>
/// <param name="Example">A name that shows it: the game has it too.</param>
internal sealed record WrongDepth(int Levels, string Folder, string Example)
{
    /// <summary>Whether the files are too deep.</summary>
    public bool IsTooDeep => Levels > 0;

    /// <summary>What there is to tell of a mod.</summary>
    public Diagnostic Describe(Mod mod)
    {
        if (!IsTooDeep)
        {
            return Diagnostic.Warning(
                $"the files of the mod '{mod.Name}' are one folder too high: the game has '{Example}' in '{Folder}'") with
            {
                File = mod.Folder,
                Mod = mod.Name,
                Fix = $"make a folder '{Folder}' in the mod and move its contents there: {mod.Name}/{Example} becomes "
                    + $"{mod.Name}/{Folder}/{Example}",
            };
        }

        string depth = Levels == 1 ? "one folder" : $"{Levels} folders";
        string up = Levels == 1 ? "one level" : $"{Levels} levels";
        return Diagnostic.Warning(
            $"the files of the mod '{mod.Name}' are {depth} too deep: '{Example}', which the game has at its "
                + $"top, is in '{Folder}'") with
        {
            File = mod.Folder,
            Mod = mod.Name,
            Fix = $"move the contents of '{Folder}' up {up}: {mod.Name}/{Folder}/{Example} becomes {mod.Name}/{Example}",
        };
    }
}
