using System.Collections.Concurrent;

namespace Reloaded.VFS.Dll.Reporting;

/// <summary>The messages for the callback of <c>rvfs_set_log</c>. Thread-safe.</summary>
/// <remarks>
/// A thread of its own calls the callback: messages come from any thread, inside calls of the game and under locks, where no code of a
/// loader may run. That thread is a thread like the program's: its file calls are redirected.
/// </remarks>
internal static unsafe class LogSink
{
    private static readonly Lock s_lock = new();
    private static volatile Listener? s_current;

    /// <summary>Sets the callback, in place of the one before, which isn't called any more once this method has returned.</summary>
    /// <param name="level">The level up to which messages are wanted.</param>
    /// <param name="callback">The callback, or null.</param>
    /// <param name="context">The callback's last argument.</param>
    /// <exception cref="OutOfMemoryException">The system can't create a thread. Nothing has changed.</exception>
    public static void Set(RvfsLogLevel level, delegate* unmanaged[Cdecl]<uint, char*, void*, void> callback, void* context)
    {
        Listener? before;
        lock (s_lock)
        {
            Listener? next = level == RvfsLogLevel.Off || callback is null ? null : new Listener(level, callback, context);
            next?.Start();
            before = s_current;
            s_current = next;
        }

        before?.End();
    }

    public static void Add(Diagnostic diagnostic)
    {
        if (s_current is not null)
            Add(diagnostic.Severity switch
            {
                Severity.Error => RvfsLogLevel.Error,
                Severity.Warning => RvfsLogLevel.Warning,
                _ => RvfsLogLevel.Notice,
            }, diagnostic.ToString());
    }

    public static void Add(RvfsLogLevel level, string text) => s_current?.Add(level, text);

    private sealed class Listener
    {
        private const int MostWaiting = 1000;

        private readonly RvfsLogLevel _level;
        private readonly delegate* unmanaged[Cdecl]<uint, char*, void*, void> _callback;
        private readonly void* _context;
        private readonly ConcurrentQueue<(RvfsLogLevel Level, string Text)> _messages = new();
        private readonly AutoResetEvent _wake = new(initialState: false);
        private readonly ManualResetEvent _finished = new(initialState: false);
        private readonly Thread _thread;
        private int _leftOut;
        private volatile bool _hasEnded;

        public Listener(RvfsLogLevel level, delegate* unmanaged[Cdecl]<uint, char*, void*, void> callback, void* context)
        {
            _level = level;
            _callback = callback;
            _context = context;
            _thread = new Thread(Run, 256 * 1024) { IsBackground = true, Name = "Reloaded VFS log" };
        }

        public void Start() => _thread.Start();

        public void Add(RvfsLogLevel level, string text)
        {
            if (level > _level)
                return;
            if (_messages.Count < MostWaiting)
                _messages.Enqueue((level, text));
            else
                Interlocked.Increment(ref _leftOut);
            _wake.Set();
        }

        /// <summary>Ends the calls, and waits for the one that is in progress, unless this is called by it.</summary>
        public void End()
        {
            _hasEnded = true;
            _wake.Set();
            if (Thread.CurrentThread != _thread)
                _finished.WaitOne();
        }

        private void Run()
        {
            while (!_hasEnded)
            {
                _wake.WaitOne();
                while (!_hasEnded && _messages.TryDequeue(out (RvfsLogLevel Level, string Text) message))
                    Call(message.Level, message.Text);
                if (!_hasEnded && Interlocked.Exchange(ref _leftOut, 0) is > 0 and var leftOut)
                    Call(RvfsLogLevel.Warning, $"{leftOut} messages were left out: the callback of rvfs_set_log takes too long.");
            }

            _finished.Set();
        }

        private void Call(RvfsLogLevel level, string text)
        {
            // CoreCLR marks each thread that it creates; no gate would let the callback's calls in.
            nint* mark = NativeImports.rvfs_native_get_thread_state();
            nint own = mark is null ? 0 : *mark;
            if (mark is not null)
                *mark = own & ~(nint)ThreadMark.Runtime;
            fixed (char* first = text)
                _callback((uint)level, first, _context);
            if (mark is not null)
                *mark = own;
        }
    }
}
