using System.Text.Json;
using Reloaded.VFS.Layers;

namespace Reloaded.VFS.Dll.Reporting;

/// <summary>The JSON of <c>rvfs_which</c>: the providers of a path, in the form of <c>rvfs which --json</c>.</summary>
internal static class WhichJson
{
    /// <summary>Queries the trees, and the disk for the game's own file. Returns UTF-8 without a trailing NUL.</summary>
    /// <exception cref="ArgumentException">Not an absolute Windows path.</exception>
    public static byte[] Write(VirtualFileSystem files, string path)
    {
        string canonical = VirtualPath.Canonicalize(path);
        List<(string? Mod, string Path, bool IsFolder)> all = [];
        foreach (PathProvider provider in files.GetProviders(canonical))
            all.Add((NameOf(files.GetLayer(provider.Layer)), RealPath(provider.Backing), provider.IsFolder));
        if (Directory.Exists(canonical) || File.Exists(canonical))
            all.Add((null, canonical, Directory.Exists(canonical)));

        return ReadableJson.Write(json =>
        {
            json.WriteStartObject();
            json.WriteString("path", canonical);
            json.WritePropertyName("winner");
            if (all.Count > 0)
                Write(json, all[0]);
            else
                json.WriteNullValue();
            // A folder consists of all providers that have it as a folder; they don't lose.
            json.WriteList("losers", all.Skip(1).Where(p => !all[0].IsFolder || !p.IsFolder), loser => Write(json, loser));
            json.WriteList("merged", all.Where(p => all[0].IsFolder && p.IsFolder), part => Write(json, part));
            json.WriteEndObject();
        });
    }

    private static void Write(Utf8JsonWriter json, (string? Mod, string Path, bool IsFolder) provider)
    {
        json.WriteStartObject();
        json.WriteString("mod", provider.Mod);
        json.WriteString("source", provider.Path);
        json.WriteBoolean("isFolder", provider.IsFolder);
        json.WriteEndObject();
    }

    /// <summary>Returns the name of a layer's mod or redirection; empty for none.</summary>
    public static string NameOf(LayerInfo? layer) => layer is null ? "" : Path.GetFileName(RealPath(layer.Name));

    /// <summary>Returns the Win32 path of a backing path, or of the name of a layer that wasn't given one, which are in NT form.</summary>
    public static string RealPath(string path) => NtPath.ToWin32(NtPath.ToOpen(path));
}
