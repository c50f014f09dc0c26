using System.Runtime.InteropServices;
using System.Text;

namespace Reloaded.VFS.Client;

/// <summary>The calls of <c>reloaded_vfs.dll</c> in this process. Every member may be called on any thread at any time.</summary>
/// <remarks>
/// A call that fails throws <see cref="VfsException"/>. Where the DLL can't be found, the first call throws
/// <see cref="DllNotFoundException"/>: see <see cref="Load"/>.
/// </remarks>
public static unsafe class Vfs
{
    /// <summary>Gets the version of the DLL that answers.</summary>
    public static Version Version
    {
        get
        {
            uint version = NativeMethods.Version();
            return new Version((int)(version >> 16), (int)(version >> 8 & 0xFF), (int)(version & 0xFF));
        }
    }

    /// <summary>Gets the text of the last error of any call in this process; empty if there was none.</summary>
    public static string LastError
    {
        get
        {
            uint length = NativeMethods.LastError(null, 0);
            if (length == 0)
                return "";
            char[] text = new char[length + 1];
            fixed (char* buffer = text)
                length = Math.Min(length, NativeMethods.LastError(buffer, (uint)text.Length));
            return new string(text, 0, (int)length);
        }
    }

    /// <summary>Loads the DLL from where the runtime doesn't look for it, such as a plug-in's own folder. Later calls find it.</summary>
    /// <param name="path">The full path of <c>reloaded_vfs.dll</c>, under this name.</param>
    /// <exception cref="DllNotFoundException">The DLL isn't there, or can't be loaded.</exception>
    public static void Load(string path)
    {
        if (!Path.IsPathRooted(path))
            throw new ArgumentException($"'{path}' isn't absolute.", nameof(path));
        if (!string.Equals(Path.GetFileName(path), NativeMethods.Library, StringComparison.OrdinalIgnoreCase))
            throw new ArgumentException($"'{path}' isn't named {NativeMethods.Library}: calls wouldn't find it.", nameof(path));
        fixed (char* text = path)
        {
            if (NativeMethods.LoadLibrary(text) == null)
                throw new DllNotFoundException($"'{path}' can't be loaded (error {Marshal.GetLastWin32Error()}).");
        }
    }

    /// <summary>Starts with options. Doesn't read a configuration file.</summary>
    /// <returns><see cref="VfsStatus.Ok"/>, <see cref="VfsStatus.Deferred"/> or <see cref="VfsStatus.AlreadyStarted"/>.</returns>
    public static VfsStatus Start(VfsOptions options)
    {
        if (options is null)
            throw new ArgumentNullException(nameof(options));
        using var texts = new NativeTexts();
        char** targets = texts.AddArray(options.Targets.Count);
        for (int i = 0; i < options.Targets.Count; i++)
            targets[i] = texts.Add(options.Targets[i]);
        char** folders = texts.AddArray(2 * options.Folders.Count);
        for (int i = 0; i < options.Folders.Count; i++)
        {
            folders[2 * i] = texts.Add(options.Folders[i].Source);
            folders[(2 * i) + 1] = texts.Add(options.Folders[i].Target);
        }

        var native = new NativeMethods.Options
        {
            Size = (uint)sizeof(NativeMethods.Options),
            Flags = (uint)options.Start,
            Targets = targets,
            TargetCount = (uint)options.Targets.Count,
            Mods = texts.Add(options.Mods),
            Folders = (NativeMethods.Folder*)folders,
            FolderCount = (uint)options.Folders.Count,
            Log = texts.Add(options.Log),
            Report = texts.Add(options.Report),
        };
        return Check(NativeMethods.Start(&native));
    }

