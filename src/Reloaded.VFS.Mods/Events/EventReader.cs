using System.Diagnostics;
using System.IO.MemoryMappedFiles;
using Reloaded.VFS.Lookup;

namespace Reloaded.VFS.Mods.Events;

/// <summary>
/// Reads the file calls of a process that has the DLL, through its event file, and from Linux, too, if the process runs under Wine. There
/// must be one reader at a time. Not thread-safe.
/// </summary>
internal sealed unsafe class EventReader : IDisposable
{
    private readonly MemoryMappedFile _file;
    private readonly MemoryMappedViewAccessor _view;
    private readonly EventHeader* _header;
    private readonly Dictionary<int, EventLayer> _layers = [];
    private readonly EventRingReader _ring;
    private int _layerOffset;
    private bool _isOn;

    private EventReader(MemoryMappedFile file)
    {
        _file = file;
        _view = file.CreateViewAccessor(0, EventFileLayout.FileSize);
        byte* pointer = null;
        _view.SafeMemoryMappedViewHandle.AcquirePointer(ref pointer);
        _header = (EventHeader*)(pointer + _view.PointerOffset);
        _ring = new EventRingReader(_header);
    }

    public int ProcessId => (int)_header->ProcessId;
    public string Version => EventHeader.Text(_header->Version, EventHeader.LongestVersion);

    /// <summary>Gets the program, as its process names it.</summary>
    public string Program => EventHeader.Text(_header->Program, EventHeader.LongestProgram);

    public DateTime Started =>
        DateTime.FromFileTimeUtc(Math.Clamp(_header->StampTime, 0, DateTime.MaxValue.Ticks - DateTime.FromFileTimeUtc(0).Ticks));

    /// <summary>Gets the number of calls that weren't recorded because the ring was full.</summary>
    public long Dropped => Volatile.Read(ref _header->Dropped);

    /// <summary>Gets a value indicating whether every call is recorded, for this reader or another one.</summary>
    public bool IsEnabled => Volatile.Read(ref _header->Enabled) != 0;

    /// <summary>Gets the layers that are known so far.</summary>
    public IReadOnlyCollection<EventLayer> Layers
    {
        get
        {
            ReadLayers();
            return _layers.Values;
        }
    }

    /// <summary>Opens a process's event file.</summary>
    /// <param name="path">The file.</param>
    /// <param name="version">
    /// The caller's version, other than which none is accepted, or null to accept any of this format, for what a process has left.
    /// </param>
    /// <exception cref="EventFileException">The file isn't an event file, or not of this version; the message names both.</exception>
    /// <exception cref="IOException">The file can't be opened.</exception>
    /// <exception cref="UnauthorizedAccessException">The file may not be opened.</exception>
    public static EventReader Open(string path, string? version)
    {
        using var stream = new FileStream(path, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite | FileShare.Delete);
        var head = new EventHeader();
        if (stream.ReadAtLeast(new Span<byte>(&head, sizeof(EventHeader)), sizeof(EventHeader), throwOnEndOfStream: false)
            < sizeof(EventHeader) || head.Magic != EventFileLayout.Magic)
            throw new EventFileException($"'{path}' isn't an event file, or is incomplete");
        // These fields have the same place in every format.
        string theirVersion = EventHeader.Text(head.Version, EventHeader.LongestVersion),
            program = EventHeader.Text(head.Program, EventHeader.LongestProgram);
        string theirs = $"process {head.ProcessId} has Reloaded VFS {theirVersion}";
        if (head.Format != EventFileLayout.Format)
            throw new OtherVersionException((int)head.ProcessId, program,
                $"{theirs} with events of format {head.Format}; this is {version ?? "a reader"}, which reads format "
                    + $"{EventFileLayout.Format}");
        if (version is not null && theirVersion != version)
            throw new OtherVersionException((int)head.ProcessId, program, $"{theirs}, and this is {version}");
        if (stream.Length < EventFileLayout.FileSize)
            throw new EventFileException($"'{path}' is an incomplete event file");
        return new EventReader(MemoryMappedFile.CreateFromFile(stream, null, 0, MemoryMappedFileAccess.ReadWrite, HandleInheritability.None,
            leaveOpen: false));
    }

