using System.Text.Json;
using Reloaded.VFS.Dll.Reporting;
using Reloaded.VFS.Dll.Start;
using Reloaded.VFS.Hooks;
using Reloaded.VFS.Hooks.Patching;
using Reloaded.VFS.Memory;
using Reloaded.VFS.Mods.Reports;

namespace Reloaded.VFS.Dll.Host;

/// <content>Descriptions of the VFS in JSON.</content>
internal static partial class VfsHost
{
    /// <summary>Returns the JSON of <c>rvfs_which</c> for a path.</summary>
    public static byte[] Which(string path)
    {
        lock (s_lock)
        {
            ThrowIfNotStarted();
            return WhichJson.Write(s_files!, path);
        }
    }

    /// <summary>Writes the VFS's part of <c>rvfs_describe</c>.</summary>
    public static void Describe(Utf8JsonWriter json)
    {
        lock (s_lock)
        {
            json.WriteBoolean("started", s_started);
            json.WriteBoolean("startedByItself", s_started && s_origin == StartOrigin.Automatic);
            json.WriteBoolean("enabled", s_enabled);
            json.WriteBoolean("answersInGate", HookManager.AnswersInGate);
            json.WriteString("events", EventFile.FilePath);
            json.WriteStartArray("hooks");
            foreach (HookOutcome hook in s_hooks)
            {
                json.WriteStartObject();
                json.WriteString("function", hook.Function);
                json.WriteBoolean("installed", hook.Installed);
                json.WriteString("detail", hook.Detail);
                json.WriteString("kind", hook.Kind switch
                {
                    PatchKind.Atomic => "jump",
                    PatchKind.ThroughPadding => "padding",
                    PatchKind.Suspended => "suspended",
                    _ => null,
                });
                json.WriteString("jumpsTo", hook.Entry?.JumpsTo);
                json.WriteString("before", hook.Entry?.Before);
                json.WriteString("entry", hook.Entry?.Bytes);
                json.WriteEndObject();
            }

            json.WriteEndArray();
            if (s_files is not null)
            {
                VirtualFileSystemStatistics figures = s_files.Statistics;
                json.WriteNumber("layers", figures.Layers);
                json.WriteNumber("folders", figures.Folders);
                json.WriteNumber("files", figures.Files);
                json.WriteNumber("nativeBytes", figures.NativeBytes);
                json.WriteNumber("nativeArenas", NativeArena.Live);
            }

            json.WriteBoolean("inheritedTree", s_inheritedTree);
            json.WriteNumber("confirmedFolders", s_confirmedFolders);
            s_watcher?.Figures.Write(json);
            if (s_report?.Milliseconds is double milliseconds)
                json.WriteNumber("startMilliseconds", milliseconds);
            s_steps?.Write(json);
        }
    }

    private static HookReport ToReport(HookOutcome hook) => new()
    {
        Function = hook.Function,
        State = hook.Installed
            ? HookState.Installed
            : hook.Required ? HookState.Failed : HookState.Absent,
        Detail = hook.Detail,
        IsBehindOthers = hook.IsBehindOthers,
        OtherModule = hook.IsBehindOthers ? hook.Entry?.Module : null,
    };
}
