/* The declarations of the listing structures as [MS-FSCC] 2.4 and ntifs.h document them, for the compilers of both widths.
   The test gives the expected numbers: SIZE_<class> and NAME_<class>. */
#include <stddef.h>
#include <windows.h>

typedef struct
{
    UCHAR Identifier[16];
} DOCUMENTED_FILE_ID_128;

typedef struct
{
    ULONG NextEntryOffset;
    ULONG FileIndex;
    LARGE_INTEGER CreationTime;
    LARGE_INTEGER LastAccessTime;
    LARGE_INTEGER LastWriteTime;
    LARGE_INTEGER ChangeTime;
    LARGE_INTEGER EndOfFile;
    LARGE_INTEGER AllocationSize;
    ULONG FileAttributes;
    ULONG FileNameLength;
    WCHAR FileName[1];
} Directory;
_Static_assert(sizeof(Directory) == SIZE_Directory, "sizeof FILE_DIRECTORY_INFORMATION");
_Static_assert(offsetof(Directory, FileName) == NAME_Directory, "FileName of FILE_DIRECTORY_INFORMATION");

typedef struct
{
    ULONG NextEntryOffset;
    ULONG FileIndex;
    LARGE_INTEGER CreationTime;
    LARGE_INTEGER LastAccessTime;
    LARGE_INTEGER LastWriteTime;
    LARGE_INTEGER ChangeTime;
    LARGE_INTEGER EndOfFile;
    LARGE_INTEGER AllocationSize;
    ULONG FileAttributes;
    ULONG FileNameLength;
    ULONG EaSize;
    WCHAR FileName[1];
} FullDirectory;
_Static_assert(sizeof(FullDirectory) == SIZE_FullDirectory, "sizeof FILE_FULL_DIR_INFORMATION");
_Static_assert(offsetof(FullDirectory, FileName) == NAME_FullDirectory, "FileName of FILE_FULL_DIR_INFORMATION");

typedef struct
{
    ULONG NextEntryOffset;
    ULONG FileIndex;
    LARGE_INTEGER CreationTime;
    LARGE_INTEGER LastAccessTime;
    LARGE_INTEGER LastWriteTime;
    LARGE_INTEGER ChangeTime;
    LARGE_INTEGER EndOfFile;
    LARGE_INTEGER AllocationSize;
    ULONG FileAttributes;
    ULONG FileNameLength;
    ULONG EaSize;
    CCHAR ShortNameLength;
    WCHAR ShortName[12];
    WCHAR FileName[1];
} BothDirectory;
_Static_assert(sizeof(BothDirectory) == SIZE_BothDirectory, "sizeof FILE_BOTH_DIR_INFORMATION");
_Static_assert(offsetof(BothDirectory, FileName) == NAME_BothDirectory, "FileName of FILE_BOTH_DIR_INFORMATION");

typedef struct
{
    ULONG NextEntryOffset;
    ULONG FileIndex;
    ULONG FileNameLength;
    WCHAR FileName[1];
} Names;
_Static_assert(sizeof(Names) == SIZE_Names, "sizeof FILE_NAMES_INFORMATION");
_Static_assert(offsetof(Names, FileName) == NAME_Names, "FileName of FILE_NAMES_INFORMATION");

typedef struct
{
    ULONG NextEntryOffset;
    ULONG FileIndex;
    LARGE_INTEGER CreationTime;
    LARGE_INTEGER LastAccessTime;
    LARGE_INTEGER LastWriteTime;
    LARGE_INTEGER ChangeTime;
    LARGE_INTEGER EndOfFile;
    LARGE_INTEGER AllocationSize;
    ULONG FileAttributes;
    ULONG FileNameLength;
    ULONG EaSize;
    CCHAR ShortNameLength;
    WCHAR ShortName[12];
    LARGE_INTEGER FileId;
    WCHAR FileName[1];
} IdBothDirectory;
_Static_assert(sizeof(IdBothDirectory) == SIZE_IdBothDirectory, "sizeof FILE_ID_BOTH_DIR_INFORMATION");
_Static_assert(offsetof(IdBothDirectory, FileName) == NAME_IdBothDirectory, "FileName of FILE_ID_BOTH_DIR_INFORMATION");

