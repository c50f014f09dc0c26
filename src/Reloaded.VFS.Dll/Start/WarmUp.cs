using System.Runtime.CompilerServices;
using Reloaded.VFS.Hashing;

namespace Reloaded.VFS.Dll.Start;

/// <summary>
/// A warm-up that makes the runtime do, before any hook is installed, what it would otherwise do for the first time at the worst moment.
/// </summary>
/// <remarks>
/// To stop a thread that runs managed code for a collection, the runtime looks up functions of kernel32 the first time, while other threads
/// are suspended. That may need the loader lock; a DllMain that opens a file holds the lock and waits, in a hook, for the collection.
/// <c>Native/hijack_lookup.c</c> answers these look-ups without the loader. With <see cref="ProofVariable"/> set, a collection is made to
/// stop a thread and the look-ups are counted, which proves that all of them can be answered. A test does so with each build; two starts of
/// one image can't differ, and the proof would take 8 to 200 ms of a game's start.
/// </remarks>
internal static unsafe class WarmUp
{
    /// <summary>The environment variable that requests the proof: any text.</summary>
    private const string ProofVariable = "RVFS_PROVE_LOOKUPS";

    private const int Attempts = 50;

    // Usually long enough for a collection to find the thread inside; otherwise the next loop is twice as long, up to 2 ms on a current
    // processor. A thread that can't be redirected (Wine) delays the collection to the loop's end.
    private const int FirstLoopLength = 100_000;
    private const int LongestLoopLength = 2_000_000;

    private static int s_round;
    private static int s_finalizerMarked;
    private static ulong s_sink;

    /// <summary>
    /// Gets the number of look-ups for stopping a thread that were answered without the loader. 0 if no thread was stopped or no proof was
    /// requested.
    /// </summary>
    public static int Lookups => NativeImports.rvfs_native_get_lookups(out _);

    /// <summary>Gets the number of such look-ups that only the loader could answer.</summary>
    public static int Unanswered
    {
        get
        {
            _ = NativeImports.rvfs_native_get_lookups(out int unanswered);
            return unanswered;
        }
    }

    /// <summary>Gets a value indicating whether the finaliser thread's calls bypass the hooks.</summary>
    public static bool IsFinalizerMarked => Volatile.Read(ref s_finalizerMarked) != 0;

    /// <summary>Gets the number of collections that were needed.</summary>
    public static int Rounds => s_round;

    /// <summary>Runs the warm-up. Don't call with the loader lock held: waits for the runtime's thread.</summary>
    public static void Run()
    {
        bool isProofWanted = Environment.GetEnvironmentVariable(ProofVariable) is { Length: > 0 };
        for (s_round = 0; isProofWanted && s_round < Attempts && Lookups == 0; s_round++)
            CollectWhileAThreadRuns();
#if CORECLR
        // CoreClr/imports.c has marked each of the runtime's threads before its first instruction.
        s_finalizerMarked = 1;
#else
        MarkFinalizerThread();
#endif
    }

    private static void CollectWhileAThreadRuns()
    {
        int running = 0;
        var thread = new Thread(() =>
        {
            MarkThisThread();
            Volatile.Write(ref running, 1);
            s_sink = Spin(Math.Min(LongestLoopLength, FirstLoopLength << Math.Min(s_round, 8)), (ulong)s_round + 1);
        }, maxStackSize: 64 * 1024)
        { IsBackground = true };
        thread.Start();
        while (Volatile.Read(ref running) == 0)
            Thread.Yield();
        NativeImports.rvfs_native_count_lookups(1);
        GC.Collect(0, GCCollectionMode.Forced, blocking: true);
        NativeImports.rvfs_native_count_lookups(0);
        thread.Join();
    }

    /// <summary>Runs managed code without calls: the thread can be stopped only by force.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ulong Spin(int length, ulong value)
    {
        for (int i = 0; i < length; i++)
        {
            value ^= value << 13;
            value ^= value >> 7;
            value ^= value << 17;
        }

        return value;
    }

#if !CORECLR
    /// <summary>Marks the finaliser thread, which is the runtime's only own thread (the collector has none), by a finaliser.</summary>
    private static void MarkFinalizerThread()
    {
        MakeGarbage();
        // The new object is in the youngest generation.
        GC.Collect(0);
        GC.WaitForPendingFinalizers();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void MakeGarbage() => _ = new Marker();
#endif

    private static bool MarkThisThread()
    {
        nint* mark = NativeImports.rvfs_native_get_thread_state();
        if (mark is null)
            return false;
        *mark |= (nint)ThreadMark.Runtime;
        return true;
    }

#if !CORECLR
    private sealed class Marker
    {
        ~Marker() => Volatile.Write(ref s_finalizerMarked, MarkThisThread() ? 1 : 0);
    }
#endif
}

/// <summary>This image's AVX2 code, besides the code that runs on every processor.</summary>
internal static class ImageCode
{
    /// <summary>The environment variable that disables it with the value <c>off</c>.</summary>
    public const string Variable = "RVFS_AVX2";

    /// <summary>Checks the processor. Call before another thread hashes a path.</summary>
    public static void Apply()
    {
        if (Environment.GetEnvironmentVariable(Variable) != "off")
            PathHash.UseImageCode(NativeImports.rvfs_path_hash_get_avx2(), NativeImports.rvfs_path_keys_get_avx2());
    }
}
