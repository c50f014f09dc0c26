using Reloaded.VFS.Diagnostics;

namespace Reloaded.VFS.Mods.Configuration;

/// <summary>A source of substitutes for the <c>mod.json</c> of mods that have none. Thread-safe.</summary>
internal interface IModJsonSource
{
    /// <summary>Determines whether <see cref="Find"/> needs to know if a mod's folder has a file of a given name.</summary>
    bool IsRead(ReadOnlySpan<char> name);

    /// <summary>Returns the text of a <c>mod.json</c> for a mod, or null if there is none. Nothing on disk makes it throw.</summary>
    /// <param name="mod">The mod's name.</param>
    /// <param name="folder">The mod's folder, a host path.</param>
    /// <param name="names">The names of the files in the folder for which <see cref="IsRead"/> is true.</param>
    ModJsonText? Find(string mod, string folder, string[] names);
}

/// <summary>The text of a <c>mod.json</c> that isn't on disk. Immutable.</summary>
/// <param name="Text">The text; its key <c>from</c> names the file that it was made from.</param>
/// <param name="Fault">The problem found in that file, or null if there is none.</param>
internal sealed record ModJsonText(string Text, Diagnostic? Fault = null);

/// <summary>The texts that the launcher has passed to the game's process. Immutable.</summary>
/// <param name="texts">The texts, by the names of mods.</param>
internal sealed class HandedOverModJsons(IReadOnlyDictionary<string, string> texts) : IModJsonSource
{
    /// <summary>Gets the texts, by the names of mods.</summary>
    public IReadOnlyDictionary<string, string> Texts => texts;

    /// <inheritdoc/>
    public bool IsRead(ReadOnlySpan<char> name) => false;

    /// <inheritdoc/>
    public ModJsonText? Find(string mod, string folder, string[] names) =>
        texts.TryGetValue(mod, out string? text) ? new ModJsonText(text) : null;
}