    /// <summary>Starts the recording of every call.</summary>
    /// <param name="fromTheBegin">True if records that are there already count.</param>
    public void TurnOn(bool fromTheBegin = false)
    {
        if (!fromTheBegin)
            _ring.Skip();
        _isOn = true;
        Volatile.Write(ref _header->Enabled, 1);
    }

    /// <summary>Reads what has been recorded since the last call, in order, at most <paramref name="most"/> records.</summary>
    public List<FileEvent> Read(int most = int.MaxValue)
    {
        var events = new List<FileEvent>();
        _ring.Read(most,
            record => events.Add(
                Format(*record, new string((char*)(record + 1), 0, Math.Min((int)record->Length, EventFileLayout.LongestPath)))));
        return events;
    }

    /// <summary>
    /// Reads the last files of mods that each thread has opened, the newest last. This also works after the process has ended.
    /// </summary>
    public IReadOnlyList<FileEvent> ReadCrashRings()
    {
        var events = new List<FileEvent>();
        for (int ring = 0; ring < EventFileLayout.CrashRings; ring++)
        {
            long written = Volatile.Read(ref *EventHeader.CrashWritten(_header, ring));
            if (written == long.MaxValue)
                continue;
            for (long i = Math.Max(0, written - EventFileLayout.CrashCapacity); i < written; i++)
            {
                if (ReadCrash(EventFileLayout.CrashRecordAt(_header, ring, i), i + 1) is { } taken)
                    events.Add(taken);
            }
        }

        return [.. events.OrderBy(e => e.Began)];
    }

    /// <summary>Stops the recording of every call, except in the crash rings.</summary>
    public void Dispose()
    {
        if (_isOn)
            Volatile.Write(ref _header->Enabled, 0);
        _view.SafeMemoryMappedViewHandle.ReleasePointer();
        _view.Dispose();
        _file.Dispose();
    }

    /// <summary>Returns a record of a crash ring, or null if it was overwritten meanwhile.</summary>
    private FileEvent? ReadCrash(EventRecord* record, long sequence)
    {
        EventRecord copy = *record;
        string path = new((char*)(record + 1), 0, Math.Min((int)copy.Length, EventFileLayout.LongestCrashPath));
        return copy.Sequence == sequence && Volatile.Read(ref record->Sequence) == sequence ? Format(copy, path) : null;
    }

    private FileEvent Format(in EventRecord record, string path)
    {
        if (record.Layer != 0 && !_layers.ContainsKey(record.Layer))
            ReadLayers();
        var function = (EventFunction)record.Function;
        return new FileEvent(
            Seconds((record.Began - (double)_header->Stamp) / _header->StampsPerSecond),
            Seconds(record.Duration / _header->StampsPerSecond),
            record.Thread, Enum.IsDefined(function) ? function : EventFunction.Other, record.Status, (LookupKind)record.Kind,
            record.FullLength > path.Length ? "…" + path : path, _layers.GetValueOrDefault(record.Layer))
        {
            IsWrite = record.Writes != 0,
        };
    }

    /// <summary>Returns a time, or zero if another process has written invalid numbers.</summary>
    private static TimeSpan Seconds(double seconds) =>
        Math.Abs(seconds) < TimeSpan.MaxValue.TotalSeconds / 2 ? TimeSpan.FromSeconds(seconds) : TimeSpan.Zero;

    private void ReadLayers()
    {
        foreach (EventLayer layer in EventLayer.Read(_header, ref _layerOffset))
            _layers[layer.Handle] = layer;
    }
}

