using System.Drawing;

// Names that the peer's files mention and that libraries have which nothing here calls.
namespace Reloaded.Hooks.Definitions.Helpers
{
    internal static class None;
}

namespace Reloaded.Mod.Interfaces
{
    /// <summary>What the peer's logger calls; the benchmarks give it none, as a game does whose user hasn't asked for a log.</summary>
    public interface ILogger
    {
        Color ColorRed { get; }

        Color ColorYellow { get; }

        Color ColorLightBlue { get; }

        void WriteLineAsync(string text);

        void WriteLineAsync(string text, Color color);
    }
}
