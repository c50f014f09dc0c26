using System.Globalization;

namespace Reloaded.VFS.Benchmarks.Inputs;

/// <summary>Generates names of folders and files like those of systems and games.</summary>
internal sealed class NameGenerator(SeededRandom random)
{
    private static readonly string[] Words =
    [
        "shell", "common", "setup", "network", "driver", "security", "core", "remote", "desktop", "print", "audio", "video", "media",
        "font", "input",
        "system", "service", "update", "cache", "storage", "display", "kernel", "user", "win", "policy", "backup", "index", "search",
        "script", "management",
        "texture", "model", "sound", "voice", "music", "effect", "level", "stage", "enemy", "player", "weapon", "armor", "item", "quest",
        "dialog", "menu",
        "light", "shader", "camera", "event", "object", "terrain", "water", "sky", "city", "forest", "desert", "castle", "house", "bridge",
        "tower", "cave",
        "hero", "dragon", "wolf", "guard", "merchant", "horse", "ship", "car", "wheel", "engine", "door", "window", "stone", "wood", "iron",
        "gold", "fire",
    ];

    private static readonly string[] Languages = ["en-US", "de-DE", "fr-FR", "es-ES", "it-IT", "ja-JP", "ru-RU", "pl-PL", "pt-BR",
        "zh-CN", "ko-KR"];
    private static readonly string[] Architectures = ["amd64", "wow64", "x86", "msil"];
    private static readonly string[] SystemExtensions = [".dll", ".dll", ".dll", ".exe", ".dll.mui", ".sys", ".inf", ".xml", ".png",
        ".json", ".cat"];
    private static readonly string[] ComponentExtensions = [".manifest", ".manifest", ".mum", ".cat"];
    private static readonly string[] AssetExtensions = [".dds", ".dds", ".nif", ".ogg", ".wav", ".xml", ".lua", ".bin", ".anm",
        ".prs", ".txt"];
    private static readonly string[] AssetFolders = ["data", "textures", "meshes", "sound", "voice", "maps", "scripts", "interface",
        "characters", "stages", "common", "cache"];
    private static readonly string[] Foreign = ["Текстура", "Звук", "Карта", "Öl", "Büro", "Château", "Ñandú", "音楽", "地図", "Ελλάδα"];

    // Shared by the files of one folder.
    private string _prefix = "";
    private string _extension = "";
    private bool _numbered;

    /// <summary>Generates the name of a folder, <paramref name="depth"/> levels below its part's top folder.</summary>
    public string Folder(NameStyle style, int depth) => style switch
    {
        NameStyle.Component when depth == 0 => Component(),
        NameStyle.Component => random.Pick<string>(Languages),
        NameStyle.System => random.Next(10) switch
        {
            0 => random.Pick<string>(Languages),
            1 or 2 => Case($"{Word()}{Number(100)}"),
            3 or 4 => $"Microsoft.{Title()}.{Title()}",
            5 => $"{{{random.Next():X16}-{random.Next(0x10000):X4}}}",
            _ => Case($"{Word()}{Word()}"),
        },
        _ => random.Next(10) switch
        {
            0 or 1 or 2 => random.Pick<string>(AssetFolders),
            3 or 4 => $"{Word()}{random.Next(100):00}",
            5 => $"{Title()} {Title()}",
            6 when random.Chance(0.1) => random.Pick<string>(Foreign) + Number(1000),
            _ => Case($"{Word()}_{Word()}"),
        },
    };

    /// <summary>Prepares the names of a folder's files; called before the first one.</summary>
    public void BeginFolder()
    {
        _prefix = Case(Word());
        _extension = random.Pick<string>(AssetExtensions);
        _numbered = random.Chance(0.4);
    }

    /// <summary>Generates the name of the folder's next file.</summary>
    public string File(NameStyle style, int index) => style switch
    {
        NameStyle.Component => random.Chance(0.6)
            ? Component() + random.Pick<string>(ComponentExtensions)
            : $"{Word()}{Word()}{random.Pick<string>(SystemExtensions)}",
        NameStyle.System => Case($"{Word()}{Word()}{(random.Chance(0.5) ? Number(1000) : "")}") + random.Pick<string>(SystemExtensions),
        _ when _numbered => string.Create(CultureInfo.InvariantCulture, $"{_prefix}_{index:00000}{_extension}"),
        _ when random.Chance(0.005) => $"{random.Pick<string>(Foreign)}{Number(1000)}{_extension}",
        _ => Case($"{(random.Chance(0.5) ? _prefix : Word())}_{Word()}{(random.Chance(0.3) ? "_" + Word() : "")}_{random.Next(1000):000}")
            + random.Pick<string>(AssetExtensions),
    };

    private string Component() => string.Create(CultureInfo.InvariantCulture,
        $"{random.Pick<string>(Architectures)}_microsoft-windows-{Word()}-{Word()}{(random.Chance(0.5) ? "-" + Word() : "")}"
            + $"_31bf3856ad364e35_10.0.{19041 + random.Next(4)}.{random.Next(4000)}"
            + $"_{(random.Chance(0.3) ? random.Pick<string>(Languages).ToLowerInvariant() : "none")}_{random.Next():x16}");

    private string Word() => random.Pick<string>(Words);

    private string Title()
    {
        string word = Word();
        return char.ToUpperInvariant(word[0]) + word[1..];
    }

    private string Number(int limit) => random.Next(limit).ToString(CultureInfo.InvariantCulture);

    private string Case(string name) => random.Next(8) switch
    {
        0 => name.ToUpperInvariant(),
        1 or 2 or 3 => char.ToUpperInvariant(name[0]) + name[1..],
        _ => name,
    };
}
