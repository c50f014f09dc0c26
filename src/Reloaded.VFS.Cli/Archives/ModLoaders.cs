namespace Reloaded.VFS.Cli.Archives;

/// <summary>A rule of a mod loader: where the files of a package's folder go. Immutable.</summary>
/// <param name="Folder">The name of the folder in a package.</param>
/// <param name="Target">The folder of the game, with <c>/</c>.</param>
/// <param name="IsOwn">Whether each mod has a folder of its own there.</param>
/// <param name="Endings">The endings of names of files that go there although they lie elsewhere in the package.</param>
internal sealed record LoaderRoute(string Folder, string Target, bool IsOwn, params string[] Endings);

/// <summary>A mod loader whose mods come as packages of Thunderstore. Immutable.</summary>
/// <param name="Name">The name that is shown.</param>
/// <param name="Mark">A part of the name of the loader's own package, which its mods need.</param>
/// <param name="Folder">The folder that the loader has in a game, with <c>/</c>.</param>
/// <param name="Shapes">The folders of a package by which a mod for this loader is known.</param>
/// <param name="Routes">The rules; the first one is for files that no other one is for.</param>
internal sealed record ModLoader(string Name, string Mark, string Folder, string[] Shapes, params LoaderRoute[] Routes)
{
    /// <summary>Gets the known loaders. If a package could be for several, the first one counts.</summary>
    public static IReadOnlyList<ModLoader> All { get; } =
    [
        new("MelonLoader", "MelonLoader", "MelonLoader", ["MelonLoader", "UserLibs"],
            new("Mods", "Mods", false, ".dll"), new("Plugins", "Plugins", false, ".plugin.dll"),
            new("UserLibs", "UserLibs", false, ".lib.dll"), new("Managed", "MelonLoader/Managed", false, ".managed.dll"),
            new("Libs", "MelonLoader/Libs", false), new("ModManager", "UserData/ModManager", true), new("UserData", "UserData", false),
            new("MelonLoader", "MelonLoader", false)),
        new("BepInEx", "BepInEx", "BepInEx", ["BepInEx", "patchers", "monomod"],
            new("plugins", "BepInEx/plugins", true, ".dll"), new("patchers", "BepInEx/patchers", true),
            new("monomod", "BepInEx/monomod", true, ".mm.dll"), new("core", "BepInEx/core", true),
            new("config", "BepInEx/config", false)),
        new("Northstar", "-Northstar", "R2Northstar", ["R2Northstar"],
            new("mods", "R2Northstar/mods", false), new("packages", "R2Northstar/packages", true)),
        new("the Unreal shimloader", "unreal_shimloader", "shimloader", ["shimloader"],
            new("mod", "shimloader/mod", true), new("pak", "shimloader/pak", true, ".pak", ".ucas", ".utoc"),
            new("cfg", "shimloader/cfg", false)),
        new("ReturnOfModding", "ReturnOfModding", "ReturnOfModding", ["ReturnOfModding", "plugins_data"], Plugins("ReturnOfModding")),
        new("Hell2Modding", "Hell2Modding", "ReturnOfModding", [], Plugins("ReturnOfModding")),
        new("GDWeave", "GDWeave", "GDWeave", ["GDWeave"], new LoaderRoute("", "GDWeave/mods", true)),
        new("Lovely", "-lovely", "mods/lovely", [], new LoaderRoute("", "mods", true)),
    ];

    private static LoaderRoute[] Plugins(string folder) =>
    [
        new("plugins", folder + "/plugins", true, ".lua"), new("plugins_data", folder + "/plugins_data", true),
        new("config", folder + "/config", true),
    ];
}
