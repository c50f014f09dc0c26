namespace Reloaded.VFS.Hooks.Children;

/// <summary>The name of this process's own program, corrected if a mod supplies the program.</summary>
/// <remarks>
/// The program was started from the mod's folder, and has to find itself, and the files beside it, in the game's
/// (<c>GetModuleFileName</c>).
/// </remarks>
internal static unsafe class OwnImageName
{
    // PEB and RTL_USER_PROCESS_PARAMETERS (winternl.h, partly), PEB_LDR_DATA and LDR_DATA_TABLE_ENTRY: ntdll's public symbols, 64-bit and
    // 32-bit.
    private static int PebLdr => Is64Bit ? 0x18 : 0x0C;
    private static int PebProcessParameters => Is64Bit ? 0x20 : 0x10;
    private static int LdrInLoadOrder => Is64Bit ? 0x10 : 0x0C;
    private static int EntryFullDllName => Is64Bit ? 0x48 : 0x24;
    private static int ParametersImagePathName => Is64Bit ? 0x60 : 0x38;
    private static bool Is64Bit => sizeof(nint) == sizeof(long);

    /// <summary>Corrects the name. Call it once, before the program's first instruction, with the hooks installed.</summary>
    public static void Correct(MergedView view)
    {
        // Mods lie over folders on drives: a program on no drive keeps its name.
        if (view.ShowsRealNames || Environment.ProcessPath is not { } program
            || ModulePath.IsOnNoDrive(ModulePath.Complete(program)))
            return;
        string real = VirtualPath.Canonicalize(program);
        if (!ReverseLookup.TryFindFolderOf(view, real, out int parentId))
            return;
        Snapshot snapshot = view.Files.Snapshot;
        string? name = snapshot.TryGetFolder(parentId, out FolderView folder) && ReverseLookup.TryFindFile(folder, real, out EntryView entry)
            ? string.Concat(folder.Path, "\\", entry.Name)
            : null;
        GC.KeepAlive(snapshot);
        if (name is null)
            return;
        byte* peb = (byte*)RtlGetCurrentPeb.Exported.Invoke();
        byte* first = *(byte**)(*(byte**)(peb + PebLdr) + LdrInLoadOrder);
        Set((UNICODE_STRING*)(first + EntryFullDllName), name);
        Set((UNICODE_STRING*)(*(byte**)(peb + PebProcessParameters) + ParametersImagePathName), name);
    }

    private static void Set(UNICODE_STRING* text, string name)
    {
        // Kept for the lifetime of the process: a reader may keep the pointer.
        char* copy = (char*)NativeMemory.AllocZeroed((nuint)name.Length + 1, sizeof(char));
        name.CopyTo(new Span<char>(copy, name.Length));
        text->Buffer = copy;
        text->Length = (ushort)(name.Length * sizeof(char));
        text->MaximumLength = (ushort)(text->Length + sizeof(char));
    }
}
