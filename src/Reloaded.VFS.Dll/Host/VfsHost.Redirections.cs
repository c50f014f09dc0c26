using Reloaded.VFS.Dll.Reporting;
using Reloaded.VFS.Hooks;
using Reloaded.VFS.Layers;

namespace Reloaded.VFS.Dll.Host;

/// <content>Redirections of folders and files that are added while the process runs.</content>
internal static partial class VfsHost
{
    /// <summary>Lays a real folder over a virtual one, above everything else. Returns the redirection's handle.</summary>
    public static ulong AddFolder(string source, string target)
    {
        lock (s_lock)
        {
            ThrowIfNotStarted();
            if (!Directory.Exists(source))
                throw new RvfsException(RvfsStatus.NotFound, $"There is no folder {source}.");
            AddRoot(target);
            AddedFolder added = AddedFolder.Add(s_files!, source, target, s_overwriteLayer);
            s_watcher?.Add(added);
            HookManager.FoldersAdded();
            EventFile.AddLayers(s_files!);
            return (ulong)added.Layer;
        }
    }

    /// <summary>Lays a real file over a virtual path, above everything else. Returns the redirection's handle.</summary>
    public static ulong AddFile(string source, string target)
    {
        lock (s_lock)
        {
            ThrowIfNotStarted();
            if (!File.Exists(source))
                throw new RvfsException(RvfsStatus.NotFound, $"There is no file {source}.");
            AddRoot(Path.GetDirectoryName(target) ?? target);
            int layer = s_files!.AddFile(source, target, new LayerOptions { Below = s_overwriteLayer });
            HookManager.FoldersAdded();
            EventFile.AddLayers(s_files!);
            return (ulong)layer;
        }
    }

    /// <summary>Hides a virtual path, with everything below it, below later redirections. Returns the redirection's handle.</summary>
    public static ulong Hide(string path)
    {
        lock (s_lock)
        {
            ThrowIfNotStarted();
            AddRoot(Path.GetDirectoryName(VirtualPath.Canonicalize(path)) ?? path);
            int layer = s_files!.Hide(path, new LayerOptions { Below = s_overwriteLayer });
            HookManager.FoldersAdded();
            return (ulong)layer;
        }
    }

    /// <summary>Removes a redirection that <see cref="AddFolder"/>, <see cref="AddFile"/> or <see cref="Hide"/> added.</summary>
    public static void Remove(ulong handle)
    {
        lock (s_lock)
        {
            ThrowIfNotStarted();
            if (handle is 0 or > int.MaxValue || !s_files!.Remove((int)handle))
                throw new RvfsException(RvfsStatus.UnknownHandle, $"No redirection has the handle {handle}.");
            s_watcher?.Forget((int)handle);
        }
    }

    /// <summary>Enables or disables a redirection.</summary>
    public static void SetEnabled(ulong handle, bool enabled)
    {
        lock (s_lock)
        {
            ThrowIfNotStarted();
            if (handle is 0 or > int.MaxValue || !s_files!.SetEnabled((int)handle, enabled))
                throw new RvfsException(RvfsStatus.UnknownHandle, $"No redirection has the handle {handle}.");
            if (enabled)
                HookManager.FoldersAdded();
        }
    }

    /// <summary>Puts redirections in a new order, the winner last.</summary>
    public static void Reorder(ReadOnlySpan<ulong> handles)
    {
        lock (s_lock)
        {
            ThrowIfNotStarted();
            int[] layers = new int[handles.Length];
            for (int i = 0; i < layers.Length; i++)
                layers[i] = handles[i] <= int.MaxValue ? (int)handles[i] : 0;
            try
            {
                s_files!.Reorder(layers);
            }
            catch (ArgumentException e)
            {
                throw new RvfsException(RvfsStatus.UnknownHandle, ErrorCause.Of(e) + ".");
            }
        }
    }

    /// <summary>Adds a root to the gates' filter, which must let a name through before a layer can answer for it.</summary>
    private static void AddRoot(string target) => AddRootFolder(VirtualPath.Canonicalize(target));

    /// <summary>
    /// Adds a canonical root like <see cref="AddRoot"/>. Can be called on any thread: the one that follows the mods doesn't wait for the
    /// host.
    /// </summary>
    private static void AddRootFolder(string root)
    {
        lock (s_rootsLock)
        {
            if (s_roots.Contains(root, StringComparer.OrdinalIgnoreCase))
                return;
            s_roots.Add(root);
            HookManager.UpdatePrefixes(s_roots);
        }
    }
}
