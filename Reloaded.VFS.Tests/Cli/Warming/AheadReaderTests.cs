using Reloaded.VFS.Cli.Warming;

namespace Reloaded.VFS.Tests.Cli.Warming;

/// <summary>What is fetched ahead of a game: in order, a bounded distance before it, nothing that it has opened already.</summary>
public sealed class AheadReaderTests
{
    private readonly Lock _lock = new();
    private readonly List<string> _fetched = [];

    private static StartFile[] Files(params int[] sizes) => [.. sizes.Select((size, i) => new StartFile($@"C:\g\{i}", $"/g/{i}", size))];

    private string[] Fetched
    {
        get
        {
            lock (_lock)
                return [.. _fetched];
        }
    }

    private AheadReader Read(StartFile[] files, int threads = 1, long distance = 100) => new(files, file =>
    {
        lock (_lock)
            _fetched.Add(file.Path);
    }, threads, distance);

    private void AssertFetched(params string[] expected)
    {
        Assert.True(SpinWait.SpinUntil(() => Fetched.Length >= expected.Length, TimeSpan.FromSeconds(30)), string.Join(' ', Fetched));
        // What comes too much would come now.
        Thread.Sleep(50);
        Assert.Equal(expected, Fetched);
    }

    [Fact]
    public void Files_are_fetched_in_order_as_far_before_the_game_as_is_allowed()
    {
        using AheadReader reader = Read(Files(40, 40, 40, 10, 60));
        AssertFetched("/g/0", "/g/1");
        // Wine's programs don't mind the letter case.
        reader.Pass(@"c:\G\0");
        AssertFetched("/g/0", "/g/1", "/g/2", "/g/3");
        // Once is enough, and what isn't in the list is nothing.
        reader.Pass(@"C:\g\0");
        reader.Pass(@"C:\g\other");
        AssertFetched("/g/0", "/g/1", "/g/2", "/g/3");
        reader.Pass(@"C:\g\1");
        reader.Pass(@"C:\g\2");
        AssertFetched("/g/0", "/g/1", "/g/2", "/g/3", "/g/4");
    }

    [Fact]
    public void What_the_game_has_opened_already_is_left_out()
    {
        using AheadReader reader = Read(Files(100, 50, 50, 50));
        AssertFetched("/g/0");
        reader.Pass(@"C:\g\2");
        reader.Pass(@"C:\g\1");
        reader.Pass(@"C:\g\0");
        AssertFetched("/g/0", "/g/3");
    }

    [Fact]
    public void A_file_larger_than_the_distance_is_fetched_alone()
    {
        using AheadReader reader = Read(Files(10, 500, 10));
        AssertFetched("/g/0");
        reader.Pass(@"C:\g\0");
        AssertFetched("/g/0", "/g/1");
        reader.Pass(@"C:\g\1");
        AssertFetched("/g/0", "/g/1", "/g/2");
    }

    [Fact]
    public void A_game_that_opens_nothing_of_it_ends_it_with_the_rest_not_fetched()
    {
        using (Read(Files([.. Enumerable.Repeat(10, 1000)]), threads: 4))
            Assert.True(SpinWait.SpinUntil(() => Fetched.Length >= 10, TimeSpan.FromSeconds(30)));
        Assert.Equal(10, Fetched.Length);
    }

    [Fact]
    public void Several_threads_fetch_each_file_once()
    {
        StartFile[] files = Files([.. Enumerable.Repeat(30, 500)]);
        using (AheadReader reader = Read(files, threads: 4))
        {
            foreach (StartFile file in files)
            {
                Assert.True(SpinWait.SpinUntil(() => Fetched.Contains(file.Path), TimeSpan.FromSeconds(30)), file.Path);
                reader.Pass(file.Asked);
                Assert.InRange(Fetched.Length, 1, Array.IndexOf(files, file) + 5);
            }
        }

        Assert.Equal(files.Select(file => file.Path).Order(), Fetched.Order());
    }
}