    /// <summary>Starts with a configuration file.</summary>
    /// <param name="path">The file; null for <c>rvfs\rvfs.json</c> beside the process's exe, or the defaults if it doesn't exist.</param>
    /// <returns><see cref="VfsStatus.Ok"/>, <see cref="VfsStatus.Deferred"/> or <see cref="VfsStatus.AlreadyStarted"/>.</returns>
    public static VfsStatus StartConfiguration(string? path = null)
    {
        fixed (char* text = path)
            return Check(NativeMethods.StartConfiguration(text));
    }

    /// <summary>
    /// Lays a real folder over a virtual one, immediately and above all earlier redirections. Later changes of the folder on disk are
    /// followed.
    /// </summary>
    public static VfsHandle AddFolder(string source, string target)
    {
        ulong handle;
        fixed (char* from = source, to = target)
            Check(NativeMethods.AddFolder(from, to, &handle));
        return new VfsHandle(handle);
    }

    /// <summary>Lays a real file over a virtual path, immediately and above all earlier redirections.</summary>
    public static VfsHandle AddFile(string source, string target)
    {
        ulong handle;
        fixed (char* from = source, to = target)
            Check(NativeMethods.AddFile(from, to, &handle));
        return new VfsHandle(handle);
    }

    /// <summary>
    /// Hides a path of the game and of all earlier redirections, mods included, with everything below it. <see cref="Remove"/> shows it
    /// again.
    /// </summary>
    public static VfsHandle Hide(string path)
    {
        ulong handle;
        fixed (char* text = path)
            Check(NativeMethods.Hide(text, &handle));
        return new VfsHandle(handle);
    }

    /// <summary>Removes a redirection. Open files stay open.</summary>
    public static void Remove(VfsHandle handle) => Check(NativeMethods.Remove(handle.Value));

    /// <summary>Enables or disables a redirection, which keeps its place in the order.</summary>
    public static void SetEnabled(VfsHandle handle, bool enabled) => Check(NativeMethods.SetEnabled(handle.Value, enabled ? 1u : 0u));

    /// <summary>Reorders redirections, which share out their present places: if two have the same file, the later one wins.</summary>
    public static void Reorder(params VfsHandle[] handles)
    {
        if (handles is null)
            throw new ArgumentNullException(nameof(handles));
        ulong[] values = Array.ConvertAll(handles, handle => handle.Value);
        fixed (ulong* first = values)
            Check(NativeMethods.Reorder(first, (uint)values.Length));
    }

    /// <summary>Resumes redirecting.</summary>
    public static void Enable() => Check(NativeMethods.Enable());

    /// <summary>Stops redirecting until <see cref="Enable"/> is called. Open files stay open.</summary>
    public static void Disable() => Check(NativeMethods.Disable());

    /// <summary>Removes the hooks and all redirections; a new start is possible afterwards. The DLL stays loaded.</summary>
    public static void Stop() => Check(NativeMethods.Stop());

    /// <summary>Describes the running DLL in JSON: version, whether started and enabled, the runtime's settings, hooks, counts.</summary>
    public static string Describe() => Read((buffer, size) => NativeMethods.Describe((byte*)buffer, size));

    /// <summary>Describes in JSON what is really behind a path, like <c>rvfs which --json</c>.</summary>
    public static string Which(string path) => Read((buffer, size) =>
    {
        fixed (char* text = path)
            return NativeMethods.Which(text, (byte*)buffer, size);
    });

    /// <summary>Returns the names that the process sees in a folder, with what supplies each, in the order of a listing.</summary>
    public static IReadOnlyList<VfsItem> Enumerate(string folder)
    {
        var items = new List<VfsItem>();
        NativeMethods.ItemCallback add = (item, _) =>
        {
            items.Add(new VfsItem(new string(item->Path), new string(item->Source), item->Mod == null ? null : new string(item->Mod),
                item->IsFolder != 0));
            return 0;
        };
        fixed (char* text = folder)
            Check(NativeMethods.Enumerate(text, Marshal.GetFunctionPointerForDelegate(add), null));
        GC.KeepAlive(add);
        return items;
    }

