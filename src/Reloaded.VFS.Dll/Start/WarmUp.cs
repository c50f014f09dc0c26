using System.Runtime.CompilerServices;
using Reloaded.VFS.Dll.Runtime;
using Reloaded.VFS.Hashing;
using Reloaded.VFS.Hooks.Gates;

namespace Reloaded.VFS.Dll.Start;

/// <summary>
/// Has the runtime do, before any hook is in, what it would otherwise do for the first time at the worst moment.
/// </summary>
/// <remarks>
/// To stop a thread that runs managed code for a collection, the runtime looks up functions of kernel32 the first time, while other threads
/// stand still. That may need the loader lock; a DllMain that opens a file holds it and waits, in a hook, for the collection.
/// <c>Native/hijack_lookup.c</c> answers these look-ups without the loader. Whether it knows all that this runtime asks is proven where
/// <see cref="ProofVariable"/> is set: a collection is made to stop a thread, and its questions are counted. A test does so with each
/// build; two starts of one image can't differ there, and a game's start would pay 8 to 200 ms.
/// </remarks>
internal static unsafe class WarmUp
{
    /// <summary>The environment variable that asks for the proof: any text.</summary>
    private const string ProofVariable = "RVFS_PROVE_LOOKUPS";

    private const int Attempts = 50;

    // Long enough that a collection meets the thread inside, as a rule; where it doesn't, the next loop is twice as long, up to 2 ms on a
    // current processor. A thread that can't be redirected (Wine) keeps the collection waiting to the loop's end.
    private const int FirstLoopLength = 100_000;
    private const int LongestLoopLength = 2_000_000;

    private static int s_round;
    private static int s_finalizerMarked;
    private static ulong s_sink;

    /// <summary>
    /// What the runtime looked up to stop a thread and was told without the loader. 0: it stopped none, or no proof was asked for.
    /// </summary>
    public static int Lookups => NativeImports.rvfs_native_get_lookups(out _);

    /// <summary>What it looked up then that only the loader could tell.</summary>
    public static int Unanswered
    {
        get
        {
            _ = NativeImports.rvfs_native_get_lookups(out int unanswered);
            return unanswered;
        }
    }

    /// <summary>Whether the finaliser thread's calls go past the hooks.</summary>
    public static bool IsFinalizerMarked => Volatile.Read(ref s_finalizerMarked) != 0;

    /// <summary>Collections that it took.</summary>
    public static int Rounds => s_round;

    /// <summary>
    /// Runs the warm-up. Not with the loader lock held: it waits for the runtime's thread.
    /// </summary>
    public static void Run()
    {
        bool isProofWanted = Environment.GetEnvironmentVariable(ProofVariable) is { Length: > 0 };
        for (s_round = 0; isProofWanted && s_round < Attempts && Lookups == 0; s_round++)
            CollectWhileAThreadRuns();
        MarkFinalizerThread();
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

    /// <summary>Runs managed code without a call in it: the thread can only be stopped by force.</summary>
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

    /// <summary>The finaliser thread is the runtime's only own thread (the collector has none): it marks itself.</summary>
    private static void MarkFinalizerThread()
    {
        MakeGarbage();
        // What was made just now is of the youngest generation.
        GC.Collect(0);
        GC.WaitForPendingFinalizers();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void MakeGarbage() => _ = new Marker();

    private static bool MarkThisThread()
    {
        nint* mark = NativeImports.rvfs_native_get_thread_state();
        if (mark is null)
            return false;
        *mark |= (nint)ThreadMark.Runtime;
        return true;
    }

    private sealed class Marker
    {
        ~Marker() => Volatile.Write(ref s_finalizerMarked, MarkThisThread() ? 1 : 0);
    }
}

/// <summary>What this image has for processors with AVX2 beside the code that runs on each.</summary>
internal static class ImageCode
{
    /// <summary>What turns it off: <c>off</c>.</summary>
    public const string Variable = "RVFS_AVX2";

    /// <summary>Asks the processor. To be called before any path is hashed by another thread.</summary>
    public static void Apply()
    {
        if (Environment.GetEnvironmentVariable(Variable) != "off")
            PathHash.UseImageCode(NativeImports.rvfs_path_hash_get_avx2(), NativeImports.rvfs_path_keys_get_avx2());
    }
}
