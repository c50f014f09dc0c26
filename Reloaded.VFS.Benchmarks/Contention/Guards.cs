using System.Runtime.InteropServices;

namespace Reloaded.VFS.Benchmarks.Contention;

/// <summary>
/// A guard between readers and the data that a writer changes. Implemented by structures, so that each gets compiled code of its own.
/// </summary>
public interface IGuard
{
    void Create();

    void EnterRead();

    void ExitRead();

    void EnterWrite();

    void ExitWrite();
}

/// <summary>This design: readers take no lock; the writer's own lock is inside and never seen by readers.</summary>
public struct NoGuard : IGuard
{
    public readonly void Create() { }

    public readonly void EnterRead() { }

    public readonly void ExitRead() { }

    public readonly void EnterWrite() { }

    public readonly void ExitWrite() { }
}

/// <summary>C#'s <c>lock</c> on a <see cref="Lock"/>.</summary>
public struct LockGuard : IGuard
{
    private Lock _lock;

    public void Create() => _lock = new Lock();

    public readonly void EnterRead() => _lock.Enter();

    public readonly void ExitRead() => _lock.Exit();

    public readonly void EnterWrite() => _lock.Enter();

    public readonly void ExitWrite() => _lock.Exit();
}

/// <summary><see cref="ReaderWriterLockSlim"/>.</summary>
public struct ReaderWriterGuard : IGuard
{
    private ReaderWriterLockSlim _lock;

    public void Create() => _lock = new ReaderWriterLockSlim();

    public readonly void EnterRead() => _lock.EnterReadLock();

    public readonly void ExitRead() => _lock.ExitReadLock();

    public readonly void EnterWrite() => _lock.EnterWriteLock();

    public readonly void ExitWrite() => _lock.ExitWriteLock();
}

/// <summary>.NET's <see cref="SpinLock"/>.</summary>
public struct DotNetSpinGuard : IGuard
{
    private SpinLock _lock;

    public void Create() => _lock = new SpinLock(enableThreadOwnerTracking: false);

    public void EnterRead() => EnterWrite();

    public void ExitRead() => ExitWrite();

    public void EnterWrite()
    {
        bool taken = false;
        _lock.Enter(ref taken);
    }

    public void ExitWrite() => _lock.Exit(useMemoryBarrier: true);
}

/// <summary>The textbook spin lock: retries until it succeeds.</summary>
public struct PlainSpinGuard : IGuard
{
    private int _taken;

    public readonly void Create() { }

    public void EnterRead() => EnterWrite();

    public void ExitRead() => ExitWrite();

    public void EnterWrite()
    {
        while (Interlocked.Exchange(ref _taken, 1) != 0)
        {
        }
    }

    public void ExitWrite() => Volatile.Write(ref _taken, 0);
}

/// <summary>A spin lock that reads before it tries, pauses in between, and yields to other threads after a long wait.</summary>
public struct YieldingSpinGuard : IGuard
{
    private const int Patience = 64;

    private int _taken;

    public readonly void Create() { }

    public void EnterRead() => EnterWrite();

    public void ExitRead() => ExitWrite();

    public void EnterWrite()
    {
        for (int tries = 1; Volatile.Read(ref _taken) != 0 || Interlocked.Exchange(ref _taken, 1) != 0; tries++)
        {
            if (tries % Patience == 0)
                Thread.Yield();
            else
                Thread.SpinWait(1);
        }
    }

    public void ExitWrite() => Volatile.Write(ref _taken, 0);
}

/// <summary>A ticket lock: first come, first served.</summary>
[StructLayout(LayoutKind.Explicit, Size = 128)]
public struct TicketGuard : IGuard
{
    [FieldOffset(0)]
    private int _next;

    // In a cache line of its own: waiting threads read only this field.
    [FieldOffset(64)]
    private int _served;

    public readonly void Create() { }

    public void EnterRead() => EnterWrite();

    public void ExitRead() => ExitWrite();

    public void EnterWrite()
    {
        int ticket = Interlocked.Increment(ref _next) - 1;
        while (Volatile.Read(ref _served) != ticket)
            Thread.SpinWait(1);
    }

    public void ExitWrite() => Volatile.Write(ref _served, _served + 1);
}
