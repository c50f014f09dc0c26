namespace Reloaded.VFS.Layers;

/// <summary>How a layer is added to a <see cref="VirtualFileSystem"/>.</summary>
public sealed record LayerOptions
{
    /// <summary>What to call it in reports, say the mod's name; by default its source.</summary>
    public string? Name { get; init; }

    /// <summary>Whether it takes part from the start.</summary>
    public bool Enabled { get; init; } = true;

    /// <summary>The handle of the layer that it goes directly below; null: on top of all.</summary>
    public int? Below { get; init; }
}
