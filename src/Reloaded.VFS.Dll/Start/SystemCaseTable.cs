namespace Reloaded.VFS.Dll.Start;

/// <summary>The running system's table of upper-case forms, which differs between versions of Windows.</summary>
internal static unsafe class SystemCaseTable
{
    private const int Units = char.MaxValue + 1;
    private const int UnitsAtOnce = 4096;

    /// <summary>Gets the number of characters that the running system folds differently than the embedded table.</summary>
    public static int Differences { get; private set; }

    /// <summary>Uses the system's table from now on. Call before any path is folded. Returns null, or a diagnostic.</summary>
    public static Diagnostic? Apply()
    {
        if (RtlUpcaseUnicodeString.Exported.Address == 0)
            return Diagnostic.Notice("this system has no RtlUpcaseUnicodeString; letters are compared as Windows 11 does");
        Span<char> units = stackalloc char[UnitsAtOnce], system = stackalloc char[UnitsAtOnce], embedded = stackalloc char[UnitsAtOnce];
        int first = 0;
        Differences = 0;
        for (int begin = 0; begin < Units; begin += UnitsAtOnce)
        {
            AskSystem(begin, units, system);
            CaseFolding.ToUpper(units, embedded);
            int same = system.CommonPrefixLength(embedded);
            first = Differences == 0 ? begin + same : first;
            for (int i = same; i < UnitsAtOnce; i++)
                Differences += system[i] == embedded[i] ? 0 : 1;
        }

        if (Differences == 0)
            return null;
        try
        {
            var table = new char[Units];
            for (int begin = 0; begin < Units; begin += UnitsAtOnce)
                AskSystem(begin, units, table.AsSpan(begin, UnitsAtOnce));
            CaseFolding.UseTable(table);
        }
        catch (ArgumentException e)
        {
            return Diagnostic.Warning($"this system's case table can't be used: {ErrorCause.Of(e)}");
        }

        return Diagnostic.Notice(
            $"this system compares {Differences} letters differently from the VFS (the first is U+{first:X4}); its table is used");
    }

    /// <summary>Writes as many units as there is room for, and their upper-case forms.</summary>
    private static void AskSystem(int begin, Span<char> units, Span<char> upper)
    {
        for (int i = 0; i < units.Length; i++)
            units[i] = (char)(begin + i);
        ushort size = (ushort)(units.Length * sizeof(char));
        fixed (char* from = units, to = upper)
        {
            UNICODE_STRING source = new() { Length = size, MaximumLength = size, Buffer = from };
            UNICODE_STRING result = new() { MaximumLength = size, Buffer = to };
            RtlUpcaseUnicodeString.Exported.Invoke(&result, &source, 0);
        }
    }
}
