using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Dll.Interface;
using Reloaded.VFS.Dll.Runtime;
using Reloaded.VFS.Mods.AntiCheat;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Order;

namespace Reloaded.VFS.Dll.Start;

/// <summary>The reasons to refuse a start that are known before anything of the process or the disk is changed.</summary>
internal static class StartRefusals
{
    /// <summary>Finds a reason, and adds diagnostics that are no reason.</summary>
    /// <param name="start">The start, with its mods.</param>
    /// <returns><see cref="RvfsStatus.Ok"/> if there is no reason.</returns>
    public static RvfsStatus Find(Starting start)
    {
        VfsConfiguration configuration = start.Configuration;
        if (HasAntiCheat(start))
            return RvfsStatus.AntiCheat;
        // A mod that order.txt lists but that doesn't exist is a warning, but counts as missing if everything is required.
        bool isIncomplete = start.Diagnostics.Exists(d => d.IsError)
            || start.Mods.Mods.Any(mod => mod.Mod.State is ModState.Missing or ModState.Error);
        if (configuration.OnError == ErrorPolicy.Stop && isIncomplete)
            return IsNotThere(start.Request) ? RvfsStatus.NotFound : RvfsStatus.Configuration;
        // No folder is created for a set that doesn't exist: the next start would mistake it for an existing one.
        return start.IsSetMissing && configuration.Writes == WritePolicy.Overwrite ? RvfsStatus.Configuration : RvfsStatus.Ok;
    }

    private static bool HasAntiCheat(Starting start)
    {
        VfsConfiguration configuration = start.Configuration;
        IEnumerable<string> folders = configuration.Targets.Prepend(OwnProcess.Folder);
        AntiCheatFinding? found = AntiCheatDetector.FindFirst(folders, start.Mods.TargetNames, out string? unlisted);
        if (found is not null)
        {
            string risk = $"this game has anti-cheat software ({found.Product}), which may ban players whose game is changed";
            start.Diagnostics.Add(configuration.Offline
                ? Diagnostic.Warning(risk + "; the start goes on, because \"offline\" says that the game is played offline only",
                    file: found.Path)
                : Diagnostic.Error(risk,
                    file: found.Path, fix: "nothing is redirected; if you play offline only, set \"offline\": true in rvfs.json"));
        }

        bool isRefused = found is not null && !configuration.Offline;
        if (unlisted is not null && !configuration.Offline && !isRefused)
            start.Diagnostics.Add(Diagnostic.Warning("this folder can't be listed, so anti-cheat software in it isn't found",
                file: unlisted));
        return isRefused;
    }

    /// <summary>Determines whether a folder passed to <c>rvfs_start</c> doesn't exist.</summary>
    private static bool IsNotThere(StartRequest request) => request.IsOfOptions
        && request.Configuration.Targets.Concat(request.Folders.Select(folder => folder.Source))
            .Concat(request.Configuration.Mods is { } mods ? [mods] : [])
            .Any(folder => !Directory.Exists(folder));
}
