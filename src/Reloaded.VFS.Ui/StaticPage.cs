using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Diagnostics;
using Reloaded.VFS.Ui.Asking;
using Reloaded.VFS.Ui.Entering;
using Reloaded.VFS.Ui.Serving;

namespace Reloaded.VFS.Ui;

/// <summary>The page as one file that needs no server: the mods, the tree, the conflicts and the last start.</summary>
internal static class StaticPage
{
    private const int Failed = 125;

    private static readonly string[] s_questions = ["mods", "ls", "conflicts", "prefer", "sets", "last", "doctor"];

    /// <summary>Writes the page.</summary>
    /// <returns>The exit code.</returns>
    public static async Task<int> WriteAsync(Launcher launcher, string file)
    {
        // Each one reads the mods, so they are asked one after the other.
        StringBuilder answers = new("{");
        foreach (string question in s_questions)
        {
            Outcome outcome = await launcher.AskAsync(Acts.FindQuestion(question, null)!, launcher.Context.Set).ConfigureAwait(false);
            byte[] answer = outcome.Output.Length > 0 && question == "ls" ? CompactList.Of(outcome.Output) : outcome.Output;
            // Texts as they are: what a page would take for its own end is an escape to JSON.
            string json = answer.Length == 0 ? "null" : JsonNode.Parse(answer)!.ToJsonString(s_forPages);
            answers.Append(answers.Length == 1 ? "" : ",").Append('"').Append(question).Append("\":").Append(json);
        }

        answers.Append(",\"about\":").Append(new JsonObject
        {
            ["game"] = Path.GetFileName(launcher.Folder),
            ["folder"] = launcher.Folder,
            ["set"] = "",
            ["version"] = Server.Version,
            ["jobs"] = new JsonArray(),
        }.ToJsonString(s_forPages)).Append('}');
        string script = $"window.rvfsReport={WithoutHome(answers.ToString())};\n{Text("page.js")}", style = Text("page.css");
        // Only the file's own script runs, whatever a name in it contains.
        string nonce = Secret.Make();
        string page = $"""
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'">
            <title>{HtmlEncoder.Default.Encode(Path.GetFileName(launcher.Folder))} - Reloaded VFS</title>
            <style nonce="{nonce}">{style}</style>
            <div id="page"></div>
            <script nonce="{nonce}">{script}</script>
            </html>

            """;
        try
        {
            AtomicFile.Write(file, Encoding.UTF8.GetBytes(page));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            await Console.Error.WriteLineAsync($"rvfs: error: '{file}' can't be written: {ErrorCause.Of(e)}.").ConfigureAwait(false);
            return Failed;
        }

        Console.WriteLine(file);
        return 0;
    }

    // The default encoder writes what means something to HTML, and what isn't ASCII, as escapes.
    private static readonly JsonSerializerOptions s_forPages = new() { Encoder = JavaScriptEncoder.Default };

    /// <summary>Returns a text in which <c>~</c> replaces the user's folder, which usually contains the user's name.</summary>
    private static string WithoutHome(string json)
    {
        string home = Environment.GetFolderPath(Environment.SpecialFolder.UserProfile);
        string written = JsonValue.Create(home)!.ToJsonString(s_forPages)[1..^1];
        return written.Length < 3 ? json : json.Replace(written, "~",
            OperatingSystem.IsWindows() ? StringComparison.OrdinalIgnoreCase : StringComparison.Ordinal);
    }

    private static string Text(string resource) => Encoding.UTF8.GetString(Server.Resource(resource)).ReplaceLineEndings("\n");
}
