using System.Runtime.ExceptionServices;

namespace Reloaded.VFS.Mods.Reading;

/// <summary>A folder that is to be read once, by whichever thread comes to it first.</summary>
internal abstract class ReadJob
{
    private ExceptionDispatchInfo? _fault;

    /// <summary>How far it is. <see cref="ReadThreads"/> changes it under its lock.</summary>
    internal ReadState State { get; set; }

    /// <summary>About how many bytes of names it holds once it is read.</summary>
    internal int Size { get; private set; }

    /// <summary>Reads the folder. What the disk says is a result, not an exception.</summary>
    /// <returns>About how many bytes of names it holds.</returns>
    protected abstract int Read();

    /// <summary>Reads the folder; an exception is kept for <see cref="ThrowFault"/>: one that leaves a thread ends the process.</summary>
    internal void Run()
    {
        try
        {
            Size = Read();
        }
        catch (Exception e)
        {
            _fault = ExceptionDispatchInfo.Capture(e);
        }
    }

    /// <summary>Throws what <see cref="Run"/> met.</summary>
    internal void ThrowFault() => _fault?.Throw();
}

/// <summary>How far a <see cref="ReadJob"/> is.</summary>
internal enum ReadState
{
    /// <summary>No thread has it.</summary>
    Waiting,

    /// <summary>A thread reads it.</summary>
    Begun,

    /// <summary>The folder is read.</summary>
    Done,
}
