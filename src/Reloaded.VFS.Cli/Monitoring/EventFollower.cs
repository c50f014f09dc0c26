using Reloaded.VFS.Cli.Monitoring.Files;
using Reloaded.VFS.Mods.Events;
using Reloaded.VFS.Mods.Reports;

namespace Reloaded.VFS.Cli.Monitoring;

/// <summary>
/// A reader of a process's calls on a thread of its own, from the start of a run to its end. Used by <c>run --monitor</c>, <c>run --log</c>
/// and <c>profile</c>.
/// </summary>
internal sealed class EventFollower : IDisposable
{
    private readonly string _path;
    private readonly Action<EventReader, List<FileEvent>> _take;
    private readonly Thread _thread;
    private volatile bool _ending;

    /// <summary>Starts reading.</summary>
    /// <param name="path">A file from <see cref="EventFiles.Create"/>.</param>
    /// <param name="take">Called repeatedly with new events on the follower's thread, and once more at the end.</param>
    public EventFollower(string path, Action<EventReader, List<FileEvent>> take)
    {
        _path = path;
        _take = take;
        _thread = new Thread(Run) { IsBackground = true, Name = "events" };
        _thread.Start();
    }

    /// <summary>Reads the remaining events and ends.</summary>
    public void Dispose()
    {
        _ending = true;
        _thread.Join();
    }

    private void Run()
    {
        EventReader? reader = null;
        try
        {
            for (; (reader = TryOpen()) is null; Thread.Sleep(5))
            {
                if (_ending)
                    return;
            }

            reader.TurnOn(fromTheBegin: true);
            bool last;
            do
            {
                last = _ending;
                _take(reader, reader.Read());
                if (!last)
                    Thread.Sleep(20);
            }
            while (!last);
        }
        catch (Exception e)
        {
            Messages.Warn($"the game's calls are no longer recorded: {UnexpectedError.Describe(e)}.");
        }
        finally
        {
            reader?.Dispose();
        }
    }

    private EventReader? TryOpen()
    {
        // Until the DLL has written its header there is nothing to open.
        using (FileStream file = new(_path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete))
        {
            Span<byte> magic = stackalloc byte[sizeof(ulong)];
            if (file.ReadAtLeast(magic, magic.Length, throwOnEndOfStream: false) < magic.Length
                || BitConverter.ToUInt64(magic) != EventFileLayout.Magic)
                return null;
        }

        return EventReader.Open(_path, CliVersion.Text);
    }
}
