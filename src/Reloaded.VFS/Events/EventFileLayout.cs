using Reloaded.VFS.Reports;

namespace Reloaded.VFS.Events;

/// <summary>Where what is in an event file: the header, the layers' names, the crash ring (always on), the event ring (on demand).</summary>
public static class EventFileLayout
{
    /// <summary><c>RVFSEVNT</c>.</summary>
    public const ulong Magic = 0x544E564553465652;

    /// <summary>Raised whenever anything here changes its place or meaning.</summary>
    public const uint Format = 1;

    /// <summary>Bytes of the header.</summary>
    public const int HeaderSize = 4096;

    /// <summary>Where the layers' names begin.</summary>
    public const int Layers = HeaderSize;

    /// <summary>Bytes for the layers' names.</summary>
    public const int LayersSize = 256 * 1024;

    /// <summary>Where the crash ring begins.</summary>
    public const int Crash = Layers + LayersSize;

    /// <summary>Bytes of one of its records.</summary>
    public const int CrashRecordSize = 256;

    /// <summary>How many it has; a power of two.</summary>
    public const int CrashCapacity = 512;

    /// <summary>Where the event ring begins.</summary>
    public const int Events = Crash + (CrashRecordSize * CrashCapacity);

    /// <summary>Bytes of one of its records.</summary>
    public const int RecordSize = 512;

    /// <summary>How many it has; a power of two.</summary>
    public const int Capacity = 16 * 1024;

    /// <summary>Places kept free: so many threads may find the ring not yet full at the same moment.</summary>
    public const int Reserve = 256;

    /// <summary>Bytes of the file; where nobody looks on, only the part before the event ring is ever touched.</summary>
    public const int FileSize = Events + (RecordSize * Capacity);

    /// <summary>The extension of event files.</summary>
    public const string Extension = ".events";

    /// <summary>Where processes keep their event files unless told otherwise.</summary>
    public static string Folder => Path.Combine(ReportFolders.Local, "running");
}
