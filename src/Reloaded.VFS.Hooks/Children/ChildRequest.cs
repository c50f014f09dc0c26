using Reloaded.VFS.Interop.Win32;

namespace Reloaded.VFS.Hooks.Children;

/// <summary>The arguments of a call of <c>CreateProcessInternalW</c> that require the new process to be left alone.</summary>
/// <remarks>
/// Such are processes of a sandbox, into which no DLL can be loaded without breaking them, and those that their creator debugs.
/// </remarks>
public static unsafe class ChildRequest
{
    // PROC_THREAD_ATTRIBUTE_NUM of winbase.h: the low 16 bits of an attribute.
    private const int ProtectionLevel = 11, MitigationPolicy = 7, SecurityCapabilities = 9, ChildProcessPolicy = 14,
        AllApplicationPackages = 15;

    // PROCESS_CREATION_MITIGATION_POLICY_CONTROL_FLOW_GUARD_EXPORT_SUPPRESSION is 3 there: an APC to an exported function ends the process.
    private const int ExportSuppressionShift = 40;

    /// <summary>
    /// The mitigation policies that prevent the VFS from working: PROCESS_CREATION_MITIGATION_POLICY_* (winbase.h), four bits each, of
    /// which 1 is "always on" and 3 a variant of it.
    /// </summary>
    private static readonly (int Word, int Shift, string Name)[] Breaking =
    [
        (0, 28, "no calls of win32k"),
        (0, 36, "no dynamic code"),
        (0, 44, "no DLLs but Microsoft's"),
        (1, 4, "continuity of the loader's signatures"),
        (1, 12, "protection of modules against changes"),
        (1, 36, "no DLLs without shadow stacks"),
    ];

    /// <summary>Returns the reason why the process must be left alone; null if nothing in the call requires that.</summary>
    /// <param name="flags">The call's creation flags.</param>
    /// <param name="line">The command line; may be empty.</param>
    /// <param name="startup">STARTUPINFOW or STARTUPINFOEXW, the caller's own; may be null or invalid.</param>
    /// <param name="tryCopy">Copies memory that may be invalid: destination, source, bytes; returns false if it is.</param>
    public static string? CauseToLeave(
        ProcessCreationFlags flags, ReadOnlySpan<char> line, void* startup, delegate*<void*, void*, nuint, bool> tryCopy)
    {
        if ((flags & (ProcessCreationFlags.DEBUG_PROCESS | ProcessCreationFlags.DEBUG_ONLY_THIS_PROCESS)) != 0)
            return "its creator debugs it";
        if (HasTypeArgument(line))
            return "its command line has --type=, as a browser's sandboxed processes have";
        return (flags & ProcessCreationFlags.EXTENDED_STARTUPINFO_PRESENT) != 0 && startup is not null
            ? CauseInAttributes(startup, tryCopy)
            : null;
    }

    /// <summary>
    /// Determines whether an argument begins with <c>--type=</c>: Chromium, Electron, CEF, NW.js and QtWebEngine start their renderers and
    /// helpers with it.
    /// </summary>
    /// <remarks>Whole arguments count, by the rules of CommandLineToArgvW for blanks and quotes; the program's own name doesn't.</remarks>
    public static bool HasTypeArgument(ReadOnlySpan<char> line)
    {
        const string type = "--type=";
        bool quoted = false, isFirst = true;
        for (int i = 0; i < line.Length;)
        {
            int start = i, backslashes = 0;
            for (; i < line.Length && (quoted || line[i] is not (' ' or '\t')); i++)
            {
                if (line[i] == '"' && (isFirst || backslashes % 2 == 0))
                    quoted = !quoted;
                backslashes = line[i] == '\\' ? backslashes + 1 : 0;
            }

            ReadOnlySpan<char> argument = line[start..i];
            if (!isFirst
                && (argument.StartsWith(type, StringComparison.Ordinal)
                    || (argument.StartsWith('"') && argument[1..].StartsWith(type, StringComparison.Ordinal))))
                return true;
            isFirst = false;
            while (i < line.Length && line[i] is ' ' or '\t')
                i++;
        }

        return false;
    }

    /// <summary>Returns the reason in the attribute list, which is opaque by its documentation.</summary>
    /// <remarks>
    /// Its layout in Windows since Vista and in Wine: the attributes that are present (a bit each), capacity and count, a pointer, then
    /// attribute, size and value of each.
    /// </remarks>
    private static string? CauseInAttributes(void* startup, delegate*<void*, void*, nuint, bool> tryCopy)
    {
        const uint most = 64;
        byte* list = null;
        uint* header = stackalloc uint[3];
        // STARTUPINFOEXW is STARTUPINFOW followed by the list's address.
        if (!tryCopy(&list, (byte*)startup + sizeof(STARTUPINFOW), (nuint)sizeof(byte*)) || list is null
            || !tryCopy(header, list, 3 * sizeof(uint)))
            return null;
        nint* attributes = (nint*)(list + 16 + sizeof(nint));
        nint* attribute = stackalloc nint[3];
        ulong* policy = stackalloc ulong[2] { 0, 0 };
        for (uint i = 0; i < Math.Min(header[2], most); i++)
        {
            if (!tryCopy(attribute, attributes + (i * 3), (nuint)(3 * sizeof(nint))))
                return null;
            switch ((ushort)attribute[0])
            {
                case MitigationPolicy:
                    // 4, 8, 16 or, since Windows 11, 24 bytes.
                    if (!tryCopy(policy, (void*)attribute[2], (nuint)Math.Min(attribute[1], 16)))
                        break;
                    if ((policy[0] >> ExportSuppressionShift & 3) == 3)
                        return "it is started with a mitigation policy (no calls of exports that nobody has asked for)";
                    foreach ((int word, int shift, string name) in Breaking)
                    {
                        if ((policy[word] >> shift & 1) != 0)
                            return $"it is started with a mitigation policy ({name})";
                    }

                    break;
                case SecurityCapabilities:
                    return "it runs in an AppContainer";
                case AllApplicationPackages:
                    return "it runs in an AppContainer without the rights of application packages";
                case ChildProcessPolicy:
                    return "it is started with a policy for child processes";
                case ProtectionLevel:
                    return "it is started as a protected process";
            }
        }

        return null;
    }
}

/// <summary>The game's zero-terminated texts. A pointer may be invalid.</summary>
internal static unsafe class CallerText
{
    /// <summary>The maximum length: more than the longest command line.</summary>
    private const int Longest = 65536;

    private const nuint Page = 4096;

    /// <summary>Copies a text. Returns null if there is none, or it can't be read, or isn't terminated.</summary>
    public static string? Read(char* text)
    {
        if (text is null)
            return null;
        var copy = new List<char>();
        Span<char> part = stackalloc char[(int)Page / sizeof(char)];
        fixed (char* start = part)
        {
            // If part of a page can be read, so can all of it.
            for (char* at = text; copy.Count < Longest;)
            {
                int count = Math.Max(1, (int)((Page - ((nuint)at & (Page - 1))) / sizeof(char)));
                if (GateTable.Native.TryCopy(start, at, (nuint)count * sizeof(char)) == 0)
                    return null;
                ReadOnlySpan<char> read = part[..count];
                int end = read.IndexOf('\0');
                if (end >= 0)
                    return string.Concat([.. copy], read[..end]);
                copy.AddRange(read);
                at += count;
            }
        }

        return null;
    }
}
