using System.IO.MemoryMappedFiles;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Mods.Events;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Mods.Events;

/// <summary>
/// Tests of the ring between the writers' code, in the DLL, and the reader's: over many rounds, when it is full, and with a writer that was
/// killed.
/// </summary>
public sealed unsafe class EventRingTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly string _path;
    private readonly MemoryMappedFile _file;
    private readonly MemoryMappedViewAccessor _view;
    private readonly EventHeader* _header;

    public EventRingTests()
    {
        _path = _folder.File("a.events", new byte[EventFileLayout.FileSize]);
        using var stream = new FileStream(_path, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite | FileShare.Delete);
        _file = MemoryMappedFile.CreateFromFile(stream, null, 0, MemoryMappedFileAccess.ReadWrite, HandleInheritability.None,
            leaveOpen: false);
        _view = _file.CreateViewAccessor();
        byte* pointer = null;
        _view.SafeMemoryMappedViewHandle.AcquirePointer(ref pointer);
        _header = (EventHeader*)pointer;
        _header->StampsPerSecond = 1e9;
        _header->Format = EventFileLayout.Format;
        _header->Magic = EventFileLayout.Magic;
    }

    public void Dispose()
    {
        _view.SafeMemoryMappedViewHandle.ReleasePointer();
        _view.Dispose();
        _file.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public void ManyRoundsKeepEachRecordAndTheirOrder()
    {
        using EventReader reader = EventReader.Open(_path, version: null);
        var random = new Random(1);
        long written = 0, read = 0;
        string[] paths = [.. Enumerable.Range(0, 400).Select(length => new string((char)('a' + (length % 26)), length))];
        while (_header->Written < 20L * EventFileLayout.RingSize)
        {
            for (int i = random.Next(5000); i > 0; i--)
            {
                long before = _header->Dropped;
                Write(paths[written % paths.Length], (uint)written);
                if (_header->Dropped == before)
                    written++;
            }

            foreach (FileEvent call in reader.Read(random.Next(6000)))
            {
                Assert.Equal((uint)read, call.Thread);
                Assert.Equal(paths[read % paths.Length], call.Path);
                read++;
            }
        }

        read += reader.Read().Count;
        Assert.Equal(written, read);
        Assert.True(reader.Dropped > 0);
        // Records that were read are cleared, so that none of them can be mistaken for a complete record.
        Assert.Equal(-1, new ReadOnlySpan<byte>((byte*)_header + EventFileLayout.Events,
            EventFileLayout.FileSize - EventFileLayout.Events).IndexOfAnyExcept((byte)0));
    }

    [Fact]
    public void ThreadsWriteWhileOneReads()
    {
        using EventReader reader = EventReader.Open(_path, version: null);
        reader.TurnOn();
        const int threads = 8, each = 40_000;
        Thread[] writers = [.. Enumerable.Range(0, threads).Select(t => new Thread(() =>
        {
            for (int i = 0; i < each; i++)
                Write($@"C:\game\data\{new string('x', i % 300)}{i}", (uint)t, i);
        }))];
        Array.ForEach(writers, w => w.Start());
        int[] next = new int[threads];
        long taken = 0;
        while (writers.Any(w => w.IsAlive) || _header->Read < _header->Written)
        {
            foreach (FileEvent call in reader.Read())
            {
                // Each thread's calls are in order, none twice, each with its own text.
                Assert.True(call.Status >= next[call.Thread], "a record came twice, or out of order");
                next[call.Thread] = call.Status + 1;
                Assert.Equal($@"C:\game\data\{new string('x', call.Status % 300)}{call.Status}", call.Path);
                taken++;
            }
        }

        Assert.Equal((long)threads * each, taken + reader.Dropped);
        Assert.True(taken > 1000); // more than one round holds
    }

    [Fact]
    public void AWriterThatWasEndedInTheMiddleIsPassedOver()
    {
        using EventReader reader = EventReader.Open(_path, version: null);
        reader.TurnOn();
        Write(@"C:\a", 1);
        Interlocked.Add(ref _header->Written, EventFileLayout.SizeOfRecord(100));
        Write(@"C:\b", 2);
        Assert.Equal(@"C:\a", Assert.Single(reader.Read()).Path);
        for (int i = 0; i < 30 && _header->Read < _header->Written; i++)
        {
            Thread.Sleep(100);
            Assert.Empty(reader.Read());
        }

        Assert.Equal(1, reader.Dropped);
        Assert.Equal(1, _header->Enabled);
        Write(@"C:\c", 3);
        Assert.Equal(@"C:\c", Assert.Single(reader.Read()).Path);
    }

    [Fact]
    public void WhatAReaderLeftBehindIsNotTheNextOnes()
    {
        Write(@"C:\old", 1);
        using EventReader reader = EventReader.Open(_path, version: null);
        reader.TurnOn();
        Write(@"C:\new", 2);
        Assert.Equal(@"C:\new", Assert.Single(reader.Read()).Path);
    }

    [Fact]
    public void OfALongPathItsEndIsKept()
    {
        using EventReader reader = EventReader.Open(_path, version: null);
        Write(@"C:\" + new string('x', EventFileLayout.LongestPath) + "end", 1);
        string path = Assert.Single(reader.Read()).Path;
        Assert.Equal(EventFileLayout.LongestPath + 1, path.Length);
        Assert.StartsWith("…x", path, StringComparison.Ordinal);
        Assert.EndsWith("end", path, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(-4096)]
    [InlineData(-64)]
    [InlineData(1)]
    [InlineData(EventFileLayout.LayersSize - 8)]
    [InlineData(int.MaxValue)]
    public void WhereALayerIsWrittenIsNotTheMappedHeadersToSay(int layerBytes)
    {
        int written = 0;
        Assert.True(EventLayer.TryWrite(_header, ref written, 1, "a", @"\??\C:\mods\a\", @"C:\game"));
        byte[] before = Bytes();
        _header->LayerBytes = layerBytes;
        Assert.True(EventLayer.TryWrite(_header, ref written, 2, "b", @"\??\C:\mods\b\", @"C:\game"));

        // The second layer follows the first, and no other byte has changed except the count.
        using (EventReader reader = EventReader.Open(_path, version: null))
            Assert.Equal(["a", "b"], reader.Layers.Select(l => l.Name));
        byte[] after = Bytes();
        for (int i = 0; i < after.Length; i++)
        {
            bool mayDiffer = i is >= 20 and < 24 || (i >= EventFileLayout.Layers + (written / 2) && i < EventFileLayout.Layers + written);
            Assert.True(mayDiffer || before[i] == after[i], $"byte {i} has changed");
        }
    }

    [Fact]
    public void LayersEndWhereTheirRoomDoes()
    {
        int written = 0, handle = 0;
        string name = new('n', 1000);
        while (EventLayer.TryWrite(_header, ref written, ++handle, name, "s", "t"))
            _header->LayerBytes = 0; // whatever the field says
        Assert.InRange(written, EventFileLayout.LayersSize - 2048, EventFileLayout.LayersSize);
        Assert.Equal(-1,
            new ReadOnlySpan<byte>((byte*)_header + EventFileLayout.Crash, EventFileLayout.CrashRecordSize).IndexOfAnyExcept((byte)0));
        _header->LayerBytes = int.MaxValue;
        using EventReader reader = EventReader.Open(_path, version: null);
        // layers that were never written are read as zeros
        Assert.Equal(Enumerable.Range(1, handle - 1), reader.Layers.Select(l => l.Handle).Where(h => h != 0));
    }

    [Fact]
    public void EachThreadWritesToACrashRingAndTheReaderPutsThemInOrderOfTime()
    {
        const int threads = 20, each = 100;
        for (int i = 0; i < threads * each; i++)
            WriteCrash($@"C:\game\{i}", thread: (uint)(4 * (100 + (i % threads))), began: (ulong)i);
        using EventReader reader = EventReader.Open(_path, version: null);
        IReadOnlyList<FileEvent> last = reader.ReadCrashRings();
        Assert.Equal(last.OrderBy(e => e.Began), last);
        Assert.Equal(EventFileLayout.CrashRings * EventFileLayout.CrashCapacity, last.Count);
        // The last records of every thread are there, including those of threads that share a ring.
        for (int i = threads * (each - 16); i < threads * each; i++)
            Assert.Contains(last, e => e.Path == $@"C:\game\{i}" && e.Thread == 4 * (100 + (i % threads)));
    }

    [Fact]
    public void ThreadsThatHaveRingsOfTheirOwnWriteNoCacheLineOfEachOther()
    {
        var lines = new Dictionary<int, uint>();
        for (uint thread = 4000; thread < 4000 + (4 * EventFileLayout.CrashRings); thread += 4)
        {
            for (int i = 0; i <= EventFileLayout.CrashCapacity; i++)
            {
                byte[] before = Whole();
                WriteCrash(@"C:\game\data", thread, (ulong)i + 1);
                byte[] after = Whole();
                for (int line = 0; line < before.Length; line += 64)
                {
                    if (!before.AsSpan(line, 64).SequenceEqual(after.AsSpan(line, 64)))
                        Assert.Equal(thread, lines.TryGetValue(line, out uint owner) ? owner : lines[line] = thread);
                }
            }
        }

        // Each ring has its own word of the header.
        Assert.Equal(EventFileLayout.CrashRings, lines.Keys.Count(line => line < EventFileLayout.HeaderSize));
        byte[] Whole() => new ReadOnlySpan<byte>((byte*)_header, EventFileLayout.Events).ToArray();
    }

    [Fact]
    public void TextsWithoutTheirZeroEndWithTheirField()
    {
        new Span<char>(_header->Version, EventHeader.LongestVersion).Fill('v');
        new Span<char>(_header->Program, EventHeader.LongestProgram).Fill('p');
        using EventReader reader = EventReader.Open(_path, version: null);
        Assert.Equal(new string('v', EventHeader.LongestVersion), reader.Version);
        Assert.Equal(new string('p', EventHeader.LongestProgram), reader.Program);
        OtherVersionException other = Assert.Throws<OtherVersionException>(() => EventReader.Open(_path, version: "0.0.0"));
        Assert.Contains(new string('v', EventHeader.LongestVersion) + ",", other.Message, StringComparison.Ordinal);
    }

    private byte[] Bytes() => new ReadOnlySpan<byte>((byte*)_header, EventFileLayout.Crash).ToArray();

    private void WriteCrash(string path, uint thread, ulong began)
    {
        var record = new EventRecord { Thread = thread, Kind = (byte)LookupKind.File, Began = began };
        fixed (char* text = path)
            EventWriter.WriteCrash(_header, in record, text, path.Length);
    }

    private void Write(string path, uint thread, int status = 0)
    {
        var record = new EventRecord { Thread = thread, Status = status, Kind = (byte)LookupKind.Miss, Began = 1 };
        fixed (char* text = path)
            EventWriter.Write(_header, in record, text, path.Length);
    }
}
