using System.Diagnostics;
using System.Runtime.InteropServices;
using Reloaded.VFS.Cli.Processes;

namespace Reloaded.VFS.Cli.Checking.Reporting;

/// <summary>The part of a report about a process: its mitigation policies, and the DLLs in it that aren't Windows' own.</summary>
internal static unsafe class ProcessReport
{
    /// <summary>The values of PROCESS_MITIGATION_POLICY (<c>winnt.h</c>) whose structure is one 32-bit number.</summary>
    private static readonly (int Policy, string Name)[] s_policies =
        [(2, "DynamicCode"), (3, "StrictHandleCheck"), (6, "ExtensionPointDisable"), (7, "ControlFlowGuard"), (8, "Signature"),
            (10, "ImageLoad"), (15, "UserShadowStack"), (16, "RedirectionTrust")];

    /// <summary>Writes what is known of a process.</summary>
    /// <param name="id">The process's id.</param>
    /// <param name="text">Receives the lines.</param>
    public static void Write(int id, StringBuilder text)
    {
        nint process = Kernel32.OpenProcess(ProcessAccess.PROCESS_QUERY_INFORMATION | ProcessAccess.PROCESS_VM_READ, false, (uint)id);
        if (process == 0)
        {
            text.AppendLine($"  can't be looked at: error {Marshal.GetLastPInvokeError()}");
            return;
        }

        try
        {
            text.Append("  mitigation policies:");
            foreach ((int policy, string name) in s_policies)
            {
                uint flags = 0;
                text.Append(Kernel32.GetProcessMitigationPolicy(process, policy, &flags, sizeof(uint))
                    ? $" {name}=0x{flags:X}{(policy == 15 ? (flags & 1) != 0 ? " (CET on)" : " (CET off)" : "")}" : $" {name}=unknown");
            }

            text.AppendLine();
            WriteModules(process, text);
        }
        finally
        {
            Kernel32.CloseHandle(process);
        }
    }

    /// <summary>Returns the running processes of a program, by its path.</summary>
    public static IEnumerable<int> FindRunning(string program)
    {
        foreach (Process process in Process.GetProcessesByName(Path.GetFileNameWithoutExtension(program)))
        {
            using (process)
            {
                if (string.Equals(ProcessImage.PathOf(process.Id), program, StringComparison.OrdinalIgnoreCase))
                    yield return process.Id;
            }
        }
    }

    private static void WriteModules(nint process, StringBuilder text)
    {
        string windows = SystemFolders.Windows + '\\';
        int own = 0;
        text.AppendLine("  modules that aren't Windows' own:");
        foreach (string path in Modules(process))
        {
            FileVersionInfo? version = VersionOf(path);
            string company = version?.CompanyName?.Trim() ?? "";
            // Security suites put their DLLs into Windows' folder, too.
            bool isWindows = path.StartsWith(windows, StringComparison.OrdinalIgnoreCase)
                && (company.Length == 0 || company.StartsWith("Microsoft", StringComparison.OrdinalIgnoreCase)
                    || company.Contains("Wine", StringComparison.OrdinalIgnoreCase));
            if (isWindows)
                own++;
            else
                text.AppendLine($"    {path}  {version?.FileVersion?.Trim()}  "
                        + $"{company}{(KnownModules.ProductOf(path) is { } product ? $"  [{product}]" : "")}");
        }

        text.AppendLine($"    and {own} of Windows");
    }

    private static List<string> Modules(nint process)
    {
        nint[] modules = new nint[1024];
        uint needed;
        fixed (nint* p = modules)
        {
            if (!Kernel32.K32EnumProcessModulesEx(process, p, (uint)(modules.Length * sizeof(nint)), out needed,
                Kernel32.LIST_MODULES_64BIT))
                return [];
        }

        List<string> paths = [];
        char[] path = new char[32768];
        foreach (nint module in modules[..(int)Math.Min(needed / (uint)sizeof(nint), (uint)modules.Length)])
        {
            fixed (char* p = path)
            {
                if (Kernel32.K32GetModuleFileNameExW(process, module, p, (uint)path.Length) is var length and > 0)
                    paths.Add(new string(p, 0, (int)length));
            }
        }

        return paths;
    }

    private static FileVersionInfo? VersionOf(string path) =>
        FileErrors.Ignore(() => FileVersionInfo.GetVersionInfo(path), null);
}
