using System.Runtime.CompilerServices;
using System.IO.MemoryMappedFiles;
using Reloaded.VFS.Snapshots;

namespace Reloaded.VFS.Events;

/// <summary>An event file can't be read, with the cause in the message.</summary>
public sealed class EventFileException(string message) : Exception(message);

/// <summary>
/// Looks on at a process that has the DLL, through its event file; from Linux too, where the process runs under Wine. One reader at a time.
/// Not thread-safe.
/// </summary>
public sealed unsafe class EventReader : IDisposable
{
    private readonly MemoryMappedFile _file;
    private readonly MemoryMappedViewAccessor _view;
    private readonly EventHeader* _header;
    private readonly Dictionary<int, EventLayer> _layers = [];
    private readonly char[] _text = new char[EventFileLayout.RecordSize / sizeof(char)];
    private int _layerOffset;
    private bool _isOn;

    private EventReader(MemoryMappedFile file)
    {
        _file = file;
        _view = file.CreateViewAccessor(0, EventFileLayout.FileSize);
        byte* pointer = null;
        _view.SafeMemoryMappedViewHandle.AcquirePointer(ref pointer);
        _header = (EventHeader*)(pointer + _view.PointerOffset);
    }

    /// <summary>The process.</summary>
    public int ProcessId => (int)_header->ProcessId;

    /// <summary>The DLL's version.</summary>
    public string Version => new(_header->Version);

    /// <summary>The program, as its process names it.</summary>
    public string Program => new(_header->Program);

    /// <summary>When the process's VFS started.</summary>
    public DateTime Started => DateTime.FromFileTimeUtc(_header->StampTime);

    /// <summary>Calls that weren't recorded because the ring was full.</summary>
    public long Dropped => Volatile.Read(ref _header->Dropped);

    /// <summary>The layers that are known so far.</summary>
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
    /// <param name="version">Our version: another one is refused; null to take any of this format, for what a process has left.</param>
    /// <exception cref="EventFileException">It isn't one, or not of our version; the message names both.</exception>
    /// <exception cref="IOException">It can't be opened.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be opened.</exception>
    public static EventReader Open(string path, string? version)
    {
        using var stream = new FileStream(path, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite | FileShare.Delete);
        if (stream.Length < EventFileLayout.HeaderSize)
            throw new EventFileException($"'{path}' is no event file, or not a complete one");
        bool isWhole = stream.Length >= EventFileLayout.FileSize;
        if (!isWhole)
            throw new EventFileException($"'{path}' is no event file of this version");
        var reader = new EventReader(MemoryMappedFile.CreateFromFile(stream, null, 0, MemoryMappedFileAccess.ReadWrite, HandleInheritability.None, leaveOpen: false));
        string? cause = Volatile.Read(ref reader._header->Magic) != EventFileLayout.Magic ? $"'{path}' is no event file"
            : reader._header->Format != EventFileLayout.Format ? $"process {reader.ProcessId} has Reloaded VFS {reader.Version} with events of format {reader._header->Format}; this is {version}, which reads format {EventFileLayout.Format}"
            : version is not null && reader.Version != version ? $"process {reader.ProcessId} has Reloaded VFS {reader.Version}, and this is {version}"
            : null;
        if (cause is null)
            return reader;
        reader.Dispose();
        throw new EventFileException(cause);
    }

    /// <summary>From now on every call is recorded.</summary>
    /// <param name="fromTheBegin">Whether records that are there already count.</param>
    public void TurnOn(bool fromTheBegin = false)
    {
        if (!fromTheBegin)
            Volatile.Write(ref _header->Read, Volatile.Read(ref _header->Written));
        _isOn = true;
        Volatile.Write(ref _header->Enabled, 1);
    }

    /// <summary>Takes what has been recorded since the last time, in order; at most <paramref name="most"/> records.</summary>
    public List<FileEvent> Read(int most = EventFileLayout.Capacity)
    {
        var events = new List<FileEvent>();
        long next = _header->Read;
        long written = Volatile.Read(ref _header->Written);
        for (; next < written && events.Count < most; next++)
        {
            var record = (EventRecord*)((byte*)_header + EventFileLayout.Events + ((next & (EventFileLayout.Capacity - 1)) * EventFileLayout.RecordSize));
            // Being written: the thread may have been stopped in the middle of it. One that never ends is passed over after a round.
            if (Volatile.Read(ref record->Sequence) != next + 1)
            {
                if (written - next < EventFileLayout.Capacity / 2)
                    break;
                continue;
            }

            if (Take(record, EventFileLayout.RecordSize, next + 1) is { } taken)
                events.Add(taken);
        }

        Volatile.Write(ref _header->Read, next);
        return events;
    }

    /// <summary>The last files of mods that each thread has opened, the newest last; readable when the process is gone.</summary>
    public IReadOnlyList<FileEvent> ReadCrashRing()
    {
        var events = new List<FileEvent>();
        long written = Volatile.Read(ref _header->CrashWritten);
        for (long i = Math.Max(0, written - EventFileLayout.CrashCapacity); i < written; i++)
        {
            var record = (EventRecord*)((byte*)_header + EventFileLayout.Crash + ((i & (EventFileLayout.CrashCapacity - 1)) * EventFileLayout.CrashRecordSize));
            if (Take(record, EventFileLayout.CrashRecordSize, i + 1) is { } taken)
                events.Add(taken);
        }

        return events;
    }

    /// <summary>Nothing is recorded from now on, but the last files.</summary>
    public void Dispose()
    {
        if (_isOn)
            Volatile.Write(ref _header->Enabled, 0);
        _view.SafeMemoryMappedViewHandle.ReleasePointer();
        _view.Dispose();
        _file.Dispose();
    }

    private FileEvent? Take(EventRecord* record, int size, long sequence)
    {
        EventRecord copy = *record;
        int length = Math.Min(copy.Length, (size - EventRecord.Size) / sizeof(char));
        new ReadOnlySpan<char>(record + 1, length).CopyTo(_text);
        // Overwritten meanwhile.
        if (copy.Sequence != sequence || Volatile.Read(ref record->Sequence) != sequence)
            return null;
        if (copy.Layer != 0 && !_layers.ContainsKey(copy.Layer))
            ReadLayers();
        string path = (copy.FullLength > length ? "…" : "") + new string(_text, 0, length);
        return new FileEvent(
            TimeSpan.FromSeconds((copy.Began - (double)_header->Stamp) / _header->StampsPerSecond), TimeSpan.FromSeconds(copy.Duration / _header->StampsPerSecond),
            copy.Thread, Enum.IsDefined((EventFunction)copy.Function) ? (EventFunction)copy.Function : EventFunction.Other, copy.Status, (LookupKind)copy.Kind, path, _layers.GetValueOrDefault(copy.Layer));
    }

    private void ReadLayers()
    {
        foreach (EventLayer layer in EventLayer.Read(_header, ref _layerOffset))
            _layers[layer.Handle] = layer;
    }
}
