using System.Reflection;
using System.Text;
using System.Text.Json;
using Reloaded.VFS.Cli.Monitoring.Files;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Mods.Events;

namespace Reloaded.VFS.Cli.Profiling;

/// <summary>Writes a profile as a self-contained HTML file: <c>profile.html</c> with the data as JSON inside the page.</summary>
internal static class ProfileHtml
{
    private const string Mark = "/*DATA*/";

    /// <summary>Writes the page.</summary>
    public static void Write(Profile profile, string file)
    {
        using Stream form = Assembly.GetExecutingAssembly().GetManifestResourceStream("profile.html")!;
        string page = new StreamReader(form).ReadToEnd();
        int at = page.IndexOf(Mark, StringComparison.Ordinal);
        File.WriteAllText(file, string.Concat(page.AsSpan(0, at), Data(profile), page.AsSpan(at + Mark.Length)));
    }

    // The default encoder escapes < and &, so that no path can end the script.
    private static string Data(Profile profile)
    {
        MemoryStream output = new();
        using (Utf8JsonWriter json = new(output))
        {
            json.WriteStartObject();
            json.WriteString("version", CliVersion.Text);
            json.WriteString("game", profile.Game);
            json.WriteNumber("span", profile.Span.TotalMilliseconds);
            json.WriteNumber("busy", profile.Busy.TotalMilliseconds);
            json.WriteNumber("notParallel", profile.NotParallel);
            json.WriteNumber("dropped", profile.Dropped);
            json.WriteStartArray("mods");
            foreach (string mod in profile.Layers.Select(l => l.Name).Distinct())
                json.WriteStringValue(mod);
            json.WriteEndArray();
            TimeSpan begin = profile.Calls.Count > 0 ? profile.Calls[0].Began : TimeSpan.Zero;
            // The columns are begin and duration in milliseconds, thread, function, result, path, mod, size.
            json.WriteStartArray("calls");
            foreach (FileEvent call in profile.Calls)
            {
                json.WriteStartArray();
                json.WriteNumberValue(Math.Round((call.Began - begin).TotalMilliseconds, 4));
                json.WriteNumberValue(Math.Round(call.Duration.TotalMilliseconds, 4));
                json.WriteNumberValue(call.Thread);
                json.WriteStringValue(call.Function.ToString());
                json.WriteStringValue(EventText.Status(call));
                json.WriteStringValue(call.Path);
                json.WriteStringValue(call.IsRedirected ? call.Layer!.Name : null);
                if (profile.Sizes.TryGetValue(call.Path, out long size))
                    json.WriteNumberValue(size);
                else
                    json.WriteNullValue();
                json.WriteEndArray();
            }

            json.WriteEndArray();
            json.WriteEndObject();
        }

        return Encoding.UTF8.GetString(output.ToArray());
    }
}
