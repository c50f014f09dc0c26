namespace Reloaded.VFS.Layers;

/// <summary>Options for adding a layer to a <see cref="VirtualFileSystem"/>.</summary>
public sealed record LayerOptions
{
    /// <summary>Gets the name used in reports, such as the mod's; by default the layer's source.</summary>
    public string? Name { get; init; }

    /// <summary>Gets a value indicating whether the layer is enabled from the start.</summary>
    public bool Enabled { get; init; } = true;

    /// <summary>Gets the handle of the layer directly above the new one; null puts the new layer on top.</summary>
    public int? Below { get; init; }
}
