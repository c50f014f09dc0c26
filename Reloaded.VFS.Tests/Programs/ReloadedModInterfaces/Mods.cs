using Reloaded.Mod.Interfaces.Internal;

namespace Reloaded.Mod.Interfaces
{
    /// <summary>A mod's main class.</summary>
    public interface IMod : IModV1, IModV2;

    /// <summary>The types that a mod shares with its dependents.</summary>
    public interface IExports
    {
        /// <summary>Returns the types.</summary>
        Type[] GetTypes();

        /// <summary>Returns further types, for one game.</summary>
        Type[] GetTypesEx(in ExportsContext context) => [];
    }

    /// <summary>The game for which types are requested.</summary>
    public struct ExportsContext
    {
        /// <summary>Gets or sets the application's configuration.</summary>
        public IApplicationConfigV1 ApplicationConfig { get; set; }
    }
}

namespace Reloaded.Mod.Interfaces.Internal
{
    /// <summary>A mod's main class.</summary>
    public interface IModV1
    {
        /// <summary>Gets an action that is called before <see cref="Unload"/>.</summary>
        Action Disposing { get; }

        /// <summary>Starts the mod.</summary>
        void Start(IModLoaderV1 loader)
        {
        }

        /// <summary>Suspends the mod.</summary>
        void Suspend();

        /// <summary>Resumes the mod.</summary>
        void Resume();

        /// <summary>Unloads the mod.</summary>
        void Unload();

        /// <summary>Determines whether the mod can be unloaded.</summary>
        bool CanUnload();

        /// <summary>Determines whether the mod can be suspended.</summary>
        bool CanSuspend();
    }

    /// <summary>A mod that receives its configuration.</summary>
    public interface IModV2 : IModV1
    {
        /// <summary>Starts the mod.</summary>
        void StartEx(IModLoaderV1 loader, IModConfigV1 config) => Start(loader);
    }

    /// <summary>A mod's configuration.</summary>
    public interface IModConfigV1
    {
        /// <summary>Gets or sets the mod's id.</summary>
        string ModId { get; set; }

        /// <summary>Gets or sets the mod's name.</summary>
        string ModName { get; set; }

        /// <summary>Gets or sets the mod's author.</summary>
        string ModAuthor { get; set; }

        /// <summary>Gets or sets the mod's version.</summary>
        string ModVersion { get; set; }

        /// <summary>Gets or sets the mod's description.</summary>
        string ModDescription { get; set; }

        /// <summary>Gets or sets the path of the mod's code, below the mod's folder.</summary>
        string ModDll { get; set; }

        /// <summary>Gets or sets the path of the mod's picture, below the mod's folder.</summary>
        string ModIcon { get; set; }

        /// <summary>Gets or sets the ids of the mods that this mod needs.</summary>
        string[] ModDependencies { get; set; }

        /// <summary>Gets or sets the games that the mod supports.</summary>
        string[] SupportedAppId { get; set; }
    }

    /// <summary>A mod with an object.</summary>
    public class ModGenericTuple<T>(IModV1 mod, T generic)
    {
        /// <summary>Gets or sets the mod, or null if it has no code.</summary>
        public IModV1 Mod { get; set; } = mod;

        /// <summary>Gets or sets the object.</summary>
        public T Generic { get; set; } = generic;
    }
}
