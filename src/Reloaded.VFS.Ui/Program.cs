using Reloaded.VFS.Ui;
using Reloaded.VFS.Ui.Asking;
using Reloaded.VFS.Ui.Entering;
using Reloaded.VFS.Ui.Serving;

// 'rvfs ui' starts this program: it has found the game, and says what is wrong with a command line.
Arguments given = Arguments.Read(args);
Launcher launcher = new(given.Launcher, given.Folder, new Context(given.Game, given.Options, given.Set));
if (given.Report is { } report)
    return await StaticPage.WriteAsync(launcher, report).ConfigureAwait(false);

RunningServer running = RunningServer.Of(given.Folder);
if (running.AskAgain() is { } address)
{
    Browser.Open(address, given.OpensBrowser);
    return 0;
}

using CancellationTokenSource stopping = new();
Console.CancelKeyPress += (_, e) =>
{
    e.Cancel = true;
    stopping.Cancel();
};
using var terminated = System.Runtime.InteropServices.PosixSignalRegistration.Create(System.Runtime.InteropServices.PosixSignal.SIGTERM, e =>
{
    e.Cancel = true;
    stopping.Cancel();
});
Server server = new(launcher);
await using (server.ConfigureAwait(false))
{
    await server.StartAsync().ConfigureAwait(false);
    running.Write(server.Port, server.Entrance.OwnersKey);
    try
    {
        Browser.Open(server.Entrance.NewAddress(), given.OpensBrowser);
        await server.WaitForEndAsync(given.Patience, stopping.Token).ConfigureAwait(false);
    }
    finally
    {
        running.Delete();
    }
}

return 0;
