using System.Globalization;
using System.Security;
using System.Text;

namespace Reloaded.VFS.Benchmarks.Pictures;

/// <summary>An SVG drawing, written sequentially: without scripts, and with the reader's default font.</summary>
public sealed class Svg
{
    private readonly StringBuilder _text = new();

    public Svg(int width, int height, string title)
    {
        _text.Append(CultureInfo.InvariantCulture, $"""
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" font-family="sans-serif" font-size="12">
            <title>{SecurityElement.Escape(title)}</title>
            <rect width="{width}" height="{height}" fill="#ffffff"/>

            """);
    }

    /// <param name="anchor"><c>start</c>, <c>middle</c> or <c>end</c>.</param>
    public void Text(double x, double y, string text, string anchor = "start", string color = "#222222", bool bold = false) =>
        Add(
            $"""<text x="{x:0.#}" y="{y:0.#}" text-anchor="{anchor}" fill="{color}"{(bold ? " font-weight=\"bold\"" : "")}>{SecurityElement.Escape(text)}</text>""");

    public void Rectangle(double x, double y, double width, double height, string color) =>
        Add($"""<rect x="{x:0.#}" y="{y:0.#}" width="{width:0.#}" height="{height:0.#}" fill="{color}"/>""");

    public void Line(double x1, double y1, double x2, double y2, string color, double width = 1, bool dashed = false) =>
        Add(
            $"""<line x1="{x1:0.#}" y1="{y1:0.#}" x2="{x2:0.#}" y2="{y2:0.#}" stroke="{color}" stroke-width="{width:0.#}"{(dashed ? " stroke-dasharray=\"4 3\"" : "")}/>""");

    /// <summary>Draws a line through points, each with a dot.</summary>
    public void Curve(IReadOnlyList<(double X, double Y)> points, string color, double width)
    {
        string path = string.Join(' ', points.Select(point => string.Create(CultureInfo.InvariantCulture, $"{point.X:0.#},{point.Y:0.#}")));
        Add($"""<polyline points="{path}" fill="none" stroke="{color}" stroke-width="{width:0.#}"/>""");
        foreach ((double x, double y) in points)
            Add($"""<circle cx="{x:0.#}" cy="{y:0.#}" r="{width + 1:0.#}" fill="{color}"/>""");
    }

    public override string ToString() => _text + "</svg>\n";

    private void Add(FormattableString element) => _text.Append(FormattableString.Invariant(element)).Append('\n');
}
