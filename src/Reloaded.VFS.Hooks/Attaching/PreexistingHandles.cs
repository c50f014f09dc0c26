namespace Reloaded.VFS.Hooks.Attaching;

/// <summary>
/// The handles of folders and of mods' files that existed before the hooks (opened before a late start, or inherited), found once, at the
/// start, so that listings through them are answered, and names reported.
/// </summary>
/// <remarks>
/// A name that is relative to such a handle needs only <see cref="HandlePaths"/>; but a listing through an unknown handle never reaches a
/// handler.
/// </remarks>
internal static unsafe class PreexistingHandles
{
    private const int FirstBytes = 64 * 1024, LargestBytes = 64 * 1024 * 1024;

    // A number of handles and a reserved word; then an entry for each handle: three words and four 32-bit fields, the access the first.
    private const int HeaderWords = 2, AccessWord = 3;
    private static readonly int EntryWords = AccessWord + (4 * sizeof(uint) / sizeof(nint));

    // Wine uses the lowest free value, so the loader's own handles lie side by side, but for those that it has closed again. Inherited ones
    // have the values that they had in another process.
    private const int LongestGap = 64, LongestGapOfOwn = 8;

    /// <summary>Searches the handles of this process. The calling thread's state is <c>Inside</c>.</summary>
    /// <param name="view">The view whose folders are searched.</param>
    /// <param name="isBeforeProgram">True if the program hasn't run any code yet.</param>
    /// <param name="inheritsNothing">True if the process has inherited no handle that leads to a folder or file of mods.</param>
    public static void Find(MergedView view, bool isBeforeProgram, bool inheritsNothing)
    {
        if (NtFunctions.IsWine)
        {
            AskEveryValue(view, isBeforeProgram, isBeforeProgram && inheritsNothing ? LongestGapOfOwn : LongestGap);
            return;
        }

        List<nint> handles = WhatIsForListing();
        int next = 0;
        if (handles.Count > 0)
            HandleSearch.Run(view, (_, _) => next < handles.Count ? handles[next++] : 0);
    }

    /// <summary>Resolves all values, up to a long gap.</summary>
    /// <remarks>
    /// Wine's list of handles (<c>SystemExtendedHandleInformation</c>) would return the existing handles at once, but Wine 8's server, and
    /// with it every program, crashes if another process has no handle yet, as each has when it begins. A thread for the questions costs as
    /// much as they do. Wine has no lock that delays an answer; a running program may have a library that does.
    /// </remarks>
    private static void AskEveryValue(MergedView view, bool isBeforeProgram, int longestGap)
    {
        int gap = 0;
        if (isBeforeProgram)
            HandleSearch.RunHere(view, Next);
        else
            HandleSearch.Run(view, Next);

        nint Next(nint asked, NtStatus status)
        {
            gap = status == NtStatus.STATUS_INVALID_HANDLE ? gap + 1 : 0;
            return gap < longestGap && asked / 4 < HandleTable.Capacity - 1 ? asked + 4 : 0;
        }
    }

    /// <summary>
    /// Returns the handles that were opened to list a folder and for nothing else, as <c>FindFirstFile</c> and .NET do. Empty if the system
    /// doesn't list its handles.
    /// </summary>
    /// <remarks>
    /// A query for a pipe that another thread is just reading from waits for that reader, and no program opens a pipe with that access
    /// alone.
    /// </remarks>
    private static List<nint> WhatIsForListing()
    {
        var handles = new List<nint>();
        NtStatus status = NtStatus.STATUS_INFO_LENGTH_MISMATCH;
        for (uint bytes = FirstBytes; status == NtStatus.STATUS_INFO_LENGTH_MISMATCH && bytes <= LargestBytes; bytes *= 4)
        {
            nuint* buffer = (nuint*)NativeMemory.Alloc(bytes);
            uint needed;
            status = NtQueryInformationProcess.Exported.Invoke(-1, PROCESSINFOCLASS.ProcessHandleInformation, buffer, bytes, &needed);
            if (status.IsSuccess())
            {
                int count = (int)Math.Min(buffer[0], (nuint)((bytes / sizeof(nint)) - HeaderWords) / (nuint)EntryWords);
                for (nuint* entry = buffer + HeaderWords; count > 0; count--, entry += EntryWords)
                {
                    var access = *(AccessMask*)(entry + AccessWord);
                    if ((access & (AccessMask.FILE_LIST_DIRECTORY | AccessMask.FILE_READ_EA)) == AccessMask.FILE_LIST_DIRECTORY)
                        handles.Add((nint)entry[0]);
                }
            }

            NativeMemory.Free(buffer);
        }

        return handles;
    }
}