    /// <summary>Returns the state in numbers.</summary>
    public static VfsStatistics GetStatistics()
    {
        var native = new NativeMethods.Statistics { Size = (uint)sizeof(NativeMethods.Statistics) };
        Check(NativeMethods.GetStatistics(&native));
        return new VfsStatistics(native);
    }

    /// <summary>
    /// Waits until a start that is deferred or in progress is done, and until every change that was made on disk before this call is seen.
    /// </summary>
    /// <param name="timeout">The longest time; <see cref="System.Threading.Timeout.InfiniteTimeSpan"/> for no limit.</param>
    /// <returns>False if the wait times out.</returns>
    public static bool WaitReady(TimeSpan timeout)
    {
        uint milliseconds = timeout < TimeSpan.Zero ? uint.MaxValue : (uint)Math.Min(timeout.TotalMilliseconds, uint.MaxValue - 1);
        int status = NativeMethods.WaitReady(milliseconds);
        return status != (int)VfsStatus.Timeout && Check(status) == VfsStatus.Ok;
    }

    /// <summary>Sets where everything goes that the game writes, for all later starts. Fails once the VFS has started.</summary>
    /// <param name="writes">The policy.</param>
    /// <param name="overwrite">The overwrite folder; null for the default.</param>
    public static void SetPolicy(VfsWrites writes, string? overwrite = null)
    {
        fixed (char* text = overwrite)
            Check(NativeMethods.SetPolicy((uint)writes, text));
    }

    /// <summary>Sets what receives messages, on a thread of the DLL's own, one at a time; null: nothing does any more.</summary>
    /// <param name="level">The level up to which messages are wanted.</param>
    /// <param name="log">Receives the level and the text. What it throws is dropped.</param>
    public static void SetLog(VfsLogLevel level, Action<VfsLogLevel, string>? log)
    {
        NativeMethods.LogCallback? callback = log is null ? null : (of, text, _) =>
        {
            try
            {
                log((VfsLogLevel)of, new string(text));
            }
            catch (Exception)
            {
                // Nothing above this frame could catch it.
            }
        };
        lock (s_logLock)
        {
            IntPtr pointer = callback is null ? IntPtr.Zero : Marshal.GetFunctionPointerForDelegate(callback);
            Check(NativeMethods.SetLog((uint)level, pointer, null));
            // The one before isn't called any more.
            s_log = callback;
        }
    }

    private static readonly object s_logLock = new();
    private static NativeMethods.LogCallback? s_log;

    private static VfsStatus Check(int status)
    {
        if (status >= 0)
            return (VfsStatus)status;
        string text = LastError;
        throw new VfsException((VfsStatus)status, text.Length > 0 ? text : $"Reloaded VFS: {(VfsStatus)status}");
    }

    // What there is to say may grow between the two calls.
    private static string Read(Func<IntPtr, uint, int> call)
    {
        byte[] bytes = [];
        while (true)
        {
            int needed;
            fixed (byte* buffer = bytes)
                needed = call((IntPtr)buffer, (uint)bytes.Length);
            Check(Math.Min(needed, 0));
            if (needed <= bytes.Length)
                return Encoding.UTF8.GetString(bytes, 0, Math.Max(0, needed - 1));
            bytes = new byte[needed];
        }
    }

    /// <summary>Texts in native memory for the time of one call.</summary>
    private sealed class NativeTexts : IDisposable
    {
        private readonly List<IntPtr> _blocks = [];

        public char* Add(string? text)
        {
            if (text is null)
                return null;
            _blocks.Add(Marshal.StringToHGlobalUni(text));
            return (char*)_blocks[_blocks.Count - 1];
        }

        public char** AddArray(int count)
        {
            if (count == 0)
                return null;
            _blocks.Add(Marshal.AllocHGlobal(count * sizeof(char*)));
            return (char**)_blocks[_blocks.Count - 1];
        }

        public void Dispose() => _blocks.ForEach(Marshal.FreeHGlobal);
    }
}
