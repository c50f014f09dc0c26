using Reloaded.Mod.Interfaces.Internal;
using Reloaded.Mod.Interfaces.Structs;

namespace Reloaded.Mod.Interfaces
{
    /// <summary>The loader.</summary>
    public interface IModLoader : IModLoaderV4;

    /// <summary>The loader's log.</summary>
    public interface ILogger : ILoggerV4;
}

namespace Reloaded.Mod.Interfaces.Internal
{
    /// <summary>The loader: active mods, what happens to them, and what they offer each other.</summary>
    public interface IModLoaderV1
    {
        /// <summary>All mods of the start have started.</summary>
        Action OnModLoaderInitialized { get; set; }

        /// <summary>A mod is about to start.</summary>
        Action<IModV1, IModConfigV1> ModLoading { get; set; }

        /// <summary>A mod has started.</summary>
        Action<IModV1, IModConfigV1> ModLoaded { get; set; }

        /// <summary>A mod is about to end.</summary>
        Action<IModV1, IModConfigV1> ModUnloading { get; set; }

        /// <summary>The mods that have started.</summary>
        ModGenericTuple<IModConfigV1>[] GetActiveMods();

        /// <summary>The loader's version.</summary>
        Version GetLoaderVersion();

        /// <summary>The game.</summary>
        IApplicationConfigV1 GetAppConfig();

        /// <summary>The log.</summary>
        ILoggerV1 GetLogger();

        /// <summary>An object of each class of a type that mods have.</summary>
        WeakReference<T>[] MakeInterfaces<T>() where T : class;

        /// <summary>Offers an object.</summary>
        void AddOrReplaceController<T>(IModV1 owner, T instance);

        /// <summary>Offers it no more.</summary>
        void RemoveController<T>();

        /// <summary>Takes what a mod offers; null where no mod does.</summary>
        WeakReference<T> GetController<T>() where T : class;
    }

    /// <summary>Where mods lie.</summary>
    public interface IModLoaderV2 : IModLoaderV1
    {
        /// <summary>A mod's folder.</summary>
        string GetDirectoryForModId(string modId);
    }

    /// <summary>Where mods keep what users set.</summary>
    public interface IModLoaderV3 : IModLoaderV2
    {
        /// <summary>A mod's folder for that.</summary>
        string GetModConfigDirectory(string modId);
    }

    /// <summary>Mods that come and go.</summary>
    public interface IModLoaderV4 : IModLoaderV3
    {
        /// <summary>Loads a mod.</summary>
        void LoadMod(string modId);

        /// <summary>Unloads it.</summary>
        void UnloadMod(string modId);

        /// <summary>Suspends it.</summary>
        void SuspendMod(string modId);

        /// <summary>Resumes it.</summary>
        void ResumeMod(string modId);

        /// <summary>All that are loaded.</summary>
        ModInfo[] GetLoadedMods();
    }

    /// <summary>The game.</summary>
    public interface IApplicationConfigV1;

    /// <summary>The log.</summary>
    public interface ILoggerV1;

    /// <summary>A log of lines.</summary>
    public interface ILoggerV2 : ILoggerV1
    {
        /// <summary>Writes a line.</summary>
        void WriteLine(string message) => throw new NotSupportedException();
    }

    /// <summary>A log that needn't be waited for.</summary>
    public interface ILoggerV3 : ILoggerV2;

    /// <summary>A log that others can follow.</summary>
    public interface ILoggerV4 : ILoggerV3;
}

namespace Reloaded.Mod.Interfaces.Structs
{
    /// <summary>A mod that is loaded.</summary>
    public class ModInfo;
}
