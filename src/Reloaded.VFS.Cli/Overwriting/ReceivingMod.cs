using Reloaded.VFS.Cli.Questions;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Mods.Resolving;

namespace Reloaded.VFS.Cli.Overwriting;

/// <summary>The mod that receives what a game or a tool has written.</summary>
internal static class ReceivingMod
{
    /// <summary>Finds the mod, whose folder may be missing.</summary>
    /// <exception cref="CliException">The mod is an archive or has a map, or no mod can have the name.</exception>
    public static Mod Find(VfsConfiguration configuration, string name)
    {
        LoadOrder order = LoadOrder.Of(configuration);
        if (order.Mods.FirstOrDefault(mod => NameComparer.Instance.Equals(mod.Name, name)) is { } found)
            return found.Archive is not null
                ? throw new CliException(ExitCodes.Failed, $"The mod '{found.Name}' is an archive.", "Name a mod that is a folder.")
                : Mapless(configuration, found);
        if (ModName.WhyNoMod(name) is { } cause)
            throw new CliException(ExitCodes.Failed, $"A mod can't have the name '{ModName.Show(name)}': {cause}.");
        return Mapless(configuration, new Mod(name, Path.Combine(configuration.Mods!, name), ModState.New));
    }

    /// <summary>Creates the mod if it isn't there, in the last place of the order, where it wins as the overwrite folder does.</summary>
    public static void Ensure(Mod mod, VfsConfiguration configuration)
    {
        if (Directory.Exists(mod.Folder))
            return;
        Directory.CreateDirectory(mod.Folder);
        var order = new OrderChange(configuration);
        order.Move(order.Find(mod.Name), int.MaxValue);
        order.Save();
    }

    /// <summary>Warns of files that no longer win, because what was above all mods is now in the mod's place.</summary>
    public static void WarnOfWinners(OverwriteMove move, OverwritePart part, Mod mod, VfsConfiguration configuration)
    {
        using var resolver = new ModResolver(ModSet.Load(configuration));
        string[] lost = [
            .. move.Steps.Where(step => step.Entry.Kind == OverwriteKind.File)
                .Select(step => step.Entry.Path)
                .Where(path => resolver.Which(Path.Join(part.Target, path.Replace('\\', Path.DirectorySeparatorChar)))?.Winner.Mod
                    is var winner && !NameComparer.Instance.Equals(winner, mod.Name)),
        ];
        if (lost.Length > 0)
            Messages.Warn(FormattableString.Invariant($"the game doesn't see '{lost[0]}' of '{mod.Name}'")
                + (lost.Length == 1 ? "." : FormattableString.Invariant($", nor {lost.Length - 1} more.")),
                $"A higher mod has it, or the mod is off: rvfs which {lost[0]}, rvfs mods move \"{mod.Name}\" --last.");
    }

    /// <summary>Returns the mod, or refuses if it has a map, so that not everything in it lies over the targets.</summary>
    private static Mod Mapless(VfsConfiguration configuration, Mod mod) => ModMap.Of(configuration, mod) is null
        ? mod
        : throw new CliException(ExitCodes.Failed, $"The mod '{mod.Name}' has a map: what that doesn't name is laid over nothing.",
            "Name a mod without a map.");
}
