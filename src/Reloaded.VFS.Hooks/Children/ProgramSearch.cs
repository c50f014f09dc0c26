using Reloaded.VFS.Interop.Win32;

namespace Reloaded.VFS.Hooks.Children;

/// <summary>
/// The search for the program that <c>CreateProcess</c> is about to start (Microsoft Learn, CreateProcessW: lpApplicationName,
/// lpCommandLine).
/// </summary>
internal static unsafe class ProgramSearch
{
    private const int Longest = 32768;

    /// <summary>Returns the program's full path, or the name in the call if nothing is found. Its calls go through the hooks.</summary>
    /// <param name="application">A path, not searched for; or null.</param>
    /// <param name="line">The command line, whose first word names the program if <paramref name="application"/> is null.</param>
    /// <param name="quoted">
    /// The line that the system makes if the name that was found has blanks and no quotes around it; null if the line stays unchanged.
    /// </param>
    public static string Find(string? application, string line, out string? quoted)
    {
        quoted = null;
        if (application is not null)
            return FullPath(application);
        string command = line.TrimStart();
        if (command.StartsWith('"'))
        {
            int end = command.IndexOf('"', 1);
            string name = end < 0 ? command[1..] : command[1..end];
            return Search(name) ?? name;
        }

        // Without quotes the name may have blanks: the shortest existing one is used.
        for (int end = 0; end < command.Length;)
        {
            end = command.AsSpan(end + 1).IndexOfAny(' ', '\t') is var next and >= 0 ? end + 1 + next : command.Length;
            if (Search(command[..end]) is not { } found)
                continue;
            if (command.AsSpan(0, end).ContainsAny(' ', '\t'))
                quoted = $"\"{command[..end]}\"{command[end..]}";
            return found;
        }

        return command;
    }

    /// <summary>Returns the real file of a mod's program, and an unused name for one that a mod hides; null for any other.</summary>
    /// <param name="program">The program's path.</param>
    /// <param name="host">The host, which knows the mods, if the new process sees them and this one doesn't; otherwise null.</param>
    public static string? RealPath(MergedView view, string program, IChildProcesses? host)
    {
        if (!Path.IsPathFullyQualified(program))
            return null;
        if (host is not null)
            return host.FindWithMods(program, isFolder: false);
        SeenEntry seen = SeenPath.Of(view, CanonicalOf(program), SeenOptions.All);
        if (seen is { IsAbsent: true, IsHiddenByMod: true })
            return seen.Path + DefaultExcludes.TemporaryEnding; // a file that doesn't exist can't be started
        return seen.IsModFile ? NtPath.ToWin32(seen.Backing) : null;
    }

    /// <summary>
    /// Determines whether <c>CreateProcess</c> runs a file of this name with the command interpreter. Any other name may be a program's.
    /// </summary>
    public static bool IsBatchFile(string program) =>
        program.EndsWith(".bat", StringComparison.OrdinalIgnoreCase) || program.EndsWith(".cmd", StringComparison.OrdinalIgnoreCase);

    /// <summary>Makes a path absolute like the system; returns it unchanged if the system can't.</summary>
    public static string FullPath(string path)
    {
        char[] buffer = new char[Longest];
        fixed (char* text = buffer)
        {
            uint length = Kernel32.GetFullPathNameW(path, Longest, text, null);
            return length is > 0 and < Longest ? new string(text, 0, (int)length) : path;
        }
    }

    /// <summary>
    /// Returns a full path in the form in which a name is looked up, also one that names its volume by a GUID or its device.
    /// </summary>
    public static string CanonicalOf(string path) => NtPath.ToCanonical(NtPath.From(path)).TrimEnd('\\').ToString();

    private static string? Search(string name)
    {
        char[] buffer = new char[Longest];
        fixed (char* text = buffer)
        {
            uint length = Kernel32.SearchPathW(null, name, ".exe", Longest, text, null);
            // SearchPathW finds folders, too; a program is none.
            return length is > 0 and < Longest && new string(text, 0, (int)length) is var found && !Directory.Exists(found) ? found : null;
        }
    }
}
