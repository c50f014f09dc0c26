using System.Collections.Concurrent;
using System.Text;
using System.Threading.Channels;
using Microsoft.AspNetCore.Http;

namespace Reloaded.VFS.Ui.Serving;

/// <summary>A stream of events for every open page (Server-Sent Events). Thread-safe.</summary>
internal sealed class EventStream
{
    private const int MostWaiting = 4096;

    private readonly ConcurrentDictionary<Channel<string>, bool> _pages = new();
    private int _changes;

    /// <summary>Gets the number of open pages.</summary>
    public int Pages => _pages.Count;

    /// <summary>Gets the number of changes that were reported to pages.</summary>
    public int Changes => Volatile.Read(ref _changes);

    /// <summary>Reports a change to every page.</summary>
    public void TellChanged()
    {
        Interlocked.Increment(ref _changes);
        Tell("{\"kind\":\"changed\"}");
    }

    /// <summary>Sends an event to every page.</summary>
    /// <param name="json">A JSON object in one line.</param>
    public void Tell(string json)
    {
        foreach (Channel<string> page in _pages.Keys)
            page.Writer.TryWrite(json);
    }

    /// <summary>Sends all events from now on to one page, until the page is closed.</summary>
    public async Task FollowAsync(HttpContext context, CancellationToken stopping)
    {
        var channel = Channel.CreateBounded<string>(new BoundedChannelOptions(MostWaiting) { FullMode = BoundedChannelFullMode.DropOldest });
        _pages[channel] = true;
        try
        {
            using var ended = CancellationTokenSource.CreateLinkedTokenSource(context.RequestAborted, stopping);
            context.Response.ContentType = "text/event-stream";
            // A page that was sent before the last change asks again.
            string hello = $"data: {{\"kind\":\"hello\",\"changes\":{Changes}}}\n\n";
            await context.Response.WriteAsync(hello, ended.Token).ConfigureAwait(false);
            await context.Response.Body.FlushAsync(ended.Token).ConfigureAwait(false);
            StringBuilder text = new();
            while (await channel.Reader.WaitToReadAsync(ended.Token).ConfigureAwait(false))
            {
                text.Clear();
                while (text.Length < 1 << 16 && channel.Reader.TryRead(out string? json))
                    text.Append("data: ").Append(json).Append("\n\n");
                await context.Response.WriteAsync(text.ToString(), ended.Token).ConfigureAwait(false);
                await context.Response.Body.FlushAsync(ended.Token).ConfigureAwait(false);
            }
        }
        catch (OperationCanceledException)
        {
            // The page is closed, or the server ends.
        }
        finally
        {
            _pages.TryRemove(channel, out _);
        }
    }
}
