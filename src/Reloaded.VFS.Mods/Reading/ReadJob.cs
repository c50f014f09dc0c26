using System.Runtime.ExceptionServices;

namespace Reloaded.VFS.Mods.Reading;

/// <summary>A folder that is to be read once, by whichever thread comes to it first.</summary>
internal abstract class ReadJob
{
    private ExceptionDispatchInfo? _fault;

    /// <summary>Gets or sets the state. <see cref="ReadThreads"/> changes it under its lock.</summary>
    internal ReadState State { get; set; }

    /// <summary>Gets the approximate number of bytes of names that the job holds once the folder is read.</summary>
    internal int Size { get; private set; }

    /// <summary>Reads the folder. Problems on disk are a result, not an exception.</summary>
    /// <returns>The approximate number of bytes of names that the job holds.</returns>
    protected abstract int Read();

    /// <summary>
    /// Reads the folder. An exception is kept for <see cref="ThrowFault"/>, because one that leaves a thread ends the process.
    /// </summary>
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

    /// <summary>Throws the exception that <see cref="Run"/> caught, if any.</summary>
    internal void ThrowFault() => _fault?.Throw();
}

/// <summary>The states of a <see cref="ReadJob"/>.</summary>
internal enum ReadState
{
    /// <summary>No thread has begun the job.</summary>
    Waiting,

    /// <summary>A thread is reading the folder.</summary>
    Begun,

    /// <summary>The folder is read.</summary>
    Done,
}
