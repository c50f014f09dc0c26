using System.Globalization;

namespace Reloaded.VFS.Tests.Layout;

/// <summary>A field: its name here, its name in C, and its offset in a 64-bit and in a 32-bit process.</summary>
public sealed record DocumentedField(string Name, string InC, int On64, int On32);

/// <summary>A structure: its name here, the C type, the C header, its sizes and its fields.</summary>
public sealed record DocumentedStructure(string Name, string InC, string Header, int SizeOn64, int SizeOn32,
    IReadOnlyList<DocumentedField> Fields)
{
    /// <summary>Returns the structure's size for a pointer of that many bytes.</summary>
    public int Size(int pointer) => pointer == 8 ? SizeOn64 : SizeOn32;

    /// <summary>Returns the name, for the test runner.</summary>
    public override string ToString() => Name;
}

/// <summary>
/// The layouts of every structure that crosses the border between managed code, native code and Windows: Windows' own as winnt.h, wdm.h,
/// ntifs.h and [MS-FSCC] 2.4 document them, the project's as the C side declares them. A field is <c>Name=64/32</c>, or <c>Name=both</c>,
/// or <c>Name:name_in_C=...</c>.
/// </summary>
public static class DocumentedLayouts
{
    private const string ListingStart = "NextEntryOffset=0 FileIndex=4 CreationTime=8 LastAccessTime=16 LastWriteTime=24 ChangeTime=32 "
        + "EndOfFile=40 AllocationSize=48 FileAttributes=56 FileNameLength=60 ";

