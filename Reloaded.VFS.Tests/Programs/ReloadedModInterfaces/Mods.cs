using Reloaded.Mod.Interfaces.Internal;

namespace Reloaded.Mod.Interfaces
{
    /// <summary>A mod's main class.</summary>
    public interface IMod : IModV1, IModV2;

    /// <summary>What of its types a mod shares with those that depend on it.</summary>
    public interface IExports
    {
        /// <summary>The types.</summary>
        Type[] GetTypes();

        /// <summary>Further types, for one game.</summary>
        Type[] GetTypesEx(in ExportsContext context) => [];
    }

    /// <summary>The game that types are asked for.</summary>
    public struct ExportsContext
    {
        /// <summary>The application's configuration.</summary>
        public IApplicationConfigV1 ApplicationConfig { get; set; }
    }
}

namespace Reloaded.Mod.Interfaces.Internal
{
    /// <summary>A mod's main class.</summary>
    public interface IModV1
    {
        /// <summary>Called before <see cref="Unload"/>.</summary>
        Action Disposing { get; }

        /// <summary>Starts it.</summary>
        void Start(IModLoaderV1 loader)
        {
        }

        /// <summary>Stops what it does for a while.</summary>
        void Suspend();

        /// <summary>Goes on.</summary>
        void Resume();

        /// <summary>Ends it.</summary>
        void Unload();

        /// <summary>Whether it can be ended.</summary>
        bool CanUnload();

        /// <summary>Whether it can stop for a while.</summary>
        bool CanSuspend();
    }

    /// <summary>A mod that is given its configuration.</summary>
    public interface IModV2 : IModV1
    {
        /// <summary>Starts it.</summary>
        void StartEx(IModLoaderV1 loader, IModConfigV1 config) => Start(loader);
    }

    /// <summary>A mod's configuration.</summary>
    public interface IModConfigV1
    {
        /// <summary>The mod's id.</summary>
        string ModId { get; set; }

        /// <summary>The mod's name.</summary>
        string ModName { get; set; }

        /// <summary>Who made it.</summary>
        string ModAuthor { get; set; }

        /// <summary>The mod's version.</summary>
        string ModVersion { get; set; }

        /// <summary>What it does.</summary>
        string ModDescription { get; set; }

        /// <summary>The path of the mod's code, below the mod's folder.</summary>
        string ModDll { get; set; }

        /// <summary>The path of the mod's picture, below the mod's folder.</summary>
        string ModIcon { get; set; }

        /// <summary>The ids of mods that it needs.</summary>
        string[] ModDependencies { get; set; }

        /// <summary>The games that it is for.</summary>
        string[] SupportedAppId { get; set; }
    }

    /// <summary>A mod, and something of it.</summary>
    public class ModGenericTuple<T>(IModV1 mod, T generic)
    {
        /// <summary>The mod; null where it has no code.</summary>
        public IModV1 Mod { get; set; } = mod;

        /// <summary>The other.</summary>
        public T Generic { get; set; } = generic;
    }
}
