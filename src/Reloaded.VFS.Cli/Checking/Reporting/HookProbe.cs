using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Text.Json;
using Reloaded.VFS.Cli.Checking.Facts;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Cli.Checking.Reporting;

/// <summary>
/// A test whether hooks can be installed on this system: rvfs.exe starts itself again, and that process loads the DLL and starts it for an
/// empty folder.
/// </summary>
/// <remarks>A separate process, because the subject of a report is often a crash.</remarks>
internal static unsafe class HookProbe
{
    /// <summary>The hidden option of <c>rvfs doctor</c> that makes a process run the test.</summary>
    public const string Option = "--probe-hooks";

    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(60);

    public static void Write(StringBuilder text)
    {
        ProcessStartInfo start = new(ModulePath.Complete(Environment.ProcessPath!),
            ["doctor", Option])
        { RedirectStandardOutput = true, RedirectStandardError = true, UseShellExecute = false };
        using Process process = Process.Start(start)!;
        Task<string> output = process.StandardOutput.ReadToEndAsync(), errors = process.StandardError.ReadToEndAsync();
        if (!process.WaitForExit(s_patience))
        {
            process.Kill();
            text.AppendLine($"  the DLL hasn't started in {s_patience.TotalSeconds:0} s");
            return;
        }

        if (process.ExitCode != 0)
            text.AppendLine($"  the DLL didn't start: {errors.Result.Trim()} (exit code "
                    + $"0x{process.ExitCode:X8}{(NtStatusNames.NameOf((uint)process.ExitCode) is { } name ? ", " + name : "")})");
        if (output.Result.Length > 0)
            WriteDescription(output.Result, text);
    }

    /// <summary>Runs the test in its process: prints the DLL's description.</summary>
    /// <returns>The exit code.</returns>
    public static int Try()
    {
        string folder = Directory.CreateTempSubdirectory("rvfs-probe-").FullName;
        try
        {
            string mods = Directory.CreateDirectory(Path.Combine(folder, "mods")).FullName,
                configuration = Path.Combine(folder, "rvfs.json");
            ConfigurationWriter.WriteFile(new VfsConfiguration
            {
                Targets = [Directory.CreateDirectory(Path.Combine(folder, "game")).FullName],
                Mods = mods,
                Report = Path.Combine(folder, "report.json"),
                Offline = true,
            }, configuration);
            nint dll = NativeLibrary.Load(Path.Combine(LauncherFolder.Path, OwnNames.Dll));
            var startConfig = (delegate* unmanaged<char*, int>)NativeLibrary.GetExport(dll, "rvfs_start_config");
            int status;
            fixed (char* path = configuration)
                status = startConfig(path);
            using (Stream output = Console.OpenStandardOutput())
                output.Write(Describe(dll));
            if (status < 0)
                Console.Error.WriteLine($"rvfs_start_config returned {status}: {LastError(dll)}");
            if (status >= 0)
                _ = ((delegate* unmanaged<int>)NativeLibrary.GetExport(dll, "rvfs_stop"))();
            return status < 0 ? 1 : 0;
        }
        catch (Exception e) when (e
            is DllNotFoundException or EntryPointNotFoundException or BadImageFormatException or IOException or UnauthorizedAccessException)
        {
            Console.Error.WriteLine(e is IOException or UnauthorizedAccessException
                ? ErrorCause.Of(e)
                : $"'{OwnNames.Dll}' can't be loaded, or isn't reloaded_vfs.dll of this version");
            return 1;
        }
        finally
        {
            // The watcher of mods may still have it open; the folder is in the temporary folder.
            DiskRemoval.TryDeleteTree(folder);
        }
    }

    /// <summary>Returns what the DLL in this process says of itself: <c>rvfs_describe</c>.</summary>
    /// <param name="dll">The DLL's module.</param>
    public static byte[] Describe(nint dll)
    {
        var describe = (delegate* unmanaged<byte*, uint, int>)NativeLibrary.GetExport(dll, "rvfs_describe");
        // The description contains statistics of the DLL's threads and may have grown since its size was queried.
        byte[] json;
        int size = describe(null, 0);
        do
        {
            json = new byte[Math.Max(size, 1)];
            fixed (byte* p = json)
                size = describe(p, (uint)json.Length);
        }
        while (size > json.Length);
        return json[..Math.Max(0, size - 1)];
    }

    /// <summary>Writes the description: a line for the DLL, and one for each hooked function.</summary>
    public static void WriteDescription(string json, StringBuilder text)
    {
        using JsonDocument document = JsonDocument.Parse(json);
        JsonElement root = document.RootElement;
        text.AppendLine($"  reloaded_vfs.dll {Text(root, "version")}, {Text(root, "system")}, {Text(root, "instructionSet")}, start "
                + $"{Text(root, "startMilliseconds")} ms");
        foreach (JsonElement hook in root.TryGetProperty("hooks", out JsonElement hooks) ? hooks.EnumerateArray() : [])
        {
            string function = Text(hook, "function");
            FunctionEntry? entry = FunctionEntry.Read(function);
            string state = hook.TryGetProperty("installed", out JsonElement done) && done.GetBoolean() ? "hooked" : "not hooked";
            text.AppendLine($"  {function,-32} {state}: {Rest(hook)}");
            if (entry is null)
                continue;

            string where = entry.Module is { } module ? KnownModules.Describe(module) : "memory of no module";
            string jump = entry.Jump is null ? "" : $"  {entry.Jump} into {where}";
            text.AppendLine($"  {"",-32} {Convert.ToHexString(entry.Bytes)}{jump}");
        }
    }

    /// <summary>Returns all other properties of a hook, including those of later DLLs.</summary>
    private static string Rest(JsonElement hook) => string.Join("; ",
        hook.EnumerateObject().Where(p => p.Name is not ("function" or "installed") && p.Value.ValueKind is not JsonValueKind.Null)
        .Select(p => p.Name == "detail" ? p.Value.ToString() : $"{p.Name} {p.Value}"));

    private static string Text(JsonElement element, string name) =>
        element.TryGetProperty(name, out JsonElement value) ? value.ToString() : "?";

    private static string LastError(nint dll)
    {
        char[] text = new char[1024];
        fixed (char* p = text)
        {
            uint length = ((delegate* unmanaged<char*, uint, uint>)NativeLibrary.GetExport(dll, "rvfs_last_error"))(p, (uint)text.Length);
            return new string(p, 0, (int)Math.Min(length, (uint)text.Length - 1));
        }
    }
}
