using Reloaded.VFS.Benchmarks.Logging;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Benchmarks;

public class LogTests
{
    [Fact]
    public void EveryWayLogsTheSameLines()
    {
        Log[] logs = [new InterpolationLog(), new StringBuilderLog(), new SpanLog(), new BinaryLog()];
        var expected = new List<string>();
        for (int i = 0; i < 100; i++)
        {
            string path = $@"C:\Games\Spiel {i}\Öl\Текстура_{i}.dds";
            foreach (Log log in logs)
                log.Write(new LogRecord(long.MaxValue - i, i - 5, (byte)(i % 4), i * 1000, path));
            expected.Add(
                $"{long.MaxValue - i} [{i - 5}] {(i % 4) switch { 0 => "outside", 1 => "miss", 2 => "file", _ => "folder" }} "
                    + $"{i * 1000} {path}\n");
        }

        foreach (Log log in logs)
            Assert.Equal(string.Concat(expected), log.Read());
    }

    [Fact]
    public void TheLastLinesAreThereAfterAWrap()
    {
        foreach (Log log in (Log[])[new SpanLog(), new BinaryLog()])
        {
            for (int i = 0; i < 5000; i++)
                log.Write(new LogRecord(i, 1, 2, 3, @"C:\g\some file"));
            string[] lines = log.Read().Split('\n', StringSplitOptions.RemoveEmptyEntries);
            Assert.InRange(lines.Length, 1, 4000);
            for (int i = 0; i < lines.Length; i++)
                Assert.Equal($@"{5000 - lines.Length + i} [1] file 3 C:\g\some file", lines[i]);
        }
    }

    [Fact]
    public void SpansAndRecordsAllocateNothing()
    {
        foreach (Log log in (Log[])[new SpanLog(), new BinaryLog()])
        {
            Assert.Equal(0, AllocatedBytes.Of(() =>
            {
                for (int i = 0; i < 10_000; i++)
                    log.Write(new LogRecord(i, 2, 3, 4, @"C:\g\some file"));
            }));
        }
    }
}
