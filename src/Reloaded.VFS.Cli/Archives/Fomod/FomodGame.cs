using System.Buffers.Binary;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Resolving;

namespace Reloaded.VFS.Cli.Archives.Fomod;

/// <summary>The facts about a game that an installer can ask for. Not thread-safe.</summary>
/// <param name="stateOf">Returns the state of a file whose path begins in the folder of mods' files.</param>
internal sealed class FomodGame(Func<string, FomodFileState> stateOf)
{
    private static readonly string[] s_extenders =
    [
        "skse64_loader.exe", "f4se_loader.exe", "sfse_loader.exe", "skse_loader.exe", "nvse_loader.exe", "obse_loader.exe",
        "fose_loader.exe",
    ];

    /// <summary>Gets the game's version, or null if it isn't known.</summary>
    public Version? GameVersion { get; init; }

    /// <summary>Gets the version of the game's script extender, or null if it isn't known or there is none.</summary>
    public Version? ExtenderVersion { get; init; }

    public FomodFileState StateOf(string file) => stateOf(file);

    /// <summary>Returns the facts about a game with its mods, except the mod that is about to be installed.</summary>
    public static FomodGame Of(VfsConfiguration configuration, string mod)
    {
        var view = new Lazy<View>(() => new View(configuration, mod));
        string[] programs = [.. configuration.Targets.Where(Directory.Exists).SelectMany(target => Directory.EnumerateFiles(target))
            .Where(file => file.EndsWith(".exe", StringComparison.OrdinalIgnoreCase))];
        string? extender = Array.Find(programs, file => s_extenders.Contains(Path.GetFileName(file), StringComparer.OrdinalIgnoreCase));
        // The game is larger than its launchers and tools.
        string? game = programs.Where(file => file != extender).MaxBy(file => new FileInfo(file).Length);
        return new FomodGame(file => view.Value.StateOf(file))
        {
            GameVersion = game is null ? null : ProgramVersion.Find(game),
            ExtenderVersion = extender is null ? null : ProgramVersion.Find(extender),
        };
    }

    private sealed class View
    {
        private readonly ModResolver _resolver;
        private readonly string _mod;
        private readonly string[] _places;
        private readonly string[] _off;

        public View(VfsConfiguration configuration, string mod)
        {
            ModSet set = ModSet.Load(configuration);
            _resolver = new ModResolver(set);
            _mod = mod;
            _places = [.. configuration.Targets.Select(target =>
                DataFolder.Of(target) is { } data ? Path.Combine(target, data) : target)];
            _off = [.. set.Mods.Where(one => one.Mod.State == ModState.Disabled && one.Mod.Archive is null).Select(one => one.Mod.Folder)];
        }

        public FomodFileState StateOf(string file)
        {
            string path = file.Replace('/', Path.DirectorySeparatorChar);
            if (Array.Exists(_places, place => _resolver.Which(Path.Join(place, path)) is { } seen
                && seen.Providers.Any(provider => !NameComparer.Instance.Equals(provider.Mod ?? "", _mod))))
                return FomodFileState.Active;
            return Array.Exists(_off, folder => Game.CaseInsensitivePath.Find(Path.Join(folder, path)) is not null
                || Game.CaseInsensitivePath.Find(Path.Join(folder, "Data", path)) is not null)
                ? FomodFileState.Inactive
                : FomodFileState.Missing;
        }
    }
}

/// <summary>The version in a program's resources.</summary>
internal static class ProgramVersion
{
    private const int Chunk = 1 << 20, Length = 16;

    // VS_FIXEDFILEINFO.dwSignature and dwStrucVersion (verrsrc.h).
    private static ReadOnlySpan<byte> Signature => [0xBD, 0x04, 0xEF, 0xFE, 0x00, 0x00, 0x01, 0x00];

    /// <summary>Returns the version of the file, or null if it has none or can't be read.</summary>
    public static Version? Find(string file) => FileErrors.Ignore<Version?>(() =>
    {
        using FileStream stream = new(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, bufferSize: 0);
        byte[] buffer = new byte[Chunk];
        // Resources are near the end; what lies across two chunks is in the beginning of the later one, too.
        int kept = 0;
        for (int read; (read = stream.Read(buffer, kept, buffer.Length - kept)) > 0;)
        {
            int filled = kept + read, at = buffer.AsSpan(0, filled).IndexOf(Signature);
            if (at >= 0 && at + Length <= filled)
            {
                uint high = BinaryPrimitives.ReadUInt32LittleEndian(buffer.AsSpan(at + 8)),
                    low = BinaryPrimitives.ReadUInt32LittleEndian(buffer.AsSpan(at + 12));
                return new Version((int)(high >> 16), (int)(high & 0xFFFF), (int)(low >> 16), (int)(low & 0xFFFF));
            }

            kept = Math.Min(Length, filled);
            buffer.AsSpan(filled - kept, kept).CopyTo(buffer);
        }

        return null;
    }, null);
}
