namespace Reloaded.VFS.Tests.Layout;

/// <summary>A constant of a C source, with its name in C# and its expression in Windows' headers, if any.</summary>
/// <param name="InC">The name in C.</param>
/// <param name="InCSharp"><c>Type.Name</c>, or null.</param>
/// <param name="InWindows">An expression, or null.</param>
public sealed record ConstantTwin(string InC, string? InCSharp, string? InWindows);

/// <summary>The constants of each C source.</summary>
/// <remarks>
/// A file's constants stand behind its name, with the folder where that is <c>Proxy</c>.
/// <c>A=B</c>: the C constant A is C#'s B. <c>A~B</c>: it is Windows' B. <c>A~</c>: Windows has
/// it under the same name. <c>A</c> alone: neither C# nor Windows has it, or another test compares it (<c>CompilerLayoutTests</c>,
/// <c>ApiTests</c>).
/// </remarks>
internal static class ConstantTwins
{
    private static readonly string[] Lines =
    [
        // The hooks' part.
        "gate.h: NULL_ GNU_C HAS_TEXT_VECTOR TLS_DIRECT_SLOTS~TLS_MINIMUM_AVAILABLE GATE_COUNT=GateIndex.Count "
            + "NO_STATE_SLOT~TLS_OUT_OF_INDEXES",
        "gate.h: TEB_SELF TEB_LAST_ERROR TEB_THREAD_ID TEB_THREAD_LOCAL_STORAGE TEB_TLS_SLOTS TEB_TLS_EXPANSION "
            + "TEB_SAME_TEB_FLAGS TEB_LAST_STATUS",
        "gate.h: TEB_FLAG_LOADER_WORKER TEB_FLAG_SKIP_LOADER_INIT",
        "gate.h: MARK_NONE=ThreadMark.None MARK_INSIDE=ThreadMark.Inside MARK_RUNTIME=ThreadMark.Runtime MARK_ENDED=ThreadMark.Ended "
            + "MARK_NO_PATH=ThreadMark.NoPath NAMES_ARE_KNOWN=ModNames.Known",
        "gate.h: HANDLE_UNRELATED=HandleTable.Unrelated HANDLE_NO_FILE=HandleTable.NoFile HANDLE_UNRESOLVED=HandleTable.Unresolved "
            + "HANDLE_DELETE_PENDING=HandleTable.DeletePending",
        "gate.h: HANDLE_SHARED=HandleTable.SharedBit HANDLE_GENERATION=HandleTable.GenerationMask",
        "gate.h: UNDECIDED_NONE=UndecidedChanges.None UNDECIDED_REFUSED=UndecidedChanges.Refused UNDECIDED_JOURNAL=UndecidedChanges.Journal",
        "floating.h: INITIAL_MXCSR~ MXCSR_FLAGS",
        "mapped.c: STATUS_BUFFER_OVERFLOW=NtStatus.STATUS_BUFFER_OVERFLOW STATUS_INFO_LENGTH_MISMATCH~ STATUS_BUFFER_TOO_SMALL~ ROOM",
        "mapped.c: MemoryMappedFilenameInformation=MEMORY_INFORMATION_CLASS.MemoryMappedFilenameInformation",
        "gate.c: CREATE_UNICODE_ENVIRONMENT~ SECURITY_ATTRIBUTES_SIZE~sizeof(SECURITY_ATTRIBUTES) "
            + "PROCESS_INFORMATION_SIZE~sizeof(PROCESS_INFORMATION) STARTUPINFO_SIZE~sizeof(STARTUPINFOW) STARTUPINFO_TEXTS",
        "gate.c: SYNCHRONIZE=AccessMask.SYNCHRONIZE FILE_SYNCHRONOUS_IO_NONALERT=CreateOptions.FILE_SYNCHRONOUS_IO_NONALERT "
            + "STATUS_ACCESS_DENIED=NtStatus.STATUS_ACCESS_DENIED",
        "gate.c: RENAME_CLASSES TRACKED_CLASSES NAME_CLASSES VOLUME_CLASSES",
        "gate.c: READING_RIGHTS~FILE_READ_DATA|FILE_READ_EA|FILE_EXECUTE|FILE_READ_ATTRIBUTES|READ_CONTROL|SYNCHRONIZE|GENERIC_READ"
            + "|GENERIC_EXECUTE",
        "gate.c: FILE_OPEN=CreateDisposition.FILE_OPEN FILE_DIRECTORY_FILE=CreateOptions.FILE_DIRECTORY_FILE",
        "gate.c: FILE_NON_DIRECTORY_FILE=CreateOptions.FILE_NON_DIRECTORY_FILE FILE_DELETE_ON_CLOSE=CreateOptions.FILE_DELETE_ON_CLOSE",
        "gate.c: FILE_OPEN_BY_FILE_ID=CreateOptions.FILE_OPEN_BY_FILE_ID "
            + "STATUS_OBJECT_PATH_NOT_FOUND=NtStatus.STATUS_OBJECT_PATH_NOT_FOUND",
        "gate.c: FileBasicInformation=FILE_INFORMATION_CLASS.FileBasicInformation "
            + "FileNameInformation=FILE_INFORMATION_CLASS.FileNameInformation "
            + "FileRenameInformation=FILE_INFORMATION_CLASS.FileRenameInformation",
        "gate.c: FileLinkInformation=FILE_INFORMATION_CLASS.FileLinkInformation "
            + "FileAllInformation=FILE_INFORMATION_CLASS.FileAllInformation",
        "gate.c: FileDispositionInformation=FILE_INFORMATION_CLASS.FileDispositionInformation",
        "gate.c: FileCompletionInformation=FILE_INFORMATION_CLASS.FileCompletionInformation",
        "gate.c: FileIoCompletionNotificationInformation=FILE_INFORMATION_CLASS.FileIoCompletionNotificationInformation",
        "gate.c: FileNormalizedNameInformation=FILE_INFORMATION_CLASS.FileNormalizedNameInformation",
        "gate.c: FileVolumeNameInformation=FILE_INFORMATION_CLASS.FileVolumeNameInformation "
            + "FileIdInformation=FILE_INFORMATION_CLASS.FileIdInformation",
        "gate.c: FileReplaceCompletionInformation=FILE_INFORMATION_CLASS.FileReplaceCompletionInformation",
        "gate.c: FileDispositionInformationEx=FILE_INFORMATION_CLASS.FileDispositionInformationEx",
        "gate.c: FileRenameInformationEx=FILE_INFORMATION_CLASS.FileRenameInformationEx "
            + "FileLinkInformationEx=FILE_INFORMATION_CLASS.FileLinkInformationEx",
        "gate.c: FileFsVolumeInformation=FS_INFORMATION_CLASS.FileFsVolumeInformation "
            + "FileFsSizeInformation=FS_INFORMATION_CLASS.FileFsSizeInformation",
        "gate.c: FileFsAttributeInformation=FS_INFORMATION_CLASS.FileFsAttributeInformation "
            + "FileFsFullSizeInformation=FS_INFORMATION_CLASS.FileFsFullSizeInformation",
        "gate.c: ObjectNameInformation=OBJECT_INFORMATION_CLASS.ObjectNameInformation",
        "handles.c: DUPLICATE_CLOSE_SOURCE~ DUPLICATE_SAME_ACCESS STATUS_INVALID_HANDLE=NtStatus.STATUS_INVALID_HANDLE",
        "memory.c: CAPTURE_REFUSED CAPTURE_TOO_LONG=CapturedPath.TooLong",
        "mod_names.c: DRIVE_LENGTH BLOCK_LENGTH SHORTEST LONGEST=PathHash.MostWithImageCode "
            + "SUPER_JOURNAL_LENGTH=CompanionNames.SuperJournalLength",
        "notify.h: CALL_FREE=PendingCall.Free CALL_FILLING=PendingCall.Filling CALL_PENDING=PendingCall.Pending "
            + "CALL_CLAIMED=PendingCall.Claimed",
        "notify.h: MOST_PENDING_CALLS=NotificationTable.MostCalls MOST_WATCHES=NotificationTable.MostWatches "
            + "MOST_SETTLING=NotificationTable.MostSettling",
        "notify.h: SETTLING_FREE SETTLING_WAITING SETTLING_ANSWERED SETTLING_LEFT SETTLE_KEY=ChangeNotifier.Settle",
        "notify.c: STATUS_SUCCESS=NtStatus.STATUS_SUCCESS STATUS_PENDING=NtStatus.STATUS_PENDING STATUS_TIMEOUT=NtStatus.STATUS_TIMEOUT",
        "notify.c: STATUS_ACCESS_VIOLATION=NtStatus.STATUS_ACCESS_VIOLATION STATUS_CANCELLED=NtStatus.STATUS_CANCELLED STATUS_NOT_FOUND~",
        "notify.c: ThreadBasicInformation=THREADINFOCLASS.ThreadBasicInformation THREAD_QUERY_LIMITED_INFORMATION~",
        "prefix.h: SAME_IN_BOTH_CASES=PrefixFilter.SameInBothCases PREFIX_CHARACTERS=PrefixFilter.Capacity "
            + "PREFIX_ANY=PrefixFilter.Any BLOCK",
        "prefix.h: NT_PREFIX=NtPath.PrefixWord NT_PREFIX_LENGTH NAME_IS_OUTSIDE NAME_MAY_MATCH NAME_IS_BELOW NAME_IS_IN_NO_MOD",
        "faults.c: STATUS_GUARD_PAGE_VIOLATION~ STATUS_DATATYPE_MISALIGNMENT~ STATUS_ACCESS_VIOLATION=NtStatus.STATUS_ACCESS_VIOLATION",
        "faults.c: STATUS_IN_PAGE_ERROR~ STATUS_STACK_OVERFLOW~ EXCEPTION_CONTINUE_EXECUTION~(-1) EXCEPTION_CONTINUE_SEARCH~(0)",
        "faults.c: CONTEXT_RAX CONTEXT_RSP CONTEXT_RIP CONTEXT_EDI CONTEXT_ESI CONTEXT_EBX CONTEXT_EAX CONTEXT_EBP CONTEXT_EIP CONTEXT_ESP",
        "faults.c: PUSH_EBX PUSH_EBP PUSH_ESI PUSH_EDI MOVE OTHER_MOVE MOVE_END",

        // The DLL's.
        "native.h: CURRENT_PROCESS CURRENT_THREAD INVALID_HANDLE~INVALID_HANDLE_VALUE SUSPEND_FAILED WITHOUT_LIMIT~INFINITE",
        "native.h: DLL_PROCESS_DETACH~ DLL_PROCESS_ATTACH~ DLL_THREAD_ATTACH~ DLL_THREAD_DETACH~ PAGE_READWRITE~ PAGE_EXECUTE_READWRITE~",
        "native.h: MEM_COMMIT_RESERVE~MEM_COMMIT|MEM_RESERVE MEM_RELEASE~ WAIT_OBJECT_0~ ERROR_ALREADY_EXISTS~",
        "native.h: MODULE_FROM_ADDRESS~GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS MODULE_PIN~GET_MODULE_HANDLE_EX_FLAG_PIN",
        "native.h: MODULE_UNCHANGED_REFCOUNT~GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT",
        "native.h: TEB_STACK_BASE TEB_CLIENT_ID_THREAD TEB_PEB TEB_SAME_FLAGS PEB_LOADER_LOCK CRITICAL_SECTION_OWNER HAS_FIBER_DATA",
        "native.h: START_OPTIONS START_CONFIG START_ENTRY START_AUTOMATIC",
        "native.h: EXCEPTION_CONTINUE_SEARCH~(0) EXCEPTION_CONTINUE_EXECUTION~(-1)",
        "automatic_start.c: GRACE_MILLISECONDS STEP_MILLISECONDS PATH_CHARS NO_FILE~INVALID_FILE_ATTRIBUTES",
        "deferred_start.c: NOT_ASKED WAITING RUNNING DONE LONGEST_PATH STATUS_ILLEGAL_INSTRUCTION~ "
            + "QUERY_LIMITED~THREAD_QUERY_LIMITED_INFORMATION",
        "deferred_start.c: BEGINNING FUNCTION_BYTES LINGER_MILLISECONDS APC_PATIENCE_MILLISECONDS",
        "entry_block.h: ENTRY_FIRST_ADDRESS=ProcessEntry.FirstAddress ENTRY_MOST_ADDRESSES=ProcessEntry.MostAddresses ENTRY_STEP=ProcessEntry.Step",
        "entry_block.h: ENTRY_MAGIC=ProcessEntry.Magic ENTRY_MAGIC_END=ProcessEntry.MagicEnd GATE_SIZE=ProcessEntry.Page",
        "entry.c: SYNCHRONIZE~ MEM_COMMIT~ MEM_PRIVATE~ MEM_FREE~ PAGE_NOACCESS~ POLL_MILLISECONDS "
            + "READING_MILLISECONDS",
        "entry.c: STATUS_ACCESS_VIOLATION=NtStatus.STATUS_ACCESS_VIOLATION",
        "entry.c: STATUS_DLL_NOT_FOUND=NtStatus.STATUS_DLL_NOT_FOUND STATUS_ENTRYPOINT_NOT_FOUND=NtStatus.STATUS_ENTRYPOINT_NOT_FOUND",
        "exports.c: KNOWN_START_FLAGS LEAST_STATISTICS LONGEST DIRECTORY_ATTRIBUTE PREFIX",
        "fail_fast.c: STANDARD_ERROR~STD_ERROR_HANDLE FRAMES RECORD_ADDRESS",
        "hijack_lookup.c: KERNEL32 NTDLL MODULE_COUNT FUNCTION_COUNT",
        "last_error.c: CAPACITY",
        "late_imports.c: BY_ORDINAL~IMAGE_ORDINAL_FLAG HEADERS_OFFSET~offsetof(IMAGE_DOS_HEADER,e_lfanew) PATH_CHARS "
            + "FILE_NOT_THERE~INVALID_FILE_ATTRIBUTES",
        "late_imports.c: OPTIONAL_HEADER~offsetof(IMAGE_NT_HEADERS,OptionalHeader) DIRECTORY_IMPORT~IMAGE_DIRECTORY_ENTRY_IMPORT",
        "late_imports.c: DATA_DIRECTORIES~offsetof(IMAGE_NT_HEADERS,OptionalHeader.DataDirectory) DIRECTORY_TLS~IMAGE_DIRECTORY_ENTRY_TLS",
        "late_imports.c: DIRECTORY_SIZE~sizeof(IMAGE_DATA_DIRECTORY) "
            + "TLS_CALLBACKS~offsetof(IMAGE_TLS_DIRECTORY,AddressOfCallBacks)/sizeof(void*)",
        "last_thread.c: QUERY_AND_WAIT~THREAD_QUERY_INFORMATION|SYNCHRONIZE WIN32_START_ADDRESS~ThreadQuerySetWin32StartAddress",
        "patch.c: STATUS_SUCCESS=NtStatus.STATUS_SUCCESS STATUS_INVALID_PARAMETER=NtStatus.STATUS_INVALID_PARAMETER STATUS_NO_MEMORY~",
        "patch.c: STATUS_CONFLICTING_ADDRESSES=NtStatus.STATUS_CONFLICTING_ADDRESSES "
            + "STATUS_INVALID_PAGE_PROTECTION=NtStatus.STATUS_INVALID_PAGE_PROTECTION "
            + "STATUS_RETRY=NtStatus.STATUS_RETRY STATUS_ACCESS_DENIED=NtStatus.STATUS_ACCESS_DENIED",
        "patch.c: LARGEST_PATCH ATTEMPTS REFUSED_ATTEMPTS THREAD_CAPACITY SNAPSHOT_THREADS~TH32CS_SNAPTHREAD CONTEXT_CONTROL~",
        "patch.c: THREAD_ACCESS~THREAD_SUSPEND_RESUME|THREAD_GET_CONTEXT|THREAD_SET_CONTEXT|THREAD_QUERY_LIMITED_INFORMATION|SYNCHRONIZE",
        "patch.c: CONTEXT_SIZE~sizeof(CONTEXT) CONTEXT_FLAGS~offsetof(CONTEXT,ContextFlags) CONTEXT_IP~offsetof(CONTEXT,Rip)",
        "process_barrier.c: PAGE_BYTES PAGE_NOACCESS~",
        "thread_state.c: TLS_OUT_OF_INDEXES~ FLS_OUT_OF_INDEXES~ FLS_CAPACITY FLS_FIRST_INDEX",

        // The image that brings CoreCLR.
        "environment.c: VARIABLE_NOT_FOUND~ERROR_ENVVAR_NOT_FOUND ROOM",
        "imports.c: COM_IS_NOT_INITIALIZED~CO_E_NOTINITIALIZED HEADERS_OFFSET~offsetof(IMAGE_DOS_HEADER,e_lfanew) "
            + "EXPORT_DIRECTORY~offsetof(IMAGE_NT_HEADERS,OptionalHeader.DataDirectory)",
        "imports.c: IMPORT_DIRECTORY~offsetof(IMAGE_NT_HEADERS,OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_IMPORT]) "
            + "EXPORT_SIZE~offsetof(IMAGE_NT_HEADERS,OptionalHeader.DataDirectory[0].Size) BY_ORDINAL~IMAGE_ORDINAL_FLAG",
        "imports.c: IMPORT_SIZE~offsetof(IMAGE_NT_HEADERS,OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_IMPORT].Size) "
            + "FROM_SYSTEM~LOAD_LIBRARY_SEARCH_SYSTEM32 NO_TOKEN~ERROR_NO_TOKEN MOST_LATE LATE_SIZE NOT_FOUND LONGEST",
        "imports.c: DELAY_DIRECTORY~offsetof(IMAGE_NT_HEADERS,OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_DELAY_IMPORT])",
        "imports.c: REASON_THREAD_ATTACH~DLL_THREAD_ATTACH REASON_THREAD_DETACH~DLL_THREAD_DETACH RUNTIME_LIBRARIES LEFT_OUT BEGIN",
        "runtime.c: LONGEST_PATH UTF8~CP_UTF8 SEARCH_ITS_FOLDER_AND_SYSTEM~LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR|LOAD_LIBRARY_SEARCH_SYSTEM32",
        "runtime.c: LIST_SIZE NOT_STARTED STARTING STARTED",

        // The proxy of "rvfs install".
        "Proxy/proxy.h: PROXY_THUNKS=ProxyImage.MostExports PROXY_TABLE_SIZE",
        "Proxy/module.c: PROCESS_ATTACH~DLL_PROCESS_ATTACH SEARCH_SYSTEM32~LOAD_LIBRARY_SEARCH_SYSTEM32",
        "Proxy/resolve.c: HEADERS_OFFSET~offsetof(IMAGE_DOS_HEADER,e_lfanew) OPTIONAL_HEADER~offsetof(IMAGE_NT_HEADERS,OptionalHeader)",
        "Proxy/resolve.c: EXPORT_DIRECTORY~offsetof(IMAGE_NT_HEADERS,OptionalHeader.DataDirectory) PATH_CHARS NAME_CHARS",
        // delayimp.h composes them from these parts.
        "Proxy/resolve.c: DELAYED_MODULE_NOT_FOUND~ERROR_SEVERITY_ERROR|0x6D<<16|ERROR_MOD_NOT_FOUND",
        "Proxy/resolve.c: DELAYED_FUNCTION_NOT_FOUND~ERROR_SEVERITY_ERROR|0x6D<<16|ERROR_PROC_NOT_FOUND",
        "Proxy/resolve.c: NOT_CONTINUABLE~EXCEPTION_NONCONTINUABLE",
        "Proxy/start.c: LONGEST_PATH NAME_ROOM GENERIC_WRITE~ SHARE_READ~FILE_SHARE_READ CREATE_ALWAYS~ NUMBER_DIGITS",

        // The hash.
        "path_hash_avx2.h: START0=PathHash.Start0 START1=PathHash.Start1 START2=PathHash.Start2 START3=PathHash.Start3",
        "path_hash_avx2.h: LANE0=PathHash.Lane0 LANE1=PathHash.Lane1 LENGTH_FACTOR=PathHash.LengthFactor",
        "path_hash_avx2.h: HALF=PathHash.HalfLength STRIPE=PathHash.StripeLength KEYS_PER_STRIPE=PathHash.KeysPerStripe",
        "path_keys_avx2.c: LONGEST=PathHash.MostWithImageCode LENGTH_BITS WIDE=PackedText.Wide "
            + "NAMES_AHEAD=LookupKeys.NamesAhead LISTED_AHEAD=LookupKeys.ListedAhead",
        "path_hash_avx2.c: OSXSAVE_AND_AVX AVX2_AND_BMI2 LAST_LEAF XMM_AND_YMM",

        // The interface; ApiTests covers all of it.
        "reloaded_vfs.h: RVFS_OK=RvfsStatus.Ok RVFS_STATUS_ALREADY_STARTED=RvfsStatus.AlreadyStarted RVFS_STATUS_DEFERRED",
        "reloaded_vfs.h: RVFS_ERROR_NOT_STARTED=RvfsStatus.NotStarted RVFS_ERROR_INVALID_ARGUMENT=RvfsStatus.InvalidArgument",
        "reloaded_vfs.h: RVFS_ERROR_CONFIGURATION=RvfsStatus.Configuration RVFS_ERROR_NOT_FOUND=RvfsStatus.NotFound "
            + "RVFS_ERROR_HOOKS=RvfsStatus.Hooks",
        "reloaded_vfs.h: RVFS_ERROR_UNKNOWN_HANDLE=RvfsStatus.UnknownHandle RVFS_ERROR_OUT_OF_MEMORY=RvfsStatus.OutOfMemory",
        "reloaded_vfs.h: RVFS_ERROR_INTERNAL=RvfsStatus.Internal RVFS_ERROR_ANTI_CHEAT=RvfsStatus.AntiCheat "
            + "RVFS_ERROR_MACHINE=RvfsStatus.Machine",
        "reloaded_vfs.h: RVFS_ERROR_LOADER_LOCK RVFS_ERROR_SECOND_COPY RVFS_ERROR_THREAD_ENDING RVFS_ERROR_PROCESS_ENDING",
        "reloaded_vfs.h: RVFS_START_DISABLED=RvfsStartFlags.Disabled RVFS_START_STRICT=RvfsStartFlags.Strict",
        "reloaded_vfs.h: RVFS_START_OFFLINE=RvfsStartFlags.Offline RVFS_START_REAL_NAMES=RvfsStartFlags.RealNames",
        "reloaded_vfs.h: RVFS_ERROR_STARTED=RvfsStatus.Started RVFS_ERROR_TIMEOUT=RvfsStatus.Timeout",
        "reloaded_vfs.h: RVFS_WRITES_IN_PLACE=RvfsWrites.InPlace RVFS_WRITES_OVERWRITE=RvfsWrites.Overwrite",
        "reloaded_vfs.h: RVFS_LOG_OFF=RvfsLogLevel.Off RVFS_LOG_ERROR=RvfsLogLevel.Error RVFS_LOG_WARNING=RvfsLogLevel.Warning",
        "reloaded_vfs.h: RVFS_LOG_NOTICE=RvfsLogLevel.Notice RVFS_LOG_EVENT=RvfsLogLevel.Event",
        "reloaded_vfs.h: RVFS_NAME_CHARS=WithheldImports.NameChars",
        "reloaded_vfs.h: RVFS_ENTRY_TO_COME=EntryState.ToCome RVFS_ENTRY_BEGUN=EntryState.Begun RVFS_ENTRY_DONE=EntryState.Done",
        "reloaded_vfs.h: RVFS_ENTRY_NOT_LOADED=EntryState.NotLoaded RVFS_ENTRY_DISABLED=EntryFlags.Disabled "
            + "RVFS_ENTRY_CHILD=EntryFlags.Child",
        "reloaded_vfs.h: RVFS_ENTRY_STOP=EntryFlags.Stop RVFS_ENTRY_IN_MOD=EntryFlags.InMod "
            + "RVFS_ENTRY_WITHOUT_MODS=EntryFlags.WithoutMods RVFS_ENTRY_WITHHELD=EntryFlags.Withheld",
        "reloaded_vfs.h: RVFS_ENTRY_NOTHING_INHERITED=EntryFlags.NothingInherited",
        "reloaded_vfs.h: RVFS_ENTRY_AGE_SHIFT=EntryTrees.AgeShift RVFS_ENTRY_SECTION_SHIFT=EntryTrees.SectionShift",
    ];

    private static readonly ILookup<string, ConstantTwin> s_twins = Lines
        .SelectMany(line => line.Split(": ")[1].Split(' ').Select(text => (File: line.Split(": ")[0], Twin: Parse(text))))
        .ToLookup(pair => pair.File, pair => pair.Twin);

    /// <summary>Gets the files that have constants.</summary>
    public static IEnumerable<string> Files => s_twins.Select(group => group.Key);

    /// <summary>Returns the constants of a file.</summary>
    public static IEnumerable<ConstantTwin> Of(string path) => s_twins[NameOf(path)];

    /// <summary>Returns a file's name in the rows.</summary>
    public static string NameOf(string path)
    {
        string[] names = path.Split('/', '\\');
        return names is [.., "Proxy", var name] ? "Proxy/" + name : names[^1];
    }

    private static ConstantTwin Parse(string text)
    {
        if (text.Split('=') is [string inC, string inCSharp])
            return new(inC, inCSharp, null);
        if (text.Split('~') is [string name, string inWindows])
            return new(name, null, inWindows.Length == 0 ? name : inWindows);
        return new(text, null, null);
    }
}
