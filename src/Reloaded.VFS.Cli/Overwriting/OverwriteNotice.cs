using Reloaded.VFS.Cli.Questions;
using Reloaded.VFS.Cli.Starting;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Mods.Configuration;

namespace Reloaded.VFS.Cli.Overwriting;

/// <summary>Says at a start without mods that files which the game has written lie where it doesn't see them then.</summary>
internal static class OverwriteNotice
{
    /// <summary>Says it where there are any; what can't be read is the start's to tell.</summary>
    public static void Show(RunOptions options)
    {
        try
        {
            VfsConfiguration configuration = GameArguments.Configure(options);
            OverwriteContent content = OverwriteContent.ReadChanged(configuration);
            if (!content.IsEmpty)
                Messages.Say($"without mods the game doesn't see what it has written to '{content.Folder}': {content.Summary}");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or CliException)
        {
            // The start says what is the matter with the game and its configuration.
        }
    }
}
