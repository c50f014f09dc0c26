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
    /// <summary>The loader: active mods, their events, and the objects that they offer each other.</summary>
    public interface IModLoaderV1
    {
        /// <summary>Raised when all mods of the start have started.</summary>
        Action OnModLoaderInitialized { get; set; }

        /// <summary>Raised before a mod starts.</summary>
        Action<IModV1, IModConfigV1> ModLoading { get; set; }

        /// <summary>Raised after a mod has started.</summary>
        Action<IModV1, IModConfigV1> ModLoaded { get; set; }

        /// <summary>Raised before a mod ends.</summary>
        Action<IModV1, IModConfigV1> ModUnloading { get; set; }

        /// <summary>Returns the mods that have started.</summary>
        ModGenericTuple<IModConfigV1>[] GetActiveMods();

        /// <summary>Returns the loader's version.</summary>
        Version GetLoaderVersion();

        /// <summary>Returns the game.</summary>
        IApplicationConfigV1 GetAppConfig();

        /// <summary>Returns the log.</summary>
        ILoggerV1 GetLogger();

        /// <summary>Creates an object of each class of mods that implements a type.</summary>
        WeakReference<T>[] MakeInterfaces<T>() where T : class;

        /// <summary>Offers an object to other mods.</summary>
        void AddOrReplaceController<T>(IModV1 owner, T instance);

        /// <summary>Stops offering an object.</summary>
        void RemoveController<T>();

        /// <summary>Returns the object that a mod offers, or null if none does.</summary>
        WeakReference<T> GetController<T>() where T : class;
    }

    /// <summary>The loader: mods' folders.</summary>
    public interface IModLoaderV2 : IModLoaderV1
    {
        /// <summary>Returns a mod's folder.</summary>
        string GetDirectoryForModId(string modId);
    }

    /// <summary>The loader: folders for users' settings.</summary>
    public interface IModLoaderV3 : IModLoaderV2
    {
        /// <summary>Returns a mod's folder for users' settings.</summary>
        string GetModConfigDirectory(string modId);
    }

    /// <summary>The loader: mods that are loaded and unloaded while the game runs.</summary>
    public interface IModLoaderV4 : IModLoaderV3
    {
        /// <summary>Loads a mod.</summary>
        void LoadMod(string modId);

        /// <summary>Unloads a mod.</summary>
        void UnloadMod(string modId);

        /// <summary>Suspends a mod.</summary>
        void SuspendMod(string modId);

        /// <summary>Resumes a mod.</summary>
        void ResumeMod(string modId);

        /// <summary>Returns all loaded mods.</summary>
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

    /// <summary>A log with asynchronous writes.</summary>
    public interface ILoggerV3 : ILoggerV2;

    /// <summary>A log with events.</summary>
    public interface ILoggerV4 : ILoggerV3;
}

namespace Reloaded.Mod.Interfaces.Structs
{
    /// <summary>A loaded mod.</summary>
    public class ModInfo;
}