typedef struct
{
    ULONG NextEntryOffset;
    ULONG FileIndex;
    LARGE_INTEGER CreationTime;
    LARGE_INTEGER LastAccessTime;
    LARGE_INTEGER LastWriteTime;
    LARGE_INTEGER ChangeTime;
    LARGE_INTEGER EndOfFile;
    LARGE_INTEGER AllocationSize;
    ULONG FileAttributes;
    ULONG FileNameLength;
    ULONG EaSize;
    LARGE_INTEGER FileId;
    WCHAR FileName[1];
} IdFullDirectory;
_Static_assert(sizeof(IdFullDirectory) == SIZE_IdFullDirectory, "sizeof FILE_ID_FULL_DIR_INFORMATION");
_Static_assert(offsetof(IdFullDirectory, FileName) == NAME_IdFullDirectory, "FileName of FILE_ID_FULL_DIR_INFORMATION");

typedef struct
{
    ULONG NextEntryOffset;
    ULONG FileIndex;
    LARGE_INTEGER CreationTime;
    LARGE_INTEGER LastAccessTime;
    LARGE_INTEGER LastWriteTime;
    LARGE_INTEGER ChangeTime;
    LARGE_INTEGER EndOfFile;
    LARGE_INTEGER AllocationSize;
    ULONG FileAttributes;
    ULONG FileNameLength;
    LARGE_INTEGER FileId;
    GUID LockingTransactionId;
    ULONG TxInfoFlags;
    WCHAR FileName[1];
} IdGlobalTxDirectory;
_Static_assert(sizeof(IdGlobalTxDirectory) == SIZE_IdGlobalTxDirectory, "sizeof FILE_ID_GLOBAL_TX_DIR_INFORMATION");
_Static_assert(offsetof(IdGlobalTxDirectory, FileName) == NAME_IdGlobalTxDirectory, "FileName of FILE_ID_GLOBAL_TX_DIR_INFORMATION");

typedef struct
{
    ULONG NextEntryOffset;
    ULONG FileIndex;
    LARGE_INTEGER CreationTime;
    LARGE_INTEGER LastAccessTime;
    LARGE_INTEGER LastWriteTime;
    LARGE_INTEGER ChangeTime;
    LARGE_INTEGER EndOfFile;
    LARGE_INTEGER AllocationSize;
    ULONG FileAttributes;
    ULONG FileNameLength;
    ULONG EaSize;
    ULONG ReparsePointTag;
    DOCUMENTED_FILE_ID_128 FileId;
    WCHAR FileName[1];
} IdExtdDirectory;
_Static_assert(sizeof(IdExtdDirectory) == SIZE_IdExtdDirectory, "sizeof FILE_ID_EXTD_DIR_INFORMATION");
_Static_assert(offsetof(IdExtdDirectory, FileName) == NAME_IdExtdDirectory, "FileName of FILE_ID_EXTD_DIR_INFORMATION");

typedef struct
{
    ULONG NextEntryOffset;
    ULONG FileIndex;
    LARGE_INTEGER CreationTime;
    LARGE_INTEGER LastAccessTime;
    LARGE_INTEGER LastWriteTime;
    LARGE_INTEGER ChangeTime;
    LARGE_INTEGER EndOfFile;
    LARGE_INTEGER AllocationSize;
    ULONG FileAttributes;
    ULONG FileNameLength;
    ULONG EaSize;
    ULONG ReparsePointTag;
    DOCUMENTED_FILE_ID_128 FileId;
    CCHAR ShortNameLength;
    WCHAR ShortName[12];
    WCHAR FileName[1];
} IdExtdBothDirectory;
_Static_assert(sizeof(IdExtdBothDirectory) == SIZE_IdExtdBothDirectory, "sizeof FILE_ID_EXTD_BOTH_DIR_INFORMATION");
_Static_assert(offsetof(IdExtdBothDirectory, FileName) == NAME_IdExtdBothDirectory, "FileName of FILE_ID_EXTD_BOTH_DIR_INFORMATION");

