using Reloaded.VFS.Mods.Reports;

namespace Reloaded.VFS.Cli.Terminal;

/// <summary>Things that a game doesn't have to wait for, or can do without: what goes wrong in them is one message.</summary>
internal static class Attempt
{
    /// <summary>Does something. Nothing that it throws gets past this.</summary>
    /// <param name="action">What to do.</param>
    /// <param name="outcome">What follows if it can't be done, the beginning of a sentence.</param>
    /// <returns>Whether it was done.</returns>
    public static bool Make(Action action, string outcome)
    {
        try
        {
            action();
            return true;
        }
        catch (Exception e)
        {
            Messages.Warn($"{outcome}: {UnexpectedError.Describe(e)}.");
            return false;
        }
    }
}
