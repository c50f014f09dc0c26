namespace Reloaded.VFS.Cli.Archives.Packages;

/// <summary>A rule of a mod loader: where the files of a package's folder go. Immutable.</summary>
/// <param name="Folder">The name of the folder in a package; empty for the package itself, whose files then lie as they do in it.</param>
/// <param name="Target">The folder of the game, with <c>/</c>.</param>
/// <param name="IsOwn">True if each mod has a folder of its own there.</param>
/// <param name="Endings">The endings of names of files that go there although they lie elsewhere in the package.</param>
internal sealed record LoaderRoute(string Folder, string Target, bool IsOwn, params string[] Endings)
{
    /// <summary>Gets a value indicating whether files without another rule keep their folders of the package.</summary>
    public bool KeepsFolders { get; init; }

    /// <summary>Gets a value indicating whether the whole package goes there as one zip archive.</summary>
    public bool IsZip { get; init; }
}

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
        new("the Unreal shimloader", "_shimloader", "shimloader", ["shimloader"],
            new("mod", "shimloader/mod", true), new("pak", "shimloader/pak", true, ".pak", ".ucas", ".utoc"),
            new("cfg", "shimloader/cfg", false)),
        new("ReturnOfModding", "ReturnOfModding", "ReturnOfModding", ["ReturnOfModding", "plugins_data"], Plugins("ReturnOfModding")),
        new("Hell2Modding", "Hell2Modding", "ReturnOfModding", [], Plugins("ReturnOfModding")),
        new("GDWeave", "GDWeave", "GDWeave", ["GDWeave"], new LoaderRoute("", "GDWeave/mods", true)),
        new("Lovely", "-lovely", "mods/lovely", [], new LoaderRoute("", "mods", true)),
        new("Godot Mod Loader", "GodotModLoader", "addons/mod_loader", [], new LoaderRoute("", "mods", false) { IsZip = true }),
        new("Unity Mod Manager", "UMM-UMM", "UMM", ["UMM"],
            new("Mods", "UMM/Mods", true, ".dll"), new("BroMaker_Storage", "UMM/BroMaker_Storage", true),
            new("DM_Wardrobes", "UMM/DM_Wardrobes", true)),
        new("Rivet", "-Rivet", "Rivet", [], new LoaderRoute("", "Rivet/Mods", true)),
    ];

    private static LoaderRoute[] Plugins(string folder) =>
    [
        new("plugins", folder + "/plugins", true, ".lua"), new("plugins_data", folder + "/plugins_data", true),
        new("config", folder + "/config", true),
    ];
}