typedef struct
{
    ULONG NextEntryOffset;
    ULONG FileIndex;
    LARGE_INTEGER CreationTime;
    LARGE_INTEGER LastAccessTime;
    LARGE_INTEGER LastWriteTime;
    LARGE_INTEGER ChangeTime;
    LARGE_INTEGER EndOfFile;
    LARGE_INTEGER AllocationSize;
    ULONG FileAttributes;
    ULONG FileNameLength;
    ULONG EaSize;
    ULONG ReparsePointTag;
    LARGE_INTEGER FileId;
    WCHAR FileName[1];
} Id64ExtdDirectory;
_Static_assert(sizeof(Id64ExtdDirectory) == SIZE_Id64ExtdDirectory, "sizeof FILE_ID_64_EXTD_DIR_INFORMATION");
_Static_assert(offsetof(Id64ExtdDirectory, FileName) == NAME_Id64ExtdDirectory, "FileName of FILE_ID_64_EXTD_DIR_INFORMATION");

typedef struct
{
    ULONG NextEntryOffset;
    ULONG FileIndex;
    LARGE_INTEGER CreationTime;
    LARGE_INTEGER LastAccessTime;
    LARGE_INTEGER LastWriteTime;
    LARGE_INTEGER ChangeTime;
    LARGE_INTEGER EndOfFile;
    LARGE_INTEGER AllocationSize;
    ULONG FileAttributes;
    ULONG FileNameLength;
    ULONG EaSize;
    ULONG ReparsePointTag;
    LARGE_INTEGER FileId;
    CCHAR ShortNameLength;
    WCHAR ShortName[12];
    WCHAR FileName[1];
} Id64ExtdBothDirectory;
_Static_assert(sizeof(Id64ExtdBothDirectory) == SIZE_Id64ExtdBothDirectory, "sizeof FILE_ID_64_EXTD_BOTH_DIR_INFORMATION");
_Static_assert(offsetof(Id64ExtdBothDirectory, FileName) == NAME_Id64ExtdBothDirectory, "FileName of FILE_ID_64_EXTD_BOTH_DIR_INFORMATION");

typedef struct
{
    ULONG NextEntryOffset;
    ULONG FileIndex;
    LARGE_INTEGER CreationTime;
    LARGE_INTEGER LastAccessTime;
    LARGE_INTEGER LastWriteTime;
    LARGE_INTEGER ChangeTime;
    LARGE_INTEGER EndOfFile;
    LARGE_INTEGER AllocationSize;
    ULONG FileAttributes;
    ULONG FileNameLength;
    ULONG EaSize;
    ULONG ReparsePointTag;
    LARGE_INTEGER FileId;
    DOCUMENTED_FILE_ID_128 FileId128;
    WCHAR FileName[1];
} IdAllExtdDirectory;
_Static_assert(sizeof(IdAllExtdDirectory) == SIZE_IdAllExtdDirectory, "sizeof FILE_ID_ALL_EXTD_DIR_INFORMATION");
_Static_assert(offsetof(IdAllExtdDirectory, FileName) == NAME_IdAllExtdDirectory, "FileName of FILE_ID_ALL_EXTD_DIR_INFORMATION");

typedef struct
{
    ULONG NextEntryOffset;
    ULONG FileIndex;
    LARGE_INTEGER CreationTime;
    LARGE_INTEGER LastAccessTime;
    LARGE_INTEGER LastWriteTime;
    LARGE_INTEGER ChangeTime;
    LARGE_INTEGER EndOfFile;
    LARGE_INTEGER AllocationSize;
    ULONG FileAttributes;
    ULONG FileNameLength;
    ULONG EaSize;
    ULONG ReparsePointTag;
    LARGE_INTEGER FileId;
    DOCUMENTED_FILE_ID_128 FileId128;
    CCHAR ShortNameLength;
    WCHAR ShortName[12];
    WCHAR FileName[1];
} IdAllExtdBothDirectory;
_Static_assert(sizeof(IdAllExtdBothDirectory) == SIZE_IdAllExtdBothDirectory, "sizeof FILE_ID_ALL_EXTD_BOTH_DIR_INFORMATION");
_Static_assert(
    offsetof(IdAllExtdBothDirectory, FileName) == NAME_IdAllExtdBothDirectory, "FileName of FILE_ID_ALL_EXTD_BOTH_DIR_INFORMATION");
