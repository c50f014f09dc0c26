using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Mods.Undoing;

/// <summary>A folder of which a journal tells.</summary>
/// <param name="Name">What its records' paths begin with; empty where they lie below it.</param>
/// <param name="Folder">The folder.</param>
/// <param name="IsMods">Whether it is the mods folder.</param>
internal sealed record UndoRoot(string Name, string Folder, bool IsMods = false);

/// <summary>The folders of which a journal tells: one rule for who writes it and who takes a run back.</summary>
internal static class UndoRoots
{
    private const string GameName = "game", ModsName = "mods";

    /// <summary>The folders that a run may change.</summary>
    /// <param name="policy">Where that run's writes went.</param>
    /// <param name="overwrite">The overwrite folder.</param>
    /// <param name="configuration">With its defaults.</param>
    public static IReadOnlyList<UndoRoot> Of(WritePolicy policy, string overwrite, VfsConfiguration configuration)
    {
        if (policy == WritePolicy.Overwrite)
        {
            // What has no such name before it lies in the folder itself.
            return [
                .. Enum.GetValues<KnownFolder>()
                    .Select(known => new UndoRoot(KnownFolders.NameOf(known), OverwritePlaces.KnownOf(overwrite, known))),
                new UndoRoot("", overwrite),
            ];
        }

        List<UndoRoot> roots = [];
        if (configuration.Mods is { } mods)
            roots.Add(new UndoRoot(ModsName, mods, IsMods: true));
        // Whatever the game's folder is called, and wherever it is moved to.
        IReadOnlyList<string> targets = OverwritePlaces.AllOf(configuration);
        roots.Add(new UndoRoot(GameName, targets[0]));
        string[] others = [.. targets.Skip(1)];
        roots.AddRange(OverwritePlaces.NamesOf(others, GameName, ModsName).Zip(others, (name, target) => new UndoRoot(name, target)));
        return roots;
    }
}