    private static readonly string[] Lines =
    [
        "UNICODE_STRING | UNICODE_STRING | windows | 16/8 | Length=0 MaximumLength=2 Buffer=8/4",
        "OBJECT_ATTRIBUTES | OBJECT_ATTRIBUTES | windows | 48/24 | Length=0 RootDirectory=8/4 ObjectName=16/8 Attributes=24/12 "
            + "SecurityDescriptor=32/16 SecurityQualityOfService=40/20",
        "IO_STATUS_BLOCK | IO_STATUS_BLOCK | windows | 16/8 | Status=0 Information=8/4",
        "MEMORY_BASIC_INFORMATION | MEMORY_BASIC_INFORMATION | windows | 48/28 | BaseAddress=0 AllocationBase=8/4 AllocationProtect=16/8 "
            + "RegionSize=24/12 State=32/16 Protect=36/20 Type=40/24",
        "OverlappedEntry | OVERLAPPED_ENTRY | windows | 32/16 | CompletionKey:lpCompletionKey=0 Overlapped:lpOverlapped=8/4 Internal=16/8 "
            + "NumberOfBytesTransferred:dwNumberOfBytesTransferred=24/12",
        "ProcessInformation | PROCESS_INFORMATION | windows | 24/16 | Process:hProcess=0 Thread:hThread=8/4 ProcessId:dwProcessId=16/8 "
            + "ThreadId:dwThreadId=20/12",
        "STARTUPINFOW | STARTUPINFOW | windows | 104/68 | cb=0 lpReserved=8/4 lpDesktop=16/8 lpTitle=24/12 dwX=32/16 "
            + "dwY=36/20 dwXSize=40/24 "
            + "dwYSize=44/28 dwXCountChars=48/32 dwYCountChars=52/36 dwFillAttribute=56/40 dwFlags=60/44 "
            + "wShowWindow=64/48 cbReserved2=66/50 "
            + "lpReserved2=72/52 hStdInput=80/56 hStdOutput=88/60 hStdError=96/64",
        "PROCESS_BASIC_INFORMATION | PROCESS_BASIC_INFORMATION | windows | 48/24 | ExitStatus=0 PebBaseAddress=8/4 AffinityMask=16/8 "
            + "BasePriority=24/12 UniqueProcessId=32/16 InheritedFromUniqueProcessId=40/20",
        "JOBOBJECT_ASSOCIATE_COMPLETION_PORT | JOBOBJECT_ASSOCIATE_COMPLETION_PORT | windows | 16/8 | CompletionKey=0 CompletionPort=8/4",
        // The first nine fields are a separate structure in C.
        "JOBOBJECT_EXTENDED_LIMIT_INFORMATION | JOBOBJECT_EXTENDED_LIMIT_INFORMATION | windows | 144/112 | "
            + "PerProcessUserTimeLimit:BasicLimitInformation.PerProcessUserTimeLimit=0 "
            + "PerJobUserTimeLimit:BasicLimitInformation.PerJobUserTimeLimit=8 LimitFlags:BasicLimitInformation.LimitFlags=16 "
            + "MinimumWorkingSetSize:BasicLimitInformation.MinimumWorkingSetSize=24/20 "
            + "MaximumWorkingSetSize:BasicLimitInformation.MaximumWorkingSetSize=32/24 "
            + "ActiveProcessLimit:BasicLimitInformation.ActiveProcessLimit=40/28 Affinity:BasicLimitInformation.Affinity=48/32 "
            + "PriorityClass:BasicLimitInformation.PriorityClass=56/36 SchedulingClass:BasicLimitInformation.SchedulingClass=60/40 "
            + "IoInfo=64/48 ProcessMemoryLimit=112/96 JobMemoryLimit=120/100 PeakProcessMemoryUsed=128/104 "
            + "PeakJobMemoryUsed=136/108",
        "FILE_FS_DEVICE_INFORMATION | FILE_FS_DEVICE_INFORMATION | windows | 8 | DeviceType=0 Characteristics=4",
        "FILE_STANDARD_INFORMATION | FILE_STANDARD_INFORMATION | windows | 24 | AllocationSize=0 EndOfFile=8 NumberOfLinks=16 "
            + "DeletePending=20 Directory=21",
        // The header for programs has another name for these two.
        "FILE_BASIC_INFORMATION | FILE_BASIC_INFO | windows | 40 | CreationTime=0 LastAccessTime=8 LastWriteTime=16 ChangeTime=24 "
            + "FileAttributes=32",
        "FILE_ID_INFORMATION | FILE_ID_INFO | windows | 24 | VolumeSerialNumber=0 "
            + "FileIdLow:FileId.Identifier[0]=8 FileIdHigh:FileId.Identifier[8]=16",
        "BY_HANDLE_FILE_INFORMATION | BY_HANDLE_FILE_INFORMATION | windows | 52 | FileAttributes:dwFileAttributes=0 "
            + "CreationTimeLow:ftCreationTime.dwLowDateTime=4 CreationTimeHigh:ftCreationTime.dwHighDateTime=8 "
            + "LastAccessTimeLow:ftLastAccessTime.dwLowDateTime=12 LastAccessTimeHigh:ftLastAccessTime.dwHighDateTime=16 "
            + "LastWriteTimeLow:ftLastWriteTime.dwLowDateTime=20 LastWriteTimeHigh:ftLastWriteTime.dwHighDateTime=24 "
            + "VolumeSerialNumber:dwVolumeSerialNumber=28 FileSizeHigh:nFileSizeHigh=32 FileSizeLow:nFileSizeLow=36 "
            + "NumberOfLinks:nNumberOfLinks=40 FileIndexHigh:nFileIndexHigh=44 FileIndexLow:nFileIndexLow=48",
        "FILE_FS_SIZE_INFORMATION | FILE_FS_SIZE_INFORMATION | windows | 24 | TotalAllocationUnits=0 AvailableAllocationUnits=8 "
            + "SectorsPerAllocationUnit=16 BytesPerSector=20",
        "DUPLICATE_EXTENTS_DATA | DUPLICATE_EXTENTS_DATA | ntifs | 32 | FileHandle=0 SourceFileOffset=8 BackingFileOffset=16 ByteCount=24",
        "FSCTL_GET_INTEGRITY_INFORMATION_BUFFER | FSCTL_GET_INTEGRITY_INFORMATION_BUFFER | ntifs | 16 | ChecksumAlgorithm=0 Reserved=2 "
            + "Flags=4 ChecksumChunkSizeInBytes=8 ClusterSizeInBytes=12",
        "FSCTL_SET_INTEGRITY_INFORMATION_BUFFER | FSCTL_SET_INTEGRITY_INFORMATION_BUFFER | ntifs | 8 | ChecksumAlgorithm=0 Reserved=2 "
            + "Flags=4",
        "FILE_COMPLETION_INFORMATION | FILE_COMPLETION_INFORMATION | ntifs | 16/8 | Port=0 Key=8/4",
        // The declarations here end where the name begins.
        "FILE_RENAME_INFORMATION | FILE_RENAME_INFORMATION | windows, fixed part | 24/12 | Flags:ReplaceIfExists=0 RootDirectory=8/4 "
            + "FileNameLength=16/8",
        "FileNotifyInformation | FILE_NOTIFY_INFORMATION | windows, fixed part | 12 | NextEntryOffset=0 Action=4 FileNameLength=8",

        "FILE_ID_128 | DOCUMENTED_FILE_ID_128 | listing | 16 | Identifier=0",
        "FILE_DIRECTORY_INFORMATION | Directory | listing | 72 | " + ListingStart + "FileName=64",
        "FILE_FULL_DIR_INFORMATION | FullDirectory | listing | 72 | " + ListingStart + "EaSize=64 FileName=68",
        "FILE_BOTH_DIR_INFORMATION | BothDirectory | listing | 96 | " + ListingStart
            + "EaSize=64 ShortNameLength=68 ShortName=70 FileName=94",
        "FILE_NAMES_INFORMATION | Names | listing | 16 | NextEntryOffset=0 FileIndex=4 FileNameLength=8 FileName=12",
        "FILE_ID_BOTH_DIR_INFORMATION | IdBothDirectory | listing | 112 | " + ListingStart
            + "EaSize=64 ShortNameLength=68 ShortName=70 FileId=96 FileName=104",
        "FILE_ID_FULL_DIR_INFORMATION | IdFullDirectory | listing | 88 | " + ListingStart + "EaSize=64 FileId=72 FileName=80",
        "FILE_ID_GLOBAL_TX_DIR_INFORMATION | IdGlobalTxDirectory | listing | 96 | " + ListingStart
            + "FileId=64 LockingTransactionId=72 TxInfoFlags=88 FileName=92",
        "FILE_ID_EXTD_DIR_INFORMATION | IdExtdDirectory | listing | 96 | " + ListingStart
            + "EaSize=64 ReparsePointTag=68 FileId=72 FileName=88",
        "FILE_ID_EXTD_BOTH_DIR_INFORMATION | IdExtdBothDirectory | listing | 120 | " + ListingStart
            + "EaSize=64 ReparsePointTag=68 FileId=72 ShortNameLength=88 ShortName=90 FileName=114",
        "FILE_ID_64_EXTD_DIR_INFORMATION | Id64ExtdDirectory | listing | 88 | " + ListingStart
            + "EaSize=64 ReparsePointTag=68 FileId=72 FileName=80",
        "FILE_ID_64_EXTD_BOTH_DIR_INFORMATION | Id64ExtdBothDirectory | listing | 112 | " + ListingStart
            + "EaSize=64 ReparsePointTag=68 FileId=72 ShortNameLength=80 ShortName=82 FileName=106",
        "FILE_ID_ALL_EXTD_DIR_INFORMATION | IdAllExtdDirectory | listing | 104 | " + ListingStart
            + "EaSize=64 ReparsePointTag=68 FileId=72 FileId128=80 FileName=96",
        "FILE_ID_ALL_EXTD_BOTH_DIR_INFORMATION | IdAllExtdBothDirectory | listing | 128 | " + ListingStart
            + "EaSize=64 ReparsePointTag=68 FileId=72 FileId128=80 ShortNameLength=96 ShortName=98 FileName=122",

        "FILE_NOTIFY_EXTENDED_INFORMATION | FILE_NOTIFY_EXTENDED_INFORMATION | ntifs | 88 | NextEntryOffset=0 Action=4 CreationTime=8 "
            + "LastModificationTime=16 LastChangeTime=24 LastAccessTime=32 AllocatedLength=40 FileSize=48 FileAttributes=56 "
            + "ReparsePointTag=60 FileId=64 ParentFileId=72 FileNameLength=80 FileName=84",

        "GateState | struct rvfs_gate | ours | 88/72 | Enabled:enabled=0 ProcessEnding:process_ending=4 Handles:handles=8 "
            + "HandleCount:handle_count=16 Filter:filter=24 Children:children=32/28 StateSlot:state_slot=36/32 Closes:closes=40/36 "
            + "SuspendedChildren:suspended_children=44/40 NamesTurn:names_turn=48/44 "
            + "GuardsAttributes:guards_attributes=52/48 Names:names=56/52 Undecided:undecided=64/56 Sources:sources=72/60 Whole:whole=80/64",
        "ModNameState | struct rvfs_mod_names | ours | 32/16 | Words:words=0 Keys:keys=8/4 Recording:recording=16/8 Count:count=24/12",
        "FilterHeader | struct rvfs_filter | prefix, fixed part | 32 | Count:count=0 FirstCharacters:first_characters=8 Own:own=16 "
            + "Hidden:hidden=24",
        "FilterStart | struct rvfs_start | prefix | 16 | Mask:mask=0 Value:value=8",
        "FilterPrefix | struct rvfs_prefix | prefix | 136 | Length:length=0 Characters:characters=8",
        "GateSlots | struct rvfs_gate_slots | ours | 24/12 | Entry:entry=0 Handler:handler=8/4 Original:original=16/8",
        "CapturedAttributes | struct rvfs_captured | ours | 32/20 | RootDirectory:root_directory=0 "
            + "SecurityDescriptor:security_descriptor=8/4 SecurityQualityOfService:security_quality_of_service=16/8 "
            + "Attributes:attributes=24/12 NameLength:name_length=28/16",
        "EntryRequest | struct rvfs_entry | ours | 64/48 | Size:size=0 State:state=4 Status:status=8 Imported:imported=12 Flags:flags=16 "
            + "ExitCode:exit_code=20 ConfigurationSize:configuration_size=24 Starter:starter=28 Configuration:configuration=32 "
            + "Done:done=40/36 Go:go=48/40 Withheld:withheld=56/44",
        "Block | struct rvfs_withheld | ours | 544 | Size:size=0 ImportRva:import_rva=4 ImportSize:import_size=8 Ordinal:ordinal=12 "
            + "TlsCallback:tls_callback=16 Dll:dll=24 Function:function=284",
        "EntryBlock | struct rvfs_entry_block | ours | 104/80 | Magic:magic[0]=0 MagicEnd:magic[1]=8 Request:entry=16 Opened:opened=80/64 "
            + "Gate:gate=88/68 Returned:returned=96/72 Copied:copied=100/76",
        "IpMove | struct rvfs_ip_move | ours | 16 | From:from=0 To:to=8",
        "CodePatch | struct rvfs_patch | ours | 48/28 | Address:address=0 Expected:expected=8/4 Replacement:replacement=16/8 "
            + "Moves:moves=24/12 Count:count=32/16 MoveCount:move_count=36/20 Status:status=40/24",
        "NativeServices | struct rvfs_services | ours | 88/44 | Gate:gate=0 Patch:patch=8/4 GetThreadState:get_thread_state=16/8 "
            + "TryCopy:try_copy=24/12 TryExchange:try_exchange=32/16 CaptureName:capture_name=40/20 Stamp:stamp=48/24 "
            + "GetGate:get_gate=56/28 Notifications:notifications=64/32 Enter:enter=72/36 Close:close=80/40",
        "ThreadErrors | struct rvfs_thread_errors | ours | 24/16 | LastError:last_error=0 LastStatus:last_status=8/4 Error:error=16/8 "
            + "Status:status=20/12",
        "PendingCall | struct rvfs_pending_call | ours | 120/72 | State:state=0 Event:event=8 Thread:thread=16/12 ApcRoutine:apc=24/16 "
            + "ApcContext:context=32/20 StatusBlock:status_block=40/24 Buffer:buffer=48/28 Port:port=56/32 Key:key=64/36 Held:held=72/40 "
            + "Length:length=80/44 ThreadId:thread_id=84/48 InformationClass:information_class=88/52 PortGeneration:port_generation=92/56 "
            + "HeldStatus:held_block[0]=96/60 HeldInformation:held_block[1]=104/64 IsSynchronous:is_synchronous=112/68",
        "NotificationTable | struct rvfs_notifications | ours | 128/68 | Calls:calls=0 Watches:watches=8/4 Finish:finish=16/8 "
            + "Hold:hold=24/12 Settle:settle=32/16 Settled:settled=40/20 Settling:settling=48/24 Port:port=56/28 SetEvent:set_event=64/32 "
            + "QueueApc:queue_apc=72/36 SetCompletion:set_completion=80/40 Delay:delay=88/44 QueryThread:query_thread=96/48 "
            + "Wait:wait=104/52 ClosedStatus:closed_status=112/56 WatchSlots:watch_slots=116/60 Watching:watching=120/64",
        "SettlingThread | struct rvfs_settling | ours | 16 | State:state=0 Event:event=8",
    ];

    /// <summary>Gets all structures.</summary>
    public static IReadOnlyList<DocumentedStructure> All { get; } = [.. Lines.Select(Parse)];

    private static DocumentedStructure Parse(string line)
    {
        string[] parts = line.Split(" | ");
        (int size64, int size32) = Both(parts[3]);
        return new(parts[0], parts[1], parts[2], size64, size32, [.. parts[4].Split(' ').Select(ParseField)]);
    }

    private static DocumentedField ParseField(string text)
    {
        string[] sides = text.Split('=');
        string[] names = sides[0].Split(':');
        (int on64, int on32) = Both(sides[1]);
        return new(names[0], names[^1], on64, on32);
    }

    private static (int, int) Both(string text)
    {
        int[] numbers = [.. text.Split('/').Select(number => int.Parse(number, CultureInfo.InvariantCulture))];
        return (numbers[0], numbers[^1]);
    }
}
