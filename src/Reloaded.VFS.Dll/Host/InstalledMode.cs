using Reloaded.VFS.Dll.Children;
using Reloaded.VFS.Hooks.Children;

namespace Reloaded.VFS.Dll.Host;

/// <summary>
/// The mode of a program that loads the VFS by itself because it lies in the folder of a game for which <c>rvfs install</c> has installed
/// the VFS: an updater, a crash handler or a launcher may import the same DLL as the game.
/// </summary>
internal static class InstalledMode
{
    /// <summary>Returns the request of a start beside the game for this process; null if the process isn't the game's.</summary>
    /// <param name="request">The request from the configuration beside the program.</param>
    public static StartRequest? Apply(StartRequest request)
    {
        bool overwrites = request.Configuration.Writes == WritePolicy.Overwrite;
        return Of(request.Configuration) switch
        {
            ChildMode.Leave => null,
            ChildMode.Follow => request with { Follows = true, Disabled = !overwrites, WithoutMods = overwrites },
            _ => request,
        };
    }

    // The program that rvfs install was given sees the mods. So does every program if nothing is installed: a loader has loaded the VFS.
    private static ChildMode Of(VfsConfiguration configuration)
    {
        if (InstalledGame.Find(OwnProcess.Folder) is not { } game
            || game.Equals(Path.GetFileName(OwnProcess.Program), StringComparison.OrdinalIgnoreCase))
            return ChildMode.Mods;
        return ChildRequest.HasTypeArgument(Environment.CommandLine) || ChildProcess.CauseInOwnToken() is not null
            ? ChildMode.Leave
            : OwnProcess.ModeIn(configuration);
    }
}