/// <summary>A game whose packages have rules of their own, or that has one loader only. Immutable.</summary>
/// <param name="Loader">The loader, with the game's rules.</param>
/// <param name="Programs">The names of the game's programs, each of which identifies the game.</param>
internal sealed record LoaderGame(ModLoader Loader, params string[] Programs)
{
    public static IReadOnlyList<LoaderGame> All { get; } =
    [
        new(With("BepInEx", new LoaderRoute("SlimVML", "BepInEx/SlimVML", true)), "valheim.exe", "valheim_server.exe"),
        new(With("BepInEx", new("Assets", "BepInEx/Assets", false), new("GameData", "BepInEx/GameData", true)), "GTFO.exe"),
        new(With("BepInEx", new LoaderRoute("Sideloader", "BepInEx/Sideloader", false, ".hotmod", ".h3mod")), "h3vr.exe"),
        new(With("BepInEx", new("CustomSongs", "BepInEx/CustomSongs", false), new("Movesets", "BepInEx/Movesets", false),
            new("Skins", "BepInEx/Skins", true, ".nasbskin"), new("Voicepacks", "BepInEx/Voicepacks", true, ".voicepack")),
            "Nickelodeon All-Star Brawl.exe"),
        new(With("BepInEx", new LoaderRoute("Maps", "BepInEx/Maps", true)), "Timberborn.exe"),
        new(With("BepInEx", new LoaderRoute("UMM Mods", "BepInEx/UMM Mods", true)), "ULTRAKILL.exe"),
        new(With("BepInEx", new LoaderRoute("hexpatches", "BepInEx/hexpatches", false)), "PATAPON12_REPLAY.exe"),
        new(Named("BepInEx") with
        {
            Routes = [
                new("plugins", "BepInEx/plugins", false, ".dll"), new("patchers", "BepInEx/patchers", false),
                new("monomod", "BepInEx/monomod", false, ".mm.dll"), new("core", "BepInEx/core", true),
                new("config", "BepInEx/config", false), new("QMods", "QMods", false)],
        }, "Subnautica.exe", "SubnauticaZero.exe"),
        new(With("MelonLoader", new("CustomItems", "CustomItems", false, ".melon"), new("CustomLoadScreens", "CustomLoadScreens", false, ".load"),
            new("CustomMaps", "CustomMaps", false, ".bcm", ".cma"), new("CustomSkins", "CustomSkins", false, ".png"),
            new("Food", "Food", false, ".food"), new("Grenades", "Grenades", false, ".grenade"), new("Music", "Music", false, ".wav"),
            new("PlayerModels", "PlayerModels", false, ".body"), new("Scoreworks", "Scoreworks", false, ".sw")),
            "BONELAB_Steam_Windows64.exe", "BONELAB_Oculus_Windows64.exe", "BONEWORKS.exe", "Boneworks_Oculus_Windows64.exe"),
        new(OfModManager(), "Backpack Hero.exe", "Patch Quest.exe", "RUMBLE.exe"),
        new(OfModManager(new LoaderRoute("CustomNPCs", "UserData/CustomNPCs", false, ".npc")), "Hard Bullet.exe"),
        // Since its version 0.7 this loader also searches folders.
        new(Named("MelonLoader") with { Routes = [new("", "Mods", true), new("UserData", "UserData", true)] },
            "DDSS.exe", "Gang Beasts.exe", "Labyrinthine.exe", "PaintingVr.exe", "Schedule I.exe", "UnfinishedGame.exe", "BabySteps.exe",
            "Beetleball.exe", "BetonBrutal.exe", "Forsaken Frontiers.exe", "Jump Space.exe", "MIMESIS.exe", "Vellum.exe", "Vigil.exe"),
        new(Named("Northstar"), "NorthstarLauncher.exe", "Titanfall2.exe"),
        new(Named("the Unreal shimloader"), "Palworld.exe", "Panicore.exe", "VotV.exe", "Ride.exe", "SoulcaliburVI.exe", "Astro.exe"),
        new(Named("ReturnOfModding"), "Risk of Rain Returns.exe"),
        new(Named("Hell2Modding"), "Hades2.exe"),
        new(Named("GDWeave"), "webfishing.exe"),
        new(Named("Lovely"), "Balatro.exe"),
        new(Named("Godot Mod Loader"), "Brotato.exe", "domekeeper.exe", "RAM.exe", "PairADice.exe"),
        new(Named("Unity Mod Manager"), "Broforce_beta.exe"),
        new(Named("Rivet"), "ScrapMechanic.exe"),
        new(new ModLoader("the game", "", "mods", [], new LoaderRoute("", "mods", true)), "Ancient_Dungeon.exe"),
    ];

    /// <summary>Returns the game that has a program, or null if none is known.</summary>
    /// <param name="names">The names in the game's folder, which compare ignoring case.</param>
    public static LoaderGame? Find(IReadOnlySet<string> names) => All.FirstOrDefault(game => Array.Exists(game.Programs, names.Contains));

    private static ModLoader Named(string name) => ModLoader.All.First(loader => loader.Name == name);

    private static ModLoader With(string name, params LoaderRoute[] routes) =>
        Named(name) with { Routes = [.. Named(name).Routes, .. routes] };

    /// <summary>Returns MelonLoader with a manager in the game, which gets the files without another rule.</summary>
    private static ModLoader OfModManager(params LoaderRoute[] routes) => Named("MelonLoader") with
    {
        Routes = [
            new("ModManager", "UserData/ModManager", true) { KeepsFolders = true },
            .. Named("MelonLoader").Routes.Where(route => route.Folder is not ("ModManager" or "UserData" or "Plugins")), .. routes],
    };
}