/// <summary>The exception for an event file that can't be read, with the cause in the message.</summary>
internal class EventFileException(string message) : Exception(message), IOwnText
{
    public string OwnText { get; } = message;
}

/// <summary>The exception for an event file of another version; the message names both versions.</summary>
internal sealed class OtherVersionException(int processId, string program, string message) : EventFileException(message)
{
    public int ProcessId { get; } = processId;
    public string Program { get; } = program;
}

/// <summary>Reads the event ring. There must be one reader at a time. Not thread-safe.</summary>
/// <remarks>
/// Records are as long as their paths require. The reader clears what it has read before it gives it back, so that a word that marks a
/// record as complete can't be left over from an earlier round.
/// </remarks>
/// <param name="header">The event file, which must be mapped as long as the reader is used.</param>
internal sealed unsafe class EventRingReader(EventHeader* header)
{
    // A thread needs some nanoseconds between allocating its record in the ring and completing it, unless something stops it.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(1);

    private long _stuckAt = -1;
    private long _stuckSince;

    /// <summary>
    /// Passes on what has been recorded since the last call, in order, at most <paramref name="most"/> records. Each is valid during the call
    /// only.
    /// </summary>
    public void Read(int most, EventRecordAction take)
    {
        long from = header->Read, next = from, written = Volatile.Read(ref header->Written);
        for (int count = 0; next < written && count < most; count++)
        {
            EventRecord* record = EventFileLayout.RecordAt(header, next);
            if (Volatile.Read(ref record->Sequence) != next + 1)
            {
                GiveUpOn(next, written);
                break;
            }

            take(record);
            next += EventFileLayout.SizeOfRecord(Math.Min((int)record->Length, EventFileLayout.LongestPath));
        }

        GiveBack(from, next);
    }

    public void Skip()
    {
        // No program is recording, or an earlier reader has left the ring like this, so its content is old.
        GiveBack(header->Read, Volatile.Read(ref header->Written));
    }

    /// <summary>
    /// Gives up on a record whose thread was ended in the middle of it. Its length is unknown, so everything that is there is lost.
    /// </summary>
    private void GiveUpOn(long position, long written)
    {
        if (_stuckAt != position)
        {
            _stuckAt = position;
            _stuckSince = Stopwatch.GetTimestamp();
            return;
        }

        if (Stopwatch.GetElapsedTime(_stuckSince) < Patience)
            return;
        int was = Interlocked.Exchange(ref header->Enabled, 0);
        // Whoever had begun by then is done.
        Thread.Sleep(20);
        GiveBack(position, Math.Max(written, Volatile.Read(ref header->Written)));
        Interlocked.Increment(ref header->Dropped);
        Volatile.Write(ref header->Enabled, was);
        _stuckAt = -1;
    }

    private void GiveBack(long from, long to)
    {
        if (to <= Volatile.Read(ref header->Read))
            return;
        // Numbers written by another process may be further apart than the type allows.
        if ((ulong)(to - from) >= EventFileLayout.RingSize)
        {
            new Span<byte>((byte*)header + EventFileLayout.Events, EventFileLayout.FileSize - EventFileLayout.Events).Clear();
        }
        else
        {
            // A record that extends past the ring's end is followed by one that begins as far after its start.
            int first = (int)(from & (EventFileLayout.RingSize - 1)), bytes = (int)(to - from);
            int behind = Math.Min(bytes, EventFileLayout.RingSize + EventFileLayout.LongestRecord - first);
            new Span<byte>((byte*)header + EventFileLayout.Events + first, behind).Clear();
            if (first + bytes > EventFileLayout.RingSize)
                new Span<byte>((byte*)header + EventFileLayout.Events, first + bytes - EventFileLayout.RingSize).Clear();
        }

        Volatile.Write(ref header->Read, to);
    }
}

/// <summary>Receives a complete record, which may not be kept.</summary>
internal unsafe delegate void EventRecordAction(EventRecord* record);
