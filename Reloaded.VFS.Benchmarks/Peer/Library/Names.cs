using System.Drawing;

// Names that the peer's files mention, from libraries that nothing here calls.
namespace Reloaded.Hooks.Definitions.Helpers
{
    internal static class None;
}

namespace Reloaded.Mod.Interfaces
{
    /// <summary>
    /// The interface behind the peer's logger. The benchmarks pass no object, like a game whose user hasn't asked for a log.
    /// </summary>
    public interface ILogger
    {
        Color ColorRed { get; }

        Color ColorYellow { get; }

        Color ColorLightBlue { get; }

        void WriteLineAsync(string text);

        void WriteLineAsync(string text, Color color);
    }
}
