using Reloaded.VFS.Diagnostics;

namespace Reloaded.VFS.Mods.Configuration;

/// <summary>Finds what stands for the <c>mod.json</c> of a mod that has none. Thread-safe.</summary>
internal interface IModJsonSource
{
    /// <summary>Whether <see cref="Find"/> wants to know whether a mod's folder has a file of that name.</summary>
    bool IsRead(ReadOnlySpan<char> name);

    /// <summary>Finds the text of a <c>mod.json</c>. Null if there is none. Nothing on disk makes it throw.</summary>
    /// <param name="mod">The mod's name.</param>
    /// <param name="folder">Its folder, a host path.</param>
    /// <param name="names">The names of the files in the folder for which <see cref="IsRead"/> is true.</param>
    ModJsonText? Find(string mod, string folder, string[] names);
}

/// <summary>The text of a <c>mod.json</c> that isn't on disk. Immutable.</summary>
/// <param name="Text">The text; its key <c>from</c> names the file that it was made from.</param>
/// <param name="Fault">What is the matter with that file; null if nothing is.</param>
internal sealed record ModJsonText(string Text, Diagnostic? Fault = null);

/// <summary>The texts that the launcher has handed over to the game's process. Immutable.</summary>
/// <param name="texts">The texts, by the names of mods.</param>
internal sealed class HandedOverModJsons(IReadOnlyDictionary<string, string> texts) : IModJsonSource
{
    /// <summary>The texts, by the names of mods.</summary>
    public IReadOnlyDictionary<string, string> Texts => texts;

    /// <inheritdoc/>
    public bool IsRead(ReadOnlySpan<char> name) => false;

    /// <inheritdoc/>
    public ModJsonText? Find(string mod, string folder, string[] names) =>
        texts.TryGetValue(mod, out string? text) ? new ModJsonText(text) : null;
}
