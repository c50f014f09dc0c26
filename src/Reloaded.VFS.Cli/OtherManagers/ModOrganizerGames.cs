using Reloaded.VFS.Cli.OtherManagers.Plans;

namespace Reloaded.VFS.Cli.OtherManagers;

/// <summary>A game as Mod Organizer's game plugins describe it. Immutable.</summary>
/// <param name="Data">
/// The folder over which a mod's content is laid, as <see cref="MapRule.To"/>, or null if only <see cref="Subfolders"/> go anywhere.
/// </param>
internal sealed record ModOrganizerGame(string? Data)
{
    /// <summary>Gets the folders of a mod that go to places of their own.</summary>
    public IReadOnlyList<MapRule> Subfolders { get; init; } = [];

    /// <summary>Gets the folder in <c>%LOCALAPPDATA%</c> with the game's list of plugins, or null if the game has none.</summary>
    public string? PluginFolder { get; init; }

    /// <summary>Gets the folder in <c>%DOCUMENTS%</c> with the game's settings, or null if it isn't known.</summary>
    public string? SettingsFolder { get; init; }
}

/// <summary>
/// The games whose place for mods isn't the game's own folder, by the names that Mod Organizer writes into its settings (its game plugins,
/// and <c>basic_games</c>).
/// </summary>
internal static class ModOrganizerGames
{
    private const string Unreal = @"Gameface\Content\Paks\~mods", Remastered = @"OblivionRemastered\";

    private static readonly Dictionary<string, ModOrganizerGame> s_games = new(StringComparer.OrdinalIgnoreCase)
    {
        ["Morrowind"] = new("Data Files"),
        ["Oblivion"] = Bethesda("Oblivion", "Oblivion"),
        ["Nehrim"] = Bethesda("Oblivion", "Oblivion"),
        ["Fallout 3"] = Bethesda("Fallout3", "Fallout3"),
        ["New Vegas"] = Bethesda("FalloutNV", "FalloutNV"),
        ["TTW"] = Bethesda("FalloutNV", "FalloutNV"),
        ["Skyrim"] = Bethesda("Skyrim", "Skyrim"),
        ["Skyrim Special Edition"] = Bethesda("Skyrim Special Edition", "Skyrim Special Edition"),
        ["Skyrim VR"] = Bethesda("Skyrim VR", "Skyrim VR"),
        ["Enderal"] = Bethesda("enderal", "Enderal"),
        ["Enderal Special Edition"] = Bethesda("Enderal Special Edition", "Enderal Special Edition"),
        ["Fallout 4"] = Bethesda("Fallout4", "Fallout4"),
        ["Fallout 4 VR"] = Bethesda("Fallout4VR", "Fallout4VR"),
        ["Starfield"] = Bethesda("Starfield", "Starfield"),
        ["Oblivion Remastered"] = new((string?)null)
        {
            Subfolders =
            [
                new("Data", Remastered + @"Content\Dev\ObvData\Data"), new("Paks", Remastered + @"Content\Paks"),
                new("OBSE", Remastered + @"Binaries\Win64\OBSE"), new("Movies", Remastered + @"Content\Movies"),
                new("UE4SS", Remastered + @"Binaries\Win64\ue4ss\Mods"), new("GameSettings", Remastered + @"Binaries\Win64\GameSettings"),
            ],
        },
        ["Batman: Arkham City"] = new("BmGame"),
        ["Blade & Sorcery"] = new(@"BladeAndSorcery_Data\StreamingAssets\Mods"),
        ["Daggerfall Unity"] = new(@"DaggerfallUnity_Data\StreamingAssets"),
        ["Dark Messiah of Might & Magic"] = new("mm"),
        ["Dark Souls II: Scholar of the First Sin"] = new("Game"),
        ["Dark Souls"] = new("DATA"),
        ["Dispatch"] = new(@"Dispatch\Content"),
        ["Divinity: Original Sin (Classic)"] = new("Data"),
        ["Divinity: Original Sin (Enhanced Edition)"] = new("Data"),
        ["Dragon Age 2"] = new(@"%DOCUMENTS%\BioWare\Dragon Age 2\packages\core\override"),
        ["Dragon Age: Origins"] = new(@"%DOCUMENTS%\BioWare\Dragon Age\packages\core\override"),
        ["Dragon's Dogma: Dark Arisen"] = new("nativePC"),
        ["FANTASY LIFE i"] = new(@"Game\Content"),
        ["GTA III - Definitive Edition"] = new(Unreal),
        ["GTA: San Andreas - Definitive Edition"] = new(Unreal),
        ["GTA: Vice City - Definitive Edition"] = new(Unreal),
        ["Kerbal Space Program"] = new("GameData"),
        ["Kingdom Come: Deliverance II"] = new("Mods"),
        ["Kingdom Come: Deliverance"] = new("mods"),
        ["Mirror's Edge"] = new("TdGame"),
        ["Mount & Blade II: Bannerlord"] = new("Modules"),
        ["No Man's Sky"] = new(@"GAMEDATA\MODS"),
        ["Ready or Not"] = new(@"ReadyOrNot\Content\Paks"),
        ["STAR WARS™ Empire at War"] = new(@"GameData\Data"),
        ["STAR WARS™ Empire at War: Forces of Corruption"] = new(@"corruption\Data"),
        ["Sekiro: Shadows Die Twice"] = new("mods"),
        ["Slay the Spire 2"] = new("mods"),
        ["Stardew Valley"] = new("mods"),
        ["Starsector"] = new("mods"),
        ["The Binding of Isaac: Rebirth"] = new(@"%DOCUMENTS%\My Games\Binding of Isaac Afterbirth+ Mods"),
        ["The Sims 4"] = new(@"%DOCUMENTS%\Electronic Arts\The Sims 4\Mods"),
        ["The Witcher 2: Assassins of Kings"] = new("CookedPC"),
        ["The Witcher 3: Wild Hunt"] = new("Mods"),
        ["The Witcher: Enhanced Edition"] = new("Data"),
        ["Tony Hawk's Pro Skater 3"] = new("Data"),
        ["Tony Hawk's Pro Skater 4"] = new("Data"),
        ["Tony Hawk's Underground 2"] = new("Data"),
        ["Tony Hawk's Underground"] = new("Data"),
        ["Trackmania United Forever"] = new("GameData"),
        ["Vampire - The Masquerade: Bloodlines"] = new("vampire"),
        ["X4: Foundations"] = new("extensions"),
        ["Zeus and Poseidon"] = new("Adventures"),
    };

    /// <summary>Returns what is known of a game.</summary>
    /// <param name="name">The name in Mod Organizer's settings, or null if they have none.</param>
    /// <param name="folder">The game's folder, which decides for a game that isn't listed.</param>
    public static ModOrganizerGame Of(string? name, string folder) =>
        name is not null && s_games.TryGetValue(name, out ModOrganizerGame? game) ? game
        : new(name is null && Directory.Exists(ImportPlaces.In(folder, "Data")) ? "Data" : "");

    private static ModOrganizerGame Bethesda(string plugins, string settings) =>
        new("Data") { PluginFolder = plugins, SettingsFolder = @"My Games\" + settings };
}
